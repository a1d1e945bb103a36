//! How a table stands after its last fact.

use std::collections::BTreeMap;

use boneyard_engine::Tile;
use serde::{Deserialize, Serialize};

use crate::command::AbsenceChoice;

/// How a table stands: the small public state that goes with every `events`, so that a client needs no rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// What the table is doing.
    pub phase: TablePhase,
    /// The turn's number in the match, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The seat on turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The seats that have still to arrange their row, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awaiting: Vec<u8>,
    /// Open ends by name; the value is the number, followed by `d` if the end is a double's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ends: BTreeMap<String, String>,
    /// Undealt tiles left, reserve and tiles set aside included.
    #[serde(default)]
    pub stock: u8,
    /// Those that can still be drawn.
    #[serde(default)]
    pub drawable: u8,
    /// Tiles in each hand.
    #[serde(default)]
    pub hands: Vec<u8>,
    /// Score of each side.
    #[serde(default)]
    pub score: Vec<f64>,
    /// The value of the layout (SPEC 6.5), where its multiples count, once a tile lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u32>,
    /// The seats whose row is opened, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<u8>,
    /// A turned-up tile that waits to be laid; it is the rightmost of the row of the seat on turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub turned_up: Option<Tile>,
    /// The warnings of each pair, `[in this match, in the competition]`, where there is a ladder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<[u32; 2]>,
    /// The fines of each pair in this deal, if one has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fines: Vec<u32>,
    /// Whether the viewer may challenge (SPEC 10.2): they have a seat at a strict table where a tile lies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// What may be done (SPEC 3.3). Only to the seat on turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legal: Vec<String>,
    /// The player on turn is absent and their time is up. The clock is that of the choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<AbsenceView>,
    /// The clock that runs, or stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
}

/// The player on turn is away and their time is up. The persons who are here choose by the command `absence`, while
/// [`Position::clock`] runs; when it is over a bot plays for them. `wait` and `bot` are done as soon as one of
/// these persons chooses it: one of another side or, where nobody of another side is here, any. `end` is done when
/// every other person whose seat no bot plays has chosen it. The absent player's return ends it at any time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AbsenceView {
    /// The absent player's seat.
    pub seat: u8,
    /// How often somebody has chosen to wait in this turn.
    #[serde(default)]
    pub waits: u32,
    /// The seats that want to end the match, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub end: Vec<u8>,
    /// What this viewer may choose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<AbsenceChoice>,
}

/// What a table is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TablePhase {
    /// Waiting for seats to be taken and everybody to be ready.
    #[default]
    Seating,
    /// A deal is dealt, and rows are being arranged (SPEC 4.4).
    Arranging,
    /// A deal is being played.
    Playing,
    /// A deal is over; the next follows.
    BetweenDeals,
    /// The match is over; a rematch may follow.
    MatchOver,
    /// Closed.
    Closed,
}

/// A clock as it stood when the message was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockView {
    /// Milliseconds left: of the turn, of the choice about an absent player, of the time for arranging, of the pause between deals, of the wait for ready or rematch.
    pub left_ms: u64,
    /// Of how many.
    pub of_ms: u64,
    /// Whether it runs. It stands while the seat on turn is away (its absence runs instead).
    pub running: bool,
}
