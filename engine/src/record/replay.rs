//! Playing a record again.

use std::fmt;

use super::{Act, MatchRecord};
use crate::action::IllegalAction;
use crate::entry::EntryError;
use crate::event::Event;
use crate::match_state::Match;
use crate::phase::Phase;
use crate::setup::{MatchSetup, Standing, StartError};
use crate::sheet::Sheets;

/// Why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The match cannot be started.
    Start(StartError),
    /// The next entry is missing.
    NoEntry {
        /// Its index.
        deal: usize,
    },
    /// An entry is not usable.
    Entry {
        /// Its index.
        deal: usize,
        /// Why.
        reason: EntryError,
    },
    /// An action is refused.
    Refused {
        /// Its index.
        action: usize,
        /// Why.
        reason: IllegalAction,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(reason) => write!(f, "the match cannot be started: {reason}"),
            Self::NoEntry { deal } => write!(f, "entry {deal} is missing"),
            Self::Entry { deal, reason } => write!(f, "entry {deal}: {reason}"),
            Self::Refused { action, reason } => write!(f, "action {action}: {reason}"),
        }
    }
}

impl std::error::Error for ReplayError {}

impl MatchRecord {
    /// The setup the record's match is started with, its rules being a preset.
    ///
    /// # Errors
    ///
    /// If no preset has the id, or the overrides or the standing are not valid.
    pub fn setup(&self) -> Result<MatchSetup, StartError> {
        self.setup_in(&Sheets::presets())
    }

    /// The setup the record's match is started with, its rules being one of these sheets.
    ///
    /// # Errors
    ///
    /// If no sheet has the id, or the overrides or the standing are not valid.
    pub fn setup_in(&self, sheets: &Sheets) -> Result<MatchSetup, StartError> {
        let standing: Option<Standing> = match &self.start {
            Some(start) => {
                Some(serde_json::from_value(start.clone()).map_err(|_| StartError::Standing)?)
            }
            None => None,
        };
        let sheet = sheets.get(&self.rules).ok_or(StartError::UnknownRules)?;
        let setup = MatchSetup::of_sheet(sheet, self.options.clone(), self.players)?;
        Ok(MatchSetup {
            prior: self.prior,
            standing,
            ..setup
        })
    }

    /// The match as it is after the record's last action.
    ///
    /// # Errors
    ///
    /// What cannot be played.
    pub fn replay(&self) -> Result<Match, ReplayError> {
        self.replay_in(&Sheets::presets(), |_, _| {})
    }

    /// Plays the record, showing each step: the events of the setup, then of each action, each with
    /// the match after it.
    ///
    /// # Errors
    ///
    /// What cannot be played.
    pub fn replay_each(&self, see: impl FnMut(&[Event], &Match)) -> Result<Match, ReplayError> {
        self.replay_in(&Sheets::presets(), see)
    }

    /// The same, the record's rules being one of these sheets.
    ///
    /// # Errors
    ///
    /// What cannot be played.
    pub fn replay_in(
        &self,
        sheets: &Sheets,
        mut see: impl FnMut(&[Event], &Match),
    ) -> Result<Match, ReplayError> {
        let setup = self.setup_in(sheets).map_err(ReplayError::Start)?;
        let mut events = vec![Match::start(setup).map_err(ReplayError::Start)?];
        let mut game = Match::from_events(&events).ok_or(ReplayError::NoEntry { deal: 0 })?;
        let mut next = 0;
        self.deal_in(&mut game, &mut events, &mut next)?;
        see(&events, &game);
        for (index, action) in self.actions.iter().enumerate() {
            let decided = match &action.act {
                Act::Seat(seat, action) => game.decide(*seat, action),
                Act::Table(ruling) => game.rule(*ruling),
            };
            events = decided.map_err(|reason| ReplayError::Refused {
                action: index,
                reason,
            })?;
            events.iter().for_each(|event| game.apply(event));
            self.deal_in(&mut game, &mut events, &mut next)?;
            see(&events, &game);
        }
        Ok(game)
    }

    /// Deals while an entry is awaited; `next` is the index of the next one.
    fn deal_in(
        &self,
        game: &mut Match,
        events: &mut Vec<Event>,
        next: &mut usize,
    ) -> Result<(), ReplayError> {
        while game.phase() == Phase::AwaitingEntry {
            let deal = *next;
            let entry = self
                .deals
                .get(deal)
                .ok_or(ReplayError::NoEntry { deal })?
                .entry
                .clone();
            let dealt = game
                .enter(entry)
                .map_err(|reason| ReplayError::Entry { deal, reason })?;
            dealt.iter().for_each(|event| game.apply(event));
            events.extend(dealt);
            *next += 1;
        }
        Ok(())
    }
}
