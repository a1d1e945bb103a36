//! Checks a match record against what its players were promised.
//!
//! Before each deal the server sends everybody a commitment: the SHA-256 of 32 random bytes followed by the record's
//! deal line. The record of the finished match has the bytes, so that anybody can compute the commitment again. This
//! proves that the order of the tiles was fixed before the first one was laid. Whether the commitment in the record is
//! the one that was sent, players must compare for themselves (the page does).

use hex::FromHex as _;
use std::fmt;

use boneyard_engine::{
    DealEntry, MatchRecord, MatchResult, Plain, RecordError, RecordedDeal, ReplayError, Sheets,
    StartError, commitment,
};
use serde_json::{Value, json};
use thiserror::Error;

/// What is known about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Every deal entry, in order.
    pub deals: Vec<DealFinding>,
    /// The match, played again.
    pub game: GameFinding,
}

/// What is known about one deal entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealFinding {
    /// The commitment follows from salt and entry.
    Matches,
    /// Another commitment follows from them.
    Mismatch {
        /// As the record has it.
        recorded: String,
        /// As it follows from salt and entry.
        computed: String,
    },
    /// The salt is not 64 hexadecimal digits.
    BadSalt,
    /// The record has no commitment or no salt for it. Nothing can be said.
    Uncommitted,
}

/// The outcome of playing the record again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFinding {
    /// Every action is legal, every entry was needed, and the result is the recorded one.
    Holds {
        /// Actions played.
        actions: usize,
    },
    /// The match is not over; everything so far is legal.
    Unfinished {
        /// Actions played.
        actions: usize,
    },
    /// An action is not legal, or an entry is missing.
    Illegal {
        /// Which and why.
        why: String,
    },
    /// The rules are not among the given sheets. Nothing can be said.
    NoSheet {
        /// Their id.
        rules: String,
    },
    /// The record has entries that were never dealt.
    UnusedEntries {
        /// How many were dealt.
        dealt: usize,
        /// How many the record has.
        recorded: usize,
    },
    /// The match ends differently from what the record says.
    OtherResult {
        /// As the record has it; `null` if it has none.
        recorded: String,
        /// As it was played.
        played: String,
    },
}

/// Why there is nothing to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// The file holds no JSON.
    #[error("the file is not JSON")]
    NotJson,
    /// The JSON is not a match record.
    #[error("the file is not a match record: {0}")]
    NotARecord(RecordError),
}

/// Verifies a record in its JSON form; its rules must be among these sheets.
///
/// # Errors
///
/// The text is no such record.
pub fn verify(text: &str, sheets: &Sheets) -> Result<Verification, VerifyError> {
    let json: Value = serde_json::from_str(text).map_err(|_| VerifyError::NotJson)?;
    let record = MatchRecord::from_json(&json).map_err(VerifyError::NotARecord)?;
    Ok(Verification {
        deals: record.deals.iter().map(find_deal).collect(),
        game: find_game(&record, sheets),
    })
}

fn find_deal(deal: &RecordedDeal) -> DealFinding {
    let (Some(recorded), Some(salt)) = (&deal.commitment, &deal.salt) else {
        return DealFinding::Uncommitted;
    };
    match <[u8; 32]>::from_hex(salt).ok() {
        Some(salt) => compare(recorded, &salt, &deal.entry),
        None => DealFinding::BadSalt,
    }
}

fn compare(recorded: &str, salt: &[u8; 32], entry: &DealEntry) -> DealFinding {
    let computed = hex::encode(commitment(salt, entry));
    if recorded == computed {
        DealFinding::Matches
    } else {
        DealFinding::Mismatch {
            recorded: recorded.to_owned(),
            computed,
        }
    }
}

fn find_game(record: &MatchRecord, sheets: &Sheets) -> GameFinding {
    let game = match record.replay_in(sheets, |_, _| {}) {
        Ok(game) => game,
        Err(ReplayError::Start(StartError::UnknownRules)) => {
            return GameFinding::NoSheet {
                rules: Plain(&record.rules).to_string(),
            };
        }
        Err(error) => {
            return GameFinding::Illegal {
                why: error.to_string(),
            };
        }
    };
    let actions = record.actions.len();
    let dealt = game.deal().map_or(0, |last| {
        usize::try_from(last)
            .unwrap_or(usize::MAX)
            .saturating_add(1)
    });
    if dealt != record.deals.len() {
        return GameFinding::UnusedEntries {
            dealt,
            recorded: record.deals.len(),
        };
    }
    let played = game.result().map(result_json);
    match (played, &record.result) {
        (None, None) => GameFinding::Unfinished { actions },
        (Some(played), Some(recorded)) if same(&played, recorded) => GameFinding::Holds { actions },
        (played, recorded) => GameFinding::OtherResult {
            recorded: text_of(recorded.as_ref()),
            played: text_of(played.as_ref()),
        },
    }
}

fn result_json(result: &MatchResult) -> Value {
    json!({ "score": result.score, "winners": result.winners, "losers": result.losers })
}

/// Whether the recorded result has every part of the played one. Further keys are ignored.
fn same(played: &Value, recorded: &Value) -> bool {
    ["score", "winners", "losers"]
        .iter()
        .all(|part| played.get(part) == recorded.get(part))
}

fn text_of(result: Option<&Value>) -> String {
    result.map_or_else(|| "null".into(), Value::to_string)
}

impl Verification {
    /// Whether every deal is the one promised and the match was played by the rules to its recorded end.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.deals.iter().all(|deal| *deal == DealFinding::Matches)
            && matches!(self.game, GameFinding::Holds { .. })
    }
}

impl fmt::Display for Verification {
    /// One line for each entry, one for the match, and the verdict. Entries count from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, deal) in (1..).zip(&self.deals) {
            writeln!(f, "deal {number}: {deal}")?;
        }
        writeln!(f, "match: {}", self.game)?;
        f.write_str(if self.holds() {
            "verified\n"
        } else {
            "NOT VERIFIED\n"
        })
    }
}

impl fmt::Display for DealFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Matches => f.write_str("ok"),
            Self::Mismatch { recorded, computed } => {
                write!(f, "MISMATCH, recorded {recorded}, computed {computed}")
            }
            Self::BadSalt => f.write_str("MISMATCH, the salt is not 64 hexadecimal digits"),
            Self::Uncommitted => f.write_str("UNKNOWN, the record has no commitment and salt"),
        }
    }
}

impl fmt::Display for GameFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds { actions } => write!(f, "ok, {actions} actions"),
            Self::Unfinished { actions } => write!(f, "UNFINISHED after {actions} actions"),
            Self::NoSheet { rules } => write!(
                f,
                "UNKNOWN, no sheet `{rules}` is here; if it is a host's own, name its folder by --sheets"
            ),
            Self::Illegal { why } => write!(f, "ILLEGAL, {why}"),
            Self::UnusedEntries { dealt, recorded } => {
                write!(f, "MISMATCH, {recorded} entries recorded, {dealt} dealt")
            }
            Self::OtherResult { recorded, played } => {
                write!(f, "MISMATCH, recorded {recorded}, played {played}")
            }
        }
    }
}

#[cfg(test)]
mod tests;
