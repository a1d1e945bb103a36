//! Connections, origins, headers, files.

use std::time::Duration;

use crate::common::client::Client;
use crate::common::http::{get, get_with, send};
use crate::common::{TestServer, soon, until};
use boneyard_server::Times;
use boneyard_server::config::{Config, ServerLimits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite;

#[tokio::test]
async fn only_pages_of_this_server_open_sockets() {
    let config = Config {
        public_url: vec!["https://dominoes.example".parse().unwrap()],
        ..crate::common::config()
    };
    let server = TestServer::with(config, Times::default()).await;
    let own = format!("http://{}", server.address());
    for origin in [
        None,
        Some(own.as_str()),
        Some("http://localhost:5173"),
        Some("https://dominoes.example"),
    ] {
        assert!(
            Client::try_open(server.address(), origin).await.is_ok(),
            "{origin:?}"
        );
    }
    for origin in [
        "null",
        "https://evil.example",
        "http://dominoes.example",
        "http://10.0.0.9",
    ] {
        let refused = Client::try_open(server.address(), Some(origin))
            .await
            .err()
            .unwrap();
        let tungstenite::Error::Http(answer) = *refused else {
            panic!("{refused}")
        };
        assert_eq!(answer.status(), 403, "{origin}");
    }
}

#[tokio::test]
async fn a_request_without_a_handshake_gets_a_clean_answer() {
    let server = TestServer::start().await;
    let at = server.address();
    assert_eq!(get(at, "/ws").await.status, 400);
    let upgrade = "upgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let request = |headers: &str| {
        format!("GET /ws HTTP/1.1\r\nhost: {at}\r\nconnection: upgrade\r\n{headers}\r\n")
    };
    let old = send(
        at,
        request(&format!(
            "{upgrade}sec-websocket-version: 12\r\nconnection: close\r\n"
        ))
        .as_bytes(),
    )
    .await;
    assert_eq!(
        (old.status, old.header("sec-websocket-version")),
        (426, Some("13"))
    );
    let no_key = "upgrade: websocket\r\nsec-websocket-version: 13\r\nconnection: close\r\n";
    assert_eq!(send(at, request(no_key).as_bytes()).await.status, 400);
}

#[tokio::test]
async fn no_extension_is_agreed_on() {
    let server = TestServer::start().await;
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let request = format!(
        "GET /ws HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         sec-websocket-extensions: permessage-deflate\r\nsec-websocket-protocol: a, b\r\n\r\n",
        server.address()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = vec![0; 2048];
    let count = soon("the upgrade", stream.read(&mut head)).await.unwrap();
    let head = String::from_utf8_lossy(&head[..count]).to_lowercase();
    assert!(head.starts_with("http/1.1 101"), "{head}");
    assert!(
        head.contains("s3pplmbitxaq9kygzzhzrbk+xoo="),
        "the RFC's own example: {head}"
    );
    assert!(
        !head.contains("extensions") && !head.contains("protocol:"),
        "{head}"
    );
}

#[tokio::test]
async fn a_head_that_does_not_come_is_not_waited_for() {
    let times = Times {
        head: Duration::from_millis(100),
        ..Times::default()
    };
    let server = TestServer::with_times(times).await;
    let before = server.task_count();
    for start in ["", "GET / HTTP/1.1\r\nhost: x\r\n"] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(start.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        soon("the end", stream.read_to_end(&mut rest))
            .await
            .unwrap();
    }
    until("the tasks' end", || server.task_count() == before).await;
}

#[tokio::test]
async fn a_head_too_large_is_refused() {
    let server = TestServer::start().await;
    let request = format!(
        "GET / HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n",
        "y".repeat(20_000)
    );
    assert_eq!(send(server.address(), request.as_bytes()).await.status, 431);
    let many = format!(
        "GET / HTTP/1.1\r\nhost: x\r\n{}\r\n",
        "a: b\r\n".repeat(200)
    );
    assert_eq!(send(server.address(), many.as_bytes()).await.status, 431);
}

#[tokio::test]
async fn one_address_has_its_share_of_connections() {
    let limits = ServerLimits {
        max_connections_per_address: 2,
        ..ServerLimits::default()
    };
    let server = TestServer::with_limits(limits).await;
    let (first, _) = Client::enter(server.address()).await;
    let _second = Client::enter(server.address()).await;
    let mut third = TcpStream::connect(server.address()).await.unwrap();
    let ended = soon("the end", third.read(&mut [0; 1])).await;
    assert!(matches!(ended, Ok(0) | Err(_)), "{ended:?}");
    let before = server.task_count();
    drop(first);
    until("a place", || server.task_count() < before).await;
    Client::enter(server.address()).await;
}

#[tokio::test]
async fn behind_a_trusted_proxy_every_client_has_its_own_share() {
    let limits = ServerLimits {
        max_connections_per_address: 1,
        ..ServerLimits::default()
    };
    let config = Config {
        limits,
        trusted_proxy: vec!["127.0.0.0/8".parse().unwrap()],
        ..crate::common::config()
    };
    let server = TestServer::with(config, Times::default()).await;
    let upgrade = |client: &str| {
        format!(
            "GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             x-forwarded-for: 6.6.6.6, {client}\r\n\r\n"
        )
    };
    let mut open = Vec::new();
    for (client, status) in [
        ("203.0.113.1", "101"),
        ("203.0.113.2", "101"),
        ("203.0.113.1", "429"),
    ] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(upgrade(client).as_bytes()).await.unwrap();
        let mut head = [0; 12];
        soon("a status", stream.read_exact(&mut head))
            .await
            .unwrap();
        assert!(head.ends_with(status.as_bytes()), "{client}: {head:?}");
        open.push(stream);
    }
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let server = TestServer::start().await;
    for path in [
        "/",
        "/api/sheets",
        "/api/nothing",
        "/nothing",
        "/a/0/x.js",
        "/healthz",
        "/ws",
    ] {
        let answer = get(server.address(), path).await;
        let policy = answer.header("content-security-policy").expect(path);
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{path}"
        );
        assert_eq!(
            answer.header("cross-origin-opener-policy"),
            Some("same-origin"),
            "{path}"
        );
        assert!(answer.header("permissions-policy").is_some(), "{path}");
    }
}

#[tokio::test]
async fn the_page_is_requested_again_and_its_files_are_cached() {
    let server = TestServer::start().await;
    let at = server.address();
    let page = get(at, "/").await;
    assert_eq!(
        (page.status, page.header("cache-control")),
        (200, Some("no-cache"))
    );
    let tag = page.header("etag").unwrap().to_owned();
    let again = get_with(at, "/", &format!("if-none-match: {tag}\r\n")).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert!(
        !page.text().contains("a/BUILD/"),
        "the build's hash is filled in"
    );
    let host = get(at, "/host").await;
    assert_eq!(host.text(), page.text(), "the host's page is the same page");
    let build = tag.trim_matches('"');
    // Relative, so that a proxy may serve the page below a path of its own.
    let named = page.text().split('"').filter(|path| path.starts_with("a/"));
    let paths: Vec<String> = named.map(|path| format!("/{path}")).collect();
    assert!(paths.len() > 10, "{paths:?}");
    for path in &paths {
        assert!(path.contains(build), "{path}");
        let file = get(at, path).await;
        assert_eq!(file.status, 200, "{path}");
        assert!(file.header("cache-control").unwrap().contains("immutable"));
        let packed = get_with(at, path, "accept-encoding: gzip, br\r\n").await;
        assert!(packed.body.len() <= file.body.len(), "{path}");
    }
    for path in [
        "/a/0000000000000000/index.html".to_owned(),
        format!("/a/{build}/../Cargo.toml"),
        format!("/a/{build}/..%2f..%2fCargo.toml"),
        format!("/a/{build}/package.json"),
        format!("/a/{build}/%00"),
    ] {
        assert_eq!(get(at, &path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn errors_of_the_api_have_codes() {
    let server = TestServer::start().await;
    let nil = "00000000-0000-0000-0000-000000000000";
    for (path, status, code) in [
        ("/api/nothing", 404, "no_such_path"),
        ("/api/sheets/nothing", 404, "no_such_sheet"),
        ("/api/sheets/kozel?options=%5B%5D", 400, "bad_message"),
        ("/api/matches/nothing", 404, "no_such_match"),
        (&format!("/api/matches/{nil}"), 404, "no_such_match"),
        (
            &format!("/api/matches/{nil}?format=pdf"),
            400,
            "bad_message",
        ),
        ("/api/me", 401, "bad_token"),
    ] {
        let answer = get(server.address(), path).await;
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(answer.json(), serde_json::json!({ "code": code }), "{path}");
    }
}

#[tokio::test]
async fn the_games_are_listed_with_their_rules() {
    let server = TestServer::start().await;
    let sheets = get(server.address(), "/api/sheets").await.json();
    let kozel = sheets
        .as_array()
        .unwrap()
        .iter()
        .find(|sheet| sheet["id"] == "kozel")
        .unwrap();
    assert_eq!(kozel["names"]["ru"], "Козёл");
    assert_eq!(kozel["goal"], "reach_loses");
    let page = get(server.address(), "/api/sheets/kozel").await.json();
    assert_eq!(page["sheet"]["id"], "kozel");
    assert!(
        page["clauses"]
            .as_array()
            .is_some_and(|clauses| !clauses.is_empty())
    );
    let changed = "/api/sheets/kozel?options=%7B%22score.threshold%22:25%7D";
    let page = get(server.address(), changed).await.json();
    assert_eq!(page["sheet"]["score"]["threshold"], 25);
    let clauses = page["clauses"].as_array().unwrap();
    let account = serde_json::json!({
        "code": "score.threshold.drop", "params": { "count": 25 }, "changed": true
    });
    assert!(clauses.contains(&account), "{clauses:?}");
    let is_changed = |clause: &&serde_json::Value| clause["changed"] == true;
    assert_eq!(clauses.iter().filter(is_changed).count(), 1, "{clauses:?}");
    let invalid = "/api/sheets/kozel?options=%7B%22turn.draw%22:%22never%22%7D";
    assert_eq!(
        get(server.address(), invalid).await.json(),
        serde_json::json!({ "code": "sheet_invalid", "codes": ["undealt_draw"] })
    );
    let schema = get(server.address(), "/api/protocol").await.json();
    assert_eq!(schema["title"], "Boneyard protocol");
    let document = get(server.address(), "/api/asyncapi.yaml").await;
    assert_eq!(document.header("content-type"), Some("application/yaml"));
    assert!(document.text().starts_with("asyncapi: \"3.0.0\"\n"));
    let declarations = get(server.address(), "/api/protocol.d.ts").await;
    assert!(declarations.text().contains("export type ServerMessage ="));
    assert_eq!(
        get(server.address(), "/api/tables").await.json(),
        serde_json::json!([])
    );
}

#[tokio::test]
async fn a_token_says_who_asks() {
    let server = TestServer::start().await;
    let (_client, welcome) = Client::enter(server.address()).await;
    let header = format!("authorization: Bearer {}\r\n", welcome.token.unwrap());
    let me = get_with(server.address(), "/api/me", &header).await;
    assert_eq!((me.status, me.json()["name"].as_str()), (200, Some("Ada")));
    let query = get_with(server.address(), "/api/me?token=x", "").await;
    assert_eq!(query.status, 401);
}

#[tokio::test]
async fn health_and_metrics_are_shown() {
    let server = TestServer::start().await;
    let _client = Client::enter(server.address()).await;
    assert_eq!(get(server.address(), "/healthz").await.status, 200);
    assert_eq!(get(server.address(), "/readyz").await.status, 200);
    let figures = get(server.address(), "/metrics").await;
    assert!(
        figures.text().contains("boneyard_sockets"),
        "{}",
        figures.text()
    );
}

#[tokio::test]
async fn a_request_with_a_body_is_refused() {
    let server = TestServer::start().await;
    let request = format!(
        "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 5000\r\n\r\n{}",
        "x".repeat(5_000)
    );
    assert_eq!(send(server.address(), request.as_bytes()).await.status, 413);
}
