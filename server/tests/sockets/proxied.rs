//! Behind a proxy: a path of its own, kept or taken off, and what the self-check tells of the proxy.

use std::net::SocketAddr;

use boneyard_server::Times;
use boneyard_server::config::Config;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::common::http::{get, get_with};
use crate::common::{TestServer, config, soon};

/// A server at a path, behind a proxy on this machine.
async fn server() -> TestServer {
    let config = Config {
        public_url: vec![
            "https://dominoes.example".parse().unwrap(),
            "https://club.example/dominoes".parse().unwrap(),
        ],
        trusted_proxy: vec!["127.0.0.1".parse().unwrap()],
        ..config()
    };
    TestServer::with(config, Times::default()).await
}

async fn open(
    address: SocketAddr,
    path: &str,
    origin: &str,
) -> Result<WebSocketStream<TcpStream>, Box<tungstenite::Error>> {
    let mut request = format!("ws://{address}{path}")
        .into_client_request()
        .unwrap();
    let headers = request.headers_mut();
    headers.insert("origin", origin.parse().unwrap());
    let stream = TcpStream::connect(address).await.unwrap();
    let opened = soon("the upgrade", client_async(request, stream)).await;
    opened.map(|(socket, _)| socket).map_err(Box::new)
}

async fn self_check(server: &TestServer, path: &str, headers: &str) -> Value {
    let answer = get_with(server.address(), path, headers).await;
    assert_eq!(answer.status, 200, "{}", answer.head);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer.json()
}

#[tokio::test]
async fn everything_is_there_with_the_prefix_and_without() {
    let server = server().await;
    for path in [
        "/",
        "/api/sheets/kozel",
        "/api/nothing",
        "/healthz",
        "/nothing",
    ] {
        let bare = get(server.address(), path).await;
        let under = get(server.address(), &format!("/dominoes{path}")).await;
        assert_eq!(
            (under.status, &under.body),
            (bare.status, &bare.body),
            "{path}"
        );
        assert!(under.header("content-security-policy").is_some(), "{path}");
    }
    for path in ["/ws", "/dominoes/ws"] {
        assert!(
            open(server.address(), path, "https://club.example")
                .await
                .is_ok(),
            "{path}"
        );
    }
    for path in ["/dominoes2/", "/dominoes/dominoes/", "/dominoesapi/sheets"] {
        assert_eq!(get(server.address(), path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn the_prefix_alone_leads_to_its_folder() {
    let server = server().await;
    let answer = get(server.address(), "/dominoes?from=mail").await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (308, Some("/dominoes/?from=mail"))
    );
    assert!(answer.header("content-security-policy").is_some());
}

#[tokio::test]
async fn the_self_check_tells_what_arrived() {
    let server = server().await;
    let through = "x-forwarded-for: 6.6.6.6, 203.0.113.5\r\nx-forwarded-proto: https\r\n";
    let path = "/dominoes/api/self-check?origin=https://club.example";
    let host = server.address().to_string();
    assert_eq!(
        self_check(&server, path, through).await,
        json!({
            "secure": true, "host": host, "origin": "https://club.example", "origin_ok": true,
            "forwarded_for": "6.6.6.6, 203.0.113.5", "forwarded_proto": "https",
            "client_address": "203.0.113.5", "via_proxy": true,
            "prefix": "/dominoes/", "prefix_kept": true
        })
    );
    let path = "/api/self-check?origin=https://dominoes.example:8443";
    assert_eq!(
        self_check(&server, path, "").await,
        json!({
            "secure": false, "host": host, "origin": "https://dominoes.example:8443",
            "origin_ok": false, "forwarded_for": null, "forwarded_proto": null,
            "client_address": "127.0.0.1", "via_proxy": true, "prefix": "/", "prefix_kept": false
        })
    );
    let nobody = self_check(&server, "/api/self-check?origin=nonsense", "").await;
    assert_eq!(nobody["origin_ok"], false);
    let twice = get(server.address(), "/api/self-check?origin=a&origin=b").await;
    assert_eq!(twice.status, 400);
}

#[tokio::test]
async fn headers_of_an_untrusted_proxy_are_ignored() {
    let server = TestServer::start().await;
    let claims = "x-forwarded-for: 203.0.113.5\r\nx-forwarded-proto: https\r\n";
    let received = self_check(&server, "/api/self-check", claims).await;
    assert_eq!(
        (
            &received["secure"],
            &received["via_proxy"],
            &received["client_address"]
        ),
        (&json!(false), &json!(false), &json!("127.0.0.1"))
    );
    assert_eq!(
        received["forwarded_for"], "203.0.113.5",
        "but the header is shown, so that the host can decide to trust it"
    );
}

#[tokio::test]
async fn a_self_checks_socket_echoes_and_asks_for_the_same_origin() {
    let server = server().await;
    let at = server.address();
    let mut socket = open(at, "/ws/self-check", "https://club.example")
        .await
        .unwrap();
    socket.send(Message::text("here")).await.unwrap();
    let echo = soon("the echo", socket.next()).await.unwrap().unwrap();
    assert_eq!(echo, Message::text("here"));
    let refused = open(at, "/ws/self-check", "https://evil.example")
        .await
        .err()
        .unwrap();
    let tungstenite::Error::Http(answer) = *refused else {
        panic!("{refused}")
    };
    assert_eq!(answer.status(), 403);
    assert_eq!(get(at, "/ws/self-check").await.status, 400);
}

#[tokio::test]
async fn the_slow_answer_is_whole() {
    let server = TestServer::start().await;
    let answer = get(server.address(), "/api/self-check/stream").await;
    assert_eq!(
        (answer.status, answer.header("transfer-encoding")),
        (200, Some("chunked"))
    );
    let lines: Vec<&str> = answer
        .text()
        .lines()
        .filter(|line| line.len() == 1)
        .collect();
    assert!(
        lines.ends_with(&["4"]) || lines.contains(&"4"),
        "{}",
        answer.text()
    );
}
