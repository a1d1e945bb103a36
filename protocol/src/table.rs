//! A table as one viewer may see it.

use std::collections::BTreeMap;

use boneyard_engine::{
    Direction, End, Enforcement, Goal, HandRule, InPlay, Ladder, LayRule, Spinner, Tile, Unit,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::command::PlayerKind;
use crate::fact::Fact;
use crate::ids::{JoinCode, MatchId, PlayerId, TableId};
use crate::position::{Position, TablePhase};
use crate::result::DealResult;

/// A whole table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableView {
    /// Preset id.
    pub sheet: String,
    /// Overrides by dotted field.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// Whether sides are pairs (seats 0 and 2, 1 and 3).
    pub pairs: bool,
    /// `clockwise` or `anticlockwise`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub direction: Direction,
    /// The score to reach, where the match has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
    /// `reach_wins`, `reach_loses`, `most` or `fewest` (SPEC 9.7).
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub goal: Goal,
    /// The threshold below which an unopened account writes nothing (SPEC 9.5), 0 for none.
    pub threshold: u32,
    /// A fixed number of deals, 0 for none.
    pub deals: u32,
    /// Who sees a hand: `seen`, `arranged` or `unseen` (SPEC 12.2).
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub hand: HandRule,
    /// How many tiles a turn may lay: `one`, `twin_doubles`, `any`, `chain` or `all_or_one` (SPEC 7.4).
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub lay: LayRule,
    /// `none` or `first_double` (SPEC 6.3).
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub spinner: Spinner,
    /// Points for placements: `none`, `equal_ends` or `multiples` (SPEC 9.2).
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub in_play: InPlay,
    /// For multiples: of what.
    pub divisor: u32,
    /// For multiples: `per`, one point for each divisor, or `sum`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub unit: Unit,
    /// `refuse` or `penalize` (SPEC 10.1).
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub enforcement: Enforcement,
    /// The ladder of warnings: `none`, `points` or `club` (SPEC 10.4, 10.5).
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub ladder: Ladder,
    /// Settings of the table.
    pub settings: TableSettings,
    /// The join code, to those who sit here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<JoinCode>,
    /// The viewer's seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub me: Option<u8>,
    /// The seat of the table's opener, who may start the match.
    #[serde(rename = "host", default, skip_serializing_if = "Option::is_none")]
    pub opener: Option<u8>,
    /// The seats, from 0.
    pub seats: Vec<SeatInfo>,
    /// Number of the match at this table, from 1; 0 before the first.
    pub match_number: u32,
    /// The running or last match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
    /// The deal on the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameView>,
    /// How the table stands.
    pub now: Position,
    /// Whether the server passes for the viewer's seat when nothing else is possible. Told to nobody else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub auto_pass: bool,
    /// Whether the clocks stand because the journal cannot be written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
}

/// Settings of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableSettings {
    /// Not listed.
    pub private: bool,
    /// Others may look on.
    pub watchers: bool,
    /// Milliseconds for a turn.
    pub clock_ms: u64,
    /// Milliseconds of absence in a match while the table waits for the player.
    pub absence_ms: u64,
    /// What happens when they are over. Tables opened before there was a choice let a bot play.
    #[serde(default = "AbsenceEnd::before_there_was_a_choice")]
    pub absence_end: AbsenceEnd,
    /// Milliseconds between two deals at the most.
    pub pause_ms: u64,
    /// How fast the server itself acts.
    #[serde(default)]
    pub tempo: Tempo,
}

/// How fast the server takes the steps that it takes before a deadline: what server bots do, also in an absent
/// player's stead, and passes by itself ([`AutoPass`](crate::TableCommand::AutoPass)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tempo {
    /// Each of them comes after 0.8 to 2.5 seconds, drawn by lot and without a look at any hand or at what
    /// may be done, so that the time tells nothing.
    #[default]
    Even,
    /// Each of them comes at once.
    Plain,
}

/// What happens when the player on turn is absent and their time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AbsenceEnd {
    /// The persons who are here choose ([`AbsenceView`](crate::position::AbsenceView)).
    Ask,
    /// A bot plays for them at once.
    Bot,
}

impl AbsenceEnd {
    fn before_there_was_a_choice() -> Self {
        Self::Bot
    }
}

/// A seat and who is on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatInfo {
    /// Public id; absent on a free seat and for a server bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// Name; absent on a free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Person or bot; absent on a free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<PlayerKind>,
    /// Whether a socket of the player is there; always for server bots.
    pub here: bool,
    /// A bot plays for this seat's player, or for nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stand_in: bool,
    /// Said ready, for the match or the next deal, or wants the rematch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ready: bool,
    /// Milliseconds of absence left in this match; absent without a match and for server bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence_ms: Option<u64>,
}

/// The deal on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameView {
    /// Index of the entry in play, from 0.
    pub entry: u32,
    /// The entry's commitment.
    pub commitment: String,
    /// Commitments of all entries of the match so far, by index; the last is this entry's.
    pub commitments: Vec<String>,
    /// The deal's number in the match, from 1.
    pub deal: u32,
    /// Who led or is to lead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<u8>,
    /// The line; absent before the lead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<LineView>,
    /// The hands.
    pub hands: Vec<HandView>,
    /// The egg pot.
    #[serde(default)]
    pub pot: u32,
    /// The result, when the deal is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<DealResult>,
    /// The winning sides, when the match is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<u8>,
    /// The goats, when the match is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losers: Vec<u8>,
    /// What happened in this deal, for the log, in the form of `events`, as this viewer may still know it:
    /// where hands are not seen, without the tiles of misfits and of the dealt row.
    #[serde(default)]
    pub log: Vec<Fact>,
}

/// The line of play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineView {
    /// The lead.
    pub lead: LaidTile,
    /// What was laid after it, in order.
    pub laid: Vec<LaidTile>,
    /// The spinner, once it lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub spinner: Option<Tile>,
}

/// A laid tile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaidTile {
    /// The tile.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub tile: Tile,
    /// Where it was laid; absent for the lead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::fact::EndName>"))]
    pub end: Option<End>,
    /// Who laid it.
    pub seat: u8,
    /// A double laid along: its end is a single one (SPEC 6.4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub along: bool,
    /// A double whose layer wants it shown lengthwise. It counts as ever.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lengthwise: bool,
}

/// A hand as this viewer may see it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandView {
    /// Number of tiles.
    pub count: u8,
    /// The tiles, only if the viewer may see all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub tiles: Option<Vec<Tile>>,
}

/// A listed table in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableSummary {
    /// The table.
    pub table: TableId,
    /// Preset id.
    pub sheet: String,
    /// Overrides by dotted field.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// What it is doing.
    pub phase: TablePhase,
    /// The seats; a free one has no name.
    pub seats: Vec<SeatSummary>,
    /// Settings.
    pub settings: TableSettings,
    /// The score to reach, where the match has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
}

/// A seat in the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatSummary {
    /// Name; absent on a free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Person or bot; absent on a free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<PlayerKind>,
}
