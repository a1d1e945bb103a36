//! Commands that become durable together.

use boneyard_protocol::PlayerId;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::oneshot;

use super::bans;
use super::insert::{self, Row, Statements};
use super::reports::{self, Kept};
use crate::AppendError;
use crate::encoded::{Encoded, Link};
use crate::heads::{HeadState, Heads, PendingHeads};
use crate::record::Epoch;
use crate::reports::{Report, ReportError};
use crate::{AccessChange, BansUnavailable, PeopleError, StoredIdentity, TokenHash};

/// Where an answer goes. Nobody may be waiting for it any more; then it is dropped.
type Reply<T, E> = oneshot::Sender<Result<T, E>>;

/// Something to write, and where its answer goes.
#[derive(Debug)]
pub(super) enum Write {
    Append {
        encoded: Encoded,
        reply: Reply<Vec<Link>, AppendError>,
    },
    AddIdentity {
        token: TokenHash,
        identity: StoredIdentity,
        reply: Reply<(), PeopleError>,
    },
    Rename {
        player: PlayerId,
        name: String,
        reply: Reply<(), PeopleError>,
    },
    ReplaceToken {
        player: PlayerId,
        token: TokenHash,
        reply: Reply<(), PeopleError>,
    },
    AddReport {
        report: Report,
        reply: Reply<(), ReportError>,
    },
    Access {
        change: AccessChange,
        reply: Reply<(), BansUnavailable>,
    },
}

/// What became of one write.
#[derive(Debug)]
pub(super) enum Outcome {
    Appended(Vec<Link>),
    Refused(AppendError),
    Kept,
    NoSuchPlayer,
    ReportReused,
    Unavailable,
}

impl Write {
    /// Whether a finished match is to be kept with it.
    fn has_match(&self) -> bool {
        match self {
            Self::Append { encoded, .. } => encoded.finished.is_some(),
            _ => false,
        }
    }

    /// Sends the answer to its caller.
    pub(super) fn answer(self, outcome: Outcome) {
        match self {
            Self::Append { reply, .. } => {
                let _nobody_waits = reply.send(match outcome {
                    Outcome::Appended(links) => Ok(links),
                    Outcome::Refused(error) => Err(error),
                    _ => Err(AppendError::Unavailable),
                });
            }
            Self::AddIdentity { reply, .. }
            | Self::Rename { reply, .. }
            | Self::ReplaceToken { reply, .. } => {
                let _nobody_waits = reply.send(match outcome {
                    Outcome::Kept => Ok(()),
                    Outcome::NoSuchPlayer => Err(PeopleError::NoSuchPlayer),
                    _ => Err(PeopleError::Unavailable),
                });
            }
            Self::Access { reply, .. } => {
                let _nobody_waits = reply.send(match outcome {
                    Outcome::Kept => Ok(()),
                    _ => Err(BansUnavailable),
                });
            }
            Self::AddReport { reply, .. } => {
                let _nobody_waits = reply.send(match outcome {
                    Outcome::Kept => Ok(()),
                    Outcome::ReportReused => Err(ReportError::Reused),
                    _ => Err(ReportError::Unavailable),
                });
            }
        }
    }
}

/// A batch that was done.
#[derive(Debug)]
pub(super) struct Committed {
    /// What became of each write.
    pub(super) outcomes: Vec<Outcome>,
    /// How far it went.
    pub(super) reach: Reach,
}

/// How far a batch went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Something was written and synced.
    Disk,
    /// Nothing had to be, which says nothing about the disk.
    Memory,
}

impl Reach {
    fn of(writes: &[Write], outcomes: &[Outcome]) -> Self {
        if writes.iter().zip(outcomes).any(is_written) {
            Self::Disk
        } else {
            Self::Memory
        }
    }
}

/// Whether something of a write became durable, or is to become so.
fn is_written((write, outcome): (&Write, &Outcome)) -> bool {
    match outcome {
        Outcome::Appended(links) => !links.is_empty() || write.has_match(),
        Outcome::Kept => true,
        _ => false,
    }
}

/// A batch that failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// Before its transaction was to be made durable: nothing of it is on the disk.
    Before(sqlx::Error),
    /// While it was: all of it may be on the disk, though it could not be synced.
    InCommit(sqlx::Error),
}

impl Failure {
    /// What the database said.
    pub(super) fn error(&self) -> &sqlx::Error {
        match self {
            Self::Before(error) | Self::InCommit(error) => error,
        }
    }
}

/// A batch whose appends have their places, and what has to be written for it.
struct Plan<'a> {
    rows: Vec<Row<'a>>,
    outcomes: Vec<Outcome>,
    pending: PendingHeads<'a>,
}

impl<'a> Plan<'a> {
    fn new(heads: &'a Heads, epoch: Epoch, writes: &'a [Write]) -> Self {
        let mut pending = PendingHeads::new(heads, epoch);
        let mut rows = Vec::with_capacity(writes.len());
        let outcomes = writes
            .iter()
            .map(|write| match write {
                Write::Append { encoded, .. } => match pending.add(encoded) {
                    Ok(links) => {
                        let table = encoded.table;
                        let row = |(link, body): (&Link, &'a String)| Row {
                            table,
                            link: *link,
                            body,
                        };
                        rows.extend(links.iter().zip(&encoded.bodies).map(row));
                        Outcome::Appended(links)
                    }
                    Err(error) => Outcome::Refused(error),
                },
                _ => Outcome::Kept,
            })
            .collect();
        Self {
            rows,
            outcomes,
            pending,
        }
    }
}

/// Writes a batch in one transaction and moves the heads on. All of it is durable afterwards, or nothing
/// has changed.
///
/// # Errors
///
/// The database's. After a [`Fatal`](super::fault::Severity::Fatal) one nobody knows what is on the disk.
pub(super) async fn commit(
    connection: &mut SqliteConnection,
    statements: &Statements,
    heads: &mut Heads,
    epoch: Epoch,
    writes: &[Write],
) -> Result<Committed, Failure> {
    let Plan {
        rows,
        mut outcomes,
        pending,
    } = Plan::new(heads, epoch, writes);
    let reach = Reach::of(writes, &outcomes);
    if reach == Reach::Memory {
        return Ok(Committed { outcomes, reach });
    }
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await
        .map_err(Failure::Before)?;
    let mut written = statements.journal(connection, &rows).await;
    if written.is_ok() {
        written = write_rest(connection, writes, &mut outcomes).await;
    }
    let done = match written {
        Ok(()) => {
            let committed = sqlx::query("COMMIT").execute(&mut *connection).await;
            committed.map(drop).map_err(Failure::InCommit)
        }
        Err(error) => Err(Failure::Before(error)),
    };
    if let Err(failure) = done {
        roll_back(connection).await;
        return Err(failure);
    }
    for (table, head) in pending.into_changed() {
        heads.set(table, head);
    }
    let reach = Reach::of(writes, &outcomes);
    Ok(Committed { outcomes, reach })
}

/// Everything of a batch that is no journal row.
async fn write_rest(
    connection: &mut SqliteConnection,
    writes: &[Write],
    outcomes: &mut [Outcome],
) -> Result<(), sqlx::Error> {
    for (write, outcome) in writes.iter().zip(outcomes) {
        match write {
            Write::Append { encoded, .. } if matches!(outcome, Outcome::Appended(_)) => {
                if let Some(finished) = &encoded.finished {
                    insert::finished(connection, finished).await?;
                }
                if encoded.leaves == HeadState::Closed {
                    insert::closed(connection, encoded.table).await?;
                }
            }
            Write::Append { .. } => {}
            Write::AddIdentity {
                token, identity, ..
            } => {
                insert::identity(connection, *token, identity).await?;
            }
            Write::Rename { player, name, .. } => {
                if insert::rename(connection, *player, name).await? == 0 {
                    *outcome = Outcome::NoSuchPlayer;
                }
            }
            Write::Access { change, .. } => bans::change(connection, change).await?,
            Write::ReplaceToken { player, token, .. } => {
                if insert::replace_token(connection, *player, *token).await? == 0 {
                    *outcome = Outcome::NoSuchPlayer;
                }
            }
            Write::AddReport { report, .. } => match reports::add(connection, report).await? {
                Kept::Kept => {}
                Kept::Reused => *outcome = Outcome::ReportReused,
            },
        }
    }
    Ok(())
}

/// Ends a transaction that has failed. Some failures (a full disk) have ended it already, which makes this
/// an error of no meaning; if the rollback itself fails, the next `BEGIN` fails, and that is fatal.
async fn roll_back(connection: &mut SqliteConnection) {
    if let Err(error) = sqlx::query("ROLLBACK").execute(connection).await {
        tracing::debug!(%error, "there was no transaction to roll back");
    }
}
