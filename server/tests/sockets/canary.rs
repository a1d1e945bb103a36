//! Where a secret may turn up: everywhere that the real program writes to is searched for known tokens and known
//! hidden tiles, after a whole match with everything logged.

mod players;

use std::net::SocketAddr;
use std::path::Path;

use boneyard_protocol::{Hello, ServerMessage};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::common::client::{Client, hello};
use crate::common::http::{Answer, get, get_with};
use crate::common::program::Program;
use crate::common::soon;
use players::{Player, private_table};

/// The tiles that a text names, as `6-4` between other things than letters, digits and hyphens: neither days nor ids
/// are tiles.
fn tiles(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = text.split(|c| !is_part(c));
    let is_tile = |word: &&str| {
        let halves = word
            .split_once('-')
            .map(|(high, low)| (high.as_bytes(), low.as_bytes()));
        matches!(halves, Some(([b'0'..=b'6'], [b'0'..=b'6'])))
    };
    words.filter(is_tile).map(str::to_owned).collect()
}

#[test]
fn tiles_are_found_and_days_and_ids_are_not() {
    assert_eq!(
        tiles(r#"a "6-4", play 5-5 left, tile=3-0"#),
        ["6-4", "5-5", "3-0"]
    );
    assert!(tiles("2026-11-30 0190e0c0-0-0-8-1 7-1 10-3 1-10").is_empty());
}

/// Whether bytes hold other bytes.
fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// A token's own bytes.
fn bytes_of(token: &str) -> Vec<u8> {
    let pairs = token.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    pairs.map(byte).collect()
}

/// Everything in the data folder, by its name.
fn files(data: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(data)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file());
    files
        .map(|path| (path.display().to_string(), std::fs::read(&path).unwrap()))
        .collect()
}

/// No file holds a token, as text or as bytes; and to be sure that it would be found: its hash is.
fn assert_only_hashes_are_kept(data: &Path, tokens: &[String]) {
    for token in tokens {
        let bytes = bytes_of(token);
        let hash = Sha256::digest(&bytes);
        let mut has_hash = false;
        for (name, content) in files(data) {
            let parts =
                [token.as_bytes(), token.to_uppercase().as_bytes(), &bytes].map(<[u8]>::to_vec);
            assert!(
                !parts.iter().any(|part| holds(&content, part)),
                "a token in {name}"
            );
            has_hash |= holds(&content, &hash);
        }
        assert!(has_hash, "the store must know the hash");
    }
}

/// Every address that the page, a client or a host uses, and some with a token where it does not belong.
async fn answers(at: SocketAddr, match_id: &str, token: &str) -> Vec<(String, Answer)> {
    let page = get(at, "/").await.text().to_owned();
    let quoted = page.split('"');
    let assets = quoted
        .filter(|part| part.starts_with("a/"))
        .map(|part| format!("/{part}"));
    let mut paths: Vec<String> = assets.collect();
    assert!(!paths.is_empty());
    let match_path = format!("/api/matches/{match_id}");
    let text_path = format!("{match_path}?format=text");
    let fixed = [
        "/",
        "/index.html",
        "/host",
        "/ws",
        "/healthz",
        "/readyz",
        "/metrics",
        "/api/sheets",
        "/api/sheets/kozel",
        "/api/tables",
        "/api/protocol",
        "/api/protocol.d.ts",
        "/api/asyncapi.yaml",
        "/api/me",
        "/api/nothing",
        "/nothing",
        &match_path,
        &text_path,
    ];
    paths.extend(fixed.map(str::to_owned));
    let astray = [
        "/",
        "/ws",
        "/api/me",
        "/api/tables",
        "/api/sheets/kozel",
        &match_path,
    ];
    paths.extend(astray.map(|path| format!("{path}?token={token}")));
    paths.extend([
        format!("/api/sheets/{token}"),
        format!("/api/matches/{token}"),
        format!("/{token}"),
    ]);
    let bearer = format!("authorization: Bearer {token}\r\n");
    let mut answers = Vec::new();
    for path in paths {
        answers.push((path.clone(), get_with(at, &path, &bearer).await));
        answers.push((path.clone(), get(at, &path).await));
    }
    answers
}

/// No answer over HTTP tells a token again, and the ones that may be read during a match hold no tile of it.
async fn assert_http_tells_nothing(at: SocketAddr, match_id: &str, token: &str, hidden: &[String]) {
    for (path, answer) in answers(at, match_id, token).await {
        let body = String::from_utf8_lossy(&answer.body);
        assert!(
            !answer.head.contains(token) && !body.contains(token),
            "a token from {path}"
        );
        if ["/metrics", "/api/tables"].contains(&path.as_str()) {
            let named = tiles(&body);
            assert!(named.is_empty(), "{path}: {named:?}");
        }
        if path.starts_with("/api/matches/") && !hidden.is_empty() {
            assert!(
                (400..500).contains(&answer.status),
                "{path} tells of a running match: {body}"
            );
        }
    }
}

/// Says what is wrong in every way with a token in it; no answer may repeat it.
async fn assert_errors_do_not_repeat(at: SocketAddr, token: &str) {
    let id = "0190e0c0-0000-7000-8000-000000000001";
    let versions = json!({"from": 1, "to": 1});
    let strange = format!("x{}", &token[1..]);
    let hello_with = |token: serde_json::Value| {
        json!({"type": "hello", "versions": versions, "kind": "person", "token": token}).to_string()
    };
    for first in [
        hello_with(json!([token])),
        hello_with(json!({ "token": token })),
        hello_with(json!(format!("{token}{token}"))),
        json!({"type": "hello", "versions": versions, "kind": token, "token": token}).to_string(),
        json!({"type": "hello", "versions": versions, "kind": "person", "name": token}).to_string(),
        json!({"type": token, "token": token}).to_string(),
        json!({"type": "lobby", "follow": token, "id": token}).to_string(),
        hello_with(json!(token)).replace('}', ""),
        token.to_owned(),
    ] {
        let mut client = Client::open(at).await;
        client.say_text(&first).await;
        let answer = client.hear_text().await;
        assert!(answer.contains("refused"), "{answer}");
        assert!(
            !answer.contains(token),
            "a token in the answer to a first message"
        );
    }
    let (mut client, _) = Client::enter(at).await;
    for later in [
        hello_with(json!(token)),
        json!({"type": "rename", "id": id, "name": token}).to_string(),
        json!({"type": "join", "id": id, "code": token}).to_string(),
        json!({"type": "act", "id": id, "table": id, "turn": 1, "action": token}).to_string(),
        json!({"type": "phrase", "id": id, "table": id, "phrase": token}).to_string(),
        json!({"type": "resume", "id": id, "table": token, "since": 0}).to_string(),
        json!({"type": "create", "id": id, "table": {"sheet": token, "seats": 2}}).to_string(),
        json!({"type": "create", "id": id, "table": {"sheet": "kozel", "seats": 2, "options": {token: 1}}}).to_string(),
        json!({"type": "lobby", "id": id, "follow": false, token: strange, "token": token}).to_string().replace("false", "7"),
    ] {
        client.say_text(&later).await;
        let answer = client.hear_text().await;
        assert!(answer.contains("refused"), "{answer}");
        assert!(!answer.contains(token), "a token in the answer to {}", later.replace(token, "TOKEN"));
    }
}

/// Each token is sent once, to its owner.
fn assert_tokens_are_sent_once(players: &[&Player]) {
    for owner in players {
        for player in players {
            let frames = player
                .frames
                .iter()
                .filter(|frame| frame.contains(&owner.token));
            let expected = usize::from(std::ptr::eq(*owner, *player));
            assert_eq!(
                frames.count(),
                expected,
                "a token is sent once, to its owner"
            );
        }
    }
}

/// Until a tile was laid it was sent to its holder only.
fn assert_hands_are_hidden(players: &[&Player]) {
    for holder in players {
        for other in players
            .iter()
            .filter(|other| !std::ptr::eq(**other, *holder))
        {
            let sent: Vec<String> = other.frames.iter().flat_map(|frame| tiles(frame)).collect();
            let leaked: Vec<&String> = holder
                .hand
                .iter()
                .filter(|tile| sent.contains(tile))
                .collect();
            assert!(leaked.is_empty(), "{leaked:?} was shown to another");
        }
    }
}

#[tokio::test]
async fn no_token_and_no_hidden_tile_is_found_anywhere_after_a_whole_match() {
    let data = tempfile::tempdir().unwrap();
    let log_folder = tempfile::tempdir().unwrap();
    let path = log_folder.path().join("log");
    let log = std::fs::File::create(&path).unwrap();
    let mut program = Program::start_with_trace(data.path(), log, &["--burst", "1000"]).await;
    let at = program.address;

    let (mut one, mut two, mut watcher) = private_table(at).await;
    let tokens: Vec<String> = [&one, &two, &watcher]
        .map(|player| player.token.clone())
        .to_vec();
    assert!(one.hand.len() >= 5 && two.hand.len() >= 5 && watcher.hand.is_empty());
    assert_hands_are_hidden(&[&one, &two, &watcher]);
    let hidden = [one.hand.clone(), two.hand.clone()].concat();
    for token in &tokens {
        assert_http_tells_nothing(at, &one.match_id, token, &hidden).await;
        assert_errors_do_not_repeat(at, token).await;
    }
    assert_only_hashes_are_kept(data.path(), &tokens);

    futures_util::join!(one.play(), two.play(), watcher.look_on());
    assert_tokens_are_sent_once(&[&one, &two, &watcher]);
    for token in &tokens {
        assert_http_tells_nothing(at, &one.match_id, token, &[]).await;
    }
    let record = get(at, &format!("/api/matches/{}", one.match_id)).await;
    assert_eq!(record.status, 200, "the match is over and told");
    let again = Hello {
        token: Some(one.token.clone()),
        ..hello()
    };
    let (mut back, welcome) = Client::enter_as(at, again).await;
    assert_eq!(welcome.token, None);
    while one.client.hear().await != ServerMessage::Replaced {}
    back.say_text(r#"{"type":"heartbeat"}"#).await;
    back.hear_text().await;
    program.signal("TERM").await;
    soon("the end", program.child.wait()).await.unwrap();
    assert_only_hashes_are_kept(data.path(), &tokens);

    let log = std::fs::read_to_string(path).unwrap();
    assert!(
        log.contains("DEBUG") && log.contains("ended"),
        "everything is logged"
    );
    for token in &tokens {
        assert!(
            !log.to_lowercase().contains(token.as_str()),
            "a token in the log"
        );
    }
    assert!(!log.contains(&one.code), "a join code in the log");
    let named: Vec<&str> = log.lines().filter(|line| !tiles(line).is_empty()).collect();
    assert!(named.is_empty(), "{named:?}");
}
