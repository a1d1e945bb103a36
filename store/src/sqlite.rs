//! The store on a disk: one SQLite file with a write-ahead log.
//!
//! [`Writer`] owns the one connection that writes; reading goes through a small pool of connections that
//! cannot write. An append is answered after its transaction's sync.

mod backup;
mod bans;
mod batch;
mod check;
mod connect;
mod fault;
mod health;
mod insert;
mod inspect;
mod maintenance;
mod read;
mod reports;
mod schema;
mod tenure;
#[cfg(test)]
mod tests;
mod tidy;
mod writer;

use std::path::{Path, PathBuf};

use boneyard_protocol::{MatchId, PlayerId, TableId};
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

pub(crate) use maintenance::Folder;
pub(crate) use writer::Writer;

use self::batch::Write;
use self::health::Health;
use self::insert::Statements;
use self::tenure::Tenure;
use self::tidy::Tidy;
use self::writer::{Command, QUEUE};
use crate::encoded::encode;
use crate::open::OpenError;
use crate::stored::read_all;
use crate::{
    AccessChange, Answer, Append, AppendError, Archive, ArchivedMatch, Bans, BansUnavailable,
    Epoch, Journal, JournalRecord, Mark, People, PeopleError, ReadError, Recovered, Report,
    ReportError, Reports, Seq, StoredBan, StoredIdentity, TokenHash,
};

/// The version of the tables that this program writes.
pub(crate) fn known_schema() -> i64 {
    schema::known()
}

/// The database's name in the data folder.
pub(crate) const FILE: &str = "boneyard.sqlite3";
/// Its write-ahead log.
pub(crate) const LOG: &str = "boneyard.sqlite3-wal";
/// What its connections share.
pub(crate) const SHARED: &str = "boneyard.sqlite3-shm";

pub(crate) use tenure::NOTE;

/// Journals, matches and identities in an SQLite file. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct SqliteStore {
    commands: mpsc::Sender<Command>,
    pool: SqlitePool,
    health: Health,
}

impl SqliteStore {
    /// Opens the database in this folder, or makes one, and begins a new epoch.
    ///
    /// The folder must exist and belong to this process alone, see [`crate::folder`]. Nothing is
    /// written before the [`Writer`] runs.
    ///
    /// # Errors
    ///
    /// [`OpenError`]; the file is as it was, or a whole version newer.
    pub(crate) async fn open(folder: &Path) -> Result<(Self, Writer), OpenError> {
        let file: PathBuf = folder.join(FILE);
        let begun = Tenure::begin(folder)?;
        let mut connection = connect::writer(&file).await?;
        // If this fails, the end must be noted before the connection closes: it is dropped in this order.
        let mut tenure = begun;
        schema::migrate(&mut connection).await?;
        tenure.check(read::epoch(&mut connection).await?.0)?;
        let epoch = begin_epoch(&mut connection).await?;
        tenure.open(epoch.0)?;
        let heads = read::heads(&mut connection).await?;
        let pool = connect::readers(&file).await?;
        let (commands, receiver) = mpsc::channel(QUEUE);
        let mut tidy = Tidy::default();
        // Closed by an earlier program that found no time to delete them.
        tidy.note_closed();
        let health = Health::default();
        let writer = Writer {
            tenure,
            connection,
            health: health.clone(),
            commands: receiver,
            heads,
            epoch,
            statements: Statements::new(),
            tidy,
        };
        let store = Self {
            commands,
            pool,
            health,
        };
        Ok((store, writer))
    }

    /// Hands a command to the writer and waits for its answer; `None` if the writer is gone.
    fn ask<T: Send + 'static>(
        &self,
        command: impl FnOnce(oneshot::Sender<T>) -> Command,
    ) -> Answer<Option<T>> {
        let (reply, answer) = oneshot::channel();
        let command = command(reply);
        let commands = self.commands.clone();
        Box::pin(async move {
            commands.send(command).await.ok()?;
            answer.await.ok()
        })
    }
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

async fn begin_epoch(connection: &mut SqliteConnection) -> Result<Epoch, OpenError> {
    let epoch: i64 = sqlx::query_scalar("UPDATE server SET epoch = epoch + 1 RETURNING epoch")
        .fetch_one(connection)
        .await?;
    Ok(Epoch(u64::try_from(epoch).unwrap_or_default()))
}

/// A reader's failure, logged once.
fn unreadable(error: &sqlx::Error) -> ReadError {
    tracing::error!(%error, "the database cannot be read");
    ReadError::Unavailable
}

impl Journal for SqliteStore {
    fn append(&self, append: Append) -> Answer<Result<Vec<JournalRecord>, AppendError>> {
        let (encoded, kept) = encode(append);
        let links = self.ask(|reply| Command::Write(Write::Append { encoded, reply }));
        Box::pin(async move {
            let links = links.await.unwrap_or(Err(AppendError::Unavailable));
            links.map(|links| kept.into_records(links))
        })
    }

    fn read(&self, table: TableId, from: Seq) -> Answer<Result<Vec<JournalRecord>, ReadError>> {
        let pool = self.pool.clone();
        Box::pin(async move {
            let stored = read::journal(&pool, table)
                .await
                .map_err(|error| unreadable(&error))?;
            let mut records = read_all(table, &stored)?;
            records.retain(|record| record.seq >= from);
            Ok(records)
        })
    }

    fn load_all(&self) -> Answer<Result<Vec<Recovered>, ReadError>> {
        let pool = self.pool.clone();
        Box::pin(async move {
            read::all_journals(&pool)
                .await
                .map_err(|error| unreadable(&error))
        })
    }

    fn is_writable(&self) -> bool {
        self.health.is_well()
    }

    fn shut_down(&self) -> Answer<()> {
        let pool = self.pool.clone();
        let closed = self.ask(Command::ShutDown);
        Box::pin(async move {
            // Readers first: the last checkpoint needs the file for itself.
            pool.close().await;
            if closed.await.is_none() {
                tracing::warn!("the writer was gone before the store was shut down");
            }
        })
    }
}

impl Archive for SqliteStore {
    fn find_match(&self, id: MatchId) -> Answer<Result<Option<ArchivedMatch>, ReadError>> {
        let pool = self.pool.clone();
        Box::pin(async move {
            read::finished(&pool, id)
                .await
                .map_err(|error| unreadable(&error))
        })
    }
}

impl People for SqliteStore {
    fn add_identity(
        &self,
        token: TokenHash,
        identity: StoredIdentity,
    ) -> Answer<Result<(), PeopleError>> {
        let added = self.ask(|reply| {
            Command::Write(Write::AddIdentity {
                token,
                identity,
                reply,
            })
        });
        Box::pin(async move { added.await.unwrap_or(Err(PeopleError::Unavailable)) })
    }

    fn find_identity(
        &self,
        token: TokenHash,
    ) -> Answer<Result<Option<StoredIdentity>, PeopleError>> {
        let pool = self.pool.clone();
        Box::pin(async move {
            read::identity(&pool, token).await.map_err(|error| {
                tracing::error!(%error, "an identity cannot be read");
                PeopleError::Unavailable
            })
        })
    }

    fn find_player(&self, player: PlayerId) -> Answer<Result<Option<StoredIdentity>, PeopleError>> {
        let pool = self.pool.clone();
        Box::pin(async move {
            read::player(&pool, player).await.map_err(|error| {
                tracing::error!(%error, "an identity cannot be read");
                PeopleError::Unavailable
            })
        })
    }

    fn replace_token(&self, player: PlayerId, token: TokenHash) -> Answer<Result<(), PeopleError>> {
        let replaced = self.ask(|reply| {
            Command::Write(Write::ReplaceToken {
                player,
                token,
                reply,
            })
        });
        Box::pin(async move { replaced.await.unwrap_or(Err(PeopleError::Unavailable)) })
    }

    fn rename(&self, player: PlayerId, name: String) -> Answer<Result<(), PeopleError>> {
        let renamed = self.ask(|reply| {
            Command::Write(Write::Rename {
                player,
                name,
                reply,
            })
        });
        Box::pin(async move { renamed.await.unwrap_or(Err(PeopleError::Unavailable)) })
    }
}

impl Reports for SqliteStore {
    fn add_report(&self, report: Report) -> Answer<Result<(), ReportError>> {
        let added = self.ask(|reply| Command::Write(Write::AddReport { report, reply }));
        Box::pin(async move { added.await.unwrap_or(Err(ReportError::Unavailable)) })
    }

    fn reports(&self, count: u32) -> Answer<Result<Vec<Report>, ReportError>> {
        let pool = self.pool.clone();
        Box::pin(async move {
            reports::newest(&pool, count).await.map_err(|error| {
                tracing::error!(%error, "reports cannot be read");
                ReportError::Unavailable
            })
        })
    }
}

impl Bans for SqliteStore {
    fn change_access(&self, change: AccessChange) -> Answer<Result<(), BansUnavailable>> {
        let changed = self.ask(|reply| Command::Write(Write::Access { change, reply }));
        Box::pin(async move { changed.await.unwrap_or(Err(BansUnavailable)) })
    }

    fn bans(&self) -> Answer<Result<Vec<StoredBan>, BansUnavailable>> {
        let pool = self.pool.clone();
        Box::pin(async move { bans::bans(&pool).await.map_err(|error| no_access(&error)) })
    }

    fn admission(&self, player: PlayerId) -> Answer<Result<Option<Mark>, BansUnavailable>> {
        let pool = self.pool.clone();
        Box::pin(async move {
            let found = bans::admission(&pool, player).await;
            found.map_err(|error| no_access(&error))
        })
    }
}

fn no_access(error: &sqlx::Error) -> BansUnavailable {
    tracing::error!(%error, "bans or admissions cannot be read");
    BansUnavailable
}
