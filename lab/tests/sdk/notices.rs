//! What the server says without being asked. Presence, phrases and the lobby are in the tests of their commands.

use std::time::Duration;

use boneyard_client::Notice;
use serde_json::json;

use crate::common::TestServer;

#[tokio::test]
async fn an_announcement_of_the_host_is_told() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    let text = "Tournament at eight";
    server.administer("announce", json!({"text": text})).await;
    let is_announcement =
        |notice: &Notice| (*notice == Notice::Announcement(text.to_owned())).then_some(());
    ada.notice(is_announcement).await;
}

#[tokio::test]
async fn a_restart_is_announced_and_called_off() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    server.administer("drain", json!({"in_s": 3600})).await;
    let within = ada.notice(|notice| match notice {
        Notice::Restarting { within } => Some(within.expect("a time")),
        _ => None,
    });
    let within = within.await;
    assert!(within > Duration::from_secs(3500), "{within:?}");
    server.administer("drain", json!({"cancel": true})).await;
    let cancelled = |notice: &Notice| (*notice == Notice::RestartCancelled).then_some(());
    ada.notice(cancelled).await;
}

#[tokio::test]
async fn a_table_that_its_host_closes_is_gone() {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada").await;
    let (table, _) = ada.create(json!({})).await;
    server.administer("close", json!({"table": table})).await;
    let gone = |notice: &Notice| (*notice == Notice::Gone { table }).then_some(());
    ada.notice(gone).await;
}
