//! What a connection shows to be let in.

use boneyard_client::{Connection, Event, Identity, OpenError, Options};
use boneyard_protocol::{ErrorCode, PlayerKind, Refusal, Versions};

use crate::common::TestServer;

const PASSWORD: &str = "our kitchen table";

async fn refusal(server: &TestServer, identity: Identity, options: Options) -> Refusal {
    match Connection::open_with(&server.url(), identity, options).await {
        Err(OpenError::Refused(why)) => *why,
        Err(other) => panic!("no refusal but {other}"),
        Ok(_) => panic!("let in"),
    }
}

#[tokio::test]
async fn a_token_brings_the_same_player_back() {
    let server = TestServer::start().await;
    let first = server.person("Ada").await;
    let token = first.connection.token().to_owned();
    let back = Identity {
        token: Some(token.clone()),
        ..Identity::default()
    };
    let back = server.player(back).await;
    assert_eq!(back.connection.player(), first.connection.player());
    assert_eq!(back.connection.token(), token);
}

#[tokio::test]
async fn a_bot_is_shown_as_one() {
    let server = TestServer::start().await;
    let bot = server.player(Identity::bot("Ada")).await;
    assert_eq!(bot.connection.player().kind, PlayerKind::Bot);
    let person = server.person("Ben").await;
    assert_eq!(person.connection.player().kind, PlayerKind::Person);
}

#[tokio::test]
async fn an_invented_name_is_in_the_players_language() {
    let server = TestServer::start().await;
    let identity = Identity {
        language: Some("ru".to_owned()),
        ..Identity::default()
    };
    let player = server.player(identity).await;
    let name = &player.connection.player().name;
    assert!(
        name.contains(|letter| ('а'..='я').contains(&letter)),
        "{name}"
    );
}

#[tokio::test]
async fn versions_that_the_server_does_not_speak_are_refused_with_its_own() {
    let server = TestServer::start().await;
    let options = Options {
        versions: Versions { from: 2, to: 3 },
        ..Options::default()
    };
    let why = refusal(&server, Identity::bot("Ada"), options).await;
    assert_eq!(why.code, ErrorCode::VersionUnsupported);
    assert_eq!((why.from, why.to), (Some(1), Some(1)));
}

#[tokio::test]
async fn the_password_lets_in_and_is_not_shown_again() {
    // One try a minute: a password shown again on a new socket would be refused.
    let flags = [
        "--server-password",
        PASSWORD,
        "--new-players-per-minute",
        "1",
    ];
    let server = TestServer::with(&flags).await;
    let identity = Identity {
        password: Some(PASSWORD.to_owned()),
        ..Identity::bot("Ada")
    };
    let mut ada = server.player(identity.clone()).await;
    let connected = |event: &Event| matches!(event, Event::Connected(_)).then_some(());
    ada.until(connected).await;
    ada.connection.break_off().await.unwrap();
    ada.until(connected).await;
    let back = Identity {
        token: Some(ada.connection.token().to_owned()),
        ..identity
    };
    let back = server.player(back).await;
    assert_eq!(back.connection.player(), ada.connection.player());
}

#[tokio::test]
async fn a_missing_or_wrong_password_is_refused() {
    let server = TestServer::with(&["--server-password", PASSWORD]).await;
    let missing = refusal(&server, Identity::bot("Ada"), Options::default()).await;
    assert_eq!(missing.code, ErrorCode::PasswordRequired);
    let wrong = Identity {
        password: Some("our cellar".to_owned()),
        ..Identity::bot("Ada")
    };
    let wrong = refusal(&server, wrong, Options::default()).await;
    assert_eq!(wrong.code, ErrorCode::PasswordWrong);
}

#[tokio::test]
async fn the_password_is_shown_with_a_token_that_needs_it() {
    let open = TestServer::start().await;
    let before = open.player(Identity::bot("Ada")).await;
    let (player, token) = (
        before.connection.player().clone(),
        before.connection.token().to_owned(),
    );
    before.connection.close().await;
    let guarded = open.restart(&["--server-password", PASSWORD]).await;
    let identity = Identity {
        token: Some(token),
        password: Some(PASSWORD.to_owned()),
        ..Identity::bot("Ada")
    };
    let back = guarded.player(identity).await;
    assert_eq!(*back.connection.player(), player);
}
