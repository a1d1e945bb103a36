//! Opening the store of a data folder.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::folder::DataFolder;
use crate::sqlite::SqliteStore;
use crate::{Answer, Store};

/// A store that is open, and the work that it needs done.
pub struct Opened {
    /// Everything that lasts.
    pub store: Arc<dyn Store>,
    /// Writes until the store is shut down, or until every handle is dropped. To be run as a task of its
    /// own: nothing is written unless it runs. Its failure must end the program.
    pub work: Answer<Result<(), StoreFailed>>,
}

/// Opens the store in a data folder, or makes one, and begins a new epoch.
///
/// Nothing is written before [`Opened::work`] runs.
///
/// # Errors
///
/// [`OpenError`]; what is in the folder is as it was, or a whole version newer.
// Boxed, so that the backend is compiled in this crate and not in each that opens a store.
pub fn open(folder: &DataFolder) -> BoxFuture<'_, Result<Opened, OpenError>> {
    Box::pin(open_sqlite(folder))
}

async fn open_sqlite(folder: &DataFolder) -> Result<Opened, OpenError> {
    let (store, writer) = SqliteStore::open(folder.path()).await?;
    Ok(Opened {
        store: Arc::new(store),
        work: Box::pin(writer.run()),
    })
}

/// What the database says. Text for people; nothing is decided by it.
pub type DatabaseError = Box<dyn Error + Send + Sync>;

/// Why the store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Records would not be safe: the database is too old, or a setting that keeps them safe is not in force.
    #[error("{0}")]
    Unsafe(String),
    /// It was written by a newer program.
    #[error(
        "the database has version {found}, this program knows versions up to {known}; start a newer program"
    )]
    NewerSchema {
        /// The version of what is there.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// It is another program's database.
    #[error("the file is not a Boneyard database")]
    NotOurs,
    /// Something is missing that was there.
    #[error(transparent)]
    Lost(#[from] Loss),
    /// The database says no.
    #[error("the database cannot be opened: {0}")]
    Database(#[source] DatabaseError),
}

/// The store gave up, and with it the whole program must end: nobody knows what is on the disk before it is read anew.
/// Nothing that was acknowledged is lost.
#[derive(Debug, thiserror::Error)]
#[error("the database failed in a way after which nothing may be written: {0}")]
pub struct StoreFailed(#[source] pub DatabaseError);

/// What a data folder has lost.
#[derive(Debug, thiserror::Error)]
pub enum Loss {
    /// The database is gone.
    #[error(
        "{} is missing, but this folder had a database: put it back or restore a backup; \
         to begin with an empty server, use another folder", path.display()
    )]
    Database {
        /// Where it should be.
        path: PathBuf,
    },
    /// The write-ahead log of a server that was killed is gone, and with it what was acknowledged last.
    #[error(
        "{} is missing, though the last server did not end in order: its last records may be lost. Put it \
         back or restore a backup; to go on with what is left, delete {}", path.display(), note.display()
    )]
    Log {
        /// Where it should be.
        path: PathBuf,
        /// The note to delete.
        note: PathBuf,
    },
    /// The database ends before the last start of a server here.
    #[error(
        "the database has seen {found} starts, but {noted} servers were started in this folder: it is an older copy, or has lost its \
         end. Restore backups with `boneyard restore`; to go on with what is left, delete {}", note.display()
    )]
    Older {
        /// The starts that the database knows.
        found: u64,
        /// The starts that the folder knows.
        noted: u64,
        /// The note to delete.
        note: PathBuf,
    },
    /// A restore was broken off while it put the old database aside.
    #[error("{} says that a restore was broken off: do it again, by the same command", note.display())]
    HalfRestored {
        /// The note.
        note: PathBuf,
    },
    /// The note cannot be read or written.
    #[error("{}: {error}", note.display())]
    Note {
        /// The note.
        note: PathBuf,
        /// Why.
        error: io::Error,
    },
}
