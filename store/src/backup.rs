//! A data folder in one file, and back.
//!
//! A backup is made while people play: it is the store as it stands at one moment, so that every table in it is a
//! prefix of what was played. Restoring puts what was there aside; nothing is ever overwritten. Both are done by
//! [`Maintenance`](crate::Maintenance).

use std::io;
use std::path::PathBuf;

use crate::folder::DataFolderError;
use crate::maintenance::{InspectError, Inspection};
use crate::open::Loss;

/// The ending of a backup's name.
pub const ENDING: &str = ".sqlite";

/// What to do with what is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Refuse.
    Keep,
    /// Put something else in its place.
    Replace,
}

/// Why a backup was not made or not restored. What was there is as it was.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file is there already.
    #[error("{} is there already; --replace writes a new one in its place", .0.display())]
    FileExists(PathBuf),
    /// Another backup is being written into it.
    #[error("{} is being written by another backup", .0.display())]
    BeingWritten(PathBuf),
    /// The file would lie among the database's own.
    #[error("{} is in the data folder itself; a backup belongs elsewhere, best on another disk", .0.display())]
    InDataFolder(PathBuf),
    /// The folder has a database already.
    #[error("{} has a database already; --replace puts it aside", .0.display())]
    FolderInUse(PathBuf),
    /// The data folder has lost something.
    #[error(transparent)]
    Lost(#[from] Loss),
    /// The database, or the backup, cannot be read.
    #[error(transparent)]
    Database(#[from] InspectError),
    /// The copy, or the backup, is damaged.
    #[error("{} is damaged: {complaint}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the check complains of first.
        complaint: String,
    },
    /// A server works on the folder.
    #[error(transparent)]
    Folder(#[from] DataFolderError),
    /// The system says no.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
}

/// What was restored.
#[derive(Debug)]
pub struct Restored {
    /// What the backup holds.
    pub contents: Inspection,
    /// Where that is which was in the folder before.
    pub put_aside: Option<PathBuf>,
}
