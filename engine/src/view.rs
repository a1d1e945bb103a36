//! The only door out for hidden information: values built for one viewer (SPEC 12).

use std::sync::Arc;

use crate::action::{End, Lay, LegalActions, Ruling};
use crate::event::{ScoreReason, Warnings};
use crate::hidden::{Hidden, Viewer};
use crate::match_state::{MatchSetup, Phase};
use crate::points::Points;
use crate::result::{DealResult, MatchResult};
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::tile::{Number, Tile};

/// The tiles of a hand as a viewer sees them: `None` for a closed tile. A row is listed left to
/// right, a hand that its owner sees ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeenHand {
    /// One element for every tile of the hand.
    pub tiles: Vec<Option<Tile>>,
}

impl SeenHand {
    pub(crate) fn of(hand: &Hidden<Vec<Tile>>, viewer: Viewer) -> Self {
        match hand.seen_by(viewer) {
            Some(tiles) => Self {
                tiles: tiles.iter().copied().map(Some).collect(),
            },
            None => Self {
                tiles: vec![None; hand.value.len()],
            },
        }
    }
}

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
        /// By whom.
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
    /// A tile of a closed row was turned up; it fits, or is led.
    TurnedUp {
        /// By whom.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A tile was turned up, does not fit, and went to the left end of the row.
    Misfit {
        /// By whom.
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
        /// By whom.
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

/// Everything a viewer may know of a match at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatView {
    /// For whom it was built.
    pub viewer: Viewer,
    /// Sheet, players, standing.
    pub setup: Arc<MatchSetup>,
    /// What the match is waiting for.
    pub phase: Phase,
    /// The index of the entry in play, from 0; `None` before the first.
    pub deal: Option<u32>,
    /// The number of the deal in play, from 1: completed deals and this one. After a deal is over
    /// it is still that deal's number.
    pub deal_number: u32,
    /// How many deals are completed.
    pub completed: u32,
    /// The seat on turn.
    pub on_turn: Option<Seat>,
    /// The number of the running turn, or of the last one; 0 before the first.
    pub turn: u32,
    /// Who leads, or led, the deal in play.
    pub leader: Option<Seat>,
    /// The hands.
    pub hands: BySeat<SeenHand>,
    /// The seats that have still to arrange their row, ascending.
    pub awaiting: Vec<Seat>,
    /// The seats whose row is open, ascending; none where hands are seen.
    pub opened: Vec<Seat>,
    /// The tile that lies face up at the right of the closed row of the seat on turn.
    pub turned_up: Option<Tile>,
    /// The tiles laid, with their ends.
    pub line: LineView,
    /// The value of the layout (SPEC 6.5), where multiples of it count; 0 before the lead.
    pub layout_value: Option<u32>,
    /// The number of undealt tiles.
    pub stock: u32,
    /// How many of them may still be drawn.
    pub drawable: u32,
    /// The sides' scores.
    pub scores: BySide<Points>,
    /// Entries waiting for the account to be opened (threshold mode carry).
    pub waiting: BySide<Points>,
    /// The egg pot.
    pub egg_pot: u32,
    /// The pairs' warnings, where there is a ladder.
    pub warnings: Option<BySide<Warnings>>,
    /// The pairs' fines in this deal, where there is a ladder.
    pub fines: Option<BySide<u32>>,
    /// The result of the last deal completed in this match.
    pub last_result: Option<Arc<DealResult>>,
    /// The result of the match, once it is over.
    pub result: Option<MatchResult>,
    /// The legal list, for the seat on turn only; empty for everybody else.
    pub legal: LegalActions,
}

/// The line as everybody sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineView {
    /// The led tile; with a its left and b its right number, `inner` is a and `outer` is b.
    pub lead: Option<LaidTile>,
    /// The tiles to the left of the led tile, nearest first.
    pub left: Vec<LaidTile>,
    /// The tiles to the right of the led tile, nearest first.
    pub right: Vec<LaidTile>,
    /// The tiles above the spinner, nearest first.
    pub up: Vec<LaidTile>,
    /// The tiles below the spinner, nearest first.
    pub down: Vec<LaidTile>,
    /// Where the spinner lies.
    pub spinner: Option<LinePlace>,
    /// The open ends in the order of their names.
    pub ends: Vec<OpenEnd>,
}

/// A tile of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LaidTile {
    /// The tile.
    pub tile: Tile,
    /// The half towards the led tile (the left half of the led tile itself).
    pub inner: Number,
    /// The half away from it.
    pub outer: Number,
    /// How it lies; a double laid along counts and looks like any other tile.
    pub lay: Lay,
    /// Who laid it.
    pub seat: Seat,
    /// Its place in the order of laying, from 0.
    pub order: u32,
}

/// A place of the line that holds a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinePlace {
    /// The led tile.
    Lead,
    /// The tile with this index in an arm.
    Arm {
        /// Left or right.
        end: End,
        /// Its index, from 0.
        index: u32,
    },
}

/// An open end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpenEnd {
    /// Its name.
    pub end: End,
    /// Its number.
    pub number: Number,
    /// Whether a double lies across there.
    pub double: bool,
}
