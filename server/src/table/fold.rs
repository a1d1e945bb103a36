//! A table folded from its records, with no task, journal or clock behind it: for tools that compare what viewers were
//! told with what was written down.

use std::sync::Arc;

use boneyard_engine::{Match, Seat};
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{Fact as WireFact, PlayerId, TableView};

use super::brain::Table;
use super::state::{Game, NotATable, Occurrence, State};
use super::wire;
use crate::clock::MonoMillis;
use boneyard_store::fact::Opening;
use boneyard_store::{JournalRecord, Seq};

/// The fold of a table's records so far.
pub struct TableFold {
    state: State,
    /// All but the first, which nobody is told of.
    occurrences: Vec<Arc<Occurrence>>,
}

impl TableFold {
    /// Begins with a table's first record.
    ///
    /// # Errors
    ///
    /// [`NotATable`].
    pub fn begin(first: &JournalRecord) -> Result<Self, NotATable> {
        Ok(Self {
            state: State::from_first(first)?,
            occurrences: Vec::new(),
        })
    }

    /// Adds the record that follows.
    pub fn add(&mut self, record: &JournalRecord) {
        self.occurrences.push(self.state.apply(record));
    }

    /// The number of the last record, from 1.
    pub fn seq(&self) -> u64 {
        self.state.seq.0
    }

    /// What a viewer was told of a fact; `None` if there is no fact of this number.
    pub fn fact(&self, seq: u64, viewer: Option<Seat>) -> Option<WireFact> {
        if seq == Seq::FIRST.0 {
            return Some(WireFact::Hidden);
        }
        let index = usize::try_from(seq.checked_sub(2)?).ok()?;
        let occurrence = self.occurrences.get(index)?;
        Some(wire::fact(&self.state.opening, occurrence, viewer))
    }

    /// How the table was opened.
    pub fn opening(&self) -> &Opening {
        &self.state.opening
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.state.seat_of(player)
    }

    /// What the table is about.
    pub fn phase(&self) -> TablePhase {
        self.state.phase
    }

    /// The number of the running or last match, from 1; 0 before the first.
    pub fn match_number(&self) -> u32 {
        self.state.match_number
    }

    /// The running or last match.
    pub fn play(&self) -> Option<&Match> {
        self.state.game.as_deref().and_then(Game::play)
    }

    /// The seat whose action the table waits for.
    pub fn on_turn(&self) -> Option<Seat> {
        self.state.on_turn()
    }

    /// Whether a deal is being played.
    pub fn deal_runs(&self) -> bool {
        self.state.deal_runs()
    }

    /// Whether the next fact is a deal's entry.
    pub fn awaits_entry(&self) -> bool {
        self.state.awaits_entry()
    }

    /// The whole table for a viewer, with nobody connected and no clock running.
    pub fn view(&self, viewer: Option<Seat>) -> TableView {
        Table::new(self.state.clone(), MonoMillis(0)).view(viewer, MonoMillis(0))
    }

    /// Whether the fold of these records is the same table.
    pub fn is_fold_of(&self, records: &[JournalRecord]) -> bool {
        State::from_records(records).is_ok_and(|state| state == self.state)
    }
}
