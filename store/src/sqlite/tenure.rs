//! The note that a data folder keeps of its database: that there is one, how far it had come, and whether its
//! write-ahead log is still needed.
//!
//! SQLite makes an empty database where a file is missing, and drops what a missing log held. The note is what
//! tells a folder that has lost something from one that never had it: a server refuses to start there instead of
//! being empty. It is `open` from the start of a server until its end in order, and says `closed` before the
//! log is folded into the file, so that a crash between two steps never looks like a loss. While a restore moves
//! the old database away it says `restoring`.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::FILE;
use crate::open::Loss;

/// The note's name in the data folder.
pub(crate) const NOTE: &str = "boneyard.tenure";

/// Characters of a note, filled up with spaces: one that is written over another is as long, so that a crash leaves
/// the one or the other. The longest is a word of nine letters with a number of twenty digits.
const LENGTH: usize = 31;

/// What becomes of the database just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    /// A server works on it.
    Open,
    /// The last server has ended in order.
    Closed,
    /// It is being put aside, for a backup to take its place.
    Restoring,
}

impl Stand {
    const ALL: [Self; 3] = [Self::Open, Self::Closed, Self::Restoring];

    fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Restoring => "restoring",
        }
    }
}

/// What the note says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) stand: Stand,
    /// Starts of servers on this database; of a restore, when it began.
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
        let known = Stand::ALL.into_iter().find(|known| known.word() == stand);
        let stand = known.ok_or_else(unreadable)?;
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
        let written = self.write_to(&beside, OpenOptions::new().create(true).truncate(true));
        if let Err(error) = written {
            // As on a full disk. What is left of it does no harm.
            if let Err(left) = fs::remove_file(&beside) {
                tracing::debug!(%left, file = %beside.display(), "an unfinished note stays");
            }
            return Err(error);
        }
        fs::rename(&beside, folder.join(NOTE))?;
        sync_folder(folder)
    }

    /// Puts the note over the one that is there, in the block that it has, where there is no place for a new file.
    /// An older one may be shorter, but never longer.
    fn overwrite(self, folder: &Path) -> io::Result<()> {
        self.write_to(&folder.join(NOTE), &mut OpenOptions::new())
    }

    fn write_to(self, file: &Path, options: &mut OpenOptions) -> io::Result<()> {
        options.write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
        let mut file = options.open(file)?;
        let note = self.to_string();
        file.write_all(format!("{note:<LENGTH$}\n").as_bytes())?;
        file.sync_all()
    }

    /// The note of a folder, if the files are there that it promises.
    ///
    /// # Errors
    ///
    /// What is missing. A server that ends meanwhile, and takes its log with it, says so in the note before: only
    /// what the same note still promises afterwards is lost.
    pub(crate) fn check(folder: &Path) -> Result<Option<Self>, Loss> {
        Self::check_as(folder, || Self::read(folder))
    }

    fn check_as(
        folder: &Path,
        mut read: impl FnMut() -> io::Result<Option<Self>>,
    ) -> Result<Option<Self>, Loss> {
        let mut read = || read().map_err(|error| unusable(folder, error));
        let mut found = read()?;
        while let Some(note) = found {
            let Err(loss) = note.check_files(folder) else {
                break;
            };
            found = read()?;
            if found == Some(note) {
                return Err(loss);
            }
        }
        Ok(found)
    }

    /// Whether the files are there that this note promises.
    ///
    /// # Errors
    ///
    /// What is missing.
    pub(crate) fn check_files(self, folder: &Path) -> Result<(), Loss> {
        if self.stand == Stand::Restoring {
            let note = folder.join(NOTE);
            return Err(Loss::HalfRestored { note });
        }
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
            _ => Ok(()),
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
        write!(f, "{} {}", self.stand.word(), self.epoch)
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
/// needed: SQLite folds it into the file when they close. After a failure that leaves the disk in doubt they must
/// not close, and it is [abandoned](Self::abandon).
#[derive(Debug)]
pub(super) struct Tenure {
    folder: PathBuf,
    noted: Option<Note>,
}

impl Tenure {
    /// Looks whether everything is there that was there at the end of the last tenure.
    pub(super) fn begin(folder: &Path) -> Result<Self, Loss> {
        let noted = Note::check(folder)?;
        if noted.is_none() {
            check_unnoted(folder)?;
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

    /// Notes that the log may go from now on, if that can be noted.
    pub(super) fn close(&mut self) -> End {
        let Some(note) = self.noted.filter(|note| note.stand == Stand::Open) else {
            return End::Noted;
        };
        let closed = Note {
            stand: Stand::Closed,
            ..note
        };
        // Once: what fails now fails again when this is dropped.
        self.noted = None;
        let noted = closed
            .write(&self.folder)
            .or_else(|error| closed.write_for_want_of_space(&self.folder, &error));
        match noted {
            Ok(()) => End::Noted,
            Err(error) => {
                tracing::error!(%error, "the end of this server cannot be noted; keep the log");
                End::Unnoted
            }
        }
    }

    /// Leaves the note open: the log stays, for the next server to read.
    pub(super) fn abandon(mut self) {
        self.noted = None;
    }
}

/// Whether the next server can see that this tenure has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a log that the note still needs must stay"]
pub(super) enum End {
    /// The log may be folded into the file and deleted.
    Noted,
    /// It must stay.
    Unnoted,
}

impl Note {
    /// Notes what a new file has no place for: over the old note, or by taking it away, which leaves a folder of the
    /// days before there were notes.
    fn write_for_want_of_space(self, folder: &Path, why: &io::Error) -> io::Result<()> {
        tracing::warn!(error = %why, "the end of this server is noted over the old note");
        self.overwrite(folder).or_else(|error| {
            tracing::warn!(%error, "the old note cannot be changed and is deleted");
            fs::remove_file(folder.join(NOTE))?;
            sync_folder(folder)
        })
    }
}

impl Drop for Tenure {
    fn drop(&mut self) {
        // An end that cannot be noted is in the program's log; the connection cannot be kept open any more.
        let _noted_or_not = self.close();
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
mod tests;
