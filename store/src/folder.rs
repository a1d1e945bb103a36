//! The folder that holds everything a server keeps, and the lock that keeps a second server out of it.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The lock's name in the folder. The file stays; it is the lock on it that counts, and that ends with its
/// process, however it ends.
const LOCK_FILE: &str = "boneyard.lock";

/// A data folder that belongs to this process, as long as the value lives.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// Locked until it is closed.
    _lock: File,
}

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum DataFolderError {
    /// Another server works on it.
    #[error("{} belongs to another server, {}", path.display(), holder(*.process))]
    Held {
        /// The folder.
        path: PathBuf,
        /// The other server's process id, if its lock names one.
        process: Option<u32>,
    },
    /// It cannot be made, or nothing can be written in it.
    #[error("{} cannot be used: {error}", path.display())]
    Unusable {
        /// The folder or the file in it.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

fn holder(process: Option<u32>) -> String {
    process.map_or_else(
        || "which is just starting".into(),
        |id| format!("process {id}"),
    )
}

impl DataFolder {
    /// Makes the folder if there is none, for this user alone (mode 0700), and takes its lock. A folder
    /// that exists keeps its mode.
    ///
    /// # Errors
    ///
    /// [`DataFolderError`]; the other server, if there is one, is not disturbed.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, DataFolderError> {
        let path = path.into();
        let unusable = |path: &Path, error| DataFolderError::Unusable {
            path: path.into(),
            error,
        };
        make_private_folder(&path).map_err(|error| unusable(&path, error))?;
        let file = path.join(LOCK_FILE);
        let mut lock = open_lock(&file).map_err(|error| unusable(&file, error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(DataFolderError::Held {
                    path,
                    process: named_process(&mut lock),
                });
            }
            Err(TryLockError::Error(error)) => return Err(unusable(&file, error)),
        }
        name_process(&mut lock).map_err(|error| unusable(&file, error))?;
        Ok(Self { path, _lock: lock })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Makes a folder, and those above it, for this user alone, unless it is there.
///
/// # Errors
///
/// The system's.
pub fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Opens the lock without touching what is in it: it may be another server's.
fn open_lock(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    // A process that can open it can hold it, and so keep the server from starting.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

/// The process id that stands in a lock; a server that has just taken it may not have written it yet.
fn named_process(lock: &mut File) -> Option<u32> {
    let mut text = String::new();
    lock.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

fn name_process(lock: &mut File) -> io::Result<()> {
    lock.set_len(0)?;
    lock.rewind()?;
    writeln!(lock, "{}", std::process::id())?;
    lock.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_server_is_told_who_holds_the_folder() {
        let outer = tempfile::tempdir().unwrap();
        let path = outer.path().join("a/b");
        let first = DataFolder::open(&path).unwrap();
        assert_eq!(first.path(), path);
        let refused = DataFolder::open(&path).unwrap_err();
        let process = std::process::id();
        assert_eq!(
            refused.to_string(),
            format!(
                "{} belongs to another server, process {process}",
                path.display()
            )
        );
        drop(first);
        DataFolder::open(&path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_new_folder_is_for_its_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let outer = tempfile::tempdir().unwrap();
        let folder = DataFolder::open(outer.path().join("data")).unwrap();
        let mode = std::fs::metadata(folder.path())
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o700);
    }

    #[test]
    fn a_path_that_is_no_folder_is_refused() {
        let outer = tempfile::tempdir().unwrap();
        let file = outer.path().join("data");
        std::fs::write(&file, "").unwrap();
        let refused = DataFolder::open(&file).unwrap_err();
        assert!(
            matches!(refused, DataFolderError::Unusable { .. }),
            "{refused}"
        );
    }
}
