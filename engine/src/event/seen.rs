//! What one viewer is told of a fact (SPEC 12.3).

use std::sync::Arc;

use super::Event;
#[cfg(feature = "planted-leaks")]
use super::planted;
use crate::action::{End, Lay, Ruling};
use crate::hidden::{SeenHand, Viewer};
use crate::points::Points;
use crate::result::{DealResult, MatchResult, ScoreReason, Warnings};
use crate::seat::{BySeat, Seat, Side};
use crate::setup::MatchSetup;
use crate::tile::Tile;

/// An event as one viewer may see it. Every field is public information for that viewer.
#[derive(Clone, Debug, PartialEq)]
pub enum SeenEvent {
    /// The match begins.
    MatchStarted {
        /// Sheet, players, standing.
        setup: Arc<MatchSetup>,
    },
    /// An entry was dealt.
    Dealt {
        /// The index of the entry among all entries taken, from 0.
        deal: u32,
        /// The hands.
        hands: BySeat<SeenHand>,
        /// The number of undealt tiles.
        stock: u32,
    },
    /// A deal was void (SPEC 4.3).
    Voided {
        /// The index of the entry.
        deal: u32,
        /// Whose hand made it void.
        seat: Seat,
        /// That hand, open to everybody.
        hand: SeenHand,
    },
    /// A row is fixed.
    Arranged {
        /// Who did it.
        seat: Seat,
    },
    /// A seat is on turn.
    TurnBegan {
        /// The seat.
        seat: Seat,
        /// The turn's number in the match, from 1.
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
    /// A tile of a closed row was turned up; it fits, or is led.
    TurnedUp {
        /// Who did it.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A tile was turned up, does not fit, and went to the left end of the row.
    Misfit {
        /// Who did it.
        seat: Seat,
        /// The tile, for those who may see it.
        tile: Option<Tile>,
    },
    /// A row was opened.
    Opened {
        /// Whose row.
        seat: Seat,
        /// The row, left to right.
        row: SeenHand,
    },
    /// A tile was drawn.
    Drew {
        /// Who did it.
        seat: Seat,
        /// The tile, for those who see the hand.
        tile: Option<Tile>,
    },
    /// A seat passed.
    Passed {
        /// The seat.
        seat: Seat,
    },
    /// A seat ended its turn.
    Stopped {
        /// The seat.
        seat: Seat,
    },
    /// A seat says that the other pair has laid a wrong tile.
    Challenged {
        /// The seat.
        seat: Seat,
    },
    /// A wrong tile is back in the hand.
    TakenBack {
        /// Whose tile it is.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// Where it lay.
        end: End,
    },
    /// A pair was warned.
    Warned {
        /// The pair.
        side: Side,
        /// The counters after the warning.
        warnings: Warnings,
        /// The fine that the pair has in this deal after it, 0 for none.
        fine: u32,
    },
    /// A turn is over.
    TurnEnded {
        /// Whose turn it was.
        seat: Seat,
    },
    /// Points in play.
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
    /// The deal is over; all hands are open.
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
        let seen = planted::leaking(self, viewer, seen);
        seen
    }
}
