//! Reports of players by players, kept for the host.
//!
//! A report holds ids only: who reports, who is reported, where, when, and one of a few reasons. It has no effect by
//! itself, and nobody at the table learns of it; the host decides what to do.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boneyard_protocol::limits::REPORTS_PER_HOUR;
use boneyard_protocol::{CommandId, ErrorCode, PlayerId, Refusal};
use boneyard_store::{Report, ReportError, Reports};

use crate::clock::{Moment, MonoMillis};
use crate::sliding_window::SlidingWindow;
use crate::tasks::Tasks;

const HOUR_MS: u64 = 3_600_000;

/// Takes reports and limits how many a player makes. Cheap to clone.
#[derive(Clone)]
pub struct ReportDesk {
    store: Arc<dyn Reports>,
    tasks: Tasks,
    made: Arc<Mutex<Made>>,
}

/// The reports that each player has made in the last hour, by their commands.
type Made = SlidingWindow<PlayerId, CommandId>;

/// When a command's report was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    Now,
    Before,
}

impl ReportDesk {
    /// A desk that writes to this store.
    pub fn new(store: Arc<dyn Reports>, tasks: Tasks) -> Self {
        Self {
            store,
            tasks,
            made: Arc::new(Mutex::new(SlidingWindow::new(REPORTS_PER_HOUR, HOUR_MS))),
        }
    }

    /// Takes a report; `answer` is called when it is durable, or with the refusal. Never waits. A repeated command is
    /// counted once.
    pub fn file(
        &self,
        report: Report,
        now: Moment,
        answer: impl FnOnce(Result<(), Refusal>) + Send + 'static,
    ) {
        let counted = match self.count(&report, now.mono) {
            Ok(counted) => counted,
            Err(retry_ms) => {
                return answer(Err(Refusal {
                    retry_ms: Some(u32::try_from(retry_ms).unwrap_or(u32::MAX)),
                    ..ErrorCode::RateLimited.into()
                }));
            }
        };
        let desk = self.clone();
        self.tasks.spawn("report", async move {
            let kept = desk.store.add_report(report.clone()).await;
            match kept {
                Ok(()) => {
                    let Report {
                        by,
                        table,
                        reported,
                        reason,
                        ..
                    } = report;
                    tracing::info!(%by, %reported, %table, reason = reason.code(), "a player was reported");
                }
                // A report that was not stored does not count.
                Err(ReportError::Unavailable) if counted == Counted::Now => desk.discount(&report),
                Err(ReportError::Unavailable | ReportError::Reused) => {}
            }
            answer(kept.map_err(|error| refusal_of(error).into()));
        });
    }

    fn made(&self) -> MutexGuard<'_, Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a report of a player.
    ///
    /// # Errors
    ///
    /// Milliseconds to wait, if the player has made too many in the last hour.
    fn count(&self, report: &Report, now: MonoMillis) -> Result<Counted, u64> {
        let mut made = self.made();
        if made.has(&report.by, &report.command, now) {
            return Ok(Counted::Before);
        }
        made.count(report.by, report.command, now)?;
        Ok(Counted::Now)
    }

    fn discount(&self, report: &Report) {
        self.made().take_back(&report.by, &report.command);
    }
}

impl std::fmt::Debug for ReportDesk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReportDesk").finish_non_exhaustive()
    }
}

const fn refusal_of(error: ReportError) -> ErrorCode {
    match error {
        ReportError::Unavailable => ErrorCode::StorageUnavailable,
        ReportError::Reused => ErrorCode::IdReused,
    }
}
