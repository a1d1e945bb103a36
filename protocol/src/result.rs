//! Results of deals, as sums that can be written out, and the reasons that results name.

use boneyard_engine::Tile;
use serde::{Deserialize, Serialize};

/// A deal's result as a sum that can be written out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealResult {
    /// How it ended.
    pub reason: DealEnd,
    /// What the fault was, after a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Who went out, or laid the last tile, or is at fault; absent after a warning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Sides that won the deal.
    pub winners: Vec<u8>,
    /// Every hand, opened and counted.
    pub seats: Vec<SeatSum>,
    /// Every side's line of the sum.
    pub sides: Vec<SideSum>,
    /// The egg pot after the deal.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pot: u32,
    /// Who leads the next deal, where it is known before it is dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_leader: Option<u8>,
    /// What finds the next leader. Absent when the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_lead: Option<NextLead>,
}

/// One hand at the end of a deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatSum {
    /// The tiles left.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub tiles: Vec<Tile>,
    /// Hand value (SPEC 9.1).
    pub value: u32,
}

/// One side's line of the sum: `before + written = after`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideSum {
    /// The side's hand value.
    pub value: u32,
    /// What the deal gave before threshold and overshoot.
    pub entry: f64,
    /// Part of the entry that is a bonus (SPEC 9.6), a fine (10.4) or the egg pot.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub extra: u32,
    /// The fine in `extra` (SPEC 10.4).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fine: u32,
    /// Score before.
    pub before: f64,
    /// What was written.
    pub written: f64,
    /// Score after.
    pub after: f64,
    /// Why `written` is not `entry`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<Adjusted>,
}

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DealEnd {
    /// A seat laid its last tile.
    Out,
    /// Nobody could go on.
    Block,
    /// A fault: the other pair wins (SPEC 10.3).
    Fault,
    /// A warning that costs the deal (SPEC 10.4, 10.5).
    Warning,
}

/// A fault at a strict table (SPEC 10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// A pass by a leader, or by a player holding a tile that fits.
    FalsePass,
    /// A tile laid where it does not fit, and not found right after.
    WrongTile,
}

/// What finds the leader of the next deal (SPEC 5.1, 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NextLead {
    /// The lot of the next deal.
    Lot,
    /// The foremost named tile.
    Named,
    /// The hand with fewest pips.
    FewestPips,
    /// The hand with most pips.
    MostPips,
    /// The order of play: the seat next after the last leader.
    Rotate,
    /// It won the deal.
    Winner,
    /// It laid the last tile before the block.
    Closer,
    /// It led this deal, which its pair won by a fault or a warning of the other.
    Again,
}

/// Why what is written is not what the deal gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Adjusted {
    /// Below the threshold of an unopened account: lost (SPEC 9.5).
    Threshold,
    /// It waits for the account to be opened, or is written together with what had waited (SPEC 9.5).
    Carried,
    /// It would have lifted the score above the target (SPEC 9.8).
    Overshoot,
}

/// What points in play are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScoreReason {
    /// The second turn of the deal was a pass (SPEC 9.6).
    FirstPass,
    /// A double was led (SPEC 9.2).
    LeadDouble,
    /// The numbers of left and right are equal (SPEC 9.2).
    EqualEnds,
    /// They are equal, and a double lies across at one of them (SPEC 9.2).
    EqualEndsDouble,
    /// The value of the layout is a multiple of the divisor (SPEC 9.2).
    Multiples,
}

/// What ended a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MatchEnd {
    /// The target was reached.
    Target,
    /// The fixed deals are played.
    Deals,
    /// A last tile that wins at once (SPEC 9.9).
    Immediate,
    /// A pair is out by its warnings (SPEC 10.4, 10.5).
    Warnings,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}
