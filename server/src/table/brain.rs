//! The brain of a table: [`Table::decide`] says what an input would make fact and changes nothing,
//! [`Table::apply`] folds what has become fact and refuses nothing. No I/O, no clock, no randomness: all
//! three are handed in.

mod absence;
mod act;
mod command;
mod deadline;
mod people;
mod recovery;
mod seating;
mod server_move;
mod views;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) use act::belongs_here;
pub(crate) use deadline::Patience;
pub(crate) use seating::{NewTable, open};
pub(crate) use server_move::ServerMove;

use boneyard_engine::{Action, Event, Seat};
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{MatchId, PlayerId, PlayerInfo, Refusal};

use super::request::Request;
use super::state::{Occurrence, State};
use super::turn_clock::Clocks;
use crate::clock::{Moment, MonoMillis};
use crate::dealer::SealedEntry;
use crate::outbox::ConnectionId;
use boneyard_store::JournalRecord;
use boneyard_store::fact::{CloseReason, Fact, Origin};

/// Void entries on end after which a table is closed. Where only one deal in twenty can be played, so many
/// come once in thirty thousand deals; but a sheet may ask for deals that there are not (SPEC 4.3).
const VOIDS: u32 = 200;

/// What may make facts at a table.
#[derive(Debug)]
pub(crate) enum Input<'a> {
    /// A player's command.
    Command {
        player: &'a PlayerInfo,
        request: &'a Request,
        received: MonoMillis,
    },
    /// A server bot has chosen.
    ServerBot { seat: Seat, action: Action },
    /// The table is to pass for a player who wishes it.
    AutoPass { seat: Seat },
    /// The entry that the match waits for.
    Entry(SealedEntry),
    /// Somebody has come or gone.
    Presence,
    /// A player has another name.
    Renamed { player: PlayerId, name: &'a str },
    /// The host of the server wants a player out, or everybody, which ends the table.
    ShowOut { player: Option<PlayerId> },
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
                request,
                received,
            } => self.command(player, request, *received, given),
            Input::ServerBot { seat, action } => self.server_bot(*seat, action),
            Input::AutoPass { seat } => self.auto_pass(*seat),
            Input::Entry(sealed) => Ok(self.entry(sealed)),
            Input::Presence => self.presence(given),
            Input::Renamed { player, name } => Ok(self.renamed(*player, name)),
            Input::ShowOut { player } => self.show_out(*player, given),
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
    ) -> Vec<Arc<Occurrence>> {
        self.clocks.settle(asked);
        self.clocks.forgive(now);
        let occurrences = records.iter().map(|record| {
            let occurrence = self.state.apply(record);
            self.set_budgets(&record.fact);
            occurrence
        });
        let occurrences = occurrences.collect();
        self.follow(now);
        occurrences
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
            _ => {}
        }
    }

    /// An append is in flight from now on: nobody is charged until [`Table::apply`] or [`Table::pause`].
    pub(crate) fn hold(&mut self, now: MonoMillis) {
        self.clocks.hold(now);
    }

    /// Stops all clocks while the journal cannot be written.
    pub(crate) fn pause(&mut self, now: MonoMillis) {
        self.clocks.stop(now);
    }

    /// Lets the clocks go on.
    pub(crate) fn unpause(&mut self, now: MonoMillis) {
        self.clocks.start(now);
    }

    /// Whether the clocks stand because the journal cannot be written.
    pub(crate) fn is_paused(&self) -> bool {
        self.clocks.is_stopped()
    }

    /// When [`Input::Wake`] is due.
    pub(crate) fn wake_at(&self) -> Option<MonoMillis> {
        self.clocks.wake_at()
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

    /// Whether the table is closed for good.
    pub(crate) fn is_closed(&self) -> bool {
        self.state.phase == TablePhase::Closed
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
