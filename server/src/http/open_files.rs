//! How many files the process may have open. Sockets use them up, and the store must always get its own.

use rustix::process::{Resource, getrlimit};

/// File descriptors reserved for the store, the program and its logs.
const SPARE_FILES: u32 = 64;

/// The system's limit for this process; `None` if there is none.
pub(super) fn open_files_limit() -> Option<u32> {
    let limit = getrlimit(Resource::Nofile).current?;
    Some(u32::try_from(limit).unwrap_or(u32::MAX))
}

/// As many connections as wanted, or as the limit allows.
pub(super) fn connections_within(wanted: u32, limit: Option<u32>) -> u32 {
    let possible = limit.map_or(u32::MAX, |limit| limit.saturating_sub(SPARE_FILES).max(1));
    wanted.min(possible)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_store_keeps_its_files() {
        assert_eq!(connections_within(4096, Some(1024)), 1024 - SPARE_FILES);
        assert_eq!(connections_within(500, Some(1024)), 500);
        assert_eq!(connections_within(500, None), 500);
        assert_eq!(connections_within(500, Some(3)), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_limit_is_the_one_that_the_system_shows() {
        let limits = std::fs::read_to_string("/proc/self/limits").unwrap();
        let shown = limits
            .lines()
            .find_map(|line| line.strip_prefix("Max open files"))
            .and_then(|line| line.split_whitespace().next())
            .unwrap();
        assert_eq!(open_files_limit(), shown.parse().ok());
    }
}
