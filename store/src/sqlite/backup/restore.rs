//! A backup becomes a data folder.
//!
//! However a restore is broken off, it leaves the old folder, the new one, or a folder on which no server starts
//! and which the same command puts in order. The note says which: `restoring` while the old files are moved, then
//! one that promises a database which is still missing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{at, clean_up, inspect, remove};
use crate::UnixMillis;
use crate::backup::{BackupError, Existing, Restored};
use crate::folder::DataFolder;
use crate::sqlite::tenure::{NOTE, Note, Stand, sync_folder};
use crate::sqlite::{FILE, LOG, SHARED};

/// The files that are one database, the one first without which no server starts.
pub(super) const PARTS: [&str; 3] = [FILE, LOG, SHARED];

/// Puts a backup into a data folder that no server works on. What was there is put aside, into a folder of its own
/// in it.
///
/// # Errors
///
/// [`BackupError`]. Broken off in between, it is done again by the same command.
pub(in crate::sqlite) async fn restore(
    file: &Path,
    folder: &Path,
    existing: Existing,
    now: UnixMillis,
) -> Result<Restored, BackupError> {
    let contents = inspect(file).await?;
    let folder = DataFolder::open(folder)?;
    let folder = folder.path();
    let found = Found::in_folder(folder);
    if found == Found::Database && existing == Existing::Keep {
        return Err(BackupError::FolderInUse(folder.into()));
    }
    let beside = folder.join(format!("{FILE}.restoring"));
    remove(&beside)?;
    copy_synced(file, &beside).inspect_err(|_| clean_up(&beside))?;
    let put_aside = match found {
        Found::Nothing => None,
        Found::Database => Some(begin(folder, now)?),
        Found::HalfRestored(begun) => Some(aside_of(folder, begun)),
    };
    if let Some(aside) = &put_aside {
        for part in PARTS {
            move_part(folder, aside, part)?;
        }
        sync_folder(aside).map_err(at(aside))?;
        // The old log must never lie beside the new database.
        sync_folder(folder).map_err(at(folder))?;
    }
    promise(folder, 0)?;
    put_in_place(folder, &beside)?;
    promise(folder, contents.epoch)?;
    Ok(Restored {
        contents,
        put_aside,
    })
}

/// What is in the folder that a backup is restored into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A new folder, or one whose old database a restore has put aside already.
    Nothing,
    /// A database or what is left of one.
    Database,
    /// An old database, of which a restore begun at this time has put a part aside.
    HalfRestored(UnixMillis),
}

impl Found {
    pub(super) fn in_folder(folder: &Path) -> Self {
        let has_part = PARTS.iter().any(|part| folder.join(part).exists());
        match Note::read(folder) {
            Ok(Some(note)) if note.stand == Stand::Restoring => {
                Self::HalfRestored(UnixMillis(note.epoch))
            }
            Ok(None) if !has_part => Self::Nothing,
            Ok(Some(note)) if !has_part && note.epoch == 0 => Self::Nothing,
            // Also with a note that cannot be read: it is put aside with the rest.
            _ => Self::Database,
        }
    }
}

/// Makes the folder for the old files, with their note in it; then the old note is replaced by one that lets no
/// server start.
pub(super) fn begin(folder: &Path, now: UnixMillis) -> Result<PathBuf, BackupError> {
    let aside = aside_of(folder, now);
    fs::create_dir(&aside).map_err(at(&aside))?;
    let (old, kept) = (folder.join(NOTE), aside.join(NOTE));
    if old.exists() {
        copy_synced(&old, &kept)?;
    }
    sync_folder(&aside).map_err(at(&aside))?;
    sync_folder(folder).map_err(at(folder))?;
    let note = Note {
        stand: Stand::Restoring,
        epoch: now.0,
    };
    note.write(folder).map_err(at(folder))?;
    Ok(aside)
}

fn aside_of(folder: &Path, begun: UnixMillis) -> PathBuf {
    folder.join(format!("replaced-{}", begun.0))
}

/// Moves one of the old files, if it is there: it may never have been, or is moved already.
pub(super) fn move_part(folder: &Path, aside: &Path, part: &str) -> Result<(), BackupError> {
    let from = folder.join(part);
    match fs::rename(&from, aside.join(part)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(&from)(error)),
        _ => Ok(()),
    }
}

/// Notes a database with so many starts. From here on a folder without its database is one that has lost it.
pub(super) fn promise(folder: &Path, epoch: u64) -> Result<(), BackupError> {
    let note = Note {
        stand: Stand::Closed,
        epoch,
    };
    note.write(folder).map_err(at(folder))
}

pub(super) fn put_in_place(folder: &Path, beside: &Path) -> Result<(), BackupError> {
    fs::rename(beside, folder.join(FILE)).map_err(at(beside))?;
    sync_folder(folder).map_err(at(folder))
}

pub(super) fn copy_synced(file: &Path, to: &Path) -> Result<(), BackupError> {
    let mut source = fs::File::open(file).map_err(at(file))?;
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut copy = options.open(to).map_err(at(to))?;
    io::copy(&mut source, &mut copy).map_err(at(to))?;
    copy.sync_all().map_err(at(to))
}
