//! Bursts, crowds, and tables that everybody leaves.

use boneyard_protocol::{ErrorCode, QuickPlayAgainst};

use super::*;

/// Some listed tables with a free seat; their openers stay.
async fn listed_tables(server: &TestServer, count: u8) -> (Vec<Guest>, Vec<TableId>) {
    let (mut openers, mut tables) = (Vec::new(), Vec::new());
    for number in 0..count {
        let mut opener = server.hello(100 + number, 100 + u64::from(number));
        tables.push(opener.ask(create(json!({}))).await.unwrap().table.unwrap());
        openers.push(opener);
    }
    (openers, tables)
}

/// The answers to the next `count` commands of a guest.
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
    let (_openers, tables) = listed_tables(&server, 6).await;
    let mut greedy = server.hello(1, 1);
    for &table in &tables {
        let id = greedy.id();
        greedy.say(id, TableCommand::Sit { seat: None }.at(table));
    }
    let seats = answers(&mut greedy, tables.len()).await;
    let taken = seats.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(taken, 3, "{seats:?}");
    assert!(seats.contains(&Err(ErrorCode::TooManyTables)), "{seats:?}");
    // Quick games bring no more either.
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
    let (mut openers, tables) = listed_tables(&server, 1).await;
    let (table, opener) = (tables[0], &mut openers[0]);
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
        // A command of the older connection comes late, when its end has already been handled.
        let id = old.id();
        old.say(id, command);
        let Caller { player, connection } = &old.caller;
        server.lobby.disconnected(player.id, *connection);
        opener
            .ask(TableCommand::Resume { since: 0 }.at(table))
            .await
            .unwrap();
        let seats = opener.snapshot().await.view.seats;
        assert_eq!(seats[1].player, None, "{seats:?}");
        assert_eq!(server.tasks.count(), 1, "another table was opened");
        // The older connection does not act either when the newer one has gone.
        server
            .lobby
            .disconnected(player.id, newer.caller.connection);
    }
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_is_refused_does_not_count() {
    let server = TestServer::new().await;
    let (_openers, tables) = listed_tables(&server, 3).await;
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
    let (mut opener, mut other, mut guest) =
        (server.hello(1, 1), server.hello(2, 2), server.hello(3, 3));
    let waiting = opener.ask(create(json!({"seats": 3}))).await.unwrap();
    let waiting = waiting.table.unwrap();
    let sit = |table| TableCommand::Sit { seat: None }.at(table);
    other.ask(sit(waiting)).await.unwrap();
    // The last seat goes to a server bot while the guest is on the way to it.
    let bot = opener.id();
    let seat = None;
    opener.say(bot, TableCommand::AddBot { seat }.at(waiting));
    let quick = guest.id();
    let quick_play = || {
        Command::Lobby(LobbyCommand::QuickPlay {
            sheet: None,
            against: QuickPlayAgainst::People,
            seats: None,
        })
    };
    let refused = guest.ask_as(quick, quick_play()).await.unwrap_err();
    assert_eq!(refused.why.code, ErrorCode::TableFull);

    let (_openers, tables) = listed_tables(&server, 3).await;
    for &table in &tables {
        guest.ask(sit(table)).await.unwrap();
    }
    other.ask(TableCommand::Leave.at(waiting)).await.unwrap();
    let refused = guest.ask_as(quick, quick_play()).await.unwrap_err();
    assert_eq!(refused.why.code, ErrorCode::TooManyTables);
    let left = TableCommand::Leave.at(tables[0]);
    guest.ask(left).await.unwrap();
    let seated = guest.ask_as(quick, quick_play()).await.unwrap();
    assert_eq!(seated.table, Some(waiting));
    // From now on the command is done, and a repetition gets the same answer.
    let again = guest.ask_as(quick, quick_play()).await.unwrap();
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
    let presence = on_turn.until(|message| {
        let ServerMessage::Presence { here, .. } = message else {
            return None;
        };
        Some(*here)
    });
    assert!(!presence.await, "the table missed that the other has gone");
}

#[tokio::test(start_paused = true)]
async fn tables_that_nobody_looks_at_are_collected_whole() {
    let server = TestServer::new().await;
    for round in 0..3 {
        let (mut openers, mut tables) = listed_tables(&server, 4).await;
        // Further tables wait, play, or are full of bots when everybody goes.
        for (number, fields) in [
            json!({"bots": 1}),
            json!({"private": true}),
            json!({"seats": 4}),
        ]
        .into_iter()
        .enumerate()
        {
            let mut opener = server.hello(50, 200 + round * 10 + u64::try_from(number).unwrap());
            tables.push(opener.ask(create(fields)).await.unwrap().table.unwrap());
            openers.push(opener);
        }
        let quick = Command::Lobby(LobbyCommand::QuickPlay {
            sheet: None,
            against: QuickPlayAgainst::Bots,
            seats: None,
        });
        openers[0].ask(quick).await.unwrap();
        let mut watcher = server.hello(3, 300 + round);
        watcher
            .ask(Command::Lobby(LobbyCommand::Watch {
                table: Some(tables[0]),
                code: None,
            }))
            .await
            .unwrap();
        assert_eq!(server.tasks.count(), tables.len() + 1);
        for guest in openers.iter().chain([&watcher]) {
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
