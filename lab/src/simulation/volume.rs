//! One table's journal as a world knows it: its fold, who has been shown what, and how much time a turn had.

use std::collections::BTreeMap;

use boneyard_engine::{Seat, Tile, TileSet};
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{Fact as WireFact, PlayerId, TableView};

use super::knowledge::Knowledge;
use super::retelling::{Standing, named_to, open_hands};
use super::timing::Timing;
use boneyard_server::table::TableFold;
use boneyard_store::fact::{Fact, Sitter};
use boneyard_store::{Append, JournalRecord};

/// See the module.
pub(super) struct Volume {
    pub(super) table: TableFold,
    /// By number, which of the world's records it is.
    written: Vec<u64>,
    /// By number, how many records the world had when the table was answered that the fact is durable. The
    /// server learns of a fact that was written without an answer only when it reads its journal.
    answered: Vec<u64>,
    knowledge: Knowledge,
    pub(super) timing: Timing,
    /// The seat that each player has, and since which fact.
    seats: BTreeMap<PlayerId, (Seat, u64)>,
    /// The seats that each player has ever had.
    held: BTreeMap<PlayerId, Vec<Seat>>,
    /// When the clock might end turns: by match and turn, the first moment at which it might.
    time_ups: BTreeMap<(u32, u32), u64>,
    /// That moment of the running wait, when the last append was asked for.
    up_at: u64,
}

impl Volume {
    /// Begins with a table's first record.
    ///
    /// # Errors
    ///
    /// It is no table's.
    pub(super) fn begin(record: &JournalRecord, written: u64) -> Result<Self, String> {
        let table = TableFold::begin(record).map_err(|error| error.to_string())?;
        Ok(Self {
            table,
            written: vec![written],
            answered: Vec::new(),
            knowledge: Knowledge::default(),
            timing: Timing::default(),
            seats: BTreeMap::new(),
            held: BTreeMap::new(),
            time_ups: BTreeMap::new(),
            up_at: 0,
        })
    }

    /// How it stands after an append. A lead that the rules name is told to its leader, and the end of a
    /// match opens the hands.
    pub(super) fn look(&mut self) -> Standing {
        if let Some((seat, texts)) = named_to(&self.table) {
            self.knowledge.name(seat, &texts);
        }
        let standing = Standing::of(&self.table);
        if standing.phase == TablePhase::MatchOver {
            self.knowledge.open(open_hands(&self.table));
        }
        standing
    }

    /// An append is asked for. Says what is wrong with it.
    pub(super) fn append_sent(&mut self, now: u64, append: &Append) -> Option<String> {
        let clock_ms = Standing::of(&self.table).clock_ms;
        self.up_at = self.timing.up_at(clock_ms);
        self.timing.sent(now, &append.facts, clock_ms)
    }

    /// Since which fact a player has had the seat.
    pub(super) fn sits_since(&self, player: PlayerId) -> Option<u64> {
        self.seats.get(&player).map(|(_, since)| *since)
    }

    /// Which of the world's records a fact is.
    pub(super) fn written(&self, seq: u64) -> Option<u64> {
        let index = usize::try_from(seq.checked_sub(1)?).ok()?;
        self.written.get(index).copied()
    }

    /// The table knows of its facts up to this one.
    pub(super) fn answered(&mut self, last: u64, writes: u64) {
        let known = usize::try_from(last)
            .unwrap_or(usize::MAX)
            .min(self.written.len());
        if self.answered.len() < known {
            self.answered.resize(known, writes);
        }
    }

    /// Whether the table knew of a fact before the world had so many records.
    pub(super) fn was_known(&self, seq: u64, stamp: u64) -> bool {
        let index = seq
            .checked_sub(1)
            .and_then(|index| usize::try_from(index).ok());
        let answered = index.and_then(|index| self.answered.get(index));
        answered.is_some_and(|writes| *writes < stamp)
    }

    /// Whether a player may be told this of a fact.
    pub(super) fn is_told_rightly(&self, player: PlayerId, seq: u64, fact: &WireFact) -> bool {
        let shows = |viewer| self.table.fact(seq, viewer).as_ref() == Some(fact);
        match self.seats.get(&player) {
            Some((seat, since)) if *since <= seq => shows(Some(*seat)),
            _ => {
                let held = self.held.get(&player).into_iter().flatten();
                shows(None) || held.copied().any(|seat| shows(Some(seat)))
            }
        }
    }

    /// One of these tiles that a player was never shown, in a message about the facts from `first` to `last`.
    pub(super) fn leak(
        &self,
        player: PlayerId,
        (first, last): (u64, u64),
        found: TileSet,
    ) -> Option<Tile> {
        let known = self.knowledge.of(player, first, last);
        found.without(known).iter().next()
    }

    /// The whole table for a player, if its last record is this one.
    pub(super) fn view_at(&self, player: PlayerId, seq: u64) -> Option<TableView> {
        let table = &self.table;
        (table.seq() == seq).then(|| table.view(table.seat_of(player)))
    }

    /// Of a turn that the clock ended, the first moment at which it might.
    pub(super) fn time_up(&self, turn: (u32, u32)) -> Option<u64> {
        self.time_ups.get(&turn).copied()
    }

    /// Whether the table is closed.
    pub(super) fn is_closed(&self) -> bool {
        Standing::of(&self.table).phase == TablePhase::Closed
    }

    /// Adds the record that follows. Says what is wrong with it.
    pub(super) fn add(&mut self, record: &JournalRecord, written: u64) -> Option<String> {
        let due = self.table.seq() + 1;
        if record.seq.0 != due {
            return Some(format!("record {} came where {due} was due", record.seq));
        }
        if matches!(record.fact, Fact::TimeUp { .. }) {
            let standing = Standing::of(&self.table);
            let turn = (standing.match_number, standing.turn);
            self.time_ups.entry(turn).or_insert(self.up_at);
        }
        self.sit(record);
        let seats = self.table.opening().seats;
        self.knowledge.note(record.seq.0, &record.fact, seats);
        self.table.add(record);
        self.written.push(written);
        None
    }

    fn sit(&mut self, record: &JournalRecord) {
        if let Fact::Seated {
            seat,
            who: Sitter::Player(player),
        } = &record.fact
        {
            self.seats.insert(player.id, (*seat, record.seq.0));
            self.held.entry(player.id).or_default().push(*seat);
        }
        if let Fact::Left { seat, .. } = &record.fact {
            self.seats.retain(|_, (of, _)| of != seat);
        }
    }
}
