//! Sockets that are lost, silent, refused or closed.

use boneyard_client::{CloseReason, CommandError, Connection, Event, Identity, OpenError};
use boneyard_protocol::{CloseCode, ErrorCode};
use serde_json::json;

use crate::fake_server::{FakeServer, TOKEN};
use crate::{SILENCE_MS, connected, in_time, table};

#[tokio::test]
async fn a_hello_without_a_token_gets_one_and_keeps_it() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, _events, socket) = server.client().await;
        assert_eq!(socket.hello["type"], "hello");
        assert_eq!(socket.hello["kind"], "bot");
        assert_eq!(connection.token(), TOKEN);
        assert_eq!(connection.player().name, "Ada");
        drop(socket);
        let again = server.accept().await;
        assert_eq!(again.hello["token"], TOKEN);
    })
    .await;
}

#[tokio::test]
async fn a_replaced_connection_does_not_come_back() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, mut events, mut socket) = server.client().await;
        connected(&mut events).await;
        let (answer, ()) = tokio::join!(connection.ready(table()), async {
            socket.hear_type("ready").await;
            socket.close(CloseCode::Replaced.number()).await;
        });
        let reason = CloseReason::ByServer(CloseCode::Replaced);
        assert_eq!(answer, Err(CommandError::Closed(reason.clone())));
        assert_eq!(events.next().await, Some(Event::Closed(reason.clone())));
        assert_eq!(events.next().await, None);
        assert_eq!(
            connection.ready(table()).await,
            Err(CommandError::Closed(reason))
        );
    })
    .await;
}

#[tokio::test]
async fn a_restarting_server_is_come_back_to() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (_connection, mut events, socket) = server.client().await;
        connected(&mut events).await;
        socket.close(CloseCode::Restart.number()).await;
        server.accept().await;
        assert_eq!(events.next().await, Some(Event::Disconnected));
        connected(&mut events).await;
    })
    .await;
}

#[tokio::test]
async fn a_silent_server_is_asked_and_then_left() {
    in_time(async {
        let server = FakeServer::bind(200).await;
        let (_connection, mut events, mut socket) = server.client().await;
        connected(&mut events).await;
        socket.hear_type("heartbeat").await;
        // No answer: the client takes the socket for dead.
        let _again = server.accept().await;
        assert_eq!(events.next().await, Some(Event::Disconnected));
    })
    .await;
}

#[tokio::test]
async fn a_refused_hello_is_the_callers_matter() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let url = server.url();
        let (opened, ()) = tokio::join!(Connection::open(&url, Identity::bot("Ada")), async {
            let mut socket = server.accept_hello().await;
            socket
                .say(json!({"type": "refused", "code": "bad_token"}))
                .await;
            socket.close(CloseCode::BadToken.number()).await;
        });
        let Err(OpenError::Refused(why)) = opened.map(|_| ()) else {
            panic!("welcome")
        };
        assert_eq!(why.code, ErrorCode::BadToken);
    })
    .await;
}

#[tokio::test]
async fn a_closed_connection_ends_its_stream() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, mut events, _socket) = server.client().await;
        connected(&mut events).await;
        connection.close().await;
        assert_eq!(
            events.next().await,
            Some(Event::Closed(CloseReason::ByClient))
        );
        assert_eq!(events.next().await, None);
    })
    .await;
}

#[tokio::test]
async fn an_address_that_is_none_need_not_be_tried_again() {
    let opened = Connection::open("not an address", Identity::bot("Ada")).await;
    let Err(error) = opened.map(|_| ()) else {
        panic!("connected")
    };
    assert!(!error.may_pass(), "{error}");
    let nobody_listens = "ws://127.0.0.1:1/ws";
    let opened = Connection::open(nobody_listens, Identity::bot("Ada")).await;
    let Err(error) = opened.map(|_| ()) else {
        panic!("connected")
    };
    assert!(error.may_pass(), "{error}");
}
