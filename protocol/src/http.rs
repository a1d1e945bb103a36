//! The HTTP API, all GET and public:
//!
//! | path | answer |
//! |---|---|
//! | `/api/sheets` | [`SheetSummary`] of every game |
//! | `/api/sheets/{id}` | [`SheetPage`]: the sheet's fields, and its rules as clauses; `?options=` overrides as a JSON object |
//! | `/api/tables` | [`crate::TableSummary`] of every listed table |
//! | `/api/matches/{id}` | a finished match's record (SPEC 11); `?format=text` for the text form |
//! | `/api/protocol` | the JSON Schema of this protocol |
//! | `/healthz`, `/readyz`, `/metrics` | the process lives; it can serve; Prometheus text |
//!
//! With a server password `/api/tables` and `/api/matches` need `Authorization: Bearer TOKEN` of an identity that was
//! let in. The host's own API is [`crate::admin`].
//!
//! Errors are [`HttpError`] with a status of 400 and up.

use std::collections::BTreeMap;

use boneyard_engine::Goal;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::code::ErrorCode;

/// One line of the list of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SheetSummary {
    /// Preset id.
    pub id: String,
    /// Names by language: `en`, `ru`, `hu`.
    pub names: BTreeMap<String, String>,
    /// Fewest seats.
    pub min: u8,
    /// Most seats at a table of this server.
    pub max: u8,
    /// Whether sides are pairs.
    pub pairs: bool,
    /// `reach_wins`, `reach_loses`, `most` or `fewest`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub goal: Goal,
    /// Score to reach by number of seats; empty for a fixed number of deals.
    pub target: BTreeMap<String, u32>,
    /// Number of deals, 0 without a fixed number.
    pub deals: u32,
    /// Seconds for a turn.
    pub clock_s: u32,
    /// Its rules, in order; a client writes them in its language.
    pub clauses: Vec<Clause>,
}

/// A game's sheet and its rules, with overrides put in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SheetPage {
    /// The sheet as a tree of fields (SPEC 2.1).
    pub sheet: Value,
    /// Its rules, in order; a client writes them in its language.
    pub clauses: Vec<Clause>,
}

/// A rule: a code and what belongs into the sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clause {
    /// The code; every client language has a sentence for it.
    pub code: String,
    /// Parameters by name: numbers, tables by number of seats, or further codes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Value>,
    /// Whether the overrides have made it other than in the game's own rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
}

/// An error of the HTTP API.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HttpError {
    /// What went wrong.
    pub code: ErrorCode,
    /// Codes of SPEC 2.2, with `sheet_invalid`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
    /// The field in question, with `bad_message` and `setting_range`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Milliseconds after which to try again, with `rate_limited`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u32>,
}
