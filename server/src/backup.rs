//! `boneyard backup` and `boneyard restore`: a data folder in one file, and back.
//!
//! A backup is made while people play: it is the database as it stands at one moment, so that every table in it is
//! a prefix of what was played. Restoring puts what was there aside; nothing is ever overwritten.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::clock::UnixMillis;
use crate::data_folder::{DataFolder, DataFolderError};
use crate::journal::sqlite::tenure::{NOTE, Note, Stand, sync_folder};
use crate::journal::sqlite::{FILE, InspectError, Inspection, Loss, copy, inspect_file};

/// The files that are one database, and its note.
const PARTS: [&str; 4] = [FILE, "boneyard.sqlite3-wal", "boneyard.sqlite3-shm", NOTE];

/// What to do with what is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Refuse.
    Keep,
    /// Put something else in its place.
    Replace,
}

/// Why a backup was not made or not restored. What was there is as it was.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The file is there already.
    #[error("{} is there already; --replace writes a new one in its place", .0.display())]
    FileExists(PathBuf),
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

fn at(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |error| BackupError::Io { path, error }
}

/// Writes the database of a data folder into `file`, whether a server works on it or not. The copy is written
/// beside the file, checked and synced; then it gets its name.
///
/// # Errors
///
/// [`BackupError`]; there is no half a backup then. Tables that are out of order are no error: they are copied as
/// they are.
pub async fn backup(
    folder: &Path,
    file: &Path,
    existing: Existing,
) -> Result<Inspection, BackupError> {
    if existing == Existing::Keep && file.exists() {
        return Err(BackupError::FileExists(file.into()));
    }
    if let Some(note) = Note::read(folder).map_err(at(&folder.join(NOTE)))? {
        note.check_files(folder)?;
    }
    let beside = beside(file, "unfinished");
    // Left by a backup that was killed.
    remove(&beside)?;
    let written = write_backup(folder, file, &beside, existing).await;
    if written.is_err() {
        remove(&beside)?;
    }
    written
}

async fn write_backup(
    folder: &Path,
    file: &Path,
    beside: &Path,
    existing: Existing,
) -> Result<Inspection, BackupError> {
    copy(folder, beside).await?;
    let contents = inspect_file(beside).await?;
    check_damage(beside, &contents)?;
    match existing {
        Existing::Keep => name_anew(beside, file)?,
        Existing::Replace => fs::rename(beside, file).map_err(at(file))?,
    }
    let parent = parent_of(file);
    sync_folder(parent).map_err(at(parent))?;
    Ok(contents)
}

/// Gives a file its name unless the name is taken. A link, unlike a renaming, never takes the place of a file that
/// has come meanwhile; not every file system has links.
fn name_anew(beside: &Path, file: &Path) -> Result<(), BackupError> {
    match fs::hard_link(beside, file) {
        Ok(()) => remove(beside),
        Err(_) if file.exists() => Err(BackupError::FileExists(file.into())),
        Err(_no_links) => fs::rename(beside, file).map_err(at(file)),
    }
}

/// Puts a backup into a data folder that no server works on. What was there is put aside, into a folder of its own
/// in it.
///
/// # Errors
///
/// [`BackupError`]. A restore that is killed in between leaves a folder on which no server starts; do it again.
pub async fn restore(
    file: &Path,
    folder: &Path,
    existing: Existing,
    now: UnixMillis,
) -> Result<Restored, BackupError> {
    let contents = inspect_file(file).await?;
    check_damage(file, &contents)?;
    let folder = DataFolder::open(folder)?;
    let folder = folder.path();
    let in_use = PARTS.iter().any(|part| folder.join(part).exists());
    if in_use && existing == Existing::Keep {
        return Err(BackupError::FolderInUse(folder.into()));
    }
    let beside = folder.join(format!("{FILE}.restoring"));
    remove(&beside)?;
    copy_synced(file, &beside)?;
    let put_aside = if in_use {
        Some(put_aside(folder, now)?)
    } else {
        None
    };
    // From here on a folder without its database is one that has lost it.
    let note = |epoch| Note {
        stand: Stand::Closed,
        epoch,
    };
    note(0).write(folder).map_err(at(folder))?;
    fs::rename(&beside, folder.join(FILE)).map_err(at(&beside))?;
    sync_folder(folder).map_err(at(folder))?;
    note(contents.epoch).write(folder).map_err(at(folder))?;
    Ok(Restored {
        contents,
        put_aside,
    })
}

fn copy_synced(file: &Path, to: &Path) -> Result<(), BackupError> {
    let mut source = fs::File::open(file).map_err(at(file))?;
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut copy = options.open(to).map_err(at(to))?;
    io::copy(&mut source, &mut copy).map_err(at(to))?;
    copy.sync_all().map_err(at(to))
}

/// Moves the old database into a folder of its own. Its note goes last: until then a server misses the database.
fn put_aside(folder: &Path, now: UnixMillis) -> Result<PathBuf, BackupError> {
    let aside = folder.join(format!("replaced-{}", now.0));
    fs::create_dir(&aside).map_err(at(&aside))?;
    for part in PARTS {
        let (from, to) = (folder.join(part), aside.join(part));
        match fs::rename(&from, &to) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(at(&from)(error)),
        }
    }
    sync_folder(&aside).map_err(at(&aside))?;
    Ok(aside)
}

fn check_damage(path: &Path, contents: &Inspection) -> Result<(), BackupError> {
    match contents.damage.first() {
        None => Ok(()),
        Some(complaint) => Err(BackupError::Damaged {
            path: path.into(),
            complaint: complaint.clone(),
        }),
    }
}

fn beside(file: &Path, what: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(what);
    name.into()
}

/// The folder of a file; a name alone is in the working folder.
fn parent_of(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    }
}

fn remove(file: &Path) -> Result<(), BackupError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(file)(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests;
