//! The one task that writes.
//!
//! It takes whatever waits, up to [`BATCH`] commands of any tables, and makes it durable with one sync
//! (group commit): the more there is to do, the more one sync does.

use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::batch::{self, Committed, Failure, Outcome, Reach, Write};
use super::connect;
use super::fault::{Severity, severity};
use super::health::{Health, LastWrite};
use super::insert::Statements;
use super::tenure::{End, Tenure};
use super::tidy::Tidy;
use crate::heads::{HeadState, Heads};
use crate::open::StoreFailed;
use crate::record::Epoch;

/// Commands that one transaction holds at most; the others wait for the next.
pub(super) const BATCH: usize = 256;
/// Commands that may wait. Beyond them an append waits for a place, which slows its table and no other.
pub(super) const QUEUE: usize = 1024;
/// How long after a failed write the writer tries by itself.
const PROBE: Duration = Duration::from_millis(500);
/// How long nothing must happen before old records are deleted.
const IDLE: Duration = Duration::from_millis(100);

/// What the writer is handed.
#[derive(Debug)]
pub(super) enum Command {
    Write(Write),
    ShutDown(oneshot::Sender<()>),
    /// Deletes all that can be deleted, without waiting for an idle moment.
    #[cfg(test)]
    Tidy(oneshot::Sender<()>),
    /// Runs a statement on the writer's connection.
    #[cfg(test)]
    Run(&'static str, oneshot::Sender<()>),
}

impl From<sqlx::Error> for StoreFailed {
    fn from(error: sqlx::Error) -> Self {
        Self(error.into())
    }
}

/// The writer, to be run as a task of its own. Its failure must end the program.
#[derive(Debug)]
#[must_use = "nothing is written unless it runs"]
pub(crate) struct Writer {
    /// Before the connection, so that it is dropped before it.
    pub(super) tenure: Tenure,
    pub(super) connection: SqliteConnection,
    pub(super) commands: mpsc::Receiver<Command>,
    pub(super) heads: Heads,
    pub(super) epoch: Epoch,
    pub(super) statements: Statements,
    pub(super) tidy: Tidy,
    pub(super) health: Health,
}

impl Writer {
    /// Writes until the store is shut down, or until every handle is dropped. What was handed
    /// in before is finished first.
    ///
    /// # Errors
    ///
    /// [`StoreFailed`]; all that waits is answered with `Unavailable`, except what was being made durable then:
    /// whether it is, the next server says.
    pub(crate) async fn run(mut self) -> Result<(), StoreFailed> {
        match self.serve().await {
            Ok(farewells) => {
                self.close().await;
                for reply in farewells {
                    let _nobody_waits = reply.send(());
                }
                Ok(())
            }
            Err(failed) => {
                self.abandon();
                Err(failed)
            }
        }
    }

    /// Writes until the end; those who wait for it.
    async fn serve(&mut self) -> Result<Vec<oneshot::Sender<()>>, StoreFailed> {
        let mut commands = Vec::with_capacity(BATCH);
        let mut farewells = Vec::new();
        while self.receive(&mut commands).await? > 0 {
            let mut writes = Vec::with_capacity(commands.len());
            for command in commands.drain(..) {
                match command {
                    Command::Write(write) => writes.push(write),
                    Command::ShutDown(reply) => {
                        self.commands.close();
                        farewells.push(reply);
                    }
                    #[cfg(test)]
                    Command::Tidy(reply) => {
                        while self.tidy.is_due() {
                            self.tidy
                                .step(&mut self.connection, &mut self.heads)
                                .await?;
                        }
                        let _nobody_waits = reply.send(());
                    }
                    #[cfg(test)]
                    Command::Run(statement, reply) => {
                        sqlx::raw_sql(statement)
                            .execute(&mut self.connection)
                            .await?;
                        let _nobody_waits = reply.send(());
                    }
                }
            }
            self.write(writes).await?;
        }
        Ok(farewells)
    }

    /// Waits for commands; tidies up meanwhile if nothing happens for a while.
    async fn receive(&mut self, commands: &mut Vec<Command>) -> Result<usize, StoreFailed> {
        loop {
            tokio::select! {
                biased;
                count = self.commands.recv_many(commands, BATCH) => return Ok(count),
                () = tokio::time::sleep(IDLE), if self.health.is_well() && self.tidy.is_due() => {
                    self.tidy_step().await?;
                }
                () = tokio::time::sleep(PROBE), if !self.health.is_well() => self.probe().await?,
            }
        }
    }

    async fn tidy_step(&mut self) -> Result<(), StoreFailed> {
        if self.tidy.rests() {
            return Ok(());
        }
        match self.tidy.step(&mut self.connection, &mut self.heads).await {
            Ok(()) => Ok(()),
            Err(error) if severity(&error) == Severity::Fatal => Err(error.into()),
            Err(error) => {
                tracing::warn!(%error, "old records could not be deleted; there will be another try");
                self.tidy.postpone();
                Ok(())
            }
        }
    }

    /// Tries to write something that changes nothing: a server that is asked whether it can serve must know when it
    /// can again, though nobody may have anything to write.
    async fn probe(&mut self) -> Result<(), StoreFailed> {
        let written = sqlx::raw_sql("UPDATE server SET epoch = epoch")
            .execute(&mut self.connection)
            .await;
        match written {
            Ok(_) => self.note_health(LastWrite::Done),
            Err(error) if severity(&error) == Severity::Fatal => return Err(error.into()),
            Err(error) => tracing::debug!(%error, "the database still cannot be written"),
        }
        Ok(())
    }

    fn note_health(&self, last: LastWrite) {
        if last == LastWrite::Done && !self.health.is_well() {
            tracing::info!("the database can be written again");
        }
        self.health.note(last);
    }

    /// Writes a batch and answers everybody in it. If it fails by the fault of one, each is written
    /// alone, so that only the one at fault fails.
    async fn write(&mut self, writes: Vec<Write>) -> Result<(), StoreFailed> {
        match self.commit(&writes).await {
            Ok(outcomes) => answer(writes, outcomes),
            Err(Refused::Fatal(failure)) => return Err(give_up(writes, failure)),
            Err(Refused::OneOfThem) if writes.len() > 1 => {
                for write in writes {
                    let alone = vec![write];
                    match self.commit(&alone).await {
                        Ok(outcomes) => answer(alone, outcomes),
                        Err(Refused::Fatal(failure)) => return Err(give_up(alone, failure)),
                        Err(Refused::OneOfThem | Refused::All) => {
                            answer(alone, vec![Outcome::Unavailable]);
                        }
                    }
                }
            }
            Err(Refused::OneOfThem | Refused::All) => {
                writes
                    .into_iter()
                    .for_each(|write| write.answer(Outcome::Unavailable));
            }
        }
        Ok(())
    }

    async fn commit(&mut self, writes: &[Write]) -> Result<Vec<Outcome>, Refused> {
        let Self {
            connection,
            statements,
            heads,
            epoch,
            ..
        } = self;
        match batch::commit(connection, statements, heads, *epoch, writes).await {
            Ok(Committed { outcomes, reach }) => {
                if writes.iter().zip(&outcomes).any(closes) {
                    self.tidy.note_closed();
                }
                match reach {
                    Reach::Disk => self.note_health(LastWrite::Done),
                    Reach::Memory => {}
                }
                Ok(outcomes)
            }
            Err(failure) => {
                let error = failure.error();
                match severity(error) {
                    Severity::Fatal => {
                        tracing::error!(%error, commands = writes.len(), "the database failed for good");
                        Err(Refused::Fatal(failure))
                    }
                    Severity::Passing => {
                        tracing::error!(%error, commands = writes.len(), "the database cannot be written");
                        self.note_health(LastWrite::Failed);
                        Err(Refused::All)
                    }
                    Severity::Guilty => {
                        tracing::error!(%error, commands = writes.len(), "a command breaks a constraint");
                        Err(Refused::OneOfThem)
                    }
                }
            }
        }
    }

    async fn close(mut self) {
        match self.tenure.close() {
            End::Noted => {}
            End::Unnoted => return self.abandon(),
        }
        for statement in ["PRAGMA optimize", "PRAGMA wal_checkpoint(TRUNCATE)"] {
            if let Err(error) = sqlx::raw_sql(statement).execute(&mut self.connection).await {
                tracing::warn!(%error, statement, "the database could not be put in order");
                // Closing would try the same again.
                if severity(&error) == Severity::Fatal {
                    return self.abandon();
                }
            }
        }
        connect::close(self.connection).await;
    }

    /// Ends without another write. SQLite folds the log into the file and deletes it when its last connection is
    /// closed; so this one never is, before the process ends.
    fn abandon(self) {
        let Self {
            tenure, connection, ..
        } = self;
        tenure.abandon();
        std::mem::forget(connection);
    }
}

/// Why a batch was not written.
enum Refused {
    /// By the fault of one; nothing has changed.
    OneOfThem,
    /// Nothing can be written just now; nothing has changed.
    All,
    /// Nothing may be written any more.
    Fatal(Failure),
}

/// Ends the writing. A batch whose commit failed may be on the disk, where the next server finds it or not: to call it
/// done or refused could be false. So it is not answered at all, and the ways back are not dropped either: those who
/// wait repeat the command to that server under the same id and get its answer.
fn give_up(writes: Vec<Write>, failure: Failure) -> StoreFailed {
    match failure {
        Failure::Before(error) => {
            for write in writes {
                write.answer(Outcome::Unavailable);
            }
            error.into()
        }
        Failure::InCommit(error) => {
            std::mem::forget(writes);
            error.into()
        }
    }
}

fn answer(writes: Vec<Write>, outcomes: Vec<Outcome>) {
    for (write, outcome) in writes.into_iter().zip(outcomes) {
        write.answer(outcome);
    }
}

/// Whether a write has ended a table's journal.
fn closes((write, outcome): (&Write, &Outcome)) -> bool {
    match (write, outcome) {
        (Write::Append { encoded, .. }, Outcome::Appended(_)) => {
            encoded.leaves == HeadState::Closed
        }
        _ => false,
    }
}
