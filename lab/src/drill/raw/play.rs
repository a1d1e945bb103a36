//! A raw socket with a seat: it plays in its turn and knows its hand.

use std::collections::BTreeSet;
use std::io;

use serde_json::{Value, json};

use super::route::Route;
use super::socket::{PATIENCE, RawSocket, new_id};

/// A seat on a raw socket.
#[derive(Debug)]
pub struct RawSeat {
    /// The socket.
    pub socket: RawSocket,
    /// The identity's secret.
    pub token: String,
    /// The table.
    pub table: String,
    /// The table's code.
    pub code: String,
    /// The number of the last fact.
    pub seq: u64,
    /// How the table stands.
    pub now: Value,
    /// The tiles in hand.
    pub hand: BTreeSet<String>,
    /// The tiles that everybody has seen in this deal.
    pub shown: BTreeSet<String>,
    /// The running or last match.
    pub match_id: String,
    me: u64,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn texts(value: &Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().map(text).collect()
}

impl RawSeat {
    /// A new player at a new table.
    ///
    /// # Errors
    ///
    /// The player is not let in, or the table is not opened.
    pub async fn open(route: &Route, table: Value) -> io::Result<Self> {
        let (mut socket, welcomed) = RawSocket::enter(route, None).await?;
        let answer = socket
            .ask(json!({"type": "create", "table": table}))
            .await?;
        let token = welcomed.token.unwrap_or_default();
        Self::seated(socket, token, &answer).await
    }

    /// A new player on the seat that a code leads to.
    ///
    /// # Errors
    ///
    /// He is not let in, or gets no seat.
    pub async fn join(route: &Route, code: &str) -> io::Result<Self> {
        let (mut socket, welcomed) = RawSocket::enter(route, None).await?;
        let answer = socket.ask(json!({"type": "join", "code": code})).await?;
        let token = welcomed.token.unwrap_or_default();
        Self::seated(socket, token, &answer).await
    }

    /// Takes over a socket whose player has just got a seat.
    async fn seated(mut socket: RawSocket, token: String, answer: &Value) -> io::Result<Self> {
        if answer["type"] != "ack" {
            return Err(io::Error::other(format!("no seat: {answer}")));
        }
        let snapshot = socket.until(|message| message["type"] == "snapshot").await;
        let snapshot = snapshot.message("snapshot")?;
        let mut seat = Self {
            socket,
            token,
            table: text(&answer["table"]),
            code: text(&answer["code"]),
            seq: 0,
            now: Value::Null,
            hand: BTreeSet::new(),
            shown: BTreeSet::new(),
            match_id: String::new(),
            me: answer["seat"].as_u64().unwrap_or_default(),
        };
        seat.meet(&snapshot);
        Ok(seat)
    }

    /// Whether this seat is on turn.
    pub fn is_on_turn(&self) -> bool {
        self.now["seat"] == self.me && self.now["legal"].is_array()
    }

    /// Folds a message of this table.
    pub fn meet(&mut self, message: &Value) {
        if message["table"] != self.table {
            return;
        }
        match message["type"].as_str() {
            Some("snapshot") => {
                let view = &message["view"];
                self.seq = message["seq"].as_u64().unwrap_or_default();
                self.now = view["now"].clone();
                self.match_id = text(&view["match_id"]);
                let hands = &view["game"]["hands"];
                let mine = usize::try_from(self.me).unwrap_or_default();
                self.hand = texts(&hands[mine]["tiles"]);
            }
            Some("events") => {
                let facts = message["facts"].as_array();
                for fact in facts.into_iter().flatten() {
                    self.seq += 1;
                    self.fold(fact);
                }
                self.now = message["now"].clone();
            }
            _ => {}
        }
    }

    fn fold(&mut self, fact: &Value) {
        let mine = fact["seat"] == self.me;
        match fact["type"].as_str() {
            Some("match_started") => self.match_id = text(&fact["match_id"]),
            Some("dealt") => {
                self.hand = texts(&fact["hand"]);
                self.shown.clear();
            }
            Some("drew") if mine => {
                self.hand.insert(text(&fact["tile"]));
            }
            Some("led" | "played") => {
                let tile = text(&fact["tile"]);
                self.hand.remove(&tile);
                self.shown.insert(tile);
            }
            _ => {}
        }
    }

    /// Reads messages until something holds.
    ///
    /// # Errors
    ///
    /// It does not, for as long as anybody would wait.
    pub async fn until(&mut self, holds: impl Fn(&Self) -> bool) -> io::Result<()> {
        while !holds(self) {
            let message = self.socket.next(PATIENCE).await.message("message")?;
            self.meet(&message);
        }
        Ok(())
    }

    /// Sends a command about this table and waits for its answer.
    ///
    /// # Errors
    ///
    /// The connection is lost, or no answer comes.
    pub async fn ask(&mut self, mut command: Value) -> io::Result<Value> {
        command["table"] = self.table.as_str().into();
        command["id"] = new_id().into();
        self.ask_as(&command).await
    }

    /// Sends a whole command and waits for its answer.
    ///
    /// # Errors
    ///
    /// The connection is lost, or no answer comes.
    pub async fn ask_as(&mut self, command: &Value) -> io::Result<Value> {
        self.socket.say(command).await?;
        loop {
            let message = self.socket.next(PATIENCE).await.message("answer")?;
            if message["id"] == command["id"] {
                return Ok(message);
            }
            self.meet(&message);
        }
    }

    /// The first legal action, as a command without an id.
    pub fn move_to_make(&self) -> Value {
        json!({"type": "act", "table": self.table, "turn": self.now["turn"], "action": self.now["legal"][0]})
    }

    /// Plays on until something holds; between deals it is ready at once.
    ///
    /// # Errors
    ///
    /// The connection is lost, or what should be done is refused.
    pub async fn play_until(&mut self, holds: impl Fn(&Self) -> bool) -> io::Result<()> {
        let mut done = (0, Value::Null);
        while !holds(self) {
            let due = self.due();
            if let Some(command) = due.filter(|_| done != (self.seq, self.now["phase"].clone())) {
                done = (self.seq, self.now["phase"].clone());
                let answer = self.ask(command).await?;
                if answer["type"] != "ack" && answer["code"] != "not_now" {
                    return Err(io::Error::other(format!("not done: {answer}")));
                }
                continue;
            }
            let before = self.seq;
            self.until(|seat| seat.seq > before).await?;
        }
        Ok(())
    }

    fn due(&self) -> Option<Value> {
        match self.now["phase"].as_str() {
            Some("playing") if self.is_on_turn() => Some(self.move_to_make()),
            Some("between_deals" | "seating") => Some(json!({"type": "ready"})),
            _ => None,
        }
    }
}
