//! Results of deals and matches, written out so that a reader can check the sum (SPEC 9).

use crate::points::Points;
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::tile::Tile;

/// Why a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DealEnd {
    /// The seat laid its last tile.
    Out {
        /// The seat.
        seat: Seat,
    },
    /// Nobody can go on.
    Block {
        /// The seat that laid the last tile.
        closer: Seat,
    },
    /// A fault: the other pair wins (SPEC 10.3).
    Fault {
        /// Who is at fault.
        seat: Seat,
        /// What was done.
        fault: Fault,
    },
    /// A warning that costs the deal (SPEC 10.4, 10.5).
    Warning {
        /// The warned pair.
        side: Side,
    },
}

/// A fault at a strict table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// A pass by a leader, or by a player holding a tile that fits.
    FalsePass,
    /// A tile laid where it does not fit, and not found right after.
    WrongTile,
}

/// The written-out result of a deal. All hands are open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealResult {
    /// The index of the deal's entry.
    pub deal: u32,
    /// How many deals are completed with this one.
    pub completed: u32,
    /// Why it ended.
    pub end: DealEnd,
    /// The sides that won it, ascending; may be empty.
    pub winners: Vec<Side>,
    /// What each seat held and what it is worth.
    pub seats: BySeat<HandResult>,
    /// What each side wrote.
    pub sides: BySide<SideResult>,
    /// The egg pot after the deal (SPEC 9.3, eggs).
    pub egg_pot: u32,
    /// Who leads the next deal, if the match goes on.
    pub next_lead: Option<LeadBy>,
}

/// A hand at the end of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandResult {
    /// The tiles left, ascending.
    pub tiles: Vec<Tile>,
    /// The hand value (SPEC 9.1).
    pub value: u32,
}

/// What a side writes after a deal: `entry` (with `eggs` and `bonus` in it) is what the deal gives,
/// `written` what the score changed by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideResult {
    /// The sum of the hand values of its seats.
    pub value: u32,
    /// The egg pot it was charged, part of `entry`.
    pub eggs: u32,
    /// Bonuses (SPEC 9.6), part of `entry`.
    pub bonus: u32,
    /// The fine of the deal (SPEC 10.4), already in `entry`.
    pub fine: u32,
    /// The entry before the threshold and overshoot, rounded.
    pub entry: Points,
    /// What was written.
    pub written: Points,
    /// Why `written` is not `entry`, if it is not.
    pub adjusted: Option<Adjusted>,
    /// Entries waiting for the account to be opened (threshold mode carry).
    pub waiting: Points,
    /// The score after the deal.
    pub score: Points,
}

/// Why what is written differs from what the deal gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjusted {
    /// Below the threshold: lost (SPEC 9.5, drop and always).
    Lost,
    /// Below the threshold: kept waiting (carry).
    Waits,
    /// Written together with entries that had waited (carry).
    WithWaiting,
    /// Counted only up to the target (SPEC 9.8, cap).
    Capped,
    /// Not counted, since it would have lifted the score above the target (exact).
    Overshot,
}

/// Who leads the next deal (SPEC 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeadBy {
    /// This seat, known already.
    Seat {
        /// The seat.
        seat: Seat,
        /// Why.
        reason: LeadReason,
    },
    /// The lot of the next deal.
    Lot,
    /// The holder of the foremost named tile.
    NamedTile,
    /// The hand with fewest pips.
    FewestPips,
    /// The hand with most pips.
    MostPips,
}

/// Why a seat leads the next deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeadReason {
    /// It went out, or has the lowest hand of the side that won a block.
    Winner,
    /// It laid the last tile before the block.
    Closer,
    /// It is next after the last leader.
    Rotation,
    /// It led the deal, and its pair won it by the other's fault or warning.
    Again,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// Final scores.
    pub score: BySide<Points>,
    /// The sides that won, ascending.
    pub winners: Vec<Side>,
    /// The goats (SPEC 9.7), ascending; empty with any other goal.
    pub losers: Vec<Side>,
    /// What ended it.
    pub reason: MatchEnd,
}

/// What ended a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// The warnings of a pair (SPEC 10.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Warnings {
    /// In this match.
    pub game: u32,
    /// In the competition.
    pub total: u32,
}

/// What points in play are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreReason {
    /// A double was led (SPEC 9.2, equal ends).
    LeadDouble,
    /// The numbers of left and right are equal.
    EqualEnds,
    /// They are equal, and a double lies across at one of them.
    EqualEndsDouble,
    /// The value of the layout is a multiple of the divisor.
    Multiple {
        /// The value (SPEC 6.5).
        value: u32,
    },
    /// The second turn of the deal was a pass (SPEC 9.6).
    FirstPass,
}
