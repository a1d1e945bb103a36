//! The only way out for hidden information: values built for one viewer (SPEC 12).

use std::sync::Arc;

use crate::action::LegalActions;
use crate::hidden::{SeenHand, Viewer};
use crate::line::LineView;
use crate::phase::Phase;
use crate::points::Points;
use crate::result::{DealResult, MatchResult, Warnings};
use crate::seat::{BySeat, BySide, Seat};
use crate::setup::MatchSetup;
use crate::tile::Tile;

/// Everything a viewer may know of a match at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatView {
    /// Who it was built for.
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
