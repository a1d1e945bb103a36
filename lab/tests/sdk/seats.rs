//! Commands of a seat that are no play: bots, phrases, reports, absence, leaving, following.

use boneyard_client::{AutoPass, Event, Notice, Presence};
use boneyard_protocol::{AbsenceChoice, ErrorCode, Fact, PlayerKind, ReportReason, TableId};
use serde_json::{Value, json};

use crate::common::{Player, TestServer};

/// Two people at a table with these settings.
async fn two_at_a_table(server: &TestServer, settings: Value) -> (Player, Player, TableId) {
    let mut ada = server.person("Ada").await;
    let mut ben = server.person("Ben").await;
    let (table, code) = ada.create(settings).await;
    ben.join(code).await;
    (ada, ben, table)
}

#[tokio::test]
async fn add_bot_fills_a_seat() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    let (table, _) = ada.create(json!({"seats": 3})).await;
    for (wish, taken) in [(Some(2), 2), (None, 1)] {
        let ack = ada.connection.add_bot(table, wish).await.unwrap();
        ada.seen(&ack).await;
        let seat = &ada.mirror(table).view().seats[taken];
        assert_eq!(seat.kind, Some(PlayerKind::Bot));
    }
}

#[tokio::test]
async fn phrase_is_heard_at_the_table() {
    let server = TestServer::start().await;
    let (ada, mut ben, table) = two_at_a_table(&server, json!({})).await;
    let phrase = boneyard_protocol::limits::PHRASES[0];
    ada.connection.phrase(table, phrase).await.unwrap();
    let phrase_of = ben.notice(|notice| match notice {
        Notice::Phrase {
            table,
            seat,
            phrase,
        } => Some((*table, *seat, phrase.clone())),
        _ => None,
    });
    assert_eq!(phrase_of.await, (table, 0, phrase.to_owned()));
    let unknown = ada.connection.phrase(table, "no phrase").await.unwrap_err();
    assert_eq!(unknown.code(), Some(ErrorCode::NoSuchPhrase));
}

#[tokio::test]
async fn report_is_taken_about_another_seat_only() {
    let server = TestServer::start().await;
    let (ada, _ben, table) = two_at_a_table(&server, json!({})).await;
    let reason = ReportReason::Stalling;
    ada.connection.report(table, 1, reason).await.unwrap();
    let own = ada.connection.report(table, 0, reason).await.unwrap_err();
    assert!(own.code().is_some(), "refused by the server: {own}");
}

#[tokio::test]
async fn auto_pass_is_turned_on_and_off() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    let (table, _) = ada.create(json!({})).await;
    for (wish, on) in [(AutoPass::On, true), (AutoPass::Off, false)] {
        let ack = ada.connection.auto_pass(table, wish).await.unwrap();
        ada.seen(&ack).await;
        assert_eq!(ada.mirror(table).view().auto_pass, on);
    }
}

/// One of two is away in their turn, and the other chooses.
#[tokio::test]
async fn absence_choice_lets_a_bot_play_for_who_is_away() {
    let server = TestServer::start().await;
    let settings = json!({"absence_s": 0, "absence_end": "ask", "clock_s": 600});
    let (mut ada, mut ben, table) = two_at_a_table(&server, settings).await;
    for player in [&mut ada, &mut ben] {
        player.connection.ready(table).await.unwrap();
    }
    let on_turn = |player: &Player| player.mirror(table).now().seat;
    while on_turn(&ada).is_none() {
        ada.event().await;
    }
    let away = on_turn(&ada).unwrap();
    let (leaver, mut other) = if away == 0 { (ada, ben) } else { (ben, ada) };
    leaver.connection.close().await;
    let gone = other.notice(|notice| match notice {
        Notice::Presence { seat, presence, .. } => Some((*seat, *presence)),
        _ => None,
    });
    let (seat, presence) = gone.await;
    assert_eq!(seat, away);
    assert!(matches!(presence, Presence::Away { .. }), "{presence:?}");
    let turn = loop {
        let now = other.mirror(table).now();
        if let Some(absence) = &now.absence {
            assert_eq!(absence.seat, away);
            assert!(absence.choices.contains(&AbsenceChoice::Bot));
            break now.turn.unwrap();
        }
        other.event().await;
    };
    let choose = other
        .connection
        .absence_choice(table, turn, AbsenceChoice::Bot);
    choose.await.unwrap();
    other
        .fact(|fact| *fact == Fact::StandIn { seat: away })
        .await;
}

#[tokio::test]
async fn leave_gives_up_the_seat() {
    let server = TestServer::start().await;
    let (mut ada, ben, table) = two_at_a_table(&server, json!({})).await;
    ben.connection.leave(table).await.unwrap();
    let left = |fact: &Fact| matches!(fact, Fact::Left { seat: 1, .. });
    ada.fact(left).await;
    assert_eq!(ada.mirror(table).view().seats[1].player, None);
}

#[tokio::test]
async fn follow_shows_a_table_of_an_earlier_connection() {
    let server = TestServer::start().await;
    let mut before = server.person("Ada").await;
    let (table, _) = before.create(json!({})).await;
    let identity = boneyard_client::Identity {
        token: Some(before.connection.token().to_owned()),
        ..Default::default()
    };
    before.connection.close().await;
    let mut after = server.player(identity).await;
    assert_eq!(after.connection.welcome().seats[0].table, table);
    after.connection.follow(table).await.unwrap();
    assert_eq!(after.snapshot(table).await.view.me, Some(0));
}

#[tokio::test]
async fn follow_from_tells_only_what_is_missing() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    let (table, _) = ada.create(json!({"seats": 3})).await;
    let since = ada.mirror(table).seq();
    let ack = ada.connection.add_bot(table, None).await.unwrap();
    ada.seen(&ack).await;
    ada.connection.follow_from(table, since).await.unwrap();
    let facts = ada.until(|event| match event {
        Event::Facts(events) => Some(events.clone()),
        Event::Snapshot(_) => panic!("the facts would have been enough"),
        _ => None,
    });
    let facts = facts.await;
    assert_eq!((facts.table, facts.seq), (table, since + 1));
    assert_eq!(
        facts.seq + u64::try_from(facts.facts.len()).unwrap() - 1,
        ack.seq.unwrap()
    );
}
