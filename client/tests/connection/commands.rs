//! Answers to commands.

use boneyard_client::CommandError;
use boneyard_protocol::ErrorCode;
use serde_json::json;

use crate::fake_server::FakeServer;
use crate::{SILENCE_MS, in_time, table};

#[tokio::test]
async fn a_command_gets_its_ack_or_its_refusal() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, _events, mut socket) = server.client().await;
        let (acked, ()) = tokio::join!(connection.act(table(), 7, "play 6-4 left"), async {
            let act = socket.hear_type("act").await;
            assert_eq!(
                (&act["turn"], &act["action"]),
                (&json!(7), &json!("play 6-4 left"))
            );
            socket.ack(&act, 9).await;
        });
        assert_eq!(acked.unwrap().seq, Some(9));
        let (refused, ()) = tokio::join!(connection.act(table(), 7, "play 6-4 left"), async {
            let act = socket.hear_type("act").await;
            socket
                .say(
                    json!({"type": "refused", "id": act["id"], "code": "stale", "legal": ["draw"]}),
                )
                .await;
        });
        let Err(CommandError::Refused(refused)) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!(
            (refused.why.code, refused.why.legal),
            (ErrorCode::Stale, vec!["draw".to_owned()])
        );
    })
    .await;
}

#[tokio::test]
async fn a_command_that_comes_too_fast_is_sent_again_later() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, _events, mut socket) = server.client().await;
        let (acked, ()) = tokio::join!(connection.ready(table()), async {
            let first = socket.hear_type("ready").await;
            socket
                .say(json!({"type": "refused", "id": first["id"], "code": "rate_limited", "retry_ms": 5}))
                .await;
            let again = socket.hear_type("ready").await;
            assert_ne!(first["id"], again["id"]);
            socket.ack(&again, 4).await;
        });
        assert_eq!(acked.unwrap().seq, Some(4));
        assert_eq!(connection.counters().slowed, 1);
    })
    .await;
}
