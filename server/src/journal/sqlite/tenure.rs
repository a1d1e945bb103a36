//! The note that a data folder keeps of its database: that there is one, how far it had come, and whether its
//! write-ahead log is still needed.
//!
//! SQLite makes an empty database where a file is missing, and drops what a missing log held. The note is what
//! tells a folder that has lost something from one that never had it: a server refuses to start there instead of
//! being empty. It is `open` from the start of a server until its end in order, and says `closed` before the
//! log is folded into the file, so that a crash between two steps never looks like a loss.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::FILE;

/// The note's name in the data folder.
pub(crate) const NOTE: &str = "boneyard.tenure";

/// What a data folder has lost.
#[derive(Debug, Error)]
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
    /// The note cannot be read or written.
    #[error("{}: {error}", note.display())]
    Note {
        /// The note.
        note: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Whether a server works on the database, or has ended in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    Open,
    Closed,
}

/// What the note says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) stand: Stand,
    /// Starts of servers on this database.
    pub(crate) epoch: u64,
}

impl Note {
    /// The note of a folder; `None` if it has none.
    ///
    /// # Errors
    ///
    /// It cannot be read, or says nothing that this program understands.
    pub(crate) fn read(folder: &Path) -> io::Result<Option<Self>> {
        let text = match fs::read_to_string(folder.join(NOTE)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let unreadable =
            || io::Error::new(io::ErrorKind::InvalidData, "this is no note of a tenure");
        let (stand, epoch) = text.trim().split_once(' ').ok_or_else(unreadable)?;
        let stand = match stand {
            "open" => Stand::Open,
            "closed" => Stand::Closed,
            _ => return Err(unreadable()),
        };
        let epoch = epoch.parse().map_err(|_| unreadable())?;
        Ok(Some(Self { stand, epoch }))
    }

    /// Puts the note into a folder, durably: afterwards there is this one, or the one before.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(crate) fn write(self, folder: &Path) -> io::Result<()> {
        let beside = folder.join(format!("{NOTE}.new"));
        let mut file = File::create(&beside)?;
        writeln!(file, "{self}")?;
        file.sync_all()?;
        fs::rename(&beside, folder.join(NOTE))?;
        sync_folder(folder)
    }

    /// Whether the files are there that this note promises.
    ///
    /// # Errors
    ///
    /// What is missing.
    pub(crate) fn check_files(self, folder: &Path) -> Result<(), Loss> {
        let has = |path: &Path| fs::metadata(path).is_ok_and(|file| file.len() > 0);
        let path = folder.join(FILE);
        if !has(&path) {
            return Err(Loss::Database { path });
        }
        let log = folder.join(format!("{FILE}-wal"));
        match self.stand {
            Stand::Open if !has(&log) => Err(Loss::Log {
                path: log,
                note: folder.join(NOTE),
            }),
            Stand::Open | Stand::Closed => Ok(()),
        }
    }

    /// Whether a database with so many starts can be the one of this note.
    ///
    /// # Errors
    ///
    /// It is older.
    pub(crate) fn check_epoch(self, found: u64, folder: &Path) -> Result<(), Loss> {
        if found >= self.epoch {
            return Ok(());
        }
        Err(Loss::Older {
            found,
            noted: self.epoch,
            note: folder.join(NOTE),
        })
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stand = match self.stand {
            Stand::Open => "open",
            Stand::Closed => "closed",
        };
        write!(f, "{stand} {}", self.epoch)
    }
}

/// Makes new and renamed files of a folder durable.
///
/// # Errors
///
/// The system's.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// A server's time on its database. Dropped before the connections are, it notes that the log is no longer
/// needed: SQLite folds it into the file when they close.
#[derive(Debug)]
pub(super) struct Tenure {
    folder: PathBuf,
    noted: Option<Note>,
}

impl Tenure {
    /// Looks whether everything is there that was there at the end of the last tenure.
    pub(super) fn begin(folder: &Path) -> Result<Self, Loss> {
        let noted = Note::read(folder).map_err(|error| unusable(folder, error))?;
        match noted {
            Some(note) => note.check_files(folder)?,
            None => check_unnoted(folder)?,
        }
        let folder = folder.to_owned();
        Ok(Self { folder, noted })
    }

    /// The database was opened and has seen so many starts before this one.
    pub(super) fn check(&self, epoch: u64) -> Result<(), Loss> {
        self.noted
            .map_or(Ok(()), |note| note.check_epoch(epoch, &self.folder))
    }

    /// This start is in the log.
    pub(super) fn open(&mut self, epoch: u64) -> Result<(), Loss> {
        let note = Note {
            stand: Stand::Open,
            epoch,
        };
        note.write(&self.folder)
            .map_err(|error| unusable(&self.folder, error))?;
        self.noted = Some(note);
        Ok(())
    }

    /// The log may go from now on.
    pub(super) fn close(&mut self) {
        let Some(note) = self.noted.filter(|note| note.stand == Stand::Open) else {
            return;
        };
        let closed = Note {
            stand: Stand::Closed,
            ..note
        };
        match closed.write(&self.folder) {
            Ok(()) => self.noted = Some(closed),
            Err(error) => {
                tracing::error!(%error, "the end of this server cannot be noted; keep the log");
            }
        }
    }
}

impl Drop for Tenure {
    fn drop(&mut self) {
        self.close();
    }
}

/// A log without its database: SQLite would throw it away.
fn check_unnoted(folder: &Path) -> Result<(), Loss> {
    let length = |name: &str| fs::metadata(folder.join(name)).map_or(0, |file| file.len());
    if length(FILE) == 0 && length(&format!("{FILE}-wal")) > 0 {
        let path = folder.join(FILE);
        return Err(Loss::Database { path });
    }
    Ok(())
}

fn unusable(folder: &Path, error: io::Error) -> Loss {
    let note = folder.join(NOTE);
    Loss::Note { note, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            fs::write(folder.path().join(name), "something").unwrap();
        }
        folder
    }

    #[test]
    fn a_note_is_read_as_it_was_written() {
        let folder = folder(&[]);
        assert_eq!(Note::read(folder.path()).unwrap(), None);
        for stand in [Stand::Open, Stand::Closed] {
            let note = Note { stand, epoch: 17 };
            note.write(folder.path()).unwrap();
            assert_eq!(Note::read(folder.path()).unwrap(), Some(note));
        }
        for wrong in ["", "open", "open x", "shut 3"] {
            fs::write(folder.path().join(NOTE), wrong).unwrap();
            assert!(Note::read(folder.path()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_the_note_promises_must_be_there() {
        let [open, closed] = [Stand::Open, Stand::Closed].map(|stand| Note { stand, epoch: 3 });
        let all = folder(&[FILE, "boneyard.sqlite3-wal"]);
        open.check_files(all.path()).unwrap();
        let no_log = folder(&[FILE]);
        closed.check_files(no_log.path()).unwrap();
        assert!(matches!(
            open.check_files(no_log.path()),
            Err(Loss::Log { .. })
        ));
        let nothing = folder(&[]);
        for note in [open, closed] {
            assert!(matches!(
                note.check_files(nothing.path()),
                Err(Loss::Database { .. })
            ));
        }
        closed.check_epoch(3, all.path()).unwrap();
        assert!(closed.check_epoch(2, all.path()).is_err());
    }

    #[test]
    fn a_tenure_that_ends_needs_no_log() {
        let folder = folder(&[FILE, "boneyard.sqlite3-wal"]);
        let mut tenure = Tenure::begin(folder.path()).unwrap();
        tenure.open(4).unwrap();
        drop(tenure);
        let closed = Note {
            stand: Stand::Closed,
            epoch: 4,
        };
        assert_eq!(Note::read(folder.path()).unwrap(), Some(closed));
        fs::remove_file(folder.path().join("boneyard.sqlite3-wal")).unwrap();
        Tenure::begin(folder.path()).unwrap();
        fs::remove_file(folder.path().join(FILE)).unwrap();
        assert!(matches!(
            Tenure::begin(folder.path()),
            Err(Loss::Database { .. })
        ));
    }

    #[test]
    fn a_log_without_a_note_and_a_database_is_no_new_folder() {
        let folder = folder(&["boneyard.sqlite3-wal"]);
        assert!(matches!(
            Tenure::begin(folder.path()),
            Err(Loss::Database { .. })
        ));
    }
}
