//! Maintenance of a data folder with a database.

use std::fs;
use std::path::{Path, PathBuf};

use super::{FILE, LOG, backup, check, inspect};
use crate::backup::{BackupError, Existing, Restored};
use crate::check::Checkup;
use crate::maintenance::{InspectError, Inspection, Maintenance, Numbers};
use crate::reports::ReportList;
use crate::space::free_space;
use crate::{Answer, UnixMillis};

/// A data folder.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }
}

impl Maintenance for Folder {
    fn inspect(&self) -> Answer<Result<Inspection, InspectError>> {
        let Self(folder) = self.clone();
        Box::pin(async move { inspect::inspect_folder(&folder).await })
    }

    fn check(&self, now: UnixMillis) -> Answer<Checkup> {
        let Self(folder) = self.clone();
        Box::pin(async move { check::check(&folder, now).await })
    }

    fn reports(&self, count: u32) -> Answer<Result<ReportList, InspectError>> {
        let Self(folder) = self.clone();
        Box::pin(async move { inspect::reports_in(&folder, count).await })
    }

    fn numbers(&self) -> Numbers {
        let Self(folder) = self;
        let parts = [FILE, LOG].map(|part| fs::metadata(folder.join(part)));
        Numbers {
            folder_bytes: bytes_in(folder),
            database_bytes: parts.into_iter().flatten().map(|found| found.len()).sum(),
            free_bytes: free_space(folder),
        }
    }

    fn backup(&self, file: &Path, existing: Existing) -> Answer<Result<Inspection, BackupError>> {
        let (Self(folder), file) = (self.clone(), file.to_owned());
        Box::pin(async move { backup::backup(&folder, &file, existing).await })
    }

    fn sweep(&self, backups: &Path) -> Result<(), BackupError> {
        backup::sweep(backups)
    }

    fn inspect_backup(&self, file: &Path) -> Answer<Result<Inspection, BackupError>> {
        let file = file.to_owned();
        Box::pin(async move { backup::inspect(&file).await })
    }

    fn restore(
        &self,
        file: &Path,
        existing: Existing,
        now: UnixMillis,
    ) -> Answer<Result<Restored, BackupError>> {
        let (Self(folder), file) = (self.clone(), file.to_owned());
        Box::pin(async move { backup::restore(&file, &folder, existing, now).await })
    }
}

/// Bytes of all files below a folder. What cannot be read counts nothing.
fn bytes_in(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => bytes_in(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    });
    bytes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::DataFolder;
    use crate::maintenance::maintenance;

    #[tokio::test]
    async fn the_numbers_count_the_database_and_what_lies_beside_it() {
        let outer = tempfile::tempdir().unwrap();
        let folder = DataFolder::open(outer.path().join("data")).unwrap();
        let opened = crate::open(&folder).await.unwrap();
        fs::create_dir(folder.path().join("backups")).unwrap();
        fs::write(folder.path().join("backups/one"), [0; 1_000]).unwrap();
        let numbers = maintenance(folder.path()).numbers();
        assert!(numbers.database_bytes > 0);
        assert!(numbers.folder_bytes >= numbers.database_bytes + 1_000);
        drop(opened);
    }
}
