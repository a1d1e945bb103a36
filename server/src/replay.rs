//! A match in words, step by step, from its record.

mod words;

use std::fmt;

use boneyard_engine::{
    Act, Event, IllegalAction, Match, MatchRecord, Plain, RecordError, ReplayError, Seat, Sheets,
    StartError, Viewer,
};
use serde_json::Value;
use thiserror::Error;

use words::Words;

/// A match in words, and why the words stop before its end, if they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tale {
    /// The lines, as far as the match could be played.
    pub text: String,
    /// What cannot be played.
    pub failure: Option<CannotPlay>,
}

/// Why there is nothing to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotARecord {
    /// It begins like JSON but is not JSON.
    #[error("the file is not a match record: it begins with `{{` but is not JSON")]
    NotJson,
    /// It has neither form of SPEC 11.
    #[error("the file is not a match record: {0}")]
    Malformed(RecordError),
}

/// Why a record cannot be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CannotPlay {
    /// The rules are not among the given sheets.
    #[error(
        "no sheet `{rules}` is here; if it is a host's own, name the folder with its file by --sheets"
    )]
    NoSheet {
        /// Their id.
        rules: String,
    },
    /// An action is refused. Actions count from 1.
    #[error("action {number} ({action}): {reason}")]
    Action {
        /// Its number.
        number: usize,
        /// Who did what.
        action: String,
        /// Why it is refused.
        reason: IllegalAction,
    },
    /// Anything else: the setup, or an entry.
    #[error("{0}")]
    Other(ReplayError),
}

/// Reads a record in either form of SPEC 11: JSON if it begins with a brace.
///
/// # Errors
///
/// See [`NotARecord`].
pub fn read(text: &str) -> Result<MatchRecord, NotARecord> {
    if text.trim_start().starts_with('{') {
        let json: Value = serde_json::from_str(text).map_err(|_| NotARecord::NotJson)?;
        MatchRecord::from_json(&json).map_err(NotARecord::Malformed)
    } else {
        MatchRecord::from_text(text).map_err(NotARecord::Malformed)
    }
}

/// Plays a record and tells what happens; its rules must be among these sheets.
#[must_use]
pub fn tell(record: &MatchRecord, sheets: &Sheets) -> Tale {
    let mut teller = Teller {
        words: Words::new(record),
        record,
        lines: Vec::new(),
        acts: 0,
    };
    teller.setup();
    let played = record.replay_in(sheets, |events, game| teller.step(events, game));
    let failure = played.err().map(|error| cannot_play(record, error));
    if failure.is_none() && record.result.is_none() {
        teller.lines.push("the record ends here".to_owned());
    }
    let mut text = teller.lines.join("\n");
    text.push('\n');
    Tale { text, failure }
}

fn cannot_play(record: &MatchRecord, error: ReplayError) -> CannotPlay {
    match error {
        ReplayError::Start(StartError::UnknownRules) => CannotPlay::NoSheet {
            rules: Plain(&record.rules).to_string(),
        },
        ReplayError::Refused { action, reason } => CannotPlay::Action {
            number: action.saturating_add(1),
            action: record
                .actions
                .get(action)
                .map(|recorded| Words::new(record).act(&recorded.act))
                .unwrap_or_default(),
            reason,
        },
        ReplayError::Start(_) | ReplayError::NoEntry { .. } | ReplayError::Entry { .. } => {
            CannotPlay::Other(error)
        }
    }
}

struct Teller<'a> {
    words: Words<'a>,
    record: &'a MatchRecord,
    lines: Vec<String>,
    /// How many actions have been put into words.
    acts: usize,
}

impl Teller<'_> {
    fn say(&mut self, line: impl fmt::Display) {
        self.lines.push(line.to_string());
    }

    fn setup(&mut self) {
        let record = self.record;
        self.say(format_args!(
            "{}, {} players",
            Plain(&record.rules),
            record.players
        ));
        for (field, value) in &record.options.0 {
            self.say(format_args!("  {field} = {value}"));
        }
        for seat in (0..record.players).map(Seat::new) {
            let name = self.words.name(seat);
            self.say(format_args!("  seat {name}"));
        }
        if let Some(prior) = record.prior {
            self.say(format_args!(
                "  warnings before the match: {} and {}",
                prior[0], prior[1]
            ));
        }
        if let Some(start) = &record.start {
            self.say(format_args!("  goes on from {start}"));
        }
    }

    /// The events of the setup, or of one action.
    fn step(&mut self, events: &[Event], game: &Match) {
        let action = self
            .acts
            .checked_sub(1)
            .and_then(|index| self.record.actions.get(index));
        let rest = match action {
            None => events,
            Some(action) => {
                let at = action.at_ms.map_or_else(String::new, |ms| {
                    format!(" @{}.{:03}", ms / 1000, ms % 1000)
                });
                let (number, act) = (self.acts, self.words.act(&action.act));
                let ends = if matches!(action.act, Act::Seat(..)) {
                    ends(game)
                } else {
                    String::new()
                };
                self.say(format_args!("{number:>4} {act}{at}{ends}"));
                self.skip_restated(events)
            }
        };
        for event in rest {
            for line in self.words.event(event, game) {
                self.say(format_args!("       {line}"));
            }
        }
        self.acts += 1;
    }

    /// Drops the first event of an action, which repeats the action, unless it reveals a tile.
    fn skip_restated<'e>(&self, events: &'e [Event]) -> &'e [Event] {
        match events {
            [
                Event::Drew { .. } | Event::TurnedUp { .. } | Event::Misfit { .. },
                ..,
            ] => events,
            [_, rest @ ..] => rest,
            [] => events,
        }
    }
}

/// The open ends, and the value of the layout where it counts.
fn ends(game: &Match) -> String {
    let view = game.view(Viewer::Watcher);
    if view.line.ends.is_empty() {
        return String::new();
    }
    let end = |open: &boneyard_engine::OpenEnd| {
        let double = if open.double { "d" } else { "" };
        format!("{} {}{double}", open.end, open.number)
    };
    let ends: Vec<String> = view.line.ends.iter().map(end).collect();
    let value = view
        .layout_value
        .map_or_else(String::new, |value| format!(" = {value}"));
    format!("   [{}{value}]", ends.join(", "))
}

#[cfg(test)]
mod tests;
