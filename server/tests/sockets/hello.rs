//! Who may enter.

use crate::common::TestServer;
use crate::common::client::{Client, hello};
use crate::common::http::get_with;
use boneyard_protocol::{
    ClientMessage, Command, ErrorCode, Hello, LobbyCommand, PlayerKind, Refused, ServerMessage,
    Versions,
};
use boneyard_server::Times;
use boneyard_server::config::ServerLimits;
use std::time::Duration;

fn refusal(message: ServerMessage) -> Refused {
    match message {
        ServerMessage::Refused(refused) => refused,
        other => panic!("not refused but {other:?}"),
    }
}

/// Sends a first message and returns the refusal and the close code.
async fn turned_away(server: &TestServer, first: &ClientMessage) -> (Refused, Option<u16>) {
    let mut client = Client::open(server.address()).await;
    client.say(first).await;
    let refused = refusal(client.hear().await);
    (refused, client.closed().await)
}

#[tokio::test]
async fn a_newcomer_gets_a_token_that_brings_them_back() {
    let server = TestServer::start().await;
    let (first, welcome) = Client::enter(server.address()).await;
    drop(first);
    let token = welcome.token.expect("a newcomer's token");
    assert!(token.len() >= 43, "256 bits need so many characters");
    assert_eq!(welcome.player.name, "Ada");
    let again = Hello {
        token: Some(token),
        name: None,
        ..hello()
    };
    let (_second, welcome_back) = Client::enter_as(server.address(), again).await;
    assert_eq!(welcome_back.player, welcome.player);
    assert_eq!(welcome_back.token, None, "a token is told once");
}

#[tokio::test]
async fn a_name_in_a_later_hello_is_a_new_name() {
    let server = TestServer::start().await;
    let (_, welcome) = Client::enter(server.address()).await;
    let renamed = Hello {
        token: welcome.token,
        name: Some("Béla".into()),
        ..hello()
    };
    let (_, back) = Client::enter_as(server.address(), renamed).await;
    assert_eq!(
        (back.player.id, back.player.name.as_str()),
        (welcome.player.id, "Béla")
    );
}

#[tokio::test]
async fn no_version_in_common_is_told_with_the_servers_own() {
    let server = TestServer::start().await;
    for (from, to) in [(0, 0), (2, 999), (5, 1)] {
        let hello = Hello {
            versions: Versions { from, to },
            ..hello()
        };
        let (refused, close) = turned_away(&server, &ClientMessage::Hello(hello)).await;
        assert_eq!(refused.why.code, ErrorCode::VersionUnsupported);
        assert_eq!((refused.why.from, refused.why.to), (Some(1), Some(1)));
        assert_eq!(close, Some(4400));
    }
}

#[tokio::test]
async fn an_unknown_token_is_refused_and_makes_nobody() {
    let server = TestServer::start().await;
    for token in ["", "no token", &"0".repeat(64), &"x".repeat(3_000)] {
        let hello = Hello {
            token: Some(token.to_owned()),
            ..hello()
        };
        let (refused, close) = turned_away(&server, &ClientMessage::Hello(hello)).await;
        assert_eq!((refused.why.code, close), (ErrorCode::BadToken, Some(4401)));
    }
}

#[tokio::test]
async fn public_ids_and_codes_open_nothing_over_http_either() {
    let server = TestServer::start().await;
    let (mut owner, welcome) = Client::enter(server.address()).await;
    let table = r#"{"sheet":"kozel","seats":2}"#;
    let id = "0190e0c0-0000-7000-8000-000000000001";
    owner
        .say_text(&format!(
            r#"{{"type":"create","id":"{id}","table":{table}}}"#
        ))
        .await;
    let ServerMessage::Ack(ack) = owner.hear().await else {
        panic!("no table")
    };
    let player = welcome.player.id.to_string();
    let (code, table) = (ack.code.unwrap().to_string(), ack.table.unwrap());
    let mut answers = Vec::new();
    for guess in [
        player.clone(),
        player.replace('-', "").repeat(2),
        code,
        table.to_string(),
    ] {
        let header = format!("authorization: Bearer {guess}\r\n");
        let answer = get_with(server.address(), "/api/me", &header).await;
        answers.push((answer.status, answer.json()));
    }
    let refused = (401, serde_json::json!({"code": "bad_token"}));
    assert!(
        answers.iter().all(|answer| *answer == refused),
        "{answers:?}"
    );
}

#[tokio::test]
async fn a_hundred_wrong_tokens_cost_the_guesser_the_sockets_and_the_owner_nothing() {
    let server = TestServer::start().await;
    let (owner, welcome) = Client::enter(server.address()).await;
    drop(owner);
    let token = welcome.token.unwrap();
    let mut closes = Vec::new();
    for wrong in 0..100 {
        let guess = format!("{wrong:02x}{}", &token[2..]);
        if guess == token {
            continue;
        }
        let hello = Hello {
            token: Some(guess),
            ..hello()
        };
        let (refused, close) = turned_away(&server, &ClientMessage::Hello(hello)).await;
        assert_eq!(refused.why.code, ErrorCode::BadToken);
        closes.push(close);
    }
    assert!(
        closes
            .iter()
            .all(|close| matches!(close, Some(4401 | 1008))),
        "{closes:?}"
    );
    let again = Hello {
        token: Some(token),
        name: None,
        ..hello()
    };
    let (_back, welcome_back) = Client::enter_as(server.address(), again).await;
    assert_eq!(welcome_back.player, welcome.player);
}

#[tokio::test]
async fn an_invalid_name_is_refused() {
    let server = TestServer::start().await;
    let hello = Hello {
        name: Some("\u{202e}".into()),
        ..hello()
    };
    let (refused, close) = turned_away(&server, &ClientMessage::Hello(hello)).await;
    assert_eq!(
        (refused.why.code, close),
        (ErrorCode::NameInvalid, Some(4400))
    );
    assert_eq!(refused.why.field.as_deref(), Some("name"));
}

#[tokio::test]
async fn the_first_message_must_be_hello() {
    let server = TestServer::start().await;
    let (refused, close) = turned_away(&server, &ClientMessage::Heartbeat).await;
    assert_eq!(
        (refused.why.code, close),
        (ErrorCode::HelloFirst, Some(4400))
    );
    let mut client = Client::open(server.address()).await;
    client
        .command(Command::Lobby(LobbyCommand::Lobby { follow: false }))
        .await;
    assert_eq!(refusal(client.hear().await).why.code, ErrorCode::HelloFirst);
    let mut client = Client::open(server.address()).await;
    client.say_text("[1]").await;
    assert_eq!(refusal(client.hear().await).why.code, ErrorCode::BadJson);
    assert_eq!(client.closed().await, Some(4400));
}

#[tokio::test]
async fn silence_before_hello_is_closed() {
    let times = Times {
        hello: Duration::from_millis(50),
        ..Times::default()
    };
    let server = TestServer::with_times(times).await;
    let mut client = Client::open(server.address()).await;
    assert_eq!(refusal(client.hear().await).why.code, ErrorCode::HelloFirst);
    assert_eq!(client.closed().await, Some(4400));
}

#[tokio::test]
async fn a_second_hello_is_refused_and_changes_nothing() {
    let server = TestServer::start().await;
    let (mut client, _) = Client::enter(server.address()).await;
    let bot = Hello {
        kind: PlayerKind::Bot,
        ..hello()
    };
    client.say(&ClientMessage::Hello(bot)).await;
    assert_eq!(refusal(client.hear().await).why.code, ErrorCode::NotNow);
    client.say(&ClientMessage::Heartbeat).await;
    assert_eq!(client.hear().await, ServerMessage::Heartbeat);
}

#[tokio::test]
async fn the_newest_connection_of_a_player_wins() {
    let server = TestServer::start().await;
    let (mut older, welcome) = Client::enter(server.address()).await;
    let again = Hello {
        token: welcome.token,
        ..hello()
    };
    let (mut newer, _) = Client::enter_as(server.address(), again).await;
    assert_eq!(older.hear().await, ServerMessage::Replaced);
    assert_eq!(older.closed().await, Some(4409));
    newer.say(&ClientMessage::Heartbeat).await;
    assert_eq!(newer.hear().await, ServerMessage::Heartbeat);
}

#[tokio::test]
async fn one_address_cannot_make_players_without_end() {
    let limits = ServerLimits {
        new_players_per_minute: 2,
        ..ServerLimits::default()
    };
    let server = TestServer::with_limits(limits).await;
    let (_, welcome) = Client::enter(server.address()).await;
    Client::enter(server.address()).await;
    let (refused, close) = turned_away(&server, &ClientMessage::Hello(hello())).await;
    assert_eq!(
        (refused.why.code, close),
        (ErrorCode::RateLimited, Some(1008))
    );
    assert!(refused.why.retry_ms.is_some());
    // A player with a token is still let in.
    let again = Hello {
        token: welcome.token,
        ..hello()
    };
    Client::enter_as(server.address(), again).await;
}

#[tokio::test]
async fn the_limits_in_force_are_told() {
    let limits = ServerLimits {
        burst: 7,
        ..ServerLimits::default()
    };
    let server = TestServer::with_limits(limits).await;
    let (_, welcome) = Client::enter(server.address()).await;
    assert_eq!(welcome.limits.burst, 7);
    assert_eq!(welcome.limits.message_bytes, 4096);
    assert_eq!(welcome.limits.ping_ms, 20_000);
}
