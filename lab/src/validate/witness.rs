//! The witness: sees every message between bot and server, says what the relay does to it, and notes how the bot
//! takes it. No I/O and no clock: both are handed in.

mod facts;
mod habits;
mod troubles;

use std::collections::VecDeque;
use std::time::Duration;

use serde_json::{Value, json};

use self::facts::{Now, text};
use self::troubles::Struck;
use super::finding::Finding;
use super::trouble::{Cut, Trouble};

/// What the relay does with a message.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deed {
    /// Passes it on.
    Pass,
    /// Says something else to the bot first, then passes it on.
    PassAfter(Value),
    /// Passes it on and ends the bot's socket then.
    PassThen(Cut),
    /// Does not pass it on but answers it.
    Answer(Value),
}

/// What is known of one start of the bot.
#[derive(Debug, Default)]
pub(super) struct Witness {
    troubles: VecDeque<Trouble>,
    struck: Option<Struck>,
    findings: Vec<Finding>,
    /// What was found wrong: each thing is reported once.
    reported: Vec<&'static str>,
    token: Option<String>,
    player: Option<String>,
    seat: Option<u64>,
    /// Whether the last position had it on turn, and the last one at all.
    now: Now,
    hellos: u32,
    /// When each of the last sockets was opened.
    opened: VecDeque<Duration>,
    /// Whether something has happened at a table since its last message.
    has_news: bool,
    /// When each of the last messages was said that no news had asked for.
    said: VecDeque<Duration>,
    unanswered_pings: u32,
    /// The sign of a match that goes on: the last fact or act.
    last_sign: Duration,
    time_ups: u32,
    acts: u32,
    pongs: u32,
    is_over: bool,
}

/// How far a start of the bot has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    pub(super) hellos: u32,
    pub(super) sockets: usize,
    pub(super) acts: u32,
    pub(super) time_ups: u32,
    pub(super) is_over: bool,
    pub(super) last_sign: Duration,
    /// Since when the bot is awaited back.
    pub(super) awaited_since: Option<Duration>,
}

impl Witness {
    /// A witness of a bot that is to meet these troubles. `known` is its token from an earlier start.
    pub(super) fn new(troubles: &[Trouble], known: Option<String>) -> Self {
        Self {
            troubles: troubles.iter().copied().collect(),
            token: known,
            ..Self::default()
        }
    }

    pub(super) fn progress(&self) -> Progress {
        let awaited = self.struck.filter(|struck| struck.back.is_none());
        Progress {
            hellos: self.hellos,
            sockets: self.opened.len(),
            acts: self.acts,
            time_ups: self.time_ups,
            is_over: self.is_over,
            last_sign: self.last_sign,
            awaited_since: awaited.map(|struck| struck.at),
        }
    }

    pub(super) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The troubles that have not struck, and the one that the bot has not got over.
    pub(super) fn troubles_left(&self) -> Vec<Trouble> {
        let stuck = self.stuck_in().into_iter();
        stuck.chain(self.troubles.iter().copied()).collect()
    }

    /// What was found since the last call.
    pub(super) fn take_findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.findings)
    }

    /// The trouble that the bot has not got over.
    pub(super) fn stuck_in(&self) -> Option<Trouble> {
        self.struck.map(|struck| struck.trouble)
    }

    /// The bot says something.
    pub(super) fn bot_says(&mut self, message: &mut Value, at: Duration) -> Deed {
        self.unanswered_pings = 0;
        self.count_message(at);
        match text(message, "type") {
            "hello" => {
                self.hello(message, at);
                Deed::Pass
            }
            "act" => self.act(message, at),
            _ => Deed::Pass,
        }
    }

    /// The server says something.
    pub(super) fn server_says(&mut self, message: &mut Value, at: Duration) -> Deed {
        let deed = match text(message, "type") {
            "welcome" => {
                self.welcome(message);
                Deed::Pass
            }
            "snapshot" => {
                self.seat = message
                    .pointer("/view/me")
                    .and_then(Value::as_u64)
                    .or(self.seat);
                self.position(message.pointer("/view/now"), at)
            }
            "events" => {
                self.has_news = true;
                self.events(message, at);
                self.position(message.get("now"), at)
            }
            "refused" => {
                self.refused(message);
                Deed::Pass
            }
            _ => Deed::Pass,
        };
        // Fields may be added within a version: there are always some that the bot does not know.
        if let Value::Object(fields) = message {
            fields.insert("x_later".to_owned(), json!({"a": [1, null, "two"]}));
        }
        deed
    }

    fn hello(&mut self, message: &Value, at: Duration) {
        self.hellos += 1;
        let own = message.get("token").and_then(Value::as_str);
        if self.hellos == 1
            && let Some(known) = self.token.clone()
        {
            self.starts_again(&known, own);
        }
        if self.hellos > 1 && own.is_none() {
            self.wrong(
                "coming back",
                "its hello has no token: it is another player now, its seat is lost".to_owned(),
                "docs/protocol.md, A conversation, 2",
            );
        }
        if text(message, "kind") != "bot" {
            self.wrong(
                "hello",
                "kind is not `bot`".to_owned(),
                "docs/protocol.md, A conversation, 1",
            );
        }
        if let Some(struck) = self.struck.as_mut().filter(|struck| struck.back.is_none()) {
            struck.back = Some(at);
        }
    }

    fn starts_again(&mut self, known: &str, own: Option<&str>) {
        let tried = "started again";
        self.findings.push(if own == Some(known) {
            Finding::ok(tried, "it is the same player: it has kept its token")
        } else {
            Finding::note(
                tried,
                "it is another player: keep the token, below {dir} in these trials",
            )
        });
    }

    fn welcome(&mut self, message: &Value) {
        if let Some(token) = message.get("token").and_then(Value::as_str) {
            self.token = Some(token.to_owned());
        }
        let player = message.pointer("/player/id").and_then(Value::as_str);
        let player = player.map(str::to_owned);
        if self.player.is_some() && self.player != player {
            self.wrong(
                "coming back",
                "it came back as another player: keep the token of the first welcome".to_owned(),
                "docs/protocol.md, A conversation, 2",
            );
        }
        self.player = player;
    }

    fn events(&mut self, message: &mut Value, at: Duration) {
        let Some(facts) = message.get_mut("facts").and_then(Value::as_array_mut) else {
            return;
        };
        self.last_sign = at;
        for fact in facts.iter() {
            match text(fact, "type") {
                // After a refusal of the rules a bot may let the clock play.
                "time_up"
                    if fact.get("seat").and_then(Value::as_u64) == self.seat
                        && self.stuck_in() != Some(Trouble::Spoilt) =>
                {
                    self.time_ups += 1;
                }
                "match_over" => self.is_over = true,
                _ => {}
            }
        }
        if self.next_is(Trouble::UnknownFact) {
            let hidden = facts.iter_mut().find(|fact| text(fact, "type") == "hidden");
            if let Some(fact) = hidden {
                *fact = json!({"type": "x_later_fact", "seat": 0});
                self.strike(Trouble::UnknownFact, at);
            }
        }
    }

    fn refused(&mut self, message: &Value) {
        let code = text(message, "code").to_owned();
        let see = "docs/protocol.md, Refusals";
        match code.as_str() {
            "bad_json" | "bad_message" | "unknown_type" | "malformed_action" | "id_reused" => {
                self.wrong("messages", format!("the server answers `{code}`"), see);
            }
            "bad_token" => self.wrong(
                "hello",
                "`bad_token`: its token is another server's; let it keep it below {dir}".to_owned(),
                "docs/bots/validate.md",
            ),
            "not_your_turn" | "not_your_tile" | "does_not_fit" | "no_such_end" | "wrong_lead"
            | "not_allowed" | "not_the_row"
                if self.stuck_in() != Some(Trouble::Spoilt) =>
            {
                self.wrong(
                    "acts",
                    format!("`{code}`: it acts outside the list of legal actions"),
                    "docs/protocol.md, A conversation, 5",
                );
            }
            _ => {}
        }
    }

    /// Notes what is wrong, once.
    fn wrong(&mut self, tried: &'static str, outcome: String, see: &'static str) {
        if !self.reported.contains(&tried) {
            self.reported.push(tried);
            self.findings.push(Finding::wrong(tried, outcome, see));
        }
    }

    /// At the end of a start: what was right all the time.
    pub(super) fn conclude(&mut self, sheet: &str) {
        if self.time_ups > 0 {
            let times = self.time_ups;
            self.wrong(
                "clock",
                format!("its time ran out {times} times ({sheet})"),
                "docs/protocol.md, Rows, challenges and clocks",
            );
        }
    }
}

#[cfg(test)]
mod tests;
