//! The file beside a backup's own in which it is written.
//!
//! Two backups of one name may be made at the same time: two clicks, or a nightly one that takes longer than a
//! night. The second must not write into the first one's file, nor take it away.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::{at, clean_up, remove};
use crate::backup::BackupError;

const ENDING: &str = ".unfinished";

/// An empty file of mode 0600 that no other backup writes while this value lives.
#[derive(Debug)]
pub(super) struct Unfinished {
    path: PathBuf,
    /// Locked; the system unlocks it also when the process is killed.
    file: File,
}

impl Unfinished {
    /// Begins the file beside this one; what a backup that was killed has left there is emptied.
    pub(super) fn beside(file: &Path) -> Result<Self, BackupError> {
        let mut name = file.as_os_str().to_owned();
        name.push(ENDING);
        let path = PathBuf::from(name);
        loop {
            let begun = open(&path).map_err(at(&path))?;
            match begun.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(BackupError::BeingWritten(file.into()));
                }
                Err(TryLockError::Error(error)) => return Err(at(&path)(error)),
            }
            // Its owner may have renamed or removed it since it was opened.
            if is_at(&begun, &path).map_err(at(&path))? {
                begun.set_len(0).map_err(at(&path))?;
                remove(&journal_of(&path))?;
                return Ok(Self { path, file: begun });
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Removes from a folder what backups that were killed have left there, and nothing that is being written.
///
/// # Errors
///
/// The folder cannot be read, or something in it cannot be removed.
pub(in crate::sqlite) fn sweep(folder: &Path) -> Result<(), BackupError> {
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        let Some(file) = path
            .to_str()
            .and_then(|name| name.strip_suffix(ENDING))
            .map(Path::new)
        else {
            continue;
        };
        match Unfinished::beside(file) {
            // Removed with the value.
            Ok(left) => drop(left),
            Err(BackupError::BeingWritten(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // It has another name by now, or is of no use.
        if matches!(is_at(&self.file, &self.path), Ok(true)) {
            clean_up(&self.path);
        }
    }
}

/// What SQLite keeps beside a file that it writes.
fn journal_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    name.into()
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whether this is the file of that path.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let there = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        found => found?,
    };
    let here = file.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Ok((here.dev(), here.ino()) == (there.dev(), there.ino()))
    }
    #[cfg(not(unix))]
    Ok(here.created()? == there.created()?)
}
