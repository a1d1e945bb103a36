//! When a trouble strikes, and how a bot gets over it.

use std::time::Duration;

use serde_json::{Value, json};

use super::facts::{Now, text};
use super::{Deed, Witness};
use crate::validate::finding::Finding;
use crate::validate::trouble::{Cut, RETRY_MS, Trouble};

/// A trouble that has struck, and how far the bot has come since.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Struck {
    pub(super) trouble: Trouble,
    pub(super) at: Duration,
    /// When it was back with a hello; at once where the socket stayed.
    pub(super) back: Option<Duration>,
}

impl Witness {
    /// Whose turn it is now, and whether that is a moment for the next trouble.
    pub(super) fn position(&mut self, now: Option<&Value>, at: Duration) -> Deed {
        self.now = Now::read(now, self.seat);
        self.is_over |= self.now.is_over;
        let next = self.troubles.front().copied();
        match (self.struck, next) {
            (None, Some(trouble @ Trouble::CutInTurn(cut))) if self.now.is_own_turn => {
                self.strike(trouble, at);
                Deed::PassThen(cut)
            }
            (None, Some(trouble @ Trouble::CutInOthers(cut))) if self.now.is_others_turn => {
                self.strike(trouble, at);
                Deed::PassThen(cut)
            }
            (None, Some(Trouble::UnknownMessage)) if self.now.is_own_turn => {
                self.strike(Trouble::UnknownMessage, at);
                Deed::PassAfter(json!({
                    "type": "x_news_of_a_later_version",
                    "table": null, "seq": 1, "facts": [{"type": "x"}],
                }))
            }
            (_, _) => Deed::Pass,
        }
    }

    pub(super) fn act(&mut self, message: &mut Value, at: Duration) -> Deed {
        self.acts += 1;
        self.last_sign = at;
        if let Some(struck) = self.struck {
            self.acts_after(struck, at);
            return Deed::Pass;
        }
        match self.troubles.front().copied() {
            Some(Trouble::CutBeforeAnswer) => {
                self.strike(Trouble::CutBeforeAnswer, at);
                Deed::PassThen(Cut::Reset)
            }
            Some(Trouble::RateLimited) => {
                self.strike(Trouble::RateLimited, at);
                Deed::Answer(json!({
                    "type": "refused", "id": message.get("id"), "table": message.get("table"),
                    "code": "rate_limited", "retry_ms": RETRY_MS,
                }))
            }
            Some(Trouble::Spoilt) if message.get("turn").is_some() => {
                self.strike(Trouble::Spoilt, at);
                spoil(message);
                Deed::Pass
            }
            _ => Deed::Pass,
        }
    }

    /// The bot acts after a trouble: it has got over it, unless it does so in the wrong way.
    fn acts_after(&mut self, struck: Struck, at: Duration) {
        let since = at.saturating_sub(struck.at);
        let trouble = struck.trouble;
        match trouble {
            Trouble::RateLimited if since < Duration::from_millis(RETRY_MS / 2) => {
                self.struck = None;
                self.wrong(
                    trouble.words(),
                    format!(
                        "it acted again after {} ms and was asked to wait {RETRY_MS} (retry_ms)",
                        since.as_millis()
                    ),
                    trouble.see(),
                );
            }
            _ => {
                self.struck = None;
                let outcome = match struck.back.filter(|_| trouble.ends_socket()) {
                    Some(back) => format!(
                        "back after {} ms, and acted",
                        back.saturating_sub(struck.at).as_millis()
                    ),
                    None => format!("acted {} ms later", since.as_millis()),
                };
                self.findings.push(Finding::ok(trouble.words(), outcome));
            }
        }
    }

    pub(super) fn next_is(&self, trouble: Trouble) -> bool {
        self.struck.is_none() && self.troubles.front() == Some(&trouble)
    }

    pub(super) fn strike(&mut self, trouble: Trouble, at: Duration) {
        self.troubles.pop_front();
        self.struck = Some(Struck {
            trouble,
            at,
            back: (!trouble.ends_socket()).then_some(at),
        });
    }
}

/// Makes an act one that is not legal: nobody leads in the middle of a deal, and who leads has nothing to end.
fn spoil(message: &mut Value) {
    let is_lead = text(message, "action").starts_with("lead");
    let spoilt = if is_lead { "stop" } else { "lead 0-0" };
    if let Value::Object(fields) = message {
        fields.insert("action".to_owned(), spoilt.into());
    }
}
