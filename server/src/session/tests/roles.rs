//! A client before its hello: every message of the protocol but `hello` is refused and closes the socket. (For all
//! other roles see `lobby::tests::roles`.)

use std::collections::BTreeSet;

use boneyard_protocol::decode::CLIENT_TYPES;

use super::*;

#[tokio::test(start_paused = true)]
async fn a_client_that_has_not_said_hello_may_do_nothing() {
    let server = server().await;
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol/fixtures/client");
    let mut tried = BTreeSet::new();
    for entry in std::fs::read_dir(fixtures).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let message: serde_json::Value = serde_json::from_str(&text).unwrap();
        let kind = message["type"].as_str().unwrap().to_owned();
        if kind == "hello" {
            continue;
        }
        let mut peer = Peer::connect(&server, 8);
        peer.say(&text).await;
        let ServerMessage::Refused(refused) = peer.message().await else {
            panic!("not refused: {text}")
        };
        assert_eq!(refused.why.code, ErrorCode::HelloFirst, "{text}");
        let close = peer.frame().await.1;
        assert_eq!(close, Outbound::Close(CloseCode::BadHello), "{text}");
        peer.session.await.unwrap();
        tried.insert(kind);
    }
    assert_eq!(server.app().lobby.summaries(), []);
    let all: BTreeSet<String> = CLIENT_TYPES.map(str::to_owned).into_iter().collect();
    let all: BTreeSet<String> = all.into_iter().filter(|kind| kind != "hello").collect();
    eprintln!(
        "role matrix, before hello: {} of {} message types refused",
        tried.intersection(&all).count(),
        all.len()
    );
    assert_eq!(tried, all);
}
