//! What a table does while its journal cannot be written: nothing changes, its clocks stand, viewers are
//! told, and after a while it tries again.

use boneyard_protocol::{ErrorCode, ServerMessage};

use super::{Stopping, TableTask};
use crate::clock::MonoMillis;
use crate::journal::{ReadError, Seq};
use crate::metrics;
use crate::table::state::{NotATable, State};
use crate::table::{TableInput, Told};

/// Milliseconds until the first new attempt; doubled after each that fails.
const RETRY_MS: u64 = 250;
/// Milliseconds between two attempts at the most.
const RETRY_AT_MOST_MS: u64 = 8_000;

/// How the journal stands for this table.
#[derive(Debug, Default)]
pub(super) struct Storage {
    retry_at: Option<MonoMillis>,
    failures: u32,
}

/// A table could not be loaded anew.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReloadError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    NotATable(#[from] NotATable),
}

impl Storage {
    /// Whether the journal could not be written at the last attempt.
    pub(super) fn is_down(&self) -> bool {
        self.failures > 0
    }

    /// When to try again.
    pub(super) fn retry_at(&self) -> Option<MonoMillis> {
        self.retry_at
    }
}

impl TableTask {
    /// The journal cannot be written: the clocks stand, as they stood at `since`, until it can.
    pub(super) fn lose_storage(&mut self, since: MonoMillis) {
        let now = self.parts.clock.now().mono;
        let first = !self.storage.is_down();
        let wait_ms = RETRY_MS << self.storage.failures.min(10);
        self.storage.failures = self.storage.failures.saturating_add(1);
        self.storage.retry_at = Some(now.plus(wait_ms.min(RETRY_AT_MOST_MS)));
        if first {
            tracing::warn!(seq = %self.table.state.seq, "the journal cannot be written; the table stands");
            self.table.pause(true, since);
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

    /// Whatever waits is refused: it may be repeated later.
    pub(super) fn refuse_backlog(&mut self) {
        for input in std::mem::take(&mut self.backlog) {
            match input {
                TableInput::Command(Told { from, id, .. }) => {
                    self.refuse(&from, id, ErrorCode::StorageUnavailable.into());
                }
                renamed @ TableInput::Renamed { .. } => self.backlog.push_back(renamed),
                TableInput::Attach { .. } | TableInput::Detach { .. } | TableInput::Stop => {}
            }
        }
        if self.stopping == Stopping::Asked {
            self.stopping = Stopping::Done;
        }
    }

    /// Tries to write down that the clocks stood, which is true and changes nothing.
    pub(super) fn try_storage(&mut self, now: MonoMillis) {
        if self.storage.retry_at.is_some_and(|retry| retry <= now) && self.pending.is_none() {
            self.storage.retry_at = None;
            let facts = vec![self.table.stopped_clocks(now)];
            let moment = self.parts.clock.now();
            self.append(facts, None, None, moment);
        }
    }

    /// The journal can be written again.
    pub(super) fn regain_storage(&mut self) {
        if self.storage.is_down() {
            self.storage = Storage::default();
            self.table.pause(false, self.parts.clock.now().mono);
            let table = self.table.state.id;
            self.audience.tell(&ServerMessage::Paused {
                table,
                paused: false,
            });
            self.presence_changed = true;
        }
    }

    /// Loads the table anew from its journal. Viewers stay and get a snapshot; what follows from facts that
    /// this table had not heard of, follows now.
    ///
    /// # Errors
    ///
    /// The journal cannot be read, or is not a table's.
    pub(super) async fn reload(&mut self) -> Result<(), ReloadError> {
        self.pending = None;
        let records = self
            .parts
            .journal
            .read(self.table.state.id, Seq::FIRST)
            .await?;
        let (state, told) = State::retold(&records)?;
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
        self.audience.send_snapshots(&self.table, now);
        self.audience.remember(told);
        self.post_card();
        metrics::table_reloaded();
        Ok(())
    }
}
