//! The match record: enough to replay a match (SPEC 11).

mod json;
mod replay;
mod text;

use std::fmt;

use serde_json::{Value, json};

pub use replay::ReplayError;

use crate::action::{Action, Ruling};
use crate::entry::DealEntry;
use crate::result::MatchResult;
use crate::seat::Seat;
use crate::setup::MatchSetup;
use crate::sheet::Options;

/// A finished or running match. `PartialEq` compares every field; see [`MatchRecord::same_match`]
/// for the equality of SPEC 11.2.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRecord {
    /// The preset's id.
    pub rules: String,
    /// The overrides.
    pub options: Options,
    /// How many seats played, 2 to 9.
    pub players: u8,
    /// The seats' names, `None` for an unnamed one; empty if none is named.
    pub seats: Vec<Option<String>>,
    /// Warnings before the match, per pair.
    pub prior: Option<[u32; 2]>,
    /// The standing it went on from, as it was given: the order of keys is kept.
    pub start: Option<Value>,
    /// The entries consumed.
    pub deals: Vec<RecordedDeal>,
    /// The accepted actions.
    pub actions: Vec<RecordedAction>,
    /// The result, once the match is over; keys in the order in which they were given.
    pub result: Option<Value>,
}

/// An entry, with what proves that it was fixed before it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedDeal {
    /// The entry.
    pub entry: DealEntry,
    /// The commitment that was shown, 64 lower-case hex digits. In the JSON form only.
    pub commitment: Option<String>,
    /// The salt, 64 lower-case hex digits. In the JSON form only.
    pub salt: Option<String>,
}

/// Who did what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A seat's action.
    Seat(Seat, Action),
    /// The table's ruling.
    Table(Ruling),
}

/// One accepted action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedAction {
    /// Who did what.
    pub act: Act,
    /// Milliseconds since the match began.
    pub at_ms: Option<u64>,
}

/// Why something is not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// It does not say that it is a record, or not of version 1.
    Format,
    /// A line is malformed, unknown or given twice; lines count from 1.
    Line(u32),
    /// An item of the JSON form is missing or malformed.
    Item(&'static str),
    /// The number of players is not 2 to 9.
    Players,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format => f.write_str("not a domino-record of version 1"),
            Self::Line(line) => write!(f, "line {line} is not a line of a record"),
            Self::Item(item) => write!(f, "`{item}` is missing or malformed"),
            Self::Players => f.write_str("a record is of 2 to 9 players"),
        }
    }
}

impl std::error::Error for RecordError {}

impl MatchRecord {
    /// The record of a match that has just been started.
    #[must_use]
    pub fn new(setup: &MatchSetup) -> Self {
        let start = |standing| serde_json::to_value(standing).expect("a standing is plain data");
        Self {
            rules: setup.rules.clone(),
            options: setup.options.clone(),
            players: setup.players,
            seats: Vec::new(),
            prior: setup.prior,
            start: setup.standing.as_ref().map(start),
            deals: Vec::new(),
            actions: Vec::new(),
            result: None,
        }
    }

    /// Adds an entry that was consumed.
    pub fn add_deal(&mut self, entry: DealEntry) {
        self.deals.push(RecordedDeal {
            entry,
            commitment: None,
            salt: None,
        });
    }

    /// Adds an accepted action.
    pub fn add_act(&mut self, act: Act, at_ms: Option<u64>) {
        self.actions.push(RecordedAction { act, at_ms });
    }

    /// Puts the result in.
    pub fn finish(&mut self, result: &MatchResult) {
        let MatchResult {
            score,
            winners,
            losers,
            reason: _,
        } = result;
        self.result = Some(json!({ "score": score, "winners": winners, "losers": losers }));
    }

    /// Whether both are records of the same match (SPEC 11.2): names, times, commitments and the
    /// result do not matter.
    #[must_use]
    pub fn same_match(&self, other: &Self) -> bool {
        let deals = |record: &Self| -> Vec<DealEntry> {
            record.deals.iter().map(|deal| deal.entry.clone()).collect()
        };
        let acts = |record: &Self| -> Vec<Act> {
            record
                .actions
                .iter()
                .map(|action| action.act.clone())
                .collect()
        };
        self.rules == other.rules
            && self.options == other.options
            && self.players == other.players
            && self.prior == other.prior
            && self.start == other.start
            && deals(self) == deals(other)
            && acts(self) == acts(other)
    }
}
