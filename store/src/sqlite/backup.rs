//! Backups of the database: copies that are whole files.

mod restore;
mod unfinished;

use std::fs;
use std::io;
use std::path::Path;

pub(super) use self::restore::restore;
use self::unfinished::Unfinished;
pub(super) use self::unfinished::sweep;
use super::inspect::{copy, inspect_file};
use super::tenure::{Note, sync_folder};
use crate::backup::{BackupError, Existing};
use crate::maintenance::Inspection;

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
pub(super) async fn backup(
    folder: &Path,
    file: &Path,
    existing: Existing,
) -> Result<Inspection, BackupError> {
    if is_same(parent_of(file), folder)? {
        return Err(BackupError::InDataFolder(file.into()));
    }
    if existing == Existing::Keep && file.exists() {
        return Err(BackupError::FileExists(file.into()));
    }
    Note::check(folder)?;
    let unfinished = Unfinished::beside(file)?;
    // The one that was being written a moment ago.
    if existing == Existing::Keep && file.exists() {
        return Err(BackupError::FileExists(file.into()));
    }
    write_backup(folder, file, unfinished.path(), existing).await
}

/// Whether both paths lead to the same folder.
fn is_same(folder: &Path, other: &Path) -> Result<bool, BackupError> {
    let found = |folder: &Path| folder.canonicalize().map_err(at(folder));
    Ok(found(folder)? == found(other)?)
}

async fn write_backup(
    folder: &Path,
    file: &Path,
    beside: &Path,
    existing: Existing,
) -> Result<Inspection, BackupError> {
    copy(folder, beside).await?;
    let contents = inspect(beside).await?;
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
        Ok(()) => Ok(()),
        Err(_) if file.exists() => Err(BackupError::FileExists(file.into())),
        Err(_no_links) => fs::rename(beside, file).map_err(at(file)),
    }
}

/// Looks whether a file is a whole backup that this program can put back.
///
/// # Errors
///
/// There is none, it is damaged, or a newer program has made it.
pub(super) async fn inspect(file: &Path) -> Result<Inspection, BackupError> {
    let contents = inspect_file(file).await?;
    match contents.damage.first() {
        None => Ok(contents),
        Some(complaint) => Err(BackupError::Damaged {
            path: file.into(),
            complaint: complaint.clone(),
        }),
    }
}

/// The folder of a file; a name alone is in the working folder.
fn parent_of(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn remove(file: &Path) -> Result<(), BackupError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(file)(error)),
        _ => Ok(()),
    }
}

/// Removes what is of no use any more. The work is done, or has failed for a reason of its own, whether this works or
/// not.
fn clean_up(file: &Path) {
    if let Err(error) = remove(file) {
        tracing::warn!(%error, "an unfinished file could not be removed");
    }
}

#[cfg(test)]
mod tests;
