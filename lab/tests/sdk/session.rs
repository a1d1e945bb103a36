//! Commands about the player: the lobby's list, the name, the move to another device.

use boneyard_client::{CloseReason, Event, Identity, Notice};
use boneyard_protocol::{CloseCode, Fact, LobbyChange, TableId};
use serde_json::json;

use crate::common::{Player, TestServer};

fn list(notice: &Notice) -> Option<Vec<TableId>> {
    let Notice::Lobby(tables) = notice else {
        return None;
    };
    Some(tables.iter().map(|listed| listed.table).collect())
}

#[tokio::test]
async fn follow_lobby_tells_the_list_and_its_changes() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    ada.connection.follow_lobby().await.unwrap();
    assert_eq!(ada.notice(list).await, []);
    let mut ben = server.person("Ben").await;
    let (table, _) = ben.create(json!({})).await;
    let put = ada.notice(|notice| match notice {
        Notice::LobbyChange(change) => Some((**change).clone()),
        _ => None,
    });
    let LobbyChange::Put(listed) = put.await else {
        panic!("a table is gone")
    };
    assert_eq!(listed.table, table);
    assert_eq!(listed.sheet, "block");
}

#[tokio::test]
async fn unfollow_lobby_tells_the_list_and_no_change() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    ada.connection.follow_lobby().await.unwrap();
    ada.connection.unfollow_lobby().await.unwrap();
    for _ in 0..2 {
        assert_eq!(ada.notice(list).await, []);
    }
    // Who still follows is told of the table: then it would have been told to the other, too.
    let mut follower = server.person("Cleo").await;
    follower.connection.follow_lobby().await.unwrap();
    let (table, _) = server.person("Ben").await.create(json!({})).await;
    let is_change = |notice: &Notice| matches!(notice, Notice::LobbyChange(_)).then_some(());
    follower.notice(is_change).await;
    ada.connection.unfollow_lobby().await.unwrap();
    let next = ada.notice(|notice| Some(notice.clone())).await;
    assert_eq!(list(&next), Some(vec![table]));
}

#[tokio::test]
async fn rename_is_told_at_the_players_tables() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    ada.until(|event| matches!(event, Event::Connected(_)).then_some(()))
        .await;
    let (table, _) = ada.create(json!({})).await;
    ada.connection.rename("Ada Byron").await.unwrap();
    let renamed =
        |fact: &Fact| matches!(fact, Fact::Renamed { seat: 0, name } if name == "Ada Byron");
    ada.fact(renamed).await;
    let seat = &ada.mirror(table).view().seats[0];
    assert_eq!(seat.name.as_deref(), Some("Ada Byron"));
    // The name that the connection was opened with does not come back with a new socket.
    ada.connection.break_off().await.unwrap();
    let reconnected = ada.until(|event| match event {
        Event::Connected(welcome) => Some(welcome.player.name.clone()),
        _ => None,
    });
    assert_eq!(reconnected.await, "Ada Byron");
}

#[tokio::test]
async fn transfer_moves_the_identity_to_another_device() {
    let server = TestServer::start().await;
    let mut phone = server.person("Ada").await;
    let (table, _) = phone.create(json!({})).await;
    let code = phone.connection.transfer().await.unwrap().code.unwrap();
    let there = Identity {
        transfer: Some(code.to_string()),
        ..Identity::default()
    };
    let laptop = server.player(there).await;
    assert_eq!(laptop.connection.player(), phone.connection.player());
    assert_eq!(laptop.connection.welcome().seats[0].table, table);
    assert_ne!(laptop.connection.token(), phone.connection.token());

    let replaced = |notice: &Notice| (*notice == Notice::Replaced).then_some(());
    phone.notice(replaced).await;
    let reason = CloseReason::ByServer(CloseCode::Replaced);
    assert_eq!(phone.event().await, Event::Closed(reason));
    comes_back(laptop).await;
}

/// The code was good once: a lost socket is replaced by the new token.
async fn comes_back(mut laptop: Player) {
    let connected = |event: &Event| matches!(event, Event::Connected(_)).then_some(());
    laptop.until(connected).await;
    laptop.connection.break_off().await.unwrap();
    laptop.until(connected).await;
    assert_eq!(laptop.connection.counters().reconnects, 1);
}
