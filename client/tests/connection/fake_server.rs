//! A server that says what a test tells it to, on a port of its own.

use boneyard_client::{Backoff, Connection, EventStream, Identity, Options};
use futures_util::{SinkExt, StreamExt};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// The table every test plays at.
pub(crate) const TABLE: &str = "00000000-0000-0000-0000-000000000001";
/// The token that the server gives to a hello without one.
pub(crate) const TOKEN: &str = "a-secret";

pub(crate) struct FakeServer {
    listener: TcpListener,
    silence_ms: u32,
}

pub(crate) struct FakeSocket {
    socket: WebSocketStream<TcpStream>,
    pub(crate) hello: Value,
}

impl FakeServer {
    pub(crate) async fn bind(silence_ms: u32) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self {
            listener,
            silence_ms,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("ws://{}/ws", self.listener.local_addr().unwrap())
    }

    /// Takes the next socket and its hello.
    pub(crate) async fn accept_hello(&self) -> FakeSocket {
        let (stream, _) = self.listener.accept().await.unwrap();
        let socket = tokio_tungstenite::accept_async(stream).await.unwrap();
        let mut socket = FakeSocket {
            socket,
            hello: Value::Null,
        };
        socket.hello = socket.hear().await;
        socket
    }

    /// Takes the next socket and welcomes it.
    pub(crate) async fn accept(&self) -> FakeSocket {
        let mut socket = self.accept_hello().await;
        socket.say(self.welcome(&socket.hello)).await;
        socket
    }

    /// Only a new player is sent a token.
    fn welcome(&self, hello: &Value) -> Value {
        let mut welcome = json!({
            "type": "welcome", "version": 1, "server": "fake", "seats": [],
            "player": {"id": "00000000-0000-0000-0000-000000000002", "name": "Ada", "kind": "bot"},
            "limits": {"message_bytes": 4096, "burst": 40, "commands_per_second": 10, "ping_ms": 20000,
                "silence_ms": self.silence_ms, "name_chars": 24, "seats": 8, "tables_per_player": 8,
                "absence_choice_ms": 20000, "absence_wait_ms": 60000},
        });
        if hello["token"].is_null() {
            welcome["token"] = json!(TOKEN);
        }
        welcome
    }

    /// A client, connected; it comes back fast.
    pub(crate) async fn client(&self) -> (Connection, EventStream, FakeSocket) {
        let options = Options {
            backoff: Backoff {
                first: Duration::from_millis(5),
                most: Duration::from_millis(50),
            },
            rng: Box::new(StdRng::seed_from_u64(1)),
            ..Options::default()
        };
        let url = self.url();
        let opening = Connection::open_with(&url, Identity::bot("Ada"), options);
        let (opened, socket) = tokio::join!(opening, self.accept());
        let (connection, events) = opened.unwrap();
        (connection, events, socket)
    }
}

impl FakeSocket {
    /// The next text frame.
    pub(crate) async fn hear(&mut self) -> Value {
        loop {
            match self.socket.next().await.unwrap().unwrap() {
                Message::Text(frame) => return serde_json::from_str(&frame).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other @ (Message::Binary(_) | Message::Close(_) | Message::Frame(_)) => {
                    panic!("not a text frame: {other:?}")
                }
            }
        }
    }

    /// The next text frame, which must be of this type.
    pub(crate) async fn hear_type(&mut self, kind: &str) -> Value {
        let message = self.hear().await;
        assert_eq!(message["type"], kind, "{message}");
        message
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.socket
            .send(Message::text(message.to_string()))
            .await
            .unwrap();
    }

    pub(crate) async fn ack(&mut self, command: &Value, seq: u64) {
        self.say(
            json!({"type": "ack", "id": command["id"], "table": TABLE, "seat": 0, "seq": seq}),
        )
        .await;
    }

    /// `count` facts from number `seq` on.
    pub(crate) async fn say_events(&mut self, seq: u64, count: u64) {
        let facts: Vec<Value> = (seq..seq + count).map(fact).collect();
        self.say(json!({"type": "events", "table": TABLE, "seq": seq, "facts": facts, "now": {"phase": "playing"}}))
            .await;
    }

    pub(crate) async fn say_snapshot(&mut self, seq: u64) {
        let settings = json!({"private": true, "watchers": true, "clock_ms": 30000, "absence_ms": 120000, "pause_ms": 12000});
        let view = json!({
            "sheet": "kozel", "pairs": false, "direction": "clockwise", "goal": "reach_loses", "threshold": 0,
            "deals": 0, "hand": "seen", "lay": "one", "spinner": "none", "in_play": "none", "divisor": 5, "unit": "per",
            "enforcement": "refuse", "ladder": "none",
            "settings": settings, "seats": [], "match_number": 0, "now": {"phase": "seating"},
        });
        self.say(json!({"type": "snapshot", "table": TABLE, "seq": seq, "view": view}))
            .await;
    }

    pub(crate) async fn close(mut self, code: u16) {
        let frame = CloseFrame {
            code: code.into(),
            reason: "".into(),
        };
        self.socket.close(Some(frame)).await.unwrap();
    }
}

/// The fact of this number; numbers can be told from each other.
fn fact(seq: u64) -> Value {
    json!({"type": "ready", "seat": seq % 256})
}
