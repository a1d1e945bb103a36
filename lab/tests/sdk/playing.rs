//! Commands that play: ready, the actions, another match.

use boneyard_client::{Duty, Identity, Seat};
use boneyard_engine::Tile;
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{Fact, QuickPlayAgainst, TableId};
use serde_json::json;

use crate::common::{Player, TestServer, soon};

/// A match against one server bot that has begun.
async fn match_of(server: &TestServer, sheet: &str, seats: u8) -> (Player, TableId) {
    let mut ada = server.person("Ada").await;
    let (connection, sheet) = (ada.connection.clone(), Some(sheet.to_owned()));
    let playing = connection.quick_play(sheet, QuickPlayAgainst::Bots, Some(seats));
    let table = playing.await.unwrap().table.unwrap();
    ada.snapshot(table).await;
    (ada, table)
}

/// Does what is due but for actions; the turn and what is legal in it.
async fn next_turn(player: &mut Player, table: TableId) -> (u32, Vec<String>) {
    loop {
        match player.duty(table).await {
            Duty::Act { turn, legal } => return (turn, legal),
            Duty::Ready => {
                let ack = player.connection.ready(table).await.unwrap();
                player.seen(&ack).await;
            }
            due => panic!("no play but {due:?}"),
        }
    }
}

#[tokio::test]
async fn ready_starts_the_match() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    let (table, _) = ada.create(json!({})).await;
    ada.connection.add_bot(table, None).await.unwrap();
    ada.connection.ready(table).await.unwrap();
    ada.fact(|fact| matches!(fact, Fact::MatchStarted { .. }))
        .await;
}

#[tokio::test]
async fn act_does_a_legal_action() {
    let server = TestServer::start().await;
    let (mut ada, table) = match_of(&server, "block", 2).await;
    let me = ada.mirror(table).view().me.unwrap();
    let (turn, legal) = next_turn(&mut ada, table).await;
    let ack = ada.connection.act(table, turn, &legal[0]).await.unwrap();
    let done = ada.fact(|fact| {
        matches!(fact, Fact::Led { seat, .. } | Fact::Played { seat, .. } | Fact::Passed { seat, .. }
            if *seat == me)
    });
    done.await;
    ada.seen(&ack).await;
    let again = ada.connection.act(table, turn, &legal[0]).await;
    assert!(again.is_err(), "the turn is over");
}

#[tokio::test]
async fn act_lengthwise_shows_a_double_lengthwise() {
    let server = TestServer::start().await;
    let (mut ada, table) = match_of(&server, "fives", 2).await;
    let is_double = |action: &String| {
        let tile = action.split(' ').find_map(|word| word.parse::<Tile>().ok());
        tile.is_some_and(Tile::is_double)
    };
    loop {
        let (turn, legal) = next_turn(&mut ada, table).await;
        if let Some(double) = legal.iter().find(|action| is_double(action)) {
            let laying = ada.connection.clone();
            laying.act_lengthwise(table, turn, double).await.unwrap();
            break;
        }
        let ack = ada.connection.act(table, turn, &legal[0]).await.unwrap();
        ada.seen(&ack).await;
    }
    let lengthwise = |fact: &Fact| {
        matches!(
            fact,
            Fact::Led {
                lengthwise: true,
                ..
            } | Fact::Played {
                lengthwise: true,
                ..
            }
        )
    };
    ada.fact(lengthwise).await;
}

#[tokio::test]
async fn act_in_deal_arranges_a_row() {
    let server = TestServer::start().await;
    let (mut ada, table) = match_of(&server, "blind-memory", 3).await;
    let Duty::Arrange { entry, action } = ada.duty(table).await else {
        panic!("no row is to be arranged")
    };
    let me = ada.mirror(table).view().me.unwrap();
    let arranging = ada.connection.clone();
    arranging.act_in_deal(table, entry, action).await.unwrap();
    ada.fact(|fact| *fact == Fact::Arranged { seat: me }).await;
}

/// Plays a whole match by the way that the SDK has for bots, and asks for another one.
#[tokio::test]
async fn rematch_begins_another_match() {
    let server = TestServer::start().await;
    let url = server.url();
    let opening = boneyard_client::Connection::open(&url, Identity::bot("Ada"));
    let (connection, events) = opening.await.unwrap();
    let sheet = Some("block".to_owned());
    let playing = connection.quick_play(sheet, QuickPlayAgainst::Bots, Some(2));
    let table = playing.await.unwrap().table.unwrap();
    let mut seat = Seat::new(connection, events, table);
    let second = async {
        loop {
            match seat.duty().await.unwrap().expect("the table stays") {
                Duty::Ready => seat.ready().await.unwrap(),
                Duty::Arrange { entry, action } => seat.arrange(entry, &action).await.unwrap(),
                Duty::Rematch => seat.rematch().await.unwrap(),
                Duty::Act { turn, legal } => {
                    let view = seat.mirror().unwrap().view();
                    if view.match_number == 2 {
                        return view.now.phase;
                    }
                    seat.act(turn, &legal[0]).await.unwrap();
                }
            }
        }
    };
    assert_eq!(soon("another match", second).await, TablePhase::Playing);
}
