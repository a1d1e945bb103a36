//! What is done to a store besides playing on it: looking at it, backing it up, putting a backup back.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boneyard_protocol::TableId;

use crate::backup::{BackupError, Existing, Restored};
use crate::check::Checkup;
use crate::open::OpenError;
use crate::reports::ReportList;
use crate::{Answer, Broken, Recovered, UnixMillis, sqlite};

/// KiB of the database that the store keeps in memory at most, once it has seen so much of it.
pub const CACHE_KIB: u32 = 16_000;

/// Work on the store of a data folder, whether a server works on it or not.
pub trait Maintenance: Send + Sync + 'static {
    /// Looks at everything and changes nothing.
    ///
    /// # Errors
    ///
    /// There is no store, or this program cannot read it.
    fn inspect(&self) -> Answer<Result<Inspection, InspectError>>;

    /// Whether the folder is well, in lines for people; `now` is what this machine's clock says. Changes nothing.
    fn check(&self, now: UnixMillis) -> Answer<Checkup>;

    /// The newest reports, newest first, with the names of today.
    ///
    /// # Errors
    ///
    /// There is no store, or this program cannot read it.
    fn reports(&self, count: u32) -> Answer<Result<ReportList, InspectError>>;

    /// The sizes of what is there. Reads the folder: not for a task that others wait for.
    fn numbers(&self) -> Numbers;

    /// Writes everything into one file, as it stands at one moment. The copy is written beside the file, checked and
    /// synced; then it gets its name.
    ///
    /// # Errors
    ///
    /// [`BackupError`]; there is no half a backup then. Tables that are out of order are no error: they are copied as
    /// they are.
    fn backup(&self, file: &Path, existing: Existing) -> Answer<Result<Inspection, BackupError>>;

    /// Removes from a folder of backups what backups that were killed have left there, and nothing that is being
    /// written.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or something in it cannot be removed.
    fn sweep(&self, backups: &Path) -> Result<(), BackupError>;

    /// Looks whether a file is a whole backup that this program can put back.
    ///
    /// # Errors
    ///
    /// There is none, it is damaged, or a newer program has made it.
    fn inspect_backup(&self, file: &Path) -> Answer<Result<Inspection, BackupError>>;

    /// Puts a backup into the folder, on which no server may work. What was there is put aside, into a folder of its
    /// own in it.
    ///
    /// # Errors
    ///
    /// [`BackupError`]. Broken off in between, it is done again by the same command.
    fn restore(
        &self,
        file: &Path,
        existing: Existing,
        now: UnixMillis,
    ) -> Answer<Result<Restored, BackupError>>;
}

/// The maintenance of the store in this folder.
pub fn maintenance(folder: &Path) -> Arc<dyn Maintenance> {
    Arc::new(sqlite::Folder::new(folder))
}

/// How large a store is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Bytes of all files in the data folder.
    pub folder_bytes: u64,
    /// Bytes of the database in it.
    pub database_bytes: u64,
    /// Bytes that are free on its disk, if the system tells.
    pub free_bytes: Option<u64>,
}

/// The version of the store's tables that this program writes.
#[must_use]
pub fn schema() -> i64 {
    sqlite::known_schema()
}

/// The names of the store's files in the data folder, for drills that harm or read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files {
    /// The database.
    pub database: &'static str,
    /// What was committed and is not in the database yet. Gone after an end in order.
    pub log: &'static str,
    /// What running servers share in memory. Can be lost.
    pub shared: &'static str,
    /// What the folder notes about the starts of its server.
    pub note: &'static str,
}

/// The names of the store's files.
#[must_use]
pub const fn files() -> Files {
    Files {
        database: sqlite::FILE,
        log: sqlite::LOG,
        shared: sqlite::SHARED,
        note: sqlite::NOTE,
    }
}

/// Why a database cannot be looked at or copied.
#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    /// There is none.
    #[error("there is no database at {}", .0.display())]
    Missing(PathBuf),
    /// It is not one that this program can read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: OpenError,
    },
    /// A copied file has a write-ahead log beside it, which a copy alone would lack.
    #[error("{} has a write-ahead log beside it and is no backup; make one with `boneyard backup`", .0.display())]
    HasLog(PathBuf),
    /// It is shorter than its own beginning says, or empty.
    #[error("{} is not whole: writing or copying it was broken off", .0.display())]
    NotWhole(PathBuf),
    /// The system says no.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
}

/// What stands in a database.
#[derive(Debug)]
pub struct Inspection {
    /// The version of its tables.
    pub schema: i64,
    /// Starts of servers on it.
    pub epoch: u64,
    /// How commits reach the file: `wal` in a data folder, where every commit outlives a crash as the program
    /// promises; `delete` in a backup.
    pub journal_mode: String,
    /// What the database's own check complains of.
    pub damage: Vec<String>,
    /// Open tables whose journals are whole.
    pub tables: usize,
    /// Their records.
    pub records: usize,
    /// Open tables whose journals are not.
    pub broken: Vec<Broken>,
    /// Finished matches.
    pub matches: i64,
    /// Players.
    pub players: i64,
    /// When the newest record was decided.
    pub newest: Option<UnixMillis>,
}

impl Inspection {
    /// Whether every part of it can be used.
    pub fn is_sound(&self) -> bool {
        self.damage.is_empty() && self.broken.is_empty()
    }

    /// The tables that a server leaves alone.
    pub fn out_of_order(&self) -> impl Iterator<Item = TableId> {
        self.broken.iter().map(|broken| broken.table)
    }

    /// Counts an open table.
    pub(crate) fn add(&mut self, table: Recovered) {
        match table.records {
            Ok(records) => {
                self.tables += 1;
                self.records += records.len();
                if let Some(last) = records.last() {
                    self.note_time(last.at);
                }
            }
            Err(broken) => self.broken.push(broken),
        }
    }

    pub(crate) fn note_time(&mut self, at: UnixMillis) {
        if at.0 > 0 {
            self.newest = self.newest.max(Some(at));
        }
    }
}
