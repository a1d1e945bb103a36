//! A match: deals up to a result. `decide`, `rule` and `enter` say what would become fact and
//! change nothing; `apply` folds facts and refuses nothing.

mod dealing;
mod decision;
mod fold;
mod outcome;
mod placement;
#[cfg(feature = "planted-leaks")]
mod planted;
mod referee;
mod refusal;
mod sight;

use std::sync::Arc;

use crate::action::{Action, IllegalAction, LegalActions};
use crate::deal::{Deal, Moves};
use crate::entry::{DealEntry, EntryError};
use crate::event::Event;
use crate::lead;
use crate::phase::Phase;
use crate::points::Points;
use crate::result::{DealResult, LeadBy, LeadReason, MatchResult, Warnings};
use crate::scoring::side_count;
use crate::seat::{BySeat, BySide, Seat};
use crate::setup::{MatchSetup, StartError};
use crate::sheet::{Ladder, Sheet};
use crate::tile::Tile;

/// A match: a fold of events. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    setup: Arc<MatchSetup>,
    phase: Phase,
    /// How many entries were taken, void ones included.
    entries: u32,
    /// How many deals are completed, those before the standing included.
    completed: u32,
    /// How many turns have begun.
    turns: u32,
    scores: BySide<Points>,
    waiting: BySide<Points>,
    egg_pot: u32,
    /// Warnings per side; only a ladder counts them.
    warnings: BySide<Warnings>,
    /// Fines in this deal and its replay per side (SPEC 10.4, 10.8).
    fines: BySide<u32>,
    /// The lot of the deal being set up: that of the first entry taken for it (SPEC 4.3).
    lot: Option<Seat>,
    /// How the next deal is led.
    lead: LeadBy,
    deal: Option<Deal>,
    last_result: Option<Arc<DealResult>>,
    result: Option<MatchResult>,
}

impl Match {
    /// Checks a setup and makes the first event of a match, [`Event::MatchStarted`].
    ///
    /// # Errors
    ///
    /// If the sheet is not valid, or the number of players or the standing does not fit it.
    pub fn start(setup: MatchSetup) -> Result<Event, StartError> {
        setup.check()?;
        Ok(Event::MatchStarted {
            setup: Arc::new(setup),
        })
    }

    /// The match as it is right after [`Event::MatchStarted`].
    #[must_use]
    pub fn new(setup: Arc<MatchSetup>) -> Self {
        let sides = side_count(&setup.sheet, usize::from(setup.players));
        let zero = BySide::from_fn(sides, |_| Points::ZERO);
        let mut new = Self {
            phase: Phase::AwaitingEntry,
            entries: 0,
            completed: 0,
            turns: 0,
            warnings: BySide::from_fn(sides, |side| setup.warnings_before(side)),
            fines: zero.map(|_| 0),
            scores: zero.clone(),
            waiting: zero,
            egg_pot: 0,
            lot: None,
            lead: lead::first(&setup.sheet.lead),
            deal: None,
            last_result: None,
            result: None,
            setup,
        };
        if let Some(standing) = new.setup.standing.clone() {
            new.scores = standing.score;
            new.completed = standing.done;
            let winner = LeadBy::Seat {
                seat: standing.leader,
                reason: LeadReason::Winner,
            };
            new.lead = new.lead_after(standing.done, winner, standing.leader);
        }
        new
    }

    /// Folds a whole history. `None` if it does not begin with [`Event::MatchStarted`].
    #[must_use]
    pub fn from_events<'a>(events: impl IntoIterator<Item = &'a Event>) -> Option<Self> {
        let mut events = events.into_iter();
        let Some(Event::MatchStarted { setup }) = events.next() else {
            return None;
        };
        let mut game = Self::new(Arc::clone(setup));
        events.for_each(|event| game.apply(event));
        Some(game)
    }

    /// What a seat's action would make fact; changes nothing.
    ///
    /// # Errors
    ///
    /// Why the action is refused.
    pub fn decide(&self, seat: Seat, action: &Action) -> Result<Vec<Event>, IllegalAction> {
        let refusal = self.refusal(seat, action);
        #[cfg(feature = "planted-leaks")]
        let refusal = self.leaking_refusal(seat, action, refusal);
        match refusal {
            Some(reason) => Err(reason),
            None => Ok(self.consequences(seat, action)),
        }
    }

    /// What an entry would make fact; only in [`Phase::AwaitingEntry`]. Changes nothing. Start,
    /// next deal, redeal and extra deal all go through it.
    ///
    /// # Errors
    ///
    /// If no entry is awaited, or its lot takes no part.
    pub fn enter(&self, entry: DealEntry) -> Result<Vec<Event>, EntryError> {
        if self.phase != Phase::AwaitingEntry {
            return Err(EntryError::NotAwaited);
        }
        if entry.lot().index() >= self.players() {
            return Err(EntryError::Lot);
        }
        Ok(self.dealing(entry))
    }

    /// Folds one event. Never refuses.
    pub fn apply(&mut self, event: &Event) {
        self.fold(event);
    }

    /// The legal list of a seat (SPEC 3.3): empty unless it is on turn.
    #[must_use]
    pub fn legal_actions(&self, seat: Seat) -> LegalActions {
        if self.on_turn() == Some(seat) {
            self.moves().list(&self.sheet().line)
        } else {
            LegalActions::default()
        }
    }

    /// The honest list of a seat (SPEC 10.6): the legal list as it is where impossible moves are
    /// refused. At a strict table shorter than the legal list.
    #[must_use]
    pub fn honest_actions(&self, seat: Seat) -> LegalActions {
        match &self.deal {
            Some(deal) if self.on_turn() == Some(seat) => {
                deal.honest_moves(self.sheet()).list(&self.sheet().line)
            }
            _ => LegalActions::default(),
        }
    }

    /// What the match was started with.
    #[must_use]
    pub fn setup(&self) -> &Arc<MatchSetup> {
        &self.setup
    }

    /// The effective sheet.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.setup.sheet
    }

    /// How many seats play.
    #[must_use]
    pub fn players(&self) -> usize {
        usize::from(self.setup.players)
    }

    /// What the match is waiting for.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The seat on turn.
    #[must_use]
    pub fn on_turn(&self) -> Option<Seat> {
        self.deal.as_ref()?.turn.as_ref().map(|turn| turn.seat)
    }

    /// The seats that have still to arrange their row (SPEC 4.4), ascending.
    #[must_use]
    pub fn arranging(&self) -> Vec<Seat> {
        match (self.phase, &self.deal) {
            (Phase::Arranging, Some(deal)) => chosen(&deal.awaiting),
            _ => Vec::new(),
        }
    }

    /// The tile that lies face up at the right of the closed row of the seat on turn.
    #[must_use]
    pub fn turned_up(&self) -> Option<Tile> {
        Some(self.deal.as_ref()?.turned_up()?.1)
    }

    /// The number of the running turn, or of the last one; 0 before the first.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turns
    }

    /// How often the time of the running turn has run out (SPEC 10.6).
    #[must_use]
    pub fn overtimes(&self) -> u32 {
        let turn = self.deal.as_ref().and_then(|deal| deal.turn.as_ref());
        turn.map_or(0, |turn| turn.overtimes)
    }

    /// The index of the entry in play, or of the last one; `None` before the first.
    #[must_use]
    pub fn deal(&self) -> Option<u32> {
        self.entries.checked_sub(1)
    }

    /// How many deals are completed.
    #[must_use]
    pub fn completed(&self) -> u32 {
        self.completed
    }

    /// The sides' scores.
    #[must_use]
    pub fn scores(&self) -> &BySide<Points> {
        &self.scores
    }

    /// The written-out result of the last deal completed in this match.
    #[must_use]
    pub fn last_result(&self) -> Option<&Arc<DealResult>> {
        self.last_result.as_ref()
    }

    /// The result, once the match is over.
    #[must_use]
    pub fn result(&self) -> Option<&MatchResult> {
        self.result.as_ref()
    }

    /// Whether every tile is in exactly one place: a hand, the stock or the line. This holds in every
    /// match made of this crate's events; tests and programs can check it.
    #[must_use]
    pub fn conserves_tiles(&self) -> bool {
        self.deal.as_ref().is_none_or(Deal::conserves_tiles)
    }

    fn moves(&self) -> Moves {
        self.deal
            .as_ref()
            .map_or_else(Moves::default, |deal| deal.moves(self.sheet()))
    }

    /// The seat next after another in the order of play (SPEC 1.2).
    fn next_seat(&self, seat: Seat) -> Seat {
        self.sheet().turn.direction.next(seat, self.setup.players)
    }

    /// All seats in the order of play, beginning with one.
    fn seats_from(&self, first: Seat) -> impl Iterator<Item = Seat> {
        std::iter::successors(Some(first), |seat| Some(self.next_seat(*seat))).take(self.players())
    }

    fn has_ladder(&self) -> bool {
        self.sheet().referee.ladder != Ladder::None
    }
}

/// The seats for which it is true, ascending.
fn chosen(seats: &BySeat<bool>) -> Vec<Seat> {
    seats
        .pairs()
        .filter(|(_, is)| **is)
        .map(|(seat, _)| seat)
        .collect()
}
