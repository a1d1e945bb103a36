//! Bots on a bare socket, each wrong in one way.

use std::env;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// In what way a bot is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quirk {
    NeverComesBack,
    ComesBackAsAnother,
    RepeatsAtOnce,
    AnswersTooLate,
    EndsOnTheUnknown,
}

macro_rules! bots {
    ($($name:ident: $quirk:ident),* $(,)?) => {$(
        #[test]
        #[ignore = "a bot for the other tests"]
        fn $name() {
            play(Quirk::$quirk);
        }
    )*};
}

bots! {
    never_comes_back: NeverComesBack,
    comes_back_as_another: ComesBackAsAnother,
    repeats_at_once: RepeatsAtOnce,
    answers_too_late: AnswersTooLate,
    ends_on_the_unknown: EndsOnTheUnknown,
}

/// Longer than a turn of the trials.
const TOO_LONG: Duration = Duration::from_millis(5_500);
/// Before it comes back.
const PAUSE: Duration = Duration::from_millis(200);

fn play(quirk: Quirk) {
    let Ok(url) = env::var("BONEYARD_URL") else {
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(async {
        let mut bot = Bot {
            quirk,
            token: None,
            table: None,
            last: None,
            ids: 0,
        };
        // Until it is killed.
        loop {
            bot.one_socket(&url).await;
            assert_ne!(quirk, Quirk::NeverComesBack, "the connection is lost");
            tokio::time::sleep(PAUSE).await;
        }
    });
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Bot {
    quirk: Quirk,
    token: Option<String>,
    table: Option<String>,
    last: Option<Value>,
    ids: u128,
}

impl Bot {
    /// Plays over one socket until it is lost.
    async fn one_socket(&mut self, url: &str) {
        let Ok((mut socket, _)) = connect_async(url).await else {
            return;
        };
        let mut hello = json!({"type": "hello", "versions": {"from": 1, "to": 1}, "kind": "bot"});
        if let Some(token) = &self.token {
            hello["token"] = token.as_str().into();
        }
        if socket.send(Message::text(hello.to_string())).await.is_err() {
            return;
        }
        while let Some(Ok(frame)) = socket.next().await {
            let Message::Text(text) = frame else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).unwrap();
            if let Some(answer) = self.hear(&message)
                && !self.say(&mut socket, answer).await
            {
                return;
            }
        }
    }

    /// Says it; whether the socket is still there.
    async fn say(&mut self, socket: &mut Socket, mut command: Value) -> bool {
        if command["type"] == "act" && self.quirk == Quirk::AnswersTooLate {
            tokio::time::sleep(TOO_LONG).await;
        }
        self.ids += 1;
        command["id"] = format!("00000000-0000-4000-8000-{:012x}", self.ids).into();
        self.last = Some(command.clone());
        socket
            .send(Message::text(command.to_string()))
            .await
            .is_ok()
    }

    /// What it answers.
    fn hear(&mut self, message: &Value) -> Option<Value> {
        match message["type"].as_str().unwrap() {
            "welcome" => {
                if let Some(token) = message["token"].as_str() {
                    let keeps = self.quirk != Quirk::ComesBackAsAnother;
                    self.token = keeps.then(|| token.to_owned());
                }
                Some(match &self.table {
                    Some(table) => json!({"type": "resume", "table": table, "since": 0}),
                    None => json!({"type": "join", "code": env::var("BONEYARD_TABLE").unwrap()}),
                })
            }
            "refused" if self.quirk == Quirk::RepeatsAtOnce => self.last.clone(),
            "snapshot" => {
                self.table = message["table"].as_str().map(str::to_owned);
                self.answer(&message["view"]["now"])
            }
            "events" => self.answer(&message["now"]),
            "ack" | "refused" | "presence" | "paused" | "gone" | "heartbeat" => None,
            other if self.quirk == Quirk::EndsOnTheUnknown => panic!("what is {other}?"),
            _ => None,
        }
    }

    fn answer(&self, now: &Value) -> Option<Value> {
        let table = self.table.as_deref()?;
        match now["phase"].as_str()? {
            "seating" | "between_deals" => Some(json!({"type": "ready", "table": table})),
            "playing" => {
                let action = now["legal"].as_array()?.first()?;
                let turn = &now["turn"];
                Some(json!({"type": "act", "table": table, "turn": turn, "action": action}))
            }
            _ => None,
        }
    }
}
