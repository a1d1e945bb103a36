//! Playing, coming back, and watching.

use boneyard_protocol::{ErrorCode, Fact, LobbyChange, QuickPlayAgainst};

use super::*;

#[tokio::test(start_paused = true)]
async fn two_people_play_a_whole_match() {
    let server = TestServer::new().await;
    let (mut one, mut two, table) = two_at_a_table(&server).await;
    loop {
        let newest = one.seq.max(two.seq);
        for guest in [&mut one, &mut two] {
            while guest.seq < newest {
                guest.events().await;
            }
        }
        if one.now.phase == TablePhase::MatchOver {
            break;
        }
        let acting = [&mut one, &mut two]
            .into_iter()
            .find(|guest| guest.answer(table).is_some());
        match acting {
            Some(guest) => {
                let action = guest.answer(table).unwrap();
                let ack = guest.ask(action).await.unwrap();
                while guest.seq < ack.seq.unwrap() {
                    guest.events().await;
                }
            }
            None => drop(one.events().await),
        }
    }
    assert_eq!(one.now.phase, TablePhase::MatchOver);
    let goat = one.now.score.iter().any(|score| *score >= 101.0);
    assert!(goat, "{:?}", one.now.score);
}

#[tokio::test(start_paused = true)]
async fn a_player_who_does_nothing_is_played_for_by_the_clock_to_the_end_of_the_match() {
    let server = TestServer::new().await;
    let mut guest = server.hello(1, 1);
    let against = QuickPlayAgainst::Bots;
    let quick = Command::Lobby(LobbyCommand::QuickPlay {
        sheet: Some("draw".into()),
        against,
        seats: Some(3),
    });
    guest.ask(quick).await.unwrap();
    let mut times_up = 0;
    while guest.now.phase != TablePhase::MatchOver {
        if let ServerMessage::Events(events) = guest.next().await.unwrap() {
            let up = |fact: &&Fact| matches!(fact, Fact::TimeUp { seat: 0 });
            times_up += events.facts.iter().filter(up).count();
        }
    }
    assert!(times_up > 3);
}

#[tokio::test(start_paused = true)]
async fn a_repeated_command_gets_its_answer_again_also_after_a_restart() {
    let server = TestServer::new().await;
    let mut guest = server.hello(1, 1);
    let id = guest.id();
    let first = guest.ask_as(id, create(json!({}))).await.unwrap();
    let again = guest.ask_as(id, create(json!({}))).await.unwrap();
    assert_eq!(first, again);
    let other = guest
        .ask_as(id, create(json!({"seats": 3})))
        .await
        .unwrap_err();
    assert_eq!(other.why.code, ErrorCode::IdReused);

    let server = server.restart().await;
    let mut guest = server.hello(1, 2);
    assert_eq!(guest.ask_as(id, create(json!({}))).await.unwrap(), first);
    assert_eq!(server.lobby.summaries().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_every_match_is_there_again() {
    let server = TestServer::new().await;
    let (mut one, mut two, table) = two_at_a_table(&server).await;
    one_acts([&mut one, &mut two], table).await;
    one.ask(TableCommand::Resume { since: 0 }.at(table))
        .await
        .unwrap();
    let before = one.snapshot().await;

    let server = server.restart().await;
    let mut one = server.hello(1, 11);
    one.seq = before.seq;
    let since = before.seq;
    one.ask(TableCommand::Resume { since }.at(table))
        .await
        .unwrap();
    assert_eq!(one.events().await.facts, [Fact::Hidden], "the clocks stood");
    one.ask(TableCommand::Resume { since: 0 }.at(table))
        .await
        .unwrap();
    let after = one.snapshot().await;
    assert_eq!(
        after.seq,
        before.seq + 1,
        "one fact says that the clocks stood"
    );
    assert_eq!(after.view.game, before.view.game);
    assert_eq!(after.view.now.legal, before.view.now.legal);
    assert!(after.view.seats[0].here && !after.view.seats[1].here);
    let mut two = server.hello(2, 12);
    two.ask(TableCommand::Resume { since: 0 }.at(table))
        .await
        .unwrap();
    two.snapshot().await;
    one_acts([&mut one, &mut two], table).await;
}

#[tokio::test(start_paused = true)]
async fn a_lost_connection_comes_back_and_gets_what_it_missed() {
    let server = TestServer::new().await;
    let (one, mut two, table) = two_at_a_table(&server).await;
    let last = one.seq;
    server
        .lobby
        .disconnected(one.caller.player.id, one.caller.connection);
    while two.seq == last {
        two.events().await;
    }
    let mut back = server.hello(1, 21);
    back.seq = last;
    back.ask(TableCommand::Resume { since: last }.at(table))
        .await
        .unwrap();
    let events = back.events().await;
    assert!(events.seq == last + 1 && !events.facts.is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_newest_connection_wins() {
    let server = TestServer::new().await;
    let (mut one, _two, table) = two_at_a_table(&server).await;
    let mut newer = server.hello(1, 31);
    one.until(|message| (*message == ServerMessage::Replaced).then_some(()))
        .await;
    assert!(one.next().await.is_none());
    server
        .lobby
        .disconnected(one.caller.player.id, one.caller.connection);
    newer
        .ask(TableCommand::Resume { since: 0 }.at(table))
        .await
        .unwrap();
    let snapshot = newer.snapshot().await;
    assert!(
        snapshot.view.seats[0].here,
        "the older one's end means nothing"
    );
}

#[tokio::test(start_paused = true)]
async fn a_private_table_is_watched_by_code_alone_and_no_hand_is_seen() {
    let server = TestServer::new().await;
    let (one, _two, table) = two_at_a_table(&server).await;
    let code = server.lobby.connected(&one.caller, &one.outbox)[0]
        .code
        .clone();
    let mut watcher = server.hello(3, 3);
    let by_id = Command::Lobby(LobbyCommand::Watch {
        table: Some(table),
        code: None,
    });
    assert_eq!(
        watcher.ask(by_id.clone()).await.unwrap_err().why.code,
        ErrorCode::NoSuchTable
    );
    watcher
        .ask(Command::Lobby(LobbyCommand::Watch {
            table: None,
            code: Some(code),
        }))
        .await
        .unwrap();
    let snapshot = watcher.snapshot().await;
    assert_eq!((snapshot.view.me, snapshot.view.code), (None, None));
    assert!(
        snapshot
            .view
            .game
            .unwrap()
            .hands
            .iter()
            .all(|hand| hand.tiles.is_none())
    );
    watcher.ask(by_id).await.unwrap();
    let act = TableCommand::Act {
        turn: Some(1),
        entry: None,
        action: "pass".into(),
        lengthwise: false,
    }
    .at(table);
    assert_eq!(
        watcher.ask(act).await.unwrap_err().why.code,
        ErrorCode::NotSeated
    );
}

#[tokio::test(start_paused = true)]
async fn quick_players_meet_at_one_table_and_the_list_shows_it() {
    let server = TestServer::new().await;
    let mut follower = server.hello(9, 9);
    follower
        .ask(Command::Lobby(LobbyCommand::Lobby { follow: true }))
        .await
        .unwrap();
    let quick = || {
        Command::Lobby(LobbyCommand::QuickPlay {
            sheet: Some("block".into()),
            against: QuickPlayAgainst::People,
            seats: Some(2),
        })
    };
    let (mut one, mut two) = (server.hello(1, 1), server.hello(2, 2));
    let table = one.ask(quick()).await.unwrap().table;
    follower
        .until(|m| matches!(m, ServerMessage::LobbyChange(LobbyChange::Put(_))).then_some(()))
        .await;
    assert_eq!(two.ask(quick()).await.unwrap().table, table);
    while two.now.phase != TablePhase::Playing {
        two.next().await.unwrap();
    }
    assert_eq!(server.lobby.summaries().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_player_may_sit_at_a_limited_number_of_tables() {
    let server = TestServer::new().await;
    let mut guest = server.hello(1, 1);
    for _ in 0..3 {
        guest.ask(create(json!({}))).await.unwrap();
    }
    let why = guest.ask(create(json!({}))).await.unwrap_err().why;
    assert_eq!(why.code, ErrorCode::TooManyTables);
}

#[tokio::test(start_paused = true)]
async fn phrases_reach_the_table_up_to_a_limit() {
    let server = TestServer::new().await;
    let (mut one, mut two, table) = two_at_a_table(&server).await;
    let phrase = |phrase: &str| {
        TableCommand::Phrase {
            phrase: phrase.into(),
        }
        .at(table)
    };
    assert_eq!(
        one.ask(phrase("shout")).await.unwrap_err().why.code,
        ErrorCode::NoSuchPhrase
    );
    for _ in 0..12 {
        one.ask(phrase("hello")).await.unwrap();
    }
    let why = one.ask(phrase("hello")).await.unwrap_err().why;
    assert_eq!(why.code, ErrorCode::RateLimited);
    assert!(why.retry_ms.is_some());
    two.until(|message| matches!(message, ServerMessage::Phrase { seat: 0, .. }).then_some(()))
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_refused_quick_play_promises_nothing_and_leads_nowhere_when_repeated() {
    let server = TestServer::new().await;
    let mut opener = server.hello(1, 1);
    let waiting = opener.ask(create(json!({}))).await.unwrap().table;
    let mut greedy = server.hello(2, 2);
    for _ in 0..3 {
        greedy.ask(create(json!({"private": true}))).await.unwrap();
    }
    let people = || {
        Command::Lobby(LobbyCommand::QuickPlay {
            sheet: Some("kozel".to_owned()),
            against: QuickPlayAgainst::People,
            seats: Some(2),
        })
    };
    let id = greedy.id();
    for _ in 0..3 {
        let why = greedy.ask_as(id, people()).await.unwrap_err().why;
        assert_eq!(why.code, ErrorCode::TooManyTables);
    }
    let mut other = server.hello(3, 3);
    assert_eq!(other.ask(people()).await.unwrap().table, waiting);
}

#[tokio::test(start_paused = true)]
async fn a_player_who_took_over_a_seat_unawares_is_shown_the_hand_on_coming_back() {
    let server = TestServer::new().await;
    let mut opener = server.hello(1, 1);
    let request = json!({"seats": 3, "bots": 1, "private": false});
    let table = opener.ask(create(request)).await.unwrap().table.unwrap();
    let mut other = server.hello(2, 2);
    other
        .ask(TableCommand::Sit { seat: None }.at(table))
        .await
        .unwrap();
    for guest in [&mut opener, &mut other] {
        guest.ask(TableCommand::Ready.at(table)).await.unwrap();
    }
    let mut late = server.hello(3, 3);
    let watch = Command::Lobby(LobbyCommand::Watch {
        table: Some(table),
        code: None,
    });
    late.ask(watch.clone()).await.unwrap();
    let last = late.snapshot().await.seq;
    other.ask(TableCommand::Leave.at(table)).await.unwrap();
    // The player sees the seat and the hand in the end, also if they come back while the fact is being written.
    for seconds in [0, 1] {
        let id = late.id();
        late.say(id, TableCommand::Sit { seat: None }.at(table));
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        late = server.hello(3, 4 + seconds);
        late.seq = last;
        let id = late.id();
        late.say(id, TableCommand::Resume { since: last }.at(table));
        let hand = late.until(|message| {
            let ServerMessage::Snapshot(snapshot) = message else {
                return None;
            };
            let own = usize::from(snapshot.view.me?);
            Some(snapshot.view.game.as_ref()?.hands[own].tiles.is_some())
        });
        assert!(hand.await);
        late.ask(TableCommand::Leave.at(table)).await.unwrap();
        late.until(|message| (*message == ServerMessage::Gone { table }).then_some(()))
            .await;
        late.ask(watch.clone()).await.unwrap();
    }
}
