//! The facts of a match. Deliberately without `Serialize`: what leaves the engine is built for a
//! viewer by [`Event::seen_by`], and only a journal's own codec writes the whole down.

use std::sync::Arc;

use crate::action::{End, Lay, Ruling};
use crate::entry::DealEntry;
use crate::hidden::{Hidden, Viewer};
use crate::match_state::MatchSetup;
use crate::points::Points;
use crate::result::{DealResult, MatchResult};
use crate::seat::{BySeat, Seat, Side};
use crate::tile::Tile;
use crate::view::{SeenEvent, SeenHand};

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
        /// By whom.
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
        /// By whom.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// How a double lies.
        lay: Lay,
    },
    /// A tile was laid at an end.
    Played {
        /// By whom.
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
        /// By whom.
        seat: Seat,
        /// The tile, open to everybody until it is laid.
        tile: Tile,
    },
    /// The rightmost tile of a closed row was turned up, does not fit, and went to the left end.
    Misfit {
        /// By whom.
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
        /// By whom.
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

impl Event {
    /// The public form of the event (SPEC 12.3) as the viewer may see it: a new value that holds
    /// nothing else.
    #[must_use]
    #[expect(
        clippy::too_many_lines,
        reason = "one table of all facts is easier to trust"
    )]
    pub fn seen_by(&self, viewer: Viewer) -> SeenEvent {
        let seen = match *self {
            Self::MatchStarted { ref setup } => SeenEvent::MatchStarted {
                setup: Arc::clone(setup),
            },
            Self::Dealt {
                deal,
                entry: _,
                ref hands,
                stock,
            } => {
                let hands = hands.map(|hand| SeenHand::of(hand, viewer));
                SeenEvent::Dealt { deal, hands, stock }
            }
            Self::Voided {
                deal,
                entry: _,
                ref hand,
            } => {
                let seat = hand.owner;
                SeenEvent::Voided {
                    deal,
                    seat,
                    hand: SeenHand::of(hand, viewer),
                }
            }
            Self::Arranged { seat, row: _ } => SeenEvent::Arranged { seat },
            Self::TurnBegan { seat, turn } => SeenEvent::TurnBegan { seat, turn },
            Self::TurnedUp { seat, tile } => SeenEvent::TurnedUp { seat, tile },
            Self::Misfit { seat, ref tile } => SeenEvent::Misfit {
                seat,
                tile: tile.seen_by(viewer).copied(),
            },
            Self::Opened { seat, ref row } => SeenEvent::Opened {
                seat,
                row: SeenHand::of(row, viewer),
            },
            Self::Led { seat, tile, lay } => SeenEvent::Led { seat, tile, lay },
            Self::Played {
                seat,
                tile,
                end,
                lay,
            } => SeenEvent::Played {
                seat,
                tile,
                end,
                lay,
            },
            Self::Drew { seat, ref tile } => SeenEvent::Drew {
                seat,
                tile: tile.seen_by(viewer).copied(),
            },
            Self::Passed { seat } => SeenEvent::Passed { seat },
            Self::Stopped { seat } => SeenEvent::Stopped { seat },
            Self::Challenged { seat } => SeenEvent::Challenged { seat },
            Self::TakenBack { seat, tile, end } => SeenEvent::TakenBack { seat, tile, end },
            Self::Warned {
                side,
                warnings,
                fine,
            } => SeenEvent::Warned {
                side,
                warnings,
                fine,
            },
            Self::TurnEnded { seat } => SeenEvent::TurnEnded { seat },
            Self::Scored {
                side,
                points,
                reason,
            } => SeenEvent::Scored {
                side,
                points,
                reason,
            },
            Self::Ruled { ruling } => SeenEvent::Ruled { ruling },
            Self::DealOver { ref result } => SeenEvent::DealOver {
                result: Arc::clone(result),
            },
            Self::MatchOver { ref result } => SeenEvent::MatchOver {
                result: result.clone(),
            },
        };
        #[cfg(feature = "planted-leaks")]
        let seen = crate::planted::leaking_event(self, viewer, seen);
        seen
    }
}
