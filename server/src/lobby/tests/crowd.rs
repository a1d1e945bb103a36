//! More than anybody should have: bursts, storms, and tables that are left alone.

use boneyard_protocol::{ErrorCode, QuickPlayAgainst};

use super::*;

/// Some listed tables with a free seat, opened by hosts who stay.
async fn listed_tables(server: &TestServer, count: u8) -> (Vec<Guest>, Vec<TableId>) {
    let (mut hosts, mut tables) = (Vec::new(), Vec::new());
    for number in 0..count {
        let mut host = server.hello(100 + number, 100 + u64::from(number));
        tables.push(host.ask(create(json!({}))).await.unwrap().table.unwrap());
        hosts.push(host);
    }
    (hosts, tables)
}

/// How the next so many commands of a guest are answered.
async fn answers(guest: &mut Guest, count: usize) -> Vec<Result<(), ErrorCode>> {
    let mut answers = Vec::new();
    while answers.len() < count {
        let answer = guest.until(|message| {
            if let ServerMessage::Ack(_) = message {
                return Some(Ok(()));
            }
            let ServerMessage::Refused(refused) = message else {
                return None;
            };
            Some(Err(refused.why.code))
        });
        answers.push(answer.await);
    }
    answers
}

#[tokio::test(start_paused = true)]
async fn a_burst_of_commands_brings_no_more_seats_than_one_player_may_have() {
    let server = TestServer::new().await;
    let (_hosts, tables) = listed_tables(&server, 6).await;
    let mut greedy = server.hello(1, 1);
    for &table in &tables {
        let id = greedy.id();
        greedy.say(id, TableCommand::Sit { seat: None }.at(table));
    }
    let seats = answers(&mut greedy, tables.len()).await;
    let taken = seats.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(taken, 3, "{seats:?}");
    assert!(seats.contains(&Err(ErrorCode::TooManyTables)), "{seats:?}");
    // By quick games neither.
    let mut hasty = server.hello(2, 2);
    for _ in 0..6 {
        let id = hasty.id();
        let against = QuickPlayAgainst::People;
        let quick = Command::Lobby(LobbyCommand::QuickPlay {
            sheet: None,
            against,
            seats: None,
        });
        hasty.say(id, quick);
    }
    let seats = answers(&mut hasty, 6).await;
    assert!(
        seats.iter().filter(|answer| answer.is_ok()).count() <= 3,
        "{seats:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn of_two_connections_of_one_player_only_the_newer_acts() {
    let server = TestServer::new().await;
    let (mut hosts, tables) = listed_tables(&server, 1).await;
    let (table, host) = (tables[0], &mut hosts[0]);
    let mut old = server.hello(1, 1);
    let newer = server.hello(1, 2);
    let quick = Command::Lobby(LobbyCommand::QuickPlay {
        sheet: None,
        against: QuickPlayAgainst::Bots,
        seats: None,
    });
    for command in [
        TableCommand::Sit { seat: None }.at(table),
        create(json!({})),
        quick,
    ] {
        // What the older one has sent comes late, when nobody waits any more for its end.
        let id = old.id();
        old.say(id, command);
        let Caller { player, connection } = &old.caller;
        server.lobby.disconnected(player.id, *connection);
        host.ask(TableCommand::Resume { since: 0 }.at(table))
            .await
            .unwrap();
        let seats = host.snapshot().await.view.seats;
        assert_eq!(seats[1].player, None, "{seats:?}");
        assert_eq!(server.tasks.count(), 1, "another table was opened");
        // Nor does it when the newer one has gone, too.
        server
            .lobby
            .disconnected(player.id, newer.caller.connection);
    }
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_is_refused_does_not_count() {
    let server = TestServer::new().await;
    let (_hosts, tables) = listed_tables(&server, 3).await;
    let mut guest = server.hello(1, 1);
    for _ in 0..9 {
        let taken = TableCommand::Sit { seat: Some(0) }.at(tables[0]);
        let why = guest.ask(taken).await.unwrap_err().why;
        assert_eq!(why.code, ErrorCode::SeatTaken);
    }
    for table in tables {
        guest
            .ask(TableCommand::Sit { seat: None }.at(table))
            .await
            .unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_quick_game_that_was_refused_and_comes_again_brings_no_seat_beyond_the_limit() {
    let server = TestServer::new().await;
    let (mut host, mut other, mut guest) =
        (server.hello(1, 1), server.hello(2, 2), server.hello(3, 3));
    let waiting = host.ask(create(json!({"seats": 3}))).await.unwrap();
    let waiting = waiting.table.unwrap();
    let sit = |table| TableCommand::Sit { seat: None }.at(table);
    other.ask(sit(waiting)).await.unwrap();
    // The last seat goes to a server bot while the guest is on the way to it.
    let bot = host.id();
    let seat = None;
    host.say(bot, TableCommand::AddBot { seat }.at(waiting));
    let quick = guest.id();
    let in_a_hurry = || {
        Command::Lobby(LobbyCommand::QuickPlay {
            sheet: None,
            against: QuickPlayAgainst::People,
            seats: None,
        })
    };
    let refused = guest.ask_as(quick, in_a_hurry()).await.unwrap_err();
    assert_eq!(refused.why.code, ErrorCode::TableFull);

    let (_hosts, tables) = listed_tables(&server, 3).await;
    for &table in &tables {
        guest.ask(sit(table)).await.unwrap();
    }
    other.ask(TableCommand::Leave.at(waiting)).await.unwrap();
    let refused = guest.ask_as(quick, in_a_hurry()).await.unwrap_err();
    assert_eq!(refused.why.code, ErrorCode::TooManyTables);
    let left = TableCommand::Leave.at(tables[0]);
    guest.ask(left).await.unwrap();
    let seated = guest.ask_as(quick, in_a_hurry()).await.unwrap();
    assert_eq!(seated.table, Some(waiting));
    // From now on it is done, and gets the answer of then.
    let again = guest.ask_as(quick, in_a_hurry()).await.unwrap();
    assert_eq!(again, seated);
}

#[tokio::test(start_paused = true)]
async fn watchers_who_leave_all_at_once_take_no_player_s_place_in_the_queue() {
    let server = TestServer::new().await;
    let (mut on_turn, other, table) = on_turn_and_other(&server).await;
    let code = server.lobby.connected(&other.caller, &other.outbox)[0]
        .code
        .clone();
    let mut watchers = Vec::new();
    for person in 3..=u8::MAX {
        let mut watcher = server.hello(person, 1_000 + u64::from(person));
        let watch = Command::Lobby(LobbyCommand::Watch {
            table: None,
            code: Some(code.clone()),
        });
        watcher.ask(watch).await.unwrap();
        watchers.push(watcher);
    }
    // The table does nothing until this test waits for it.
    let leaves = |guest: &Guest| {
        let Caller { player, connection } = &guest.caller;
        server.lobby.disconnected(player.id, *connection);
    };
    watchers.iter().for_each(leaves);
    leaves(&other);
    let action = on_turn.answer(table).unwrap();
    on_turn.ask(action).await.unwrap();
    let seen = on_turn.until(|message| {
        let ServerMessage::Presence { here, .. } = message else {
            return None;
        };
        Some(*here)
    });
    assert!(!seen.await, "the other's going was lost");
}

#[tokio::test(start_paused = true)]
async fn tables_that_nobody_looks_at_are_collected_whole() {
    let server = TestServer::new().await;
    for round in 0..3 {
        let (mut hosts, mut tables) = listed_tables(&server, 4).await;
        // Others wait, play, or are full of bots when everybody goes.
        for (number, fields) in [
            json!({"bots": 1}),
            json!({"private": true}),
            json!({"seats": 4}),
        ]
        .into_iter()
        .enumerate()
        {
            let mut host = server.hello(50, 200 + round * 10 + u64::try_from(number).unwrap());
            tables.push(host.ask(create(fields)).await.unwrap().table.unwrap());
            hosts.push(host);
        }
        let quick = Command::Lobby(LobbyCommand::QuickPlay {
            sheet: None,
            against: QuickPlayAgainst::Bots,
            seats: None,
        });
        hosts[0].ask(quick).await.unwrap();
        let mut watcher = server.hello(3, 300 + round);
        watcher
            .ask(Command::Lobby(LobbyCommand::Watch {
                table: Some(tables[0]),
                code: None,
            }))
            .await
            .unwrap();
        assert_eq!(server.tasks.count(), tables.len() + 1);
        for guest in hosts.iter().chain([&watcher]) {
            let caller = &guest.caller;
            server
                .lobby
                .disconnected(caller.player.id, caller.connection);
        }
        let mut look = tokio::time::interval(Duration::from_secs(60));
        let all_gone = async {
            while server.tasks.count() > 0 {
                look.tick().await;
            }
        };
        tokio::time::timeout(PATIENCE, all_gone)
            .await
            .expect("every table ends");
        assert_eq!(server.lobby.shelf.lock().kept(), 0);
    }
}
