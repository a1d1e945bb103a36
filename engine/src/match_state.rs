//! A match: deals up to a result.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::action::{Action, IllegalAction, LegalActions, Ruling};
use crate::entry::{DealEntry, EntryError};
use crate::event::Event;
use crate::hidden::Viewer;
use crate::points::Points;
use crate::result::MatchResult;
use crate::seat::{BySide, Seat};
use crate::sheet::{Invalid, Options, Sheet};
use crate::view::SeatView;

/// What a match is started with, and all it ever needs of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchSetup {
    /// The preset's id, for the record.
    pub rules: String,
    /// The overrides, for the record.
    pub options: Options,
    /// The whole effective sheet: the preset with the overrides put in.
    pub sheet: Arc<Sheet>,
    /// How many seats play.
    pub players: u8,
    /// Warnings before the match, per pair (referees).
    pub prior: Option<[u32; 2]>,
    /// The standing it goes on from.
    pub standing: Option<Standing>,
}

/// A standing a match may be set up from (SPEC 7.8).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Scores per side.
    pub score: BySide<Points>,
    /// How many deals are completed.
    pub done: u32,
    /// Who led the last one.
    pub leader: Seat,
    /// This match's warnings per pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warnings: Option<[u32; 2]>,
}

/// Why a match cannot be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// No preset has this id.
    UnknownRules,
    /// The sheet, the overrides or the number of players is not valid; the codes of SPEC 2.2.
    Invalid(Vec<Invalid>),
    /// The standing does not fit the sheet.
    Standing,
    /// The sheet is valid, but this engine does not play some of its policies yet.
    NotPlayable(Unplayable),
}

/// Policies that are not played yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unplayable {
    /// A double with four sides.
    Spinner,
    /// Points for placements.
    PointsInPlay,
    /// Hands that are rows.
    Rows,
    /// Warnings and strict tables.
    Ladder,
}

/// What a match is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The next entry ([`Match::enter`]): at the start, after `deal`, after a void deal.
    AwaitingEntry,
    /// The seat on turn.
    Playing,
    /// The ruling `deal`.
    DealOver,
    /// Nothing.
    MatchOver,
}

/// A match: a fold of events.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    setup: Arc<MatchSetup>,
}

impl MatchSetup {
    /// A setup from a preset and overrides, without standing.
    ///
    /// # Errors
    ///
    /// [`StartError::UnknownRules`] or [`StartError::Invalid`].
    pub fn preset(rules: &str, options: Options, players: u8) -> Result<Self, StartError> {
        let _ = (rules, options, players);
        unimplemented!()
    }
}

impl Match {
    /// Checks a setup and makes the first event of a match.
    ///
    /// # Errors
    ///
    /// If the sheet is not valid or not playable, or the number of players or the standing does not
    /// fit it.
    pub fn start(setup: MatchSetup) -> Result<Event, StartError> {
        let _ = setup;
        unimplemented!()
    }

    /// The match as it is right after [`Event::MatchStarted`].
    #[must_use]
    pub fn new(setup: Arc<MatchSetup>) -> Self {
        Self { setup }
    }

    /// Folds a whole history. `None` if it does not begin with [`Event::MatchStarted`].
    #[must_use]
    pub fn from_events<'a>(events: impl IntoIterator<Item = &'a Event>) -> Option<Self> {
        let _ = events.into_iter();
        unimplemented!()
    }

    /// What a seat's action would make fact; changes nothing.
    ///
    /// # Errors
    ///
    /// Why the action is refused.
    pub fn decide(&self, seat: Seat, action: &Action) -> Result<Vec<Event>, IllegalAction> {
        let _ = (seat, action);
        unimplemented!()
    }

    /// What a ruling of the table would make fact; changes nothing.
    ///
    /// # Errors
    ///
    /// Why the ruling is refused.
    pub fn rule(&self, ruling: Ruling) -> Result<Vec<Event>, IllegalAction> {
        let _ = ruling;
        unimplemented!()
    }

    /// What an entry would make fact; only in [`Phase::AwaitingEntry`]. Changes nothing.
    ///
    /// # Errors
    ///
    /// If no entry is awaited, or its lot takes no part.
    pub fn enter(&self, entry: DealEntry) -> Result<Vec<Event>, EntryError> {
        let _ = entry;
        unimplemented!()
    }

    /// Folds one event. Never refuses.
    pub fn apply(&mut self, event: &Event) {
        let _ = event;
    }

    /// The legal list of a seat (SPEC 3.3): empty unless it is on turn.
    #[must_use]
    pub fn legal_actions(&self, seat: Seat) -> LegalActions {
        let _ = seat;
        LegalActions::default()
    }

    /// What a viewer may know now.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> SeatView {
        let _ = viewer;
        unimplemented!()
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
        unimplemented!()
    }

    /// The seat on turn.
    #[must_use]
    pub fn on_turn(&self) -> Option<Seat> {
        unimplemented!()
    }

    /// The number of the running turn, or of the last one; 0 before the first.
    #[must_use]
    pub fn turn(&self) -> u32 {
        unimplemented!()
    }

    /// The index of the entry in play; `None` before the first.
    #[must_use]
    pub fn deal(&self) -> Option<u32> {
        unimplemented!()
    }

    /// How many deals are completed.
    #[must_use]
    pub fn completed(&self) -> u32 {
        unimplemented!()
    }

    /// The sides' scores.
    #[must_use]
    pub fn scores(&self) -> &BySide<Points> {
        unimplemented!()
    }

    /// The result, once the match is over.
    #[must_use]
    pub fn result(&self) -> Option<&MatchResult> {
        unimplemented!()
    }
}
