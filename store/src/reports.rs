//! Reports of players by players, kept for the host.
//!
//! A report names ids only: reporter, reported player, where, when, and one of a few reasons. It is no punishment and nobody at
//! the table learns of it; what follows is the host's to decide.

mod list;

use boneyard_protocol::{CommandId, MatchId, PlayerId, ReportReason, TableId};
use thiserror::Error;

use crate::{Answer, UnixMillis};

pub use list::{Listed, ReportList};

/// Reports that the store keeps; of more, the oldest go.
pub const KEPT: u32 = 10_000;

/// One report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// When it was made.
    pub at: UnixMillis,
    /// Who reports.
    pub by: PlayerId,
    /// The reporter's command: repeated, it is the same report.
    pub command: CommandId,
    /// Where both sit.
    pub table: TableId,
    /// The match that runs there, or was the last.
    pub match_id: Option<MatchId>,
    /// The seat of the reported player.
    pub seat: u8,
    /// Who is reported.
    pub reported: PlayerId,
    /// For what.
    pub reason: ReportReason,
}

impl Report {
    /// Whether both say the same, whenever they were made.
    #[must_use]
    pub fn says_what(&self, other: &Self) -> bool {
        (self.table, self.seat, self.reason) == (other.table, other.seat, other.reason)
    }
}

/// Where reports are kept. Everything is durable when the answer comes.
pub trait Reports: Send + Sync + 'static {
    /// Keeps a report. A second one of the same player and command changes nothing.
    ///
    /// # Errors
    ///
    /// [`ReportError`]; nothing has changed then.
    fn add_report(&self, report: Report) -> Answer<Result<(), ReportError>>;

    /// The newest reports, newest first, at most `count`.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn reports(&self, count: u32) -> Answer<Result<Vec<Report>, ReportError>>;
}

/// Why a report was not kept, or not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReportError {
    /// The store does not answer. The cause is in the program's log.
    #[error("the store of reports is unavailable")]
    Unavailable,
    /// The command's id has been used for another report.
    #[error("the id belongs to another report")]
    Reused,
}
