//! The HTTP API, all GET:
//!
//! | path | answer |
//! |---|---|
//! | `/api/sheets` | [`SheetSummary`] of every game |
//! | `/api/sheets/{id}` | [`SheetPage`]: the sheet's fields, and its rules as clauses; `?options=` overrides as a JSON object; `?seats=` asks for the switches of a table with so many seats, too |
//! | `/api/tables` | [`crate::TableSummary`] of every listed table |
//! | `/api/me` | the player of the token |
//! | `/api/matches/{id}` | a finished match's record (SPEC 11); `?format=text` for the text form |
//! | `/api/protocol`, `/api/asyncapi.yaml` | the JSON Schema of this protocol; its AsyncAPI document |
//! | `/healthz`, `/readyz`, `/metrics` | the process lives; it can serve; Prometheus text |
//!
//! `/api/me` needs `Authorization: Bearer TOKEN`. With a server password `/api/tables` and `/api/matches` need it, too, of
//! an identity that was let in. The host's own API is [`crate::admin`].
//!
//! Errors are [`HttpError`] with a status of 400 and up.

use std::collections::BTreeMap;

use boneyard_engine::{Goal, Options};
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
    /// With `seats`: the overrides without what the rest does not allow, what equals the game's own rule, and what
    /// is said about other numbers of seats. `sheet` and `clauses` are those with these overrides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<BTreeMap<String, Value>>"))]
    pub options: Option<Options>,
    /// With `seats`: the rules that a table may change in this state, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<Switch>,
}

/// A rule that a table may change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Switch {
    /// The dotted field of the sheet; of a table by player count the entry for the table's number of seats.
    pub field: String,
    /// Where it stands in a form.
    pub group: SwitchGroup,
    /// What it is now.
    #[cfg_attr(feature = "schema", schemars(with = "SwitchValue"))]
    pub value: Value,
    /// What it is in the game itself; absent where the game has no such entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<SwitchValue>"))]
    pub usual: Option<Value>,
    /// What it may be set to; the present value is among them. Each makes a sheet that the server takes.
    pub choices: Vec<SwitchChoice>,
    /// Any whole number from 1 to this may be chosen, too, and changes nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

/// A value that a rule may be set to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SwitchChoice {
    /// The value.
    #[cfg_attr(feature = "schema", schemars(with = "SwitchValue"))]
    pub value: Value,
    /// What choosing it does to the overrides, those of its companions included: the new value of each field, or
    /// null where an override is taken back. Empty for the present value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "BTreeMap<String, Option<SwitchValue>>")
    )]
    pub changes: BTreeMap<String, Option<Value>>,
}

/// A value of a sheet's field: a flag, a whole number or a policy.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[cfg_attr(feature = "schema", schemars(untagged))]
#[expect(dead_code, reason = "only its schema is used")]
enum SwitchValue {
    /// A flag.
    Flag(bool),
    /// A whole number.
    Number(u32),
    /// A policy.
    Policy(String),
}

/// Where a switch stands in a form: with what most tables ask for, or with what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is a part of a sheet")]
pub enum SwitchGroup {
    First,
    Deal,
    Lead,
    Turn,
    Line,
    Score,
    Match,
    Referee,
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
