//! What a socket may carry, and how much.

use std::time::Duration;

use crate::common::client::{Client, Received};
use crate::common::{TestServer, until};
use boneyard_protocol::{ClientMessage, Command, ErrorCode, LobbyCommand, ServerMessage};
use boneyard_server::Times;
use boneyard_server::config::ServerLimits;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::{Bytes, Message};

/// A masked frame with a zero mask: the first byte, then the payload.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        short @ 0..126 => bytes.push(0x80 | u8::try_from(short).unwrap()),
        long => {
            bytes.push(0x80 | 126);
            bytes.extend(u16::try_from(long).unwrap().to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

async fn closed_after(server: &TestServer, bytes: &[u8]) -> Option<u16> {
    let (mut client, _) = Client::enter(server.address()).await;
    client.stream().write_all(bytes).await.unwrap();
    client.closed().await
}

/// A heartbeat padded to this many bytes.
fn padded(bytes: usize) -> String {
    let (head, tail) = ("{\"type\":\"heartbeat\",\"x\":\"", "\"}");
    format!(
        "{head}{}{tail}",
        "x".repeat(bytes - head.len() - tail.len())
    )
}

#[tokio::test]
async fn a_message_of_4096_bytes_is_read_and_a_larger_one_closed() {
    let server = TestServer::start().await;
    let (mut client, _) = Client::enter(server.address()).await;
    client.say_text(&padded(4096)).await;
    assert_eq!(client.hear().await, ServerMessage::Heartbeat);
    client.say_text(&padded(4097)).await;
    assert_eq!(client.closed().await, Some(1009));
    let (mut client, _) = Client::enter(server.address()).await;
    client.say_text(&padded(60_000)).await;
    assert_eq!(client.closed().await, Some(1009));
    // The length is believed before a byte of it is read.
    let mut endless = vec![0x81, 0xff];
    endless.extend((u64::MAX >> 1).to_be_bytes());
    endless.extend([0; 4]);
    assert_eq!(closed_after(&server, &endless).await, Some(1009));
}

#[tokio::test]
async fn fragments_count_together() {
    let server = TestServer::start().await;
    let mut bytes = frame(0x01, &[b' '; 4000]);
    bytes.extend(frame(0x80, &[b' '; 97]));
    assert_eq!(closed_after(&server, &bytes).await, Some(1009));
}

#[tokio::test]
async fn binary_frames_are_closed() {
    let server = TestServer::start().await;
    let (mut client, _) = Client::enter(server.address()).await;
    client.send(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(client.closed().await, Some(1003));
}

#[tokio::test]
async fn text_that_is_not_utf8_is_closed() {
    let server = TestServer::start().await;
    for text in [
        &b"\xff"[..],
        b"{\"type\":\"\xc3\"}",
        b"\xf0\x9f\x81",
        b"\xed\xa0\x80",
    ] {
        assert_eq!(
            closed_after(&server, &frame(0x81, text)).await,
            Some(1007),
            "{text:?}"
        );
    }
}

#[tokio::test]
async fn broken_frames_are_closed() {
    let server = TestServer::start().await;
    let unmasked = [0x81, 1, b'x'].to_vec();
    let reserved_bits = frame(0xc1, b"{}");
    let unknown_opcode = frame(0x83, b"{}");
    let long_ping = frame(0x89, &[0; 126]);
    let split_ping = frame(0x09, b"");
    let stray_continuation = frame(0x80, b"{}");
    let short_close = frame(0x88, &[3]);
    for bytes in [
        unmasked,
        reserved_bits,
        unknown_opcode,
        long_ping,
        split_ping,
        stray_continuation,
        short_close,
    ] {
        assert_eq!(closed_after(&server, &bytes).await, Some(1002), "{bytes:?}");
    }
}

#[tokio::test]
async fn every_unreadable_message_is_answered_and_none_closes() {
    let server = TestServer::start().await;
    let (mut client, _) = Client::enter(server.address()).await;
    let id = "0190e0c0-0000-7000-8000-000000000001";
    let deep = "[".repeat(4_000);
    for (text, code, has_id) in [
        ("", ErrorCode::BadJson, false),
        ("\u{feff}{}", ErrorCode::BadJson, false),
        ("{\"type\":\"heartbeat\"}x", ErrorCode::BadJson, false),
        (&deep, ErrorCode::BadJson, false),
        ("{\"a\":1e999}", ErrorCode::BadJson, false),
        ("null", ErrorCode::BadJson, false),
        ("{}", ErrorCode::BadMessage, false),
        ("{\"type\":7}", ErrorCode::BadMessage, false),
        ("{\"type\":\"dance\"}", ErrorCode::UnknownType, false),
        (
            &format!("{{\"type\":\"dance\",\"id\":\"{id}\"}}"),
            ErrorCode::UnknownType,
            true,
        ),
        (
            &format!("{{\"type\":\"leave\",\"id\":\"{id}\"}}"),
            ErrorCode::BadMessage,
            true,
        ),
        (
            "{\"type\":\"lobby\",\"follow\":true}",
            ErrorCode::BadMessage,
            false,
        ),
    ] {
        client.say_text(text).await;
        let ServerMessage::Refused(refused) = client.hear().await else {
            panic!("{text}")
        };
        assert_eq!(
            (refused.why.code, refused.id.is_some()),
            (code, has_id),
            "{text}"
        );
    }
    client.say(&ClientMessage::Heartbeat).await;
    assert_eq!(client.hear().await, ServerMessage::Heartbeat);
}

#[tokio::test]
async fn too_many_commands_are_refused_and_a_flood_is_closed() {
    let limits = ServerLimits {
        burst: 10,
        commands_per_second: 1,
        ..ServerLimits::default()
    };
    let server = TestServer::with_limits(limits).await;
    let (mut client, _) = Client::enter(server.address()).await;
    for _ in 0..10 {
        client
            .command(Command::Lobby(LobbyCommand::Lobby { follow: false }))
            .await;
    }
    let refused = client
        .ask(Command::Lobby(LobbyCommand::Lobby { follow: false }))
        .await
        .unwrap_err();
    assert_eq!(refused.why.code, ErrorCode::RateLimited);
    assert!((1..=1_000).contains(&refused.why.retry_ms.unwrap()));
    for _ in 0..60 {
        client
            .command(Command::Lobby(LobbyCommand::Lobby { follow: false }))
            .await;
    }
    assert_eq!(client.closed().await, Some(1008));
}

#[tokio::test]
async fn a_flood_in_one_piece_is_refused_first_and_then_closed_as_one() {
    let server = TestServer::start().await;
    let (mut client, _) = Client::enter(server.address()).await;
    let garbage = frame(0x81, b"garbage").repeat(1_000);
    client.stream().write_all(&garbage).await.unwrap();
    let mut refusals = 0;
    let code = loop {
        match client.next().await {
            Received::Message(message) => {
                assert!(matches!(*message, ServerMessage::Refused(_)), "{message:?}");
                refusals += 1;
            }
            Received::Closed(code) => break code,
        }
    };
    // The burst is answered, then further commands are refused as too fast, then the flood closes the socket. A client
    // that reads everything is not closed as slow.
    assert_eq!(code, Some(1008));
    let limits = boneyard_protocol::limits::BURST + boneyard_protocol::limits::FLOOD;
    assert!(refusals >= limits, "{refusals}");
}

#[tokio::test]
async fn a_close_is_answered() {
    let server = TestServer::start().await;
    let (mut client, _) = Client::enter(server.address()).await;
    let bytes = frame(0x88, &1000_u16.to_be_bytes());
    client.stream().write_all(&bytes).await.unwrap();
    assert_eq!(client.closed().await, Some(1000));
}

#[tokio::test]
async fn pings_count_as_well() {
    let server = TestServer::start().await;
    let (mut client, _) = Client::enter(server.address()).await;
    for _ in 0..150 {
        client.send(Message::Ping(Bytes::new())).await;
    }
    assert_eq!(client.closed().await, Some(1008));
}

#[tokio::test]
async fn a_message_that_is_never_complete_is_closed() {
    let times = Times {
        message: Duration::from_millis(50),
        ..Times::default()
    };
    let server = TestServer::with_times(times).await;
    assert_eq!(closed_after(&server, &frame(0x01, b"{")).await, Some(1008));
    assert_eq!(closed_after(&server, &[0x81]).await, Some(1008));
}

#[tokio::test]
async fn a_silent_socket_is_closed_and_one_that_answers_pings_is_not() {
    let times = Times {
        ping: Duration::from_millis(20),
        silence: Duration::from_millis(200),
        ..Times::default()
    };
    let server = TestServer::with_times(times).await;
    // This client is read, so that its library answers pings.
    let (mut client, _) = Client::enter(server.address()).await;
    let longer = Duration::from_millis(600);
    assert!(
        tokio::time::timeout(longer, client.next()).await.is_err(),
        "it is still open"
    );
    let server = TestServer::with_times(Times {
        ping: Duration::from_secs(60),
        ..times
    })
    .await;
    let (mut client, _) = Client::enter(server.address()).await;
    assert_eq!(client.closed().await, Some(1001));
}

#[tokio::test]
async fn a_client_that_does_not_read_is_closed_and_leaves_nothing_behind() {
    let times = Times {
        send: Duration::from_millis(200),
        ..Times::default()
    };
    let limits = ServerLimits {
        burst: 10_000,
        commands_per_second: 10_000,
        ..ServerLimits::default()
    };
    let config = boneyard_server::config::Config {
        limits,
        ..crate::common::config()
    };
    let server = TestServer::with(config, times).await;
    let mut openers = Vec::new();
    for _ in 0..8 {
        let (mut opener, _) = Client::enter(server.address()).await;
        for _ in 0..8 {
            opener
                .say_text(&format!(
                    r#"{{"type":"create","id":"{}","table":{{"sheet":"kozel","seats":4}}}}"#,
                    uuid::Uuid::new_v4()
                ))
                .await;
            while !matches!(opener.hear().await, ServerMessage::Snapshot(_)) {}
        }
        openers.push(opener);
    }
    let before = server.task_count();
    let (mut client, _) = Client::enter(server.address()).await;
    // The answers are larger than the commands.
    let list = br#"{"type":"lobby","follow":false,"id":"0190e0c0-0000-7000-8000-000000000001"}"#;
    let lists = frame(0x81, list).repeat(100);
    // The buffers of both ends fill up, then the queue. Bytes written after the end are lost.
    let flood = async { while client.stream().write_all(&lists).await.is_ok() {} };
    tokio::select! {
        () = flood => {}
        () = until("the socket's end", || server.task_count() <= before) => {}
    }
    until("the socket's end", || server.task_count() <= before).await;
    let code = client.closed().await;
    assert!(code.is_none_or(|code| code == 4408), "{code:?}");
}
