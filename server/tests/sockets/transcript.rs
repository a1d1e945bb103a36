//! The transcript in `docs/protocol.md`: a whole short match, written down frame by frame.
//!
//! The deals come from a seed and bots do not think, so every run is the same except for ids, the token and
//! the milliseconds left on a clock. Those are replaced by examples.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use boneyard_server::config::{Config, ServerLimits};
use boneyard_server::dealer::SeededDealer;
use boneyard_server::{Parts, Times};
use boneyard_store::memory::MemoryStore;
use serde_json::{Value, json};

use crate::common::client::Client;
use crate::common::{TestServer, config};

/// With this seed the match is short and has both draws and passes.
const SEED: u64 = 7;
const BEGIN: &str = "<!-- transcript -->\n";
const END: &str = "<!-- /transcript -->";

/// A conversation, written down with every id replaced by one that follows from its place.
struct Conversation {
    client: Client,
    lines: Vec<String>,
    ids: Vec<String>,
    commands: u32,
}

impl Conversation {
    async fn say(&mut self, mut message: Value) {
        if message["type"] != "hello" {
            self.commands += 1;
            message["id"] = json!(format!(
                "00000000-0000-4000-8000-{:012}",
                100 + self.commands
            ));
        }
        let text = message.to_string();
        self.client.say_text(&text).await;
        self.note('>', &message);
    }

    async fn hear(&mut self) -> Value {
        let message: Value = serde_json::from_str(&self.client.hear_text().await).unwrap();
        self.note('<', &message);
        message
    }

    fn note(&mut self, direction: char, message: &Value) {
        let mut shown = message.clone();
        self.settle(&mut shown);
        self.lines.push(format!("{direction} {shown}"));
    }

    /// Replaces what differs from run to run.
    fn settle(&mut self, value: &mut Value) {
        match value {
            Value::String(text) if text.parse::<uuid::Uuid>().is_ok() => {
                *text = self.example_of(text);
            }
            Value::Object(fields) => {
                for (key, field) in fields.iter_mut() {
                    match key.as_str() {
                        "token" => *field = json!("kept by the client, told to nobody"),
                        "left_ms" => *field = json!(29_990),
                        _ => self.settle(field),
                    }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.settle(item)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn example_of(&mut self, id: &str) -> String {
        if id.starts_with("00000000-0000-4000-8000-") {
            return id.to_owned();
        }
        let known = self.ids.iter().position(|known| known == id);
        let place = known.unwrap_or_else(|| {
            self.ids.push(id.to_owned());
            self.ids.len() - 1
        });
        format!("00000000-0000-7000-8000-{:012}", place + 1)
    }
}

async fn server() -> TestServer {
    let limits = ServerLimits {
        burst: 10_000,
        commands_per_second: 10_000,
        ..ServerLimits::default()
    };
    let parts = Parts {
        dealer: Arc::new(SeededDealer::new(SEED)),
        times: Times::default(),
        ..Parts::of_store(Arc::new(MemoryStore::new()))
    };
    TestServer::of_parts(Config { limits, ..config() }, parts).await
}

/// Plays by the frames alone: the first legal action, ready between deals.
async fn converse() -> Vec<String> {
    let server = server().await;
    let client = Client::open(server.address()).await;
    let mut talk = Conversation {
        client,
        lines: Vec::new(),
        ids: Vec::new(),
        commands: 0,
    };
    talk.say(
        json!({"type": "hello", "versions": {"from": 1, "to": 1}, "kind": "person", "name": "Ada"}),
    )
    .await;
    talk.hear().await;
    let table = json!({"sheet": "kozel", "options": {"match.target.2": 13}, "seats": 2, "bots": 1, "private": true});
    talk.say(json!({"type": "create", "table": table})).await;
    let mut answered = Value::Null;
    loop {
        let message = talk.hear().await;
        let now = match message["type"].as_str() {
            Some("snapshot") => &message["view"]["now"],
            Some("events") => &message["now"],
            _ => continue,
        };
        let (table, turn) = (&message["table"], &now["turn"]);
        match now["phase"].as_str().unwrap() {
            "match_over" => return talk.lines,
            "playing" if !now["legal"].is_null() => {
                let action = &now["legal"][0];
                talk.say(json!({"type": "act", "table": table, "turn": turn, "action": action}))
                    .await;
            }
            "between_deals" if answered != message["seq"] => {
                answered = message["seq"].clone();
                talk.say(json!({"type": "ready", "table": table})).await;
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn the_transcript_in_the_docs_is_what_the_server_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.md");
    let page = fs::read_to_string(&path).unwrap();
    let (head, rest) = page.split_once(BEGIN).unwrap();
    let (written, tail) = rest.split_once(END).unwrap();
    let said = format!("```text\n{}\n```\n", converse().await.join("\n"));
    if std::env::var_os("UPDATE_TRANSCRIPT").is_some() {
        fs::write(&path, format!("{head}{BEGIN}{said}{END}{tail}")).unwrap();
        return;
    }
    assert!(
        written == said,
        "docs/protocol.md is stale: UPDATE_TRANSCRIPT=1 cargo test -p boneyard-server --test sockets transcript\n{said}"
    );
}
