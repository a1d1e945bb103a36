//! A client of a session: says hello, gives commands, and keeps the frames it is sent, with their times.

use boneyard_protocol::{Ack, Position, Refused, Snapshot, Welcome};
use serde_json::{Value, json};

use super::*;

pub(super) struct Person {
    pub(super) peer: Peer,
    pub(super) welcome: Welcome,
    /// The table's position in the newest message.
    pub(super) now: Position,
    /// Every frame, and after how many milliseconds it came.
    pub(super) frames: Vec<(u128, Outbound)>,
    commands: u32,
}

impl Person {
    /// Comes with a token, or as somebody new.
    pub(super) async fn enter(server: &Server, token: Option<&str>) -> Self {
        Self::enter_with(server, json!({ "token": token })).await
    }

    /// Comes with these fields in the hello.
    pub(super) async fn enter_with(server: &Server, fields: Value) -> Self {
        // A player uses each id once, on whatever socket.
        let is_known = ["token", "transfer"].map(|name| fields[name].is_string());
        let commands = if is_known.contains(&true) { 1_000 } else { 0 };
        let mut peer = Peer::connect(server, 4_096);
        peer.say(&hello(fields)).await;
        let ServerMessage::Welcome(welcome) = peer.message().await else {
            panic!("no welcome")
        };
        Self {
            peer,
            welcome: *welcome,
            now: Position::default(),
            frames: Vec::new(),
            commands,
        }
    }

    /// The token of a new player.
    pub(super) fn token(&self) -> String {
        self.welcome.token.clone().expect("the player was new")
    }

    /// The next message. Pings are answered.
    pub(super) async fn next(&mut self) -> ServerMessage {
        loop {
            let (at, frame) = self.peer.frame().await;
            self.frames.push((at, frame.clone()));
            match frame {
                Outbound::Text(text) => return self.note(serde_json::from_str(&text).unwrap()),
                Outbound::Ping => self.peer.to_server.send(Inbound::Control).await.unwrap(),
                Outbound::Close(code) => panic!("closed: {code:?}"),
            }
        }
    }

    fn note(&mut self, message: ServerMessage) -> ServerMessage {
        if let ServerMessage::Snapshot(snapshot) = &message {
            self.now = snapshot.view.now.clone();
        }
        if let ServerMessage::Events(events) = &message {
            self.now = events.now.clone();
        }
        message
    }

    /// Reads on until a condition holds.
    pub(super) async fn until(&mut self, holds: impl Fn(&Self, &ServerMessage) -> bool) {
        loop {
            let message = self.next().await;
            if holds(self, &message) {
                return;
            }
        }
    }

    /// Gives a command and reads until its answer.
    pub(super) async fn ask(&mut self, mut command: Value) -> Result<Ack, Refused> {
        self.commands += 1;
        let id = format!("0190e0c0-0000-7000-8000-{:012}", self.commands);
        command["id"] = json!(id);
        self.peer.say(&command.to_string()).await;
        loop {
            let message = self.next().await;
            if let ServerMessage::Ack(ack) = &message
                && ack.id.to_string() == id
            {
                return Ok(ack.clone());
            }
            if let ServerMessage::Refused(refused) = &message
                && refused.id.is_some_and(|of| of.to_string() == id)
            {
                return Err(refused.clone());
            }
        }
    }

    /// Gives a command that must be refused, and returns why.
    pub(super) async fn refused(&mut self, command: Value) -> ErrorCode {
        match self.ask(command.clone()).await {
            Ok(_) => panic!("done: {command}"),
            Err(refused) => refused.why.code,
        }
    }

    /// The next snapshot.
    pub(super) async fn snapshot(&mut self) -> Snapshot {
        loop {
            if let ServerMessage::Snapshot(snapshot) = self.next().await {
                return *snapshot;
            }
        }
    }

    /// The connection is lost.
    pub(super) async fn go(self) {
        drop(self.peer.to_server);
        self.peer.session.await.unwrap();
    }
}

/// A hello of a person, with further fields.
pub(super) fn hello(fields: Value) -> String {
    let mut hello = json!({"type": "hello", "versions": {"from": 1, "to": 1}, "kind": "person"});
    for (name, value) in fields.as_object().unwrap() {
        hello[name] = value.clone();
    }
    hello.to_string()
}
