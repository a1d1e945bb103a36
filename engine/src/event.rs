//! The facts of a match. Deliberately without `Serialize`: what leaves the engine is built for a
//! viewer by [`Event::seen_by`], and only a journal's own codec writes the whole down.

#[cfg(feature = "planted-leaks")]
mod planted;
mod seen;

use std::sync::Arc;

pub use seen::SeenEvent;

use crate::action::{End, Lay, Ruling};
use crate::entry::DealEntry;
use crate::hidden::Hidden;
use crate::points::Points;
use crate::result::{DealResult, MatchResult, ScoreReason, Warnings};
use crate::seat::{BySeat, Seat, Side};
use crate::setup::MatchSetup;
use crate::tile::Tile;

/// One fact. `decide`, `rule` and `enter` make them, `apply` folds them.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The match begins; its whole effective sheet is in the setup.
    MatchStarted {
        /// Sheet, players, standing.
        setup: Arc<MatchSetup>,
    },
    /// An entry was dealt.
    Dealt {
        /// The index of the entry among all entries taken, from 0.
        deal: u32,
        /// The entry, for the fold and the record only.
        entry: DealEntry,
        /// The hands: ascending where they are seen, else as the rows lie.
        hands: BySeat<Hidden<Vec<Tile>>>,
        /// The number of undealt tiles.
        stock: u32,
    },
    /// An entry was spent on a void deal (SPEC 4.3). The next entry is dealt at once.
    Voided {
        /// The index of the entry.
        deal: u32,
        /// The entry, for the fold and the record only.
        entry: DealEntry,
        /// The offending hand, listed as when it is dealt, open to everybody; of several the lowest
        /// seat's.
        hand: Hidden<Vec<Tile>>,
    },
    /// A row is fixed (SPEC 4.4).
    Arranged {
        /// Who did it.
        seat: Seat,
        /// The row, left to right, closed from now on.
        row: Hidden<Vec<Tile>>,
    },
    /// A seat is on turn.
    TurnBegan {
        /// The seat.
        seat: Seat,
        /// The turn's number in the match, from 1, never used twice.
        turn: u32,
    },
    /// The first tile was laid.
    Led {
        /// Who did it.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// How a double lies.
        lay: Lay,
    },
    /// A tile was laid at an end.
    Played {
        /// Who did it.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// Where.
        end: End,
        /// How a double lies.
        lay: Lay,
    },
    /// The rightmost tile of a closed row was turned up; it fits, or is led (SPEC 7.5, 5.4).
    TurnedUp {
        /// Who did it.
        seat: Seat,
        /// The tile, open to everybody until it is laid.
        tile: Tile,
    },
    /// The rightmost tile of a closed row was turned up, does not fit, and went to the left end.
    Misfit {
        /// Who did it.
        seat: Seat,
        /// The tile.
        tile: Hidden<Tile>,
    },
    /// A row was opened for the rest of the deal (SPEC 7.4).
    Opened {
        /// Whose row.
        seat: Seat,
        /// The row, left to right.
        row: Hidden<Vec<Tile>>,
    },
    /// A tile was drawn to the right end of a hand.
    Drew {
        /// Who did it.
        seat: Seat,
        /// The tile.
        tile: Hidden<Tile>,
    },
    /// A seat declared that it can do nothing.
    Passed {
        /// The seat.
        seat: Seat,
    },
    /// A seat ended a turn that could have gone on.
    Stopped {
        /// The seat.
        seat: Seat,
    },
    /// A seat says that the other pair has laid a wrong tile (SPEC 10.2).
    Challenged {
        /// The seat.
        seat: Seat,
    },
    /// A wrong tile, found right after it was laid, is back in the hand.
    TakenBack {
        /// Who had laid it, and is on turn again unless the warning ends the deal.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// Where it lay.
        end: End,
    },
    /// A pair was warned (SPEC 10.4). What it brings about follows.
    Warned {
        /// The pair.
        side: Side,
        /// The counters after the warning.
        warnings: Warnings,
        /// The fine that the pair has in this deal after it, 0 for none.
        fine: u32,
    },
    /// A turn is over; the idle count follows from what was done in it (SPEC 7.6).
    TurnEnded {
        /// Whose turn it was.
        seat: Seat,
    },
    /// Points in play (SPEC 9.2, 9.6), as they were counted after 9.8.
    Scored {
        /// The side that got them.
        side: Side,
        /// How many.
        points: Points,
        /// What for.
        reason: ScoreReason,
    },
    /// The table ruled.
    Ruled {
        /// What.
        ruling: Ruling,
    },
    /// The deal is over and counted; all hands are open.
    DealOver {
        /// The written-out result.
        result: Arc<DealResult>,
    },
    /// The match is over.
    MatchOver {
        /// Winners and losers.
        result: MatchResult,
    },
}
