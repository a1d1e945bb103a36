//! What a world knows for certain: every record that is durable, and what follows from it. The laws that
//! hold of the journal are checked here, as it is written.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boneyard_engine::{Event, Tile, TileSet};
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{Fact as WireFact, PlayerId, TableId, TableView};

use super::commands::Commands;
use super::counters::Counters;
use super::retelling::Standing;
use super::timing::is_the_clocks;
use super::trace::{Keep, Trace};
use super::volume::Volume;
use boneyard_store::fact::{Fact, Origin};
use boneyard_store::{Append, JournalRecord};

/// The book of one world, shared by everything in it.
#[derive(Clone)]
pub(super) struct Shared(Arc<Mutex<Book>>);

impl Shared {
    pub(super) fn new(keep: Keep) -> Self {
        Self(Arc::new(Mutex::new(Book::new(keep))))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// See the module.
pub(super) struct Book {
    volumes: BTreeMap<TableId, Volume>,
    /// Records that all tables have written so far.
    writes: u64,
    pub(super) commands: Commands,
    pub(super) counters: Counters,
    pub(super) trace: Trace,
    broken: Option<String>,
    /// World time, as last told.
    now: u64,
}

impl Book {
    fn new(keep: Keep) -> Self {
        Self {
            volumes: BTreeMap::new(),
            writes: 0,
            commands: Commands::default(),
            counters: Counters::default(),
            trace: Trace::new(keep),
            broken: None,
            now: 0,
        }
    }

    /// A law is broken. The first one counts.
    pub(super) fn break_law(&mut self, why: String) {
        self.note(format_args!("BROKEN {why}"));
        self.broken.get_or_insert(why);
    }

    /// A law is broken, if there is something to say.
    pub(super) fn hold(&mut self, wrong: Option<String>) {
        if let Some(why) = wrong {
            self.break_law(why);
        }
    }

    /// The broken law.
    pub(super) fn broken(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    /// Adds a line to the trace.
    pub(super) fn note(&mut self, line: fmt::Arguments<'_>) {
        self.trace.line(self.now, line);
    }

    /// World time goes on.
    pub(super) fn at(&mut self, now: u64) {
        self.now = now;
    }

    /// World time, as last told.
    pub(super) const fn now(&self) -> u64 {
        self.now
    }

    /// How many records are durable.
    pub(super) const fn writes(&self) -> u64 {
        self.writes
    }

    /// A server begins, or begins again.
    pub(super) fn booted(&mut self, now: u64) {
        self.now = now;
        for volume in self.volumes.values_mut() {
            volume.timing.loaded(now);
            volume.answered(u64::MAX, self.writes);
        }
    }

    /// An append is asked for.
    pub(super) fn append_sent(&mut self, now: u64, append: &Append) {
        self.now = now;
        let Some(volume) = self.volumes.get_mut(&append.table) else {
            return;
        };
        let wrong = volume.append_sent(now, append);
        self.hold(wrong);
    }

    /// The facts of an append are durable.
    pub(super) fn wrote(&mut self, now: u64, records: &[JournalRecord]) {
        self.now = now;
        for record in records {
            self.writes += 1;
            self.note(format_args!(
                "write {} {} {:?} {:?}",
                record.table, record.seq, record.cause, record.fact
            ));
            self.count_fact(&record.fact);
            self.add(record);
        }
        let Some(last) = records.last() else { return };
        if let Some(cause) = last.cause {
            let of_one = records.iter().all(|record| record.cause == last.cause);
            self.hold((!of_one).then(|| "an append with several causes".to_owned()));
            let place = (last.table, last.seq.0);
            let volumes = &self.volumes;
            let is_closed = |table| volumes.get(&table).is_none_or(Volume::is_closed);
            let wrong = self.commands.done(&cause, place, self.writes, is_closed);
            self.hold(wrong);
        }
        let standing = self.volumes.get_mut(&last.table).map(Volume::look);
        self.hold(standing.and_then(|standing| wrong_standing(&standing)));
    }

    fn add(&mut self, record: &JournalRecord) {
        let (table, writes) = (record.table, self.writes);
        let wrong = match self.volumes.get_mut(&table) {
            Some(volume) => volume.add(record, writes),
            None => match Volume::begin(record, writes) {
                Ok(volume) => self.volumes.insert(table, volume).and(None),
                Err(why) => Some(why),
            },
        };
        self.hold(wrong);
    }

    /// The answer to an append is on its way to the table: the facts are durable.
    pub(super) fn answered_done(&mut self, now: u64, records: &[JournalRecord]) {
        self.now = now;
        let Some(first) = records.first() else { return };
        if let Some(volume) = self.volumes.get_mut(&first.table) {
            let facts = records.iter().map(|record| &record.fact);
            volume.timing.done(now, facts);
            volume.answered(records.last().map_or(0, |last| last.seq.0), self.writes);
        }
    }

    /// The answer to an append, or to a reload, is that it failed.
    pub(super) fn answered_failed(&mut self, now: u64, table: TableId) {
        self.now = now;
        if let Some(volume) = self.volumes.get_mut(&table) {
            volume.timing.failed(now);
        }
    }

    /// The answer to an append is that the journal is ahead of the table.
    pub(super) fn answered_ahead(&mut self, now: u64, table: TableId) {
        self.now = now;
        if let Some(volume) = self.volumes.get_mut(&table) {
            volume.timing.ahead();
        }
    }

    /// A table is loaded anew.
    pub(super) fn reloaded(&mut self, now: u64, table: TableId) {
        self.now = now;
        let Some(volume) = self.volumes.get_mut(&table) else {
            return;
        };
        volume.timing.loaded(now);
        volume.answered(u64::MAX, self.writes);
        self.counters.count("reloads");
    }

    /// The number of a table's last record; 0 if it has none.
    pub(super) fn last(&self, table: TableId) -> u64 {
        self.volumes
            .get(&table)
            .map_or(0, |volume| volume.table.seq())
    }

    /// Every table there has been.
    pub(super) fn tables(&self) -> Vec<TableId> {
        self.volumes.keys().copied().collect()
    }

    /// How a table stands.
    pub(super) fn standing(&self, table: TableId) -> Option<Standing> {
        Some(Standing::of(&self.volumes.get(&table)?.table))
    }

    /// Whether a table is closed, or never was.
    pub(super) fn is_closed(&self, table: TableId) -> bool {
        self.volumes.get(&table).is_none_or(Volume::is_closed)
    }

    /// Whether a player has a seat at a table.
    pub(super) fn sits(&self, player: PlayerId, table: TableId) -> bool {
        let volume = self.volumes.get(&table);
        volume.is_some_and(|volume| volume.table.seat_of(player).is_some())
    }

    /// Whether a player sits at a table, and the table knew it before the world had so many records.
    pub(super) fn sat(&self, player: PlayerId, table: TableId, stamp: u64) -> bool {
        let volume = self.volumes.get(&table);
        volume.is_some_and(|volume| {
            let since = volume.sits_since(player);
            since.is_some_and(|since| volume.was_known(since, stamp))
        })
    }

    /// Whether the fact was durable when the world had written so many records.
    pub(super) fn was_durable(&self, table: TableId, seq: u64, stamp: u64) -> bool {
        let volume = self.volumes.get(&table);
        let written = volume.and_then(|volume| volume.written(seq));
        written.is_some_and(|number| number <= stamp)
    }

    /// Whether a player may be told this of a fact.
    pub(super) fn is_told_rightly(
        &self,
        player: PlayerId,
        table: TableId,
        seq: u64,
        fact: &WireFact,
    ) -> bool {
        let volume = self.volumes.get(&table);
        volume.is_some_and(|volume| volume.is_told_rightly(player, seq, fact))
    }

    /// A tile in a message about the facts from `first` to `last` that this player was never shown.
    pub(super) fn leak(
        &self,
        player: PlayerId,
        table: TableId,
        span: (u64, u64),
        found: TileSet,
    ) -> Option<Tile> {
        match self.volumes.get(&table) {
            Some(volume) => volume.leak(player, span, found),
            None => found.iter().next(),
        }
    }

    /// The whole table for a player, if its last record is this one.
    pub(super) fn view_at(&self, player: PlayerId, table: TableId, seq: u64) -> Option<TableView> {
        self.volumes.get(&table)?.view_at(player, seq)
    }

    /// Of a turn that the clock ended, the first moment at which it might.
    pub(super) fn time_up(&self, table: TableId, turn: (u32, u32)) -> Option<u64> {
        self.volumes.get(&table)?.time_up(turn)
    }

    /// Whether these are a table's records, and their fold the table.
    pub(super) fn is_fold_of(&self, table: TableId, records: &[JournalRecord]) -> bool {
        let volume = self.volumes.get(&table);
        volume.is_some_and(|volume| volume.table.is_fold_of(records))
    }

    fn count_fact(&mut self, fact: &Fact) {
        if let Some(what) = name_of(fact) {
            self.counters.count(what);
        }
    }
}

/// What a fact is counted as.
fn name_of(fact: &Fact) -> Option<&'static str> {
    if is_the_clocks(fact) {
        let chooses = matches!(fact, Fact::TimeUp { .. });
        return Some(if chooses {
            "clock's choices"
        } else {
            "overtimes"
        });
    }
    if let Fact::Game { event, by, .. } = fact {
        return name_of_event(event, *by);
    }
    let named = [
        (matches!(fact, Fact::Opened(_)), "tables"),
        (matches!(fact, Fact::StandIn { .. }), "stand-ins"),
        (matches!(fact, Fact::Returned { .. }), "returns"),
        (
            matches!(fact, Fact::Absent { .. }),
            "questions about absent players",
        ),
        (
            matches!(fact, Fact::AbsenceChoice { .. }),
            "choices about them",
        ),
        (
            matches!(fact, Fact::Unfinished { .. }),
            "matches broken off",
        ),
        (matches!(fact, Fact::AutoPass { .. }), "wishes to pass"),
        (
            matches!(fact, Fact::ClocksStopped { .. }),
            "clocks written down",
        ),
        (matches!(fact, Fact::Closed { .. }), "tables closed"),
    ];
    let found = named.into_iter().find(|(is_it, _)| *is_it);
    found.map(|(_, name)| name)
}

fn name_of_event(event: &Event, by: Origin) -> Option<&'static str> {
    let ended = matches!(event, Event::TurnEnded { .. });
    let named = [
        (matches!(event, Event::Dealt { .. }), "deals"),
        (matches!(event, Event::MatchOver { .. }), "matches over"),
        (matches!(event, Event::Misfit { .. }), "misfits"),
        (matches!(event, Event::Warned { .. }), "warnings"),
        (matches!(event, Event::Voided { .. }), "void entries"),
        (ended && by == Origin::Bot, "bot acts"),
        (ended && by == Origin::AutoPass, "automatic passes"),
        (ended && by == Origin::StandIn, "stand-in acts"),
        (ended && by == Origin::Seat, "acts"),
    ];
    let found = named.into_iter().find(|(is_it, _)| *is_it);
    found.map(|(_, name)| name)
}

/// What is wrong with how a table stands after an append.
fn wrong_standing(standing: &Standing) -> Option<String> {
    let plays = standing.phase == TablePhase::Playing && !standing.awaits_entry;
    if plays != standing.on_turn.is_some() {
        return Some(format!(
            "nobody, or somebody too many, is on turn: {standing:?}"
        ));
    }
    let tiles = standing.tiles.unwrap_or(Tile::COUNT);
    (tiles != Tile::COUNT && !standing.awaits_entry)
        .then(|| format!("there are {tiles} tiles: {standing:?}"))
}
