//! An announced restart.

use boneyard_protocol::{Command, ErrorCode, LobbyCommand, ServerMessage};
use serde_json::json;

use super::{Host, hear_until};
use crate::common::client::Client;

#[tokio::test]
async fn an_announced_restart_begins_nothing_and_can_be_called_off() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (mut ada, _) = Client::enter(at).await;
    let draining = host.ask("drain", json!({"in_s": 3600})).await;
    let left = draining["in_ms"].as_u64().unwrap();
    assert!((3_590_000..=3_600_000).contains(&left), "{left}");
    let is_told = |message: &ServerMessage| {
        matches!(
            message,
            ServerMessage::Restarting {
                in_ms: Some(1..=3_600_000)
            }
        )
    };
    hear_until(&mut ada, is_told).await;
    let (mut late, _) = Client::enter(at).await;
    hear_until(&mut late, is_told).await;
    let table = serde_json::from_value(json!({"sheet": "kozel", "seats": 2})).unwrap();
    let create = Command::Lobby(LobbyCommand::Create { table });
    let refused = ada.ask(create.clone()).await.unwrap_err();
    assert_eq!(refused.why.code, ErrorCode::Restarting);
    assert!(host.ask("state", json!({})).await["draining"]["in_ms"].is_u64());
    assert_eq!(host.ask("drain", json!({"cancel": true})).await, json!({}));
    let off = |message: &ServerMessage| *message == ServerMessage::RestartCancelled;
    hear_until(&mut ada, off).await;
    ada.ask(create).await.unwrap();
    for (body, code) in [
        (json!({}), "bad_message"),
        (json!({"in_s": 5, "cancel": true}), "bad_message"),
        (json!({"in_s": 86_401}), "setting_range"),
    ] {
        let refused = host.refused("drain", body.clone()).await;
        assert_eq!(refused, (400, code.to_owned(), json!("in_s")), "{body}");
    }
}

#[tokio::test]
async fn an_announced_end_is_told_once_more_and_closes_every_socket() {
    let host = Host::start(&[]).await;
    let (mut ada, _) = Client::enter(host.server.address()).await;
    host.ask("drain", json!({"in_s": 0})).await;
    let restarting = hear_until(&mut ada, |message| {
        matches!(message, ServerMessage::Restarting { in_ms: None })
    });
    restarting.await;
    assert_eq!(ada.closed().await, Some(1012));
    host.server.ended().await;
}
