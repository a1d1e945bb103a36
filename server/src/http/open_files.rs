//! How many files the process may have open: sockets, and those of the journal, which must never want.

/// File descriptors that are kept for the journal, the program and its logs.
const SPARE_FILES: u32 = 64;

/// The limit that the system sets this process, where it can be read (Linux).
pub(super) fn open_files_limit() -> Option<u32> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    soft_limit(&limits)
}

fn soft_limit(limits: &str) -> Option<u32> {
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// As many connections as are wished, or as the system lets.
pub(super) fn connections_within(wished: u32, limit: Option<u32>) -> u32 {
    let possible = limit.map_or(u32::MAX, |limit| limit.saturating_sub(SPARE_FILES).max(1));
    wished.min(possible)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_journal_keeps_its_files() {
        assert_eq!(connections_within(4096, Some(1024)), 1024 - SPARE_FILES);
        assert_eq!(connections_within(500, Some(1024)), 500);
        assert_eq!(connections_within(500, None), 500);
        assert_eq!(connections_within(500, Some(3)), 1);
    }

    #[test]
    fn the_limit_is_read_from_the_table_of_limits() {
        let table = "Limit                     Soft Limit           Hard Limit           Units     \n\
                     Max open files            1024                 524288               files     \n";
        assert_eq!(soft_limit(table), Some(1024));
        assert_eq!(
            soft_limit("Max open files            unlimited  unlimited files"),
            None
        );
    }
}
