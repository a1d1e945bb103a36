//! The free space of a disk. The standard library does not tell it; `df` is on every system with a shell.

use std::path::Path;
use std::process::Command;

/// Bytes that are free where this folder lies, if `df` can tell.
pub fn free(folder: &Path) -> Option<u64> {
    let output = Command::new("df").arg("-Pk").arg(folder).output().ok()?;
    available(&String::from_utf8_lossy(&output.stdout))
}

/// The fourth column of the second line, in KiB.
fn available(table: &str) -> Option<u64> {
    let line = table.lines().nth(1)?;
    let kib: u64 = line.split_whitespace().nth(3)?.parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_space_stands_in_the_fourth_column() {
        let table = "Filesystem 1024-blocks Used Available Capacity Mounted on\n\
                     /dev/sda1 1000 400 600 40% /\n";
        assert_eq!(available(table), Some(600 * 1024));
        assert_eq!(available("nothing"), None);
    }
}
