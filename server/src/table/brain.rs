//! The brain of a table: [`Table::decide`] says what an input would make fact and changes nothing,
//! [`Table::apply`] folds what has become fact and refuses nothing. No I/O, no clock, no randomness: all
//! three are handed in.

mod absence;
mod act;
mod command;
mod deadline;
mod step;

use std::collections::BTreeMap;

pub(super) use act::belongs_here;
pub(crate) use deadline::Patience;
pub(crate) use step::Step;

use boneyard_engine::{Action, Event, Seat};
use boneyard_protocol::position::{Position, TablePhase};
use boneyard_protocol::{Command, MatchId, PlayerId, PlayerInfo, Refusal, SeatInfo, TableView};

use super::fact::{CloseReason, Fact, Origin};
use super::naming::set_apart;
use super::seating::Draft;
use super::seats::{Occupant, SeatState};
use super::state::State;
use super::turn_clock::{Awaited, Clocks, RECOVERY_GRACE_MS};
use super::wire::{self, Around, Shown};
use crate::clock::{Moment, MonoMillis};
use crate::dealer::SealedEntry;
use crate::journal::{JournalRecord, Seq};
use crate::outbox::ConnectionId;

/// Void entries on end after which a table is closed. Where only one deal in twenty can be played, so many
/// come once in thirty thousand deals; but a sheet may ask for deals that there are not (SPEC 4.3).
const VOIDS: u32 = 200;

/// What may make facts at a table.
#[derive(Debug)]
pub(crate) enum Input<'a> {
    /// A player's command.
    Command {
        player: &'a PlayerInfo,
        command: &'a Command,
        received: MonoMillis,
    },
    /// A house bot has chosen.
    HouseBot { seat: Seat, action: Action },
    /// The table is to pass for a player who wishes it.
    AutoPass { seat: Seat },
    /// The entry that the match waits for.
    Entry(SealedEntry),
    /// Somebody has come or gone.
    Presence,
    /// A player has another name.
    Renamed { player: PlayerId, name: &'a str },
    /// The host of the server wants a player out, or everybody, which ends the table.
    ShowOut { whom: Option<PlayerId> },
    /// A clock may have run out.
    Wake,
    /// The server goes down.
    Stop,
}

/// What the world adds to an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given {
    /// When the input is decided.
    pub(crate) now: Moment,
    /// A number of the table's own random stream, for the clock's choice.
    pub(crate) draw: u64,
    /// The id of the match, should one begin.
    pub(crate) match_id: MatchId,
}

/// A fact on its way to the viewers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outgoing {
    pub(crate) seq: Seq,
    pub(crate) shown: Shown,
}

/// A table in memory: the fold of its journal, and what no journal knows: who is connected, and the clocks.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) state: State,
    pub(super) clocks: Clocks,
    pub(super) here: BTreeMap<PlayerId, ConnectionId>,
    /// Until then nobody is taken for gone: the server has just started.
    pub(super) everybody_until: MonoMillis,
    /// How long it waits for people.
    pub(super) patience: Patience,
}

impl Table {
    /// A table right after its opening. Nobody is connected.
    pub(crate) fn new(state: State, now: MonoMillis) -> Self {
        let absence = state.seats.iter().map(|seat| seat.absence_ms).collect();
        let mut table = Self {
            state,
            clocks: Clocks::new(now),
            here: BTreeMap::new(),
            everybody_until: now,
            patience: Patience::default(),
        };
        table.clocks.set_absence(absence);
        table.follow(now);
        table
    }

    /// A table from the fold of its journal, at a new start of the server. Nobody is connected; who is on
    /// turn, and whoever is away, has at least the grace of a restart.
    pub(crate) fn recovered(state: State, now: MonoMillis) -> Self {
        let marks = state.clock_marks;
        let absence = state
            .seats
            .iter()
            .map(|seat| seat.absence_ms.max(RECOVERY_GRACE_MS));
        let absence = absence.collect();
        let mut table = Self::new(state, now);
        table.everybody_until = now.plus(RECOVERY_GRACE_MS);
        table.clocks.set_absence(absence);
        match table.clocks.awaited() {
            Awaited::Rows(_)
            | Awaited::Turn(_)
            | Awaited::Period { .. }
            | Awaited::Absence { .. }
            | Awaited::NextDeal(_) => {
                let of_ms = table.clocks.of_ms();
                let spent = marks.last.0.saturating_sub(marks.since.0);
                let left = marks.stopped_left_ms.unwrap_or(of_ms.saturating_sub(spent));
                let most = of_ms.max(RECOVERY_GRACE_MS);
                table
                    .clocks
                    .set_left(left.saturating_add(RECOVERY_GRACE_MS).min(most));
            }
            Awaited::Nothing | Awaited::Company { .. } | Awaited::Ready | Awaited::Rematch(_) => {}
        }
        // What was left of the turn is not known any more: it is whole, should its player come back.
        if let Some(turn) = table.interrupted_turn() {
            let whole = table.state.opening.settings.clock_ms;
            let left = whole.max(RECOVERY_GRACE_MS);
            table.clocks.set_aside(turn, left);
        }
        table
    }

    /// What an input would make fact. Pure: changes nothing.
    ///
    /// # Errors
    ///
    /// The refusal for whoever asked.
    pub(crate) fn decide(&self, input: &Input<'_>, given: &Given) -> Result<Vec<Fact>, Refusal> {
        // Nothing follows the end; whoever asks for something is told so.
        if self.is_closed() && !matches!(input, Input::Command { .. }) {
            return Ok(Vec::new());
        }
        match input {
            Input::Command {
                player,
                command,
                received,
            } => self.command(player, command, *received, given),
            Input::HouseBot { seat, action } => self.house_bot(*seat, action),
            Input::AutoPass { seat } => self.auto_pass(*seat),
            Input::Entry(sealed) => Ok(self.entry(sealed)),
            Input::Presence => self.presence(given),
            Input::Renamed { player, name } => Ok(self.renamed(*player, name)),
            Input::ShowOut { whom } => self.show_out(*whom, given),
            Input::Wake => self.wake(given),
            Input::Stop => Ok(self.stop(given.now.mono)),
        }
    }

    /// Folds the records of one append that was asked for at `asked` and became durable at `now`. Nobody is
    /// charged for the time between.
    pub(crate) fn apply(
        &mut self,
        records: &[JournalRecord],
        asked: MonoMillis,
        now: MonoMillis,
    ) -> Vec<Outgoing> {
        self.clocks.settle(asked);
        self.clocks.forgive(now);
        let outgoing = records.iter().map(|record| {
            let shown = self.state.apply(record);
            self.set_budgets(&record.fact);
            Outgoing {
                seq: record.seq,
                shown,
            }
        });
        let outgoing = outgoing.collect();
        self.follow(now);
        outgoing
    }

    fn set_budgets(&mut self, fact: &Fact) {
        match fact {
            Fact::MatchStarted { .. } => {
                self.clocks
                    .set_absence(self.state.seats.iter().map(|s| s.absence_ms).collect());
            }
            Fact::Seated { seat, .. } => {
                self.clocks
                    .set_absence_of(*seat, self.state.opening.settings.absence_ms);
            }
            Fact::StandIn {
                seat,
                absence_left_ms,
            }
            | Fact::Returned {
                seat,
                absence_left_ms,
            } => {
                self.clocks.set_absence_of(*seat, *absence_left_ms);
            }
            Fact::Opened(_)
            | Fact::Renamed { .. }
            | Fact::Left { .. }
            | Fact::Host { .. }
            | Fact::Ready { .. }
            | Fact::Entry { .. }
            | Fact::Game { .. }
            | Fact::TimeUp { .. }
            | Fact::Absent { .. }
            | Fact::AbsenceChoice { .. }
            | Fact::Unfinished { .. }
            | Fact::AutoPass { .. }
            | Fact::RematchWanted { .. }
            | Fact::ClocksStopped { .. }
            | Fact::Closed { .. } => {}
        }
    }

    /// A player's connection is there. An older one than the newest known means nothing.
    pub(crate) fn arrive(&mut self, player: PlayerId, connection: ConnectionId, now: MonoMillis) {
        match self.here.get_mut(&player) {
            Some(newest) => *newest = connection.max(*newest),
            None => {
                self.here.insert(player, connection);
                self.follow(now);
            }
        }
    }

    /// A connection has ended. Returns whether it was the player's newest.
    pub(crate) fn depart(
        &mut self,
        player: PlayerId,
        connection: ConnectionId,
        now: MonoMillis,
    ) -> bool {
        let newest = self.here.get(&player) == Some(&connection);
        if newest {
            self.here.remove(&player);
            self.follow(now);
        }
        newest
    }

    /// An append is in flight from now on: nobody is charged until [`Table::apply`] or [`Table::pause`].
    pub(crate) fn hold(&mut self, now: MonoMillis) {
        self.clocks.hold(now);
    }

    /// Stops all clocks while the journal cannot be written, or lets them go on.
    pub(crate) fn pause(&mut self, paused: bool, now: MonoMillis) {
        self.clocks.stop(paused, now);
    }

    /// Whether the clocks stand because the journal cannot be written.
    pub(crate) fn is_paused(&self) -> bool {
        self.clocks.is_stopped()
    }

    /// When [`Input::Wake`] is due.
    pub(crate) fn wake_at(&self) -> Option<MonoMillis> {
        self.clocks.wake_at()
    }

    /// Whether a seat's player has a connection.
    pub(crate) fn is_here(&self, seat: &SeatState) -> bool {
        seat.player_id()
            .is_some_and(|player| self.here.contains_key(&player))
    }

    /// How the table stands, for one viewer.
    pub(crate) fn position(&self, viewer: Option<Seat>, now: MonoMillis) -> Position {
        Position {
            absence: self.absence_view(viewer),
            ..wire::position(&self.state, viewer, self.clocks.view(now))
        }
    }

    /// The whole table, for one viewer.
    pub(crate) fn view(&self, viewer: Option<Seat>, now: MonoMillis) -> TableView {
        let seats: Vec<SeatInfo> = self
            .state
            .seats
            .pairs()
            .map(|(seat, state)| self.seat_info(seat, state, now))
            .collect();
        let around = Around {
            seats: &seats,
            now: self.position(viewer, now),
            paused: self.is_paused(),
        };
        wire::table_view(&self.state, viewer, around)
    }

    fn seat_info(&self, seat: Seat, state: &SeatState, now: MonoMillis) -> SeatInfo {
        let (name, kind) = state.name().map_or((None, None), |(name, kind)| {
            (Some(name.to_owned()), Some(kind))
        });
        let player = state.player_id();
        let (house, vacant) = match state.occupant {
            Occupant::HouseBot { .. } => (true, false),
            Occupant::Vacant { .. } => (true, true),
            Occupant::Free | Occupant::Player(_) => (false, false),
        };
        let wishes = match self.state.phase {
            TablePhase::MatchOver => state.rematch,
            TablePhase::Seating
            | TablePhase::Arranging
            | TablePhase::Playing
            | TablePhase::BetweenDeals
            | TablePhase::Closed => state.ready,
        };
        SeatInfo {
            player,
            name,
            kind,
            here: house || self.is_here(state),
            stand_in: vacant || state.stand_in,
            ready: wishes,
            absence_ms: player
                .filter(|_| self.state.match_runs())
                .map(|_| self.clocks.absence_at(seat, now)),
        }
    }

    /// A seat's budget of absence and whether it runs, in a match.
    pub(crate) fn absence(&self, seat: Seat, now: MonoMillis) -> Option<(u64, bool)> {
        self.state.match_runs().then(|| {
            (
                self.clocks.absence_at(seat, now),
                self.clocks.absence_runs(seat),
            )
        })
    }

    fn entry(&self, sealed: &SealedEntry) -> Vec<Fact> {
        let Some(game) = self
            .state
            .game
            .as_ref()
            .filter(|_| self.state.awaits_entry())
        else {
            return Vec::new();
        };
        let index = u32::try_from(game.seals.len()).unwrap_or(u32::MAX);
        let seal = Fact::Entry {
            index,
            salt: sealed.salt,
            commitment: sealed.commitment,
        };
        match game.play().map(|play| play.enter(sealed.entry.clone())) {
            Some(Ok(events)) => {
                let is_void = matches!(events.first(), Some(Event::Voided { .. }));
                let gives_up = is_void && game.voids + 1 >= VOIDS;
                let closed = gives_up.then_some(Fact::Closed {
                    reason: CloseReason::Undealable,
                });
                std::iter::once(seal)
                    .chain(game_facts(events, Origin::Table))
                    .chain(closed)
                    .collect()
            }
            Some(Err(error)) => {
                tracing::error!(table = %self.state.id, %error, "an entry was refused");
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn presence(&self, given: &Given) -> Result<Vec<Fact>, Refusal> {
        let mut draft = Draft::new(self, given);
        for (seat, state) in self.state.seats.pairs() {
            let is_missed = state.stand_in || self.state.asked_about() == Some(seat);
            if is_missed && self.is_here(state) {
                let absence_left_ms = self.clocks.absence_at(seat, given.now.mono);
                draft.push(Fact::Returned {
                    seat,
                    absence_left_ms,
                });
            }
        }
        draft.extend(self.end_among_the_rest());
        draft.go_on()?;
        Ok(draft.finish())
    }

    fn renamed(&self, player: PlayerId, name: &str) -> Vec<Fact> {
        let seat = self.state.seat_of(player);
        let renamed = seat.map(|seat| {
            let name = name.to_owned();
            let mut fact = Fact::Renamed { seat, name };
            set_apart(&self.state.seats, &mut fact);
            fact
        });
        renamed.into_iter().collect()
    }

    /// A player gives up his seat, or all of them do, as if each had left by himself. A match that nobody is left to
    /// play is broken off first, so that its record is kept.
    fn show_out(&self, whom: Option<PlayerId>, given: &Given) -> Result<Vec<Fact>, Refusal> {
        let mut draft = Draft::new(self, given);
        let running = self.state.game.as_ref().filter(|_| self.state.match_runs());
        if let Some(game) = running.filter(|_| whom.is_none()) {
            let match_id = game.match_id;
            draft.push(Fact::Unfinished { match_id });
        }
        let is_meant = |player: PlayerId| whom.is_none_or(|whom| whom == player);
        let mut goes = false;
        for (seat, state) in self.state.seats.pairs() {
            if state.player_id().is_some_and(is_meant) {
                draft.leave(seat);
                goes = true;
            }
        }
        if goes {
            draft.go_on()?;
        }
        Ok(draft.finish())
    }

    fn stop(&self, now: MonoMillis) -> Vec<Fact> {
        if !self.state.match_runs() {
            return Vec::new();
        }
        vec![self.stopped_clocks(now)]
    }

    /// The clocks as they stand now.
    pub(crate) fn stopped_clocks(&self, now: MonoMillis) -> Fact {
        let left_ms = (self.clocks.awaited() != Awaited::Nothing).then(|| self.clocks.left_at(now));
        let seats = self.state.seats.places();
        let absence_left_ms = seats
            .map(|seat| self.clocks.absence_at(seat, now))
            .collect();
        Fact::ClocksStopped {
            left_ms,
            absence_left_ms,
        }
    }

    /// The same table with another fold of its journal: whoever was connected still is.
    pub(crate) fn reloaded(&self, state: State, now: MonoMillis) -> Self {
        let mut table = Self::recovered(state, now);
        table.here.clone_from(&self.here);
        table.everybody_until = self.everybody_until;
        table.patience = self.patience;
        table.follow(now);
        table
    }

    /// Whether the table is closed for good.
    pub(crate) fn is_closed(&self) -> bool {
        self.state.phase == TablePhase::Closed
    }

    /// Whether a player, seated or not, has a connection.
    pub(crate) fn has_connection(&self, player: PlayerId) -> bool {
        self.here.contains_key(&player)
    }
}

/// The engine's events as facts.
pub(super) fn game_facts(events: Vec<Event>, by: Origin) -> impl Iterator<Item = Fact> {
    events.into_iter().map(move |event| Fact::Game {
        event,
        by,
        lengthwise: false,
    })
}

#[cfg(test)]
mod tests;
