//! A bot at a server that has a password and a certificate of its own.

use std::path::Path;

use boneyard_client::{Connection, Duty, Identity, OpenError, Options, Seat, Trust};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::position::TablePhase;
use serde_json::json;
use tempfile::TempDir;

use crate::common::{TestServer, request, soon};

const PASSWORD: &str = "our kitchen table";

/// A folder with a self-signed certificate for localhost.
fn certificate() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(folder.path().join("cert.pem"), made.cert.pem()).unwrap();
    std::fs::write(folder.path().join("key.pem"), made.key_pair.serialize_pem()).unwrap();
    folder
}

async fn private_server(certificate: &Path) -> (TestServer, String) {
    let path = |name| certificate.join(name).to_str().unwrap().to_owned();
    let (cert, key) = (path("cert.pem"), path("key.pem"));
    let flags = [
        "--server-password",
        PASSWORD,
        "--tls-cert",
        &cert,
        "--tls-key",
        &key,
    ];
    let server = TestServer::with(&flags).await;
    let url = format!("wss://localhost:{}/ws", server.address().port());
    (server, url)
}

fn trusting(certificate: &Path) -> Options {
    Options {
        trust: Trust::root_file(certificate.join("cert.pem")).unwrap(),
        ..Options::default()
    }
}

/// Does what the table waits for until the match is over, as the example bot does.
async fn play(mut seat: Seat) -> Vec<f64> {
    while let Some(duty) = seat.duty().await.unwrap() {
        match duty {
            Duty::Ready => seat.ready().await.unwrap(),
            Duty::Arrange { entry, action } => seat.arrange(entry, &action).await.unwrap(),
            Duty::Act { turn, legal } => seat.act(turn, &legal[0]).await.unwrap(),
            Duty::Rematch => {
                let now = seat.mirror().unwrap().now().clone();
                assert_eq!(now.phase, TablePhase::MatchOver);
                seat.leave().await.unwrap();
                return now.score;
            }
        }
    }
    panic!("the table is closed")
}

#[tokio::test]
async fn a_bot_enters_with_a_password_over_wss_and_plays_a_match_to_its_end() {
    let certificate = certificate();
    let (_server, url) = private_server(certificate.path()).await;
    let identity = Identity {
        password: Some(PASSWORD.to_owned()),
        ..Identity::bot("Rusty")
    };
    let opening = Connection::open_with(&url, identity, trusting(certificate.path()));
    let (connection, events) = soon("the welcome", opening).await.unwrap();
    let table = request(json!({"bots": 1, "private": true}));
    let opened = connection.create(table).await.unwrap();
    let seat = Seat::new(connection, events, opened.table.unwrap());
    let score = soon("the end of the match", play(seat)).await;
    assert!(score.iter().any(|points| *points >= 100.0), "{score:?}");
}

#[tokio::test]
async fn over_wss_too_nobody_enters_without_the_password() {
    let certificate = certificate();
    let (_server, url) = private_server(certificate.path()).await;
    let options = trusting(certificate.path());
    let opening = Connection::open_with(&url, Identity::bot("Rusty"), options);
    let Err(OpenError::Refused(why)) = soon("an answer", opening).await else {
        panic!("let in")
    };
    assert_eq!(why.code, ErrorCode::PasswordRequired);
}

#[tokio::test]
async fn a_certificate_that_is_not_trusted_is_refused() {
    let (shown, trusted) = (certificate(), certificate());
    let (_server, url) = private_server(shown.path()).await;
    let options = trusting(trusted.path());
    let opening = Connection::open_with(&url, Identity::bot("Rusty"), options);
    let Err(error) = soon("an answer", opening).await else {
        panic!("connected")
    };
    assert!(matches!(error, OpenError::Transport(_)), "{error}");
    assert!(!error.may_pass(), "{error}");
}
