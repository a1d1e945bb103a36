//! Two players of a match who act by the frames alone, and a watcher. Every frame they are sent is kept.

use std::net::SocketAddr;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::common::client::Client;

pub(super) struct Player {
    pub(super) client: Client,
    pub(super) token: String,
    pub(super) frames: Vec<String>,
    /// The tiles of the first hand.
    pub(super) hand: Vec<String>,
    pub(super) match_id: String,
    pub(super) code: String,
    table: Value,
    /// The position in the newest message, and its sequence number.
    now: Value,
    seq: Value,
}

/// A private table of two, dealt and not yet led: both players and a watcher have seen what they may.
pub(super) async fn private_table(at: SocketAddr) -> (Player, Player, Player) {
    let (mut one, mut two) = (Player::enter(at).await, Player::enter(at).await);
    let mut watcher = Player::enter(at).await;
    let request = json!({
        "sheet": "kozel", "options": {"match.target.2": 13}, "seats": 2, "private": true
    });
    let opened = one.ask(json!({"type": "create", "table": request})).await;
    let code = opened["code"].as_str().unwrap().to_owned();
    two.ask(json!({"type": "join", "code": code})).await;
    watcher.ask(json!({"type": "watch", "code": code})).await;
    for player in [&mut one, &mut two, &mut watcher] {
        player.table.clone_from(&opened["table"]);
        player.code.clone_from(&code);
    }
    for player in [&mut one, &mut two] {
        let ready = json!({"type": "ready", "table": player.table});
        player.ask(ready).await;
    }
    for player in [&mut one, &mut two, &mut watcher] {
        player.look_at_hand().await;
    }
    (one, two, watcher)
}

impl Player {
    async fn enter(at: SocketAddr) -> Self {
        let mut client = Client::open(at).await;
        let hello = json!({"type": "hello", "versions": {"from": 1, "to": 1}, "kind": "person"});
        client.say_text(&hello.to_string()).await;
        let welcome = client.hear_text().await;
        let token: Value = serde_json::from_str(&welcome).unwrap();
        Self {
            client,
            token: token["token"].as_str().unwrap().to_owned(),
            frames: vec![welcome],
            hand: Vec::new(),
            match_id: String::new(),
            code: String::new(),
            table: Value::Null,
            now: Value::Null,
            seq: Value::Null,
        }
    }

    async fn hear(&mut self) -> Value {
        let text = self.client.hear_text().await;
        let message: Value = serde_json::from_str(&text).unwrap();
        self.frames.push(text);
        let now = match message["type"].as_str() {
            Some("snapshot") => &message["view"]["now"],
            Some("events") => &message["now"],
            _ => return message,
        };
        self.now.clone_from(now);
        self.seq.clone_from(&message["seq"]);
        message
    }

    async fn ask(&mut self, command: Value) -> Value {
        let id = self.say(command).await;
        loop {
            let message = self.hear().await;
            if message["id"] == id {
                assert_eq!(message["type"], "ack", "{message}");
                return message;
            }
        }
    }

    async fn say(&mut self, mut command: Value) -> Value {
        command["id"] = json!(Uuid::new_v4());
        self.client.say_text(&command.to_string()).await;
        command["id"].clone()
    }

    /// Waits for the deal and learns what hand it gave, if any.
    async fn look_at_hand(&mut self) {
        while self.now["seat"].is_null() {
            self.hear().await;
        }
        let resume = json!({"type": "resume", "table": self.table, "since": 0});
        self.say(resume).await;
        let view = loop {
            let message = self.hear().await;
            if message["type"] == "snapshot" {
                break message["view"].clone();
            }
        };
        self.match_id = view["match_id"].as_str().unwrap().to_owned();
        let hands = view["game"]["hands"].as_array().unwrap();
        let tiles = hands.iter().filter_map(|hand| hand["tiles"].as_array());
        let tiles = tiles
            .flatten()
            .map(|tile| tile.as_str().unwrap().to_owned());
        self.hand = tiles.collect();
    }

    /// Plays to the end of the match: the first legal action, ready between deals.
    pub(super) async fn play(&mut self) {
        let mut answered = Value::Null;
        while self.now["phase"] != "match_over" {
            let table = self.table.clone();
            let is_new = self.seq != answered;
            let action = self.now["legal"][0].clone();
            if is_new && self.now["phase"] == "between_deals" {
                answered.clone_from(&self.seq);
                self.say(json!({"type": "ready", "table": table})).await;
            } else if is_new && !action.is_null() {
                answered.clone_from(&self.seq);
                let turn = self.now["turn"].clone();
                let act = json!({"type": "act", "table": table, "turn": turn, "action": action});
                self.say(act).await;
            }
            self.hear().await;
        }
    }

    /// Watches to the end of the match.
    pub(super) async fn look_on(&mut self) {
        while self.now["phase"] != "match_over" {
            self.hear().await;
        }
    }
}
