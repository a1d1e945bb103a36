//! A server with a password.

use boneyard_protocol::{
    ClientMessage, Command, ErrorCode, Hello, PlayerKind, ServerMessage, SessionCommand,
};
use boneyard_server::Times;
use boneyard_server::config::{BotsFrom, Config};

use crate::common::TestServer;
use crate::common::client::{Client, hello};
use crate::common::http::{get, get_with};

const PASSWORD: &str = "our kitchen table";

async fn guarded() -> TestServer {
    let config = Config {
        server_password: Some(PASSWORD.parse().unwrap()),
        ..crate::common::config()
    };
    TestServer::with(config, Times::default()).await
}

fn with_password(password: &str) -> Hello {
    Hello {
        password: Some(password.to_owned()),
        ..hello()
    }
}

async fn try_in(client: &mut Client, hello: Hello) -> ErrorCode {
    client.say(&ClientMessage::Hello(hello)).await;
    match client.hear().await {
        ServerMessage::Refused(refused) => refused.why.code,
        other => panic!("not refused but {other:?}"),
    }
}

#[tokio::test]
async fn the_password_may_be_given_in_a_later_hello_on_the_same_socket() {
    let server = guarded().await;
    let mut client = Client::open(server.address()).await;
    assert_eq!(
        try_in(&mut client, hello()).await,
        ErrorCode::PasswordRequired
    );
    let wrong = with_password("our cellar");
    assert_eq!(try_in(&mut client, wrong).await, ErrorCode::PasswordWrong);
    let right = ClientMessage::Hello(with_password(PASSWORD));
    client.say(&right).await;
    let welcome = client.hear().await;
    assert!(matches!(welcome, ServerMessage::Welcome(_)), "{welcome:?}");
}

#[tokio::test]
async fn a_player_who_was_let_in_comes_back_by_the_token_alone() {
    let server = guarded().await;
    let (first, welcome) = Client::enter_as(server.address(), with_password(PASSWORD)).await;
    drop(first);
    let back = Hello {
        token: welcome.token.clone(),
        ..hello()
    };
    let (_back, again) = Client::enter_as(server.address(), back).await;
    assert_eq!(again.player.id, welcome.player.id);
}

#[tokio::test]
async fn a_player_who_moves_to_another_device_has_been_let_in() {
    let server = guarded().await;
    let (mut first, welcome) = Client::enter_as(server.address(), with_password(PASSWORD)).await;
    let ack = first
        .ask(Command::Session(SessionCommand::Transfer))
        .await
        .unwrap();
    let moving = |code: String| Hello {
        transfer: Some(code),
        ..hello()
    };
    let mut guess = Client::open(server.address()).await;
    assert_eq!(
        try_in(&mut guess, moving("2".repeat(12))).await,
        ErrorCode::PasswordRequired
    );
    let there = moving(ack.code.unwrap().to_string());
    let (_there, again) = Client::enter_as(server.address(), there).await;
    assert_eq!(again.player.id, welcome.player.id);
}

#[tokio::test]
async fn a_token_is_not_looked_at_before_the_password_is_right() {
    let server = guarded().await;
    let mut client = Client::open(server.address()).await;
    let unknown = Hello {
        token: Some("0".repeat(64)),
        ..with_password("wrong one")
    };
    assert_eq!(
        try_in(&mut client, unknown.clone()).await,
        ErrorCode::PasswordWrong
    );
    let without = Hello {
        password: None,
        ..unknown.clone()
    };
    assert_eq!(
        try_in(&mut client, without).await,
        ErrorCode::PasswordRequired
    );
    let right = Hello {
        password: Some(PASSWORD.to_owned()),
        ..unknown
    };
    assert_eq!(try_in(&mut client, right).await, ErrorCode::BadToken);
    assert_eq!(client.closed().await, Some(4401));
}

#[tokio::test]
async fn five_wrong_passwords_end_a_socket() {
    let server = guarded().await;
    let mut client = Client::open(server.address()).await;
    for _ in 0..5 {
        let wrong = with_password("our cellar");
        assert_eq!(try_in(&mut client, wrong).await, ErrorCode::PasswordWrong);
    }
    assert_eq!(client.closed().await, Some(4400));
}

#[tokio::test]
async fn passwords_are_counted_as_newcomers_of_an_address() {
    let mut config = crate::common::config();
    config.server_password = Some(PASSWORD.parse().unwrap());
    config.limits.new_players_per_minute = 2;
    let server = TestServer::with(config, Times::default()).await;
    let mut client = Client::open(server.address()).await;
    for expected in [
        ErrorCode::PasswordWrong,
        ErrorCode::PasswordWrong,
        ErrorCode::RateLimited,
    ] {
        assert_eq!(
            try_in(&mut client, with_password("our cellar")).await,
            expected
        );
    }
    assert_eq!(client.closed().await, Some(1008));
}

/// After too many attempts, other faults in a hello must not reveal that its password is right.
#[tokio::test]
async fn beyond_the_limit_a_right_password_looks_like_a_wrong_one() {
    let mut config = crate::common::config();
    config.server_password = Some(PASSWORD.parse().unwrap());
    config.limits.new_players_per_minute = 1;
    config.bots = BotsFrom::Host;
    let server = TestServer::with(config, Times::default()).await;
    let mut first = Client::open(server.address()).await;
    let wrong = with_password("our cellar");
    assert_eq!(try_in(&mut first, wrong).await, ErrorCode::PasswordWrong);
    let unknown = Some("0".repeat(64));
    let as_bot = |hello: Hello| Hello {
        kind: PlayerKind::Bot,
        ..hello
    };
    for password in [PASSWORD, "our cellar"] {
        let plain = with_password(password);
        let with_token = Hello {
            token: unknown.clone(),
            ..plain.clone()
        };
        let moving = Hello {
            transfer: Some("2".repeat(12)),
            ..plain.clone()
        };
        for hello in [plain.clone(), with_token, moving, as_bot(plain)] {
            let mut client = Client::open(server.address()).await;
            assert_eq!(try_in(&mut client, hello).await, ErrorCode::RateLimited);
            assert_eq!(client.closed().await, Some(1008), "{password}");
        }
    }
}

/// A new player who shows the password counts as one newcomer.
#[tokio::test]
async fn a_right_password_and_a_new_identity_are_one_newcomer() {
    let mut config = crate::common::config();
    config.server_password = Some(PASSWORD.parse().unwrap());
    config.limits.new_players_per_minute = 2;
    let server = TestServer::with(config, Times::default()).await;
    for _ in 0..2 {
        Client::enter_as(server.address(), with_password(PASSWORD)).await;
    }
    let mut third = Client::open(server.address()).await;
    let refused = try_in(&mut third, with_password(PASSWORD)).await;
    assert_eq!(refused, ErrorCode::RateLimited);
}

#[tokio::test]
async fn what_is_played_is_shown_to_those_who_were_let_in() {
    let server = guarded().await;
    let at = server.address();
    let nil = "/api/matches/00000000-0000-0000-0000-000000000000";
    for path in ["/api/tables", nil] {
        let answer = get(at, path).await;
        let code = answer.json()["code"].as_str().unwrap().to_owned();
        assert_eq!(
            (answer.status, code.as_str()),
            (401, "password_required"),
            "{path}"
        );
    }
    let (_client, welcome) = Client::enter_as(at, with_password(PASSWORD)).await;
    let bearer = format!("authorization: Bearer {}\r\n", welcome.token.unwrap());
    assert_eq!(get_with(at, "/api/tables", &bearer).await.status, 200);
    assert_eq!(get_with(at, nil, &bearer).await.status, 404);
    for path in ["/", "/api/sheets", "/api/protocol", "/healthz"] {
        assert_eq!(get(at, path).await.status, 200, "{path}");
    }
}
