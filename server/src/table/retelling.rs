//! A table told again from its journal, beside the live one: what the simulation holds against what viewers
//! were told.

use boneyard_engine::{Match, Seat, TileSet};
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{Fact as WireFact, PlayerId, TableView};

use super::brain::Table;
use super::state::{Game, NotATable, State};
use super::wire::{self, Shown};
use crate::clock::MonoMillis;
use boneyard_store::JournalRecord;

/// The fold of a table's records so far, and what viewers saw of each.
pub(crate) struct Retelling {
    state: State,
    shown: Vec<Shown>,
}

/// How a table stands, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) phase: TablePhase,
    /// 0 before the first match.
    pub(crate) match_number: u32,
    /// The running or last turn of the match; 0 before the first.
    pub(crate) turn: u32,
    pub(crate) on_turn: Option<Seat>,
    /// Whether the next fact is an entry.
    pub(crate) awaits_entry: bool,
    /// Tiles in hands, on the line and in the stock, once a deal is dealt.
    pub(crate) tiles: Option<usize>,
    /// Milliseconds for a turn.
    pub(crate) clock_ms: u64,
}

impl Retelling {
    /// Begins with a table's first record.
    ///
    /// # Errors
    ///
    /// [`NotATable`].
    pub(crate) fn begin(first: &JournalRecord) -> Result<Self, NotATable> {
        Ok(Self {
            state: State::from_first(first)?,
            shown: vec![Shown::Same(WireFact::Hidden)],
        })
    }

    /// Adds the record that follows.
    pub(crate) fn add(&mut self, record: &JournalRecord) {
        self.shown.push(self.state.apply(record));
    }

    /// The number of the last record.
    pub(crate) fn seq(&self) -> u64 {
        self.state.seq.0
    }

    /// What a viewer saw of a fact.
    pub(crate) fn fact(&self, seq: u64, viewer: Option<Seat>) -> Option<&WireFact> {
        let index = usize::try_from(seq.checked_sub(1)?).ok()?;
        self.shown.get(index).map(|shown| shown.to(viewer))
    }

    /// The seat of a player.
    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.state.seat_of(player)
    }

    /// How many seats the table has.
    pub(crate) fn seats(&self) -> u8 {
        self.state.opening.seats
    }

    /// How it stands.
    pub(crate) fn standing(&self) -> Standing {
        let play = self.state.game.as_ref().and_then(Game::play);
        Standing {
            phase: self.state.phase,
            match_number: self.state.match_number,
            turn: play.map_or(0, Match::turn),
            on_turn: self.state.on_turn(),
            awaits_entry: self.state.awaits_entry(),
            tiles: self.state.deal_runs().then(|| self.tiles()).flatten(),
            clock_ms: self.state.opening.settings.clock_ms,
        }
    }

    /// The seat on turn and the texts of its legal actions, where hands are not seen: a lead that the rules
    /// name is told to its leader there.
    pub(crate) fn named_to(&self) -> Option<(Seat, Vec<String>)> {
        if wire::hands_are_seen(&self.state) {
            return None;
        }
        let seat = self.state.on_turn()?;
        let play = self.state.game.as_ref().and_then(Game::play)?;
        Some((seat, wire::legal_texts(&play.legal_actions(seat))))
    }

    /// The tiles in hands that lie open to everybody.
    pub(crate) fn open_hands(&self) -> TileSet {
        let play = self.state.game.as_ref().and_then(Game::play);
        let hands = play.map(|play| play.view(wire::viewer(None)).hands);
        let tiles = hands.iter().flat_map(|hands| hands.iter());
        tiles
            .flat_map(|hand| hand.tiles.iter().flatten().copied())
            .collect()
    }

    /// The whole table for a viewer, with nobody connected and no clock running.
    pub(crate) fn view(&self, viewer: Option<Seat>) -> TableView {
        Table::new(self.state.clone(), MonoMillis(0)).view(viewer, MonoMillis(0))
    }

    /// Whether the fold of these records is the same table.
    pub(crate) fn is_fold_of(&self, records: &[JournalRecord]) -> bool {
        State::from_records(records).is_ok_and(|state| state == self.state)
    }

    fn tiles(&self) -> Option<usize> {
        let view = self
            .state
            .game
            .as_ref()
            .and_then(Game::play)?
            .view(wire::viewer(None));
        view.deal?;
        let hands: usize = view.hands.iter().map(|hand| hand.tiles.len()).sum();
        let line = &view.line;
        let arms = [&line.left, &line.right, &line.up, &line.down];
        let laid: usize = arms.iter().map(|arm| arm.len()).sum();
        let lead = usize::from(line.lead.is_some());
        let stock = usize::try_from(view.stock).ok()?;
        Some(hands + laid + lead + stock)
    }
}
