//! The free space of a disk.

use std::path::Path;

/// Bytes that this user may still write where this folder lies, if the system tells.
#[cfg(unix)]
pub(crate) fn free_space(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

#[cfg(not(unix))]
pub(crate) fn free_space(_folder: &Path) -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_free_space_of_a_folder_is_known_and_that_of_none_is_not() {
        let folder = tempfile::tempdir().unwrap();
        assert!(free_space(folder.path()).is_some_and(|bytes| bytes > 0));
        assert_eq!(free_space(&folder.path().join("none")), None);
    }
}
