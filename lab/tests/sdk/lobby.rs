//! Commands that bring a player to a table.

use boneyard_protocol::{PlayerKind, QuickPlayAgainst};
use serde_json::json;

use crate::common::{TestServer, request};

#[tokio::test]
async fn create_opens_a_table_and_sits_down() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    let opened = ada.connection.create(request(json!({"seats": 3}))).await;
    let opened = opened.unwrap();
    assert_eq!(opened.seat, Some(0));
    let snapshot = ada.snapshot(opened.table.unwrap()).await;
    assert_eq!(snapshot.view.me, Some(0));
    assert_eq!(snapshot.view.code, opened.code);
    assert_eq!(snapshot.view.seats.len(), 3);
}

#[tokio::test]
async fn quick_play_sits_down_among_server_bots() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    let sheet = Some("kozel".to_owned());
    let playing = ada
        .connection
        .quick_play(sheet, QuickPlayAgainst::Bots, Some(3));
    let sat = playing.await.unwrap();
    let view = ada.snapshot(sat.table.unwrap()).await.view;
    assert_eq!((view.sheet.as_str(), view.me), ("kozel", sat.seat));
    let bots = view
        .seats
        .iter()
        .filter(|seat| seat.kind == Some(PlayerKind::Bot));
    assert_eq!(bots.count(), 2);
}

#[tokio::test]
async fn join_takes_a_seat_by_code() {
    let server = TestServer::start().await;
    let (table, code) = server
        .person("Ada")
        .await
        .create(json!({"private": true}))
        .await;
    let mut ben = server.person("Ben").await;
    let joined = ben.connection.join(code.clone(), Some(1)).await.unwrap();
    assert_eq!((joined.table, joined.seat), (Some(table), Some(1)));
    assert_eq!(ben.snapshot(table).await.view.me, Some(1));
    let again = ben.connection.join(code, None).await.unwrap();
    assert_eq!(again.seat, Some(1), "who sits there comes back to the seat");
}

#[tokio::test]
async fn sit_takes_a_listed_seat() {
    let server = TestServer::start().await;
    let (table, _) = server.person("Ada").await.create(json!({"seats": 3})).await;
    let mut ben = server.person("Ben").await;
    let sat = ben.connection.sit(table, Some(2)).await.unwrap();
    assert_eq!((sat.table, sat.seat), (Some(table), Some(2)));
    assert_eq!(ben.snapshot(table).await.view.me, Some(2));
    let mut cleo = server.person("Cleo").await;
    let sat = cleo.connection.sit(table, None).await.unwrap();
    assert_eq!(sat.seat, Some(1), "the first free one");
    assert_eq!(cleo.snapshot(table).await.view.me, Some(1));
}

#[tokio::test]
async fn watch_looks_on_at_a_listed_table() {
    let server = TestServer::start().await;
    let (table, _) = server.person("Ada").await.create(json!({})).await;
    let mut watcher = server.person("Wanda").await;
    watcher.connection.watch(table).await.unwrap();
    let snapshot = watcher.snapshot(table).await;
    assert_eq!(snapshot.view.me, None);
    assert_eq!(snapshot.view.seats[0].name.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn watch_by_code_looks_on_at_a_private_table() {
    let server = TestServer::start().await;
    let (table, code) = server
        .person("Ada")
        .await
        .create(json!({"private": true}))
        .await;
    let mut watcher = server.person("Wanda").await;
    watcher.connection.watch_by_code(code).await.unwrap();
    assert_eq!(watcher.snapshot(table).await.view.me, None);
    // The code is shown again on every new socket.
    watcher.connection.break_off().await.unwrap();
    assert_eq!(watcher.snapshot(table).await.view.me, None);
}
