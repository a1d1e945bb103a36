//! The transcripts in `protocol/transcripts`: the client's messages are sent to a real server, and the server's answers
//! must match.
//!
//! Deals come from a seed and bots do not think, so every run is the same except for ids, codes, tokens, the
//! milliseconds left on a clock and the program's version. Those are replaced by examples; see [`Examples`].

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use boneyard_server::dealer::SeededDealer;
use boneyard_server::{Parts, Times};
use boneyard_store::memory::MemoryStore;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::common::client::{Client, Received};
use crate::common::{TestServer, config};

/// If this variable is set, the answers are written again.
const UPDATE: &str = "UPDATE_TRANSCRIPT";
/// How long the server must be quiet before its answer counts as complete, while transcripts are written.
const QUIET: Duration = Duration::from_millis(700);
/// The seed of the deals.
const SEED: u64 = 7;

/// The values that differ in every run, and their examples.
#[derive(Default)]
struct Examples(Vec<(String, String)>);

impl Examples {
    /// The example for a value of this run.
    fn example_of(&mut self, key: &str, real: &str) -> String {
        if let Some((_, example)) = self.0.iter().find(|(known, _)| known == real) {
            return example.clone();
        }
        let of_kind = |example: &str| example.len() == real.len();
        let number = self
            .0
            .iter()
            .filter(|(_, example)| of_kind(example))
            .count()
            + 1;
        let example = match key {
            "token" => format!("{number:064}"),
            "code" => format!("EXAMPLE{number:05}")
                .replace(['0', 'L'], "2")
                .replace('1', "3"),
            _ => format!("00000000-0000-7000-8000-{number:012}"),
        };
        self.0.push((real.to_owned(), example.clone()));
        example
    }

    /// Replaces the values of this run by examples.
    fn settle(&mut self, key: &str, value: &mut Value) {
        match value {
            Value::String(text) => {
                let is_id = text.parse::<uuid::Uuid>().is_ok() && !text.contains("-4000-");
                // The codes of refusals are in small letters.
                let is_code = key == "code" && !text.contains(|c: char| c.is_lowercase());
                if is_id || key == "token" || is_code {
                    *text = self.example_of(key, text);
                }
            }
            Value::Object(fields) => {
                for (key, field) in fields.iter_mut() {
                    match key.as_str() {
                        "left_ms" => *field = json!(29_990),
                        "server" => *field = json!("0.1.0"),
                        "absence_ms" => *field = json!(120_000),
                        _ => self.settle(key, field),
                    }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.settle(key, item)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Replaces the examples by the values of this run.
    fn restore(&self, text: &str) -> String {
        let restore =
            |text: String, (real, example): &(String, String)| text.replace(example, real);
        self.0.iter().fold(text.to_owned(), restore)
    }
}

/// The client's sockets by their names: the transcript's own is `""`.
struct Stage {
    server: TestServer,
    examples: Examples,
    sockets: Vec<(String, Client)>,
}

impl Stage {
    async fn new() -> Self {
        let parts = Parts {
            dealer: Arc::new(SeededDealer::new(SEED)),
            times: Times::default(),
            ..Parts::of_store(Arc::new(MemoryStore::new()))
        };
        Self {
            server: TestServer::of_parts(config(), parts).await,
            examples: Examples::default(),
            sockets: Vec::new(),
        }
    }

    fn socket(&mut self, name: &str) -> &mut Client {
        let found = self.sockets.iter_mut().find(|(known, _)| known == name);
        &mut found
            .unwrap_or_else(|| panic!("socket {name:?} is not open"))
            .1
    }

    /// Does what a line says the client does. Returns whether it was the client's line.
    async fn act(&mut self, line: &Value) -> bool {
        let name = line["socket"].as_str().unwrap_or_default().to_owned();
        if line.get("connect").is_some() {
            let client = Client::open(self.server.address()).await;
            self.sockets.retain(|(known, _)| *known != name);
            self.sockets.push((name, client));
        } else if line.get("lose").is_some() {
            self.sockets.retain(|(known, _)| *known != name);
        } else if let Some(message) = line.get("send") {
            let text = self.examples.restore(&message.to_string());
            self.socket(&name).say_text(&text).await;
        } else {
            return line.get("about").is_some();
        }
        true
    }

    /// The next thing that comes to a socket, as a line.
    async fn hear(&mut self, name: &str) -> Value {
        let mut line = match self.socket(name).next().await {
            Received::Message(message) => {
                let mut message = serde_json::to_value(&*message).unwrap();
                self.examples.settle("", &mut message);
                json!({ "expect": message })
            }
            Received::Closed(code) => json!({ "close": code }),
        };
        if !name.is_empty() {
            line["socket"] = json!(name);
        }
        line
    }
}

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/transcripts");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|kind| kind == "jsonl"))
        .collect();
    files.sort();
    files
}

fn lines(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Sends the client's messages and compares the server's answers.
async fn replay(file: &Path) {
    let mut stage = Stage::new().await;
    for (number, line) in lines(file).iter().enumerate() {
        if stage.act(line).await {
            continue;
        }
        let name = line["socket"].as_str().unwrap_or_default();
        let due = match line["lost"].as_array() {
            Some(lost) => lost
                .iter()
                .map(|message| json!({ "expect": message }))
                .collect(),
            None => vec![line.clone()],
        };
        for due in due {
            let answer = stage.hear(name).await;
            assert_eq!(answer, due, "{} line {}", file.display(), number + 1);
        }
    }
}

/// Sends the client's messages and writes the server's answers down.
async fn write(file: &Path) {
    let mut stage = Stage::new().await;
    let mut written = Vec::new();
    for line in lines(file) {
        if !stage.act(&line).await {
            continue;
        }
        let is_said = line.get("send").is_some();
        let is_lost = line["answer"] == "lost";
        written.push(line);
        let heard_before = written.len();
        let names: Vec<String> = stage.sockets.iter().map(|(name, _)| name.clone()).collect();
        for name in names.into_iter().filter(|_| is_said) {
            while let Ok(answer) = timeout(QUIET, stage.hear(&name)).await {
                let is_over = answer.get("close").is_some();
                written.push(answer);
                if is_over {
                    stage.sockets.retain(|(known, _)| *known != name);
                    break;
                }
            }
        }
        if is_lost {
            let lost = written.drain(heard_before..);
            let lost: Vec<Value> = lost.map(|line| line["expect"].clone()).collect();
            written.push(json!({ "lost": lost }));
        }
    }
    let text: String = written.iter().map(|line| format!("{line}\n")).collect();
    fs::write(file, text).unwrap();
}

#[tokio::test]
async fn the_transcripts_are_what_the_server_says() {
    let files = transcripts();
    assert!(files.len() >= 7, "{files:?}");
    for file in files {
        if std::env::var_os(UPDATE).is_some() {
            write(&file).await;
        }
        replay(&file).await;
    }
}
