//! The match record: enough to replay a match (SPEC 11).

use serde_json::Value;

use crate::action::{Action, Ruling};
use crate::entry::DealEntry;
use crate::match_state::{Match, MatchSetup};
use crate::result::MatchResult;
use crate::seat::Seat;
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
    /// The players' names, `None` for an unnamed seat; empty if none is named.
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

/// An entry with what proves that it was fixed before it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedDeal {
    /// The entry.
    pub entry: DealEntry,
    /// The commitment that was shown, 64 lower-case hex digits. JSON form only.
    pub commitment: Option<String>,
    /// The salt, 64 lower-case hex digits. JSON form only.
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
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedAction {
    /// Who did what.
    pub act: Act,
    /// Milliseconds since the match began.
    pub at_ms: Option<u64>,
}

/// Why a text is not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The first line or `format` is not that of a record, or the version is not 1.
    Format,
    /// A line or token is malformed or out of place; lines count from 1 (0: not known).
    Syntax {
        /// The line.
        line: u32,
    },
    /// A record holds 2 to 9 players.
    Players,
}

/// Why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplayError {
    /// The match cannot be started.
    Start(crate::match_state::StartError),
    /// An entry is missing or not usable.
    Entry {
        /// Its index.
        deal: usize,
    },
    /// An action is refused.
    Action {
        /// Its index.
        index: usize,
        /// Why.
        reason: crate::action::IllegalAction,
    },
}

impl MatchRecord {
    /// An empty record of a match that is about to begin.
    #[must_use]
    pub fn new(setup: &MatchSetup) -> Self {
        let _ = setup;
        unimplemented!()
    }

    /// Puts the result in.
    pub fn finish(&mut self, result: &MatchResult) {
        let _ = result;
        unimplemented!()
    }

    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// Where and why it is not a record.
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        let _ = text;
        unimplemented!()
    }

    /// Writes the text form (SPEC 11.2).
    #[must_use]
    pub fn to_text(&self) -> String {
        unimplemented!()
    }

    /// Reads the JSON form; further keys are ignored.
    ///
    /// # Errors
    ///
    /// Why it is not a record.
    pub fn from_json(json: &Value) -> Result<Self, RecordError> {
        let _ = json;
        unimplemented!()
    }

    /// Writes the JSON form (SPEC 11.1).
    #[must_use]
    pub fn to_json(&self) -> Value {
        unimplemented!()
    }

    /// Whether both are records of the same match: equal but for names, times, commitments and
    /// result.
    #[must_use]
    pub fn same_match(&self, other: &Self) -> bool {
        let _ = other;
        unimplemented!()
    }

    /// Plays the record.
    ///
    /// # Errors
    ///
    /// What cannot be played.
    pub fn replay(&self) -> Result<Match, ReplayError> {
        unimplemented!()
    }
}

/// The record's line of an entry, without line feed: `deal`, the lot, 28 tiles as two digits.
#[must_use]
pub fn deal_line(entry: &DealEntry) -> String {
    use std::fmt::Write as _;
    let mut line = format!("deal {}", entry.lot());
    for tile in entry.order() {
        write!(line, " {}{}", tile.high(), tile.low()).expect("writing to a String cannot fail");
    }
    line
}
