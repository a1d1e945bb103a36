//! What a table does while it cannot go on: nothing changes, its clocks stand, viewers are told, and after a
//! while it tries again.

use std::collections::VecDeque;

use boneyard_protocol::{ErrorCode, PlayerId, ServerMessage};

use super::ask::refuse_input;
use super::{Stopping, TableTask};
use crate::clock::MonoMillis;
use crate::metrics;
use crate::table::brain::Input;
use crate::table::state::{NotATable, State};
use crate::table::{Address, TableInput, TableOutput};
use boneyard_store::{ReadError, Seq};

/// Milliseconds until the first new attempt; doubled after each that fails.
const RETRY_MS: u64 = 250;
/// Milliseconds between two attempts at the most.
const RETRY_AT_MOST_MS: u64 = 8_000;

/// What a table lacks while it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// The journal cannot be written.
    Writing,
    /// The journal cannot be read, and the table in memory is not to be trusted.
    Reading,
    /// There is no entropy for a deal.
    Entropy,
}

impl Lack {
    const fn what(self) -> &'static str {
        match self {
            Self::Writing => "the journal cannot be written",
            Self::Reading => "the journal cannot be read",
            Self::Entropy => "there is no entropy",
        }
    }
}

/// Whether a table can go on, and when it tries again.
#[derive(Debug, Default)]
pub(super) struct Storage {
    lack: Option<Lack>,
    retry_at: Option<MonoMillis>,
    failures: u32,
}

/// A table could not be loaded anew.
#[derive(Debug, thiserror::Error)]
enum ReloadError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    NotATable(#[from] NotATable),
}

impl Storage {
    /// Whether something was lacking at the last attempt.
    pub(super) fn is_down(&self) -> bool {
        self.lack.is_some()
    }

    /// Whether the table in memory is not to be trusted until its journal has been read.
    pub(super) fn is_unread(&self) -> bool {
        self.lack == Some(Lack::Reading)
    }

    /// When to try again.
    pub(super) fn retry_at(&self) -> Option<MonoMillis> {
        self.retry_at
    }
}

impl TableTask {
    /// The table cannot go on: the clocks stand, as they stood at `since`, until it can.
    pub(super) fn stand(&mut self, lack: Lack, since: MonoMillis) {
        let now = self.parts.clock.now().mono;
        let first = !self.storage.is_down();
        let wait_ms = RETRY_MS << self.storage.failures.min(10);
        self.storage.failures = self.storage.failures.saturating_add(1);
        self.storage.retry_at = Some(now.plus(wait_ms.min(RETRY_AT_MOST_MS)));
        self.storage.lack = Some(lack);
        if first {
            tracing::warn!(seq = %self.table.state.seq, lack = lack.what(), "the table stands");
            self.table.pause(since);
            let table = self.table.state.id;
            self.audience.tell(&ServerMessage::Paused {
                table,
                paused: true,
            });
        }
        if self.stopping == Stopping::Done {
            // There is nothing to wait for: the clocks are as the journal knows them.
            return;
        }
        self.refuse_backlog();
    }

    /// Whatever waits is refused: it may be repeated later. Only who has come back is answered in any case.
    pub(super) fn refuse_backlog(&mut self) {
        for input in std::mem::take(&mut self.backlog) {
            match input {
                TableInput::Command(command) if command.request.waits_for_the_journal() => {
                    self.backlog.push_back(TableInput::Command(command));
                }
                TableInput::Command(command) => {
                    let reply = command.sender.reply_to();
                    self.refuse(reply, ErrorCode::StorageUnavailable.into());
                }
                kept @ (TableInput::Renamed { .. } | TableInput::ShowOut { .. }) => {
                    self.backlog.push_back(kept);
                }
                _ => {}
            }
        }
        if self.stopping == Stopping::Asked {
            self.stopping = Stopping::Done;
        }
    }

    /// Somebody waits until the journal can be read. One command a player does, so that nobody fills the queue.
    pub(super) fn let_wait(&mut self, from: Address) {
        let player = from.player;
        let is_theirs = |input: &TableInput| matches!(input, TableInput::Command(command) if command.sender.from.player.id == player);
        let (older, others) = std::mem::take(&mut self.backlog)
            .into_iter()
            .partition::<VecDeque<_>, _>(is_theirs);
        self.backlog = others;
        for input in older {
            refuse_input(&self.exit, input, &ErrorCode::StorageUnavailable.into());
        }
        let paused = ServerMessage::Paused {
            table: self.table.state.id,
            paused: true,
        };
        self.exit.message(from.connection, &paused);
    }

    /// Tries again what failed, when it is time.
    pub(super) async fn try_to_go_on(&mut self, now: MonoMillis) {
        let is_due = self.storage.retry_at.is_some_and(|retry| retry <= now);
        let Some(lack) = self.storage.lack.filter(|_| is_due) else {
            return;
        };
        self.storage.retry_at = None;
        match lack {
            // That the clocks stood is true and changes nothing.
            Lack::Writing => {
                let facts = vec![self.table.stopped_clocks(now)];
                let moment = self.parts.clock.now();
                self.append(facts, None, None, moment);
            }
            Lack::Reading => self.load_anew().await,
            Lack::Entropy => self.try_entropy(now),
        }
    }

    fn try_entropy(&mut self, now: MonoMillis) {
        match self.parts.dealer.entry(self.table.state.opening.seats) {
            Ok(sealed) => {
                self.start_clocks(now);
                self.tell_that_it_goes_on();
                self.decide(&Input::Entry(sealed), None);
            }
            Err(_still) => self.stand(Lack::Entropy, now),
        }
    }

    /// Nothing is lacking any more: the clocks go on. Returns whether they stood.
    pub(super) fn start_clocks(&mut self, now: MonoMillis) -> bool {
        let stood = self.storage.is_down();
        if stood {
            self.storage = Storage::default();
            self.table.unpause(now);
        }
        stood
    }

    /// Viewers are told that the table goes on.
    pub(super) fn tell_that_it_goes_on(&mut self) {
        let table = self.table.state.id;
        self.audience.tell(&ServerMessage::Paused {
            table,
            paused: false,
        });
        self.presence_changed = true;
    }

    /// Loads the table anew. While its journal cannot be read, it stands and tries again; if what is read is no
    /// table, it is out of order.
    pub(super) async fn load_anew(&mut self) {
        let error = match self.reload().await {
            Ok(()) => return,
            Err(error) => error,
        };
        tracing::error!(seq = %self.table.state.seq, %error, "the table cannot be loaded anew");
        match error {
            ReloadError::Read(ReadError::Unavailable) => {
                self.stand(Lack::Reading, self.parts.clock.now().mono);
            }
            ReloadError::Read(ReadError::Broken(_)) | ReloadError::NotATable(_) => {
                self.out_of_order = true;
            }
        }
    }

    /// Whoever has a seat now and had none before was refused it, or was not answered: they become a viewer if
    /// they are here, and so learn that they sit.
    fn let_newcomers_in(&self, before: &[Option<PlayerId>]) {
        for player in self.seated().into_iter().flatten() {
            if before.contains(&Some(player)) {
                continue;
            }
            self.exit.send(TableOutput::Newcomer(player));
        }
    }

    /// Loads the table anew from its journal. Viewers stay and get a snapshot; what follows from facts that
    /// this table had not heard of, follows now.
    ///
    /// # Errors
    ///
    /// The journal cannot be read, or is not a table's.
    async fn reload(&mut self) -> Result<(), ReloadError> {
        let records = self
            .parts
            .journal
            .read(self.table.state.id, Seq::FIRST)
            .await?;
        let (state, recent) = State::with_recent(&records)?;
        let now = self.parts.clock.now().mono;
        let before = self.seated();
        self.table = self.table.reloaded(state, now);
        self.storage = Storage::default();
        self.shown_absent.clear();
        self.presence_changed = true;
        self.bots.reset();
        self.pace.rest();
        self.plan_step(now);
        self.show_out_leavers(&before);
        // Before newcomers are looked for: a player who comes later finds the seat without help.
        self.post_card();
        self.let_newcomers_in(&before);
        self.audience.send_snapshots(&self.table, now);
        self.audience.remember(recent);
        metrics::table_reloaded();
        Ok(())
    }
}
