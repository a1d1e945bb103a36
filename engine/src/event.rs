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
        /// The offending hand, ascending, open to everybody; of several the lowest seat's.
        hand: Hidden<Vec<Tile>>,
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

/// What points in play are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreReason {
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
        match *self {
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
            Self::TurnBegan { seat, turn } => SeenEvent::TurnBegan { seat, turn },
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
        }
    }
}
