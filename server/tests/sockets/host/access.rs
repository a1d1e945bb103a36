//! Who may use the host's API.

use serde_json::json;

use super::{Host, every_action, post};
use crate::common::TestServer;
use crate::common::http::get_with;

fn code(answer: &crate::common::http::Answer) -> (u16, String) {
    let code = answer.json()["code"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    (answer.status, code)
}

fn is(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[tokio::test]
async fn nobody_may_do_anything_without_the_token() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    for (action, body) in every_action() {
        // One address gets ten such answers in a minute; all further ones say that there were too many.
        let answer = post(at, action, &body.to_string(), "").await;
        let refused = code(&answer);
        assert!(
            refused == is(401, "bad_token") || refused == is(429, "rate_limited"),
            "{action}: {refused:?}"
        );
    }
}

#[tokio::test]
async fn wrong_tokens_are_counted_and_the_right_one_still_counts() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let wrong = format!("authorization: Bearer {}\r\n", "A".repeat(43));
    for _ in 0..10 {
        assert_eq!(
            code(&post(at, "state", "", &wrong).await),
            is(401, "bad_token")
        );
    }
    let answer = post(at, "state", "", &wrong).await;
    assert_eq!(code(&answer), is(429, "rate_limited"));
    assert!(answer.json()["retry_ms"].as_u64().unwrap() > 0);
    host.ask("state", json!({})).await;
}

#[tokio::test]
async fn an_identitys_token_is_not_the_hosts() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (_client, welcome) = crate::common::client::Client::enter(at).await;
    let headers = format!("authorization: Bearer {}\r\n", welcome.token.unwrap());
    assert_eq!(
        code(&post(at, "state", "", &headers).await),
        is(401, "bad_token")
    );
}

#[tokio::test]
async fn pages_of_other_origins_are_refused_even_with_the_token() {
    let host = Host::start(&["--public-url", "https://example.org/dominoes"]).await;
    for (origin, status) in [
        ("https://evil.example", 403),
        ("null", 403),
        ("http://example.org", 403),
        ("https://example.org", 200),
        ("http://localhost:5173", 200),
    ] {
        let header = format!("origin: {origin}\r\n");
        let answer = host.ask_with("state", "{}", &header).await;
        assert_eq!(answer.status, status, "{origin}: {}", answer.text());
        if status == 403 {
            assert_eq!(code(&answer), is(403, "foreign_origin"));
        }
    }
}

#[tokio::test]
async fn a_proxied_request_comes_from_elsewhere() {
    let host = Host::start(&[]).await;
    for header in [
        "x-forwarded-for: 127.0.0.1\r\n",
        "x-real-ip: 127.0.0.1\r\n",
        "forwarded: for=127.0.0.1\r\n",
        "via: 1.1 proxy\r\n",
    ] {
        let answer = host.ask_with("state", "{}", header).await;
        assert_eq!(code(&answer), is(403, "admin_local_only"), "{header}");
    }
    let trusting = Host::start(&["--trusted-proxy", "127.0.0.1"]).await;
    for (client, status) in [("203.0.113.9", 403), ("127.0.0.1", 200)] {
        let header = format!("x-forwarded-for: {client}\r\n");
        let answer = trusting.ask_with("state", "{}", &header).await;
        assert_eq!(answer.status, status, "{client}");
    }
    // A trusted proxy that does not name its client, or names it in another header.
    for header in [
        "x-forwarded-for: unknown\r\n",
        "x-forwarded-for: 203.0.113.9:443\r\n",
        "x-forwarded-for: \r\n",
        "x-real-ip: 203.0.113.9\r\n",
        "forwarded: for=203.0.113.9\r\n",
    ] {
        let answer = trusting.ask_with("state", "{}", header).await;
        assert_eq!(code(&answer), is(403, "admin_local_only"), "{header}");
    }
    let remote = Host::start(&["--trusted-proxy", "127.0.0.1", "--admin-remote"]).await;
    let header = "x-forwarded-for: 203.0.113.9\r\n";
    assert_eq!(remote.ask_with("state", "{}", header).await.status, 200);
}

#[tokio::test]
async fn only_post_asks() {
    let host = Host::start(&[]).await;
    let bearer = format!("authorization: Bearer {}\r\n", host.token());
    let answer = get_with(host.server.address(), "/api/admin/state", &bearer).await;
    assert_eq!(answer.status, 405);
    let unknown = host.ask_with("nothing", "{}", "").await;
    assert_eq!(code(&unknown), is(404, "no_such_path"));
}

#[tokio::test]
async fn a_misspelt_field_is_refused_by_name() {
    let host = Host::start(&[]).await;
    for (action, mut body) in every_action() {
        body["shoe_size"] = json!(46);
        let refused = host.refused(action, body).await;
        let expected = (400, "bad_message".to_owned(), json!("shoe_size"));
        assert_eq!(refused, expected, "{action}");
    }
    for body in ["[1", "[\"hello\"]", "\"hello\"", "null"] {
        let text = host.ask_with("announce", body, "").await;
        assert_eq!(code(&text), is(400, "bad_message"), "{body}");
    }
    assert_eq!(host.ask_with("state", "[]", "").await.status, 400);
    let long = format!("{{\"text\":\"{}\"}}", "a".repeat(5_000));
    assert_eq!(host.ask_with("announce", &long, "").await.status, 413);
}

#[tokio::test]
async fn a_new_token_counts_at_once() {
    let host = Host::start(&[]).await;
    let old = format!("authorization: Bearer {}\r\n", host.token());
    let dealer = boneyard_server::dealer::SystemDealer;
    boneyard_server::admin::token::AdminToken::renew(host.data.path(), &dealer).unwrap();
    let at = host.server.address();
    assert_eq!(
        code(&post(at, "state", "", &old).await),
        is(401, "bad_token")
    );
    host.ask("state", json!({})).await;
}

#[tokio::test]
async fn a_server_without_a_data_folder_has_no_host() {
    let server = TestServer::start().await;
    let answer = post(server.address(), "state", "", "authorization: Bearer x\r\n").await;
    assert_eq!(code(&answer), is(503, "storage_unavailable"));
}
