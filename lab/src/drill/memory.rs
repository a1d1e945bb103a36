//! The memory that a process holds.

/// KiB of memory that a process holds (`VmRSS`), where the system tells.
pub(super) fn resident_kib(process: u32) -> Option<u64> {
    resident(&std::fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

fn resident(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resident_memory_is_read_in_kib() {
        let status = "Name:\tboneyard\nVmHWM:\t  20000 kB\nVmRSS:\t  18204 kB\n";
        assert_eq!(resident(status), Some(18_204));
        assert_eq!(resident("Name:\tboneyard\n"), None);
    }

    #[test]
    fn this_process_has_some() {
        assert!(resident_kib(std::process::id()).is_some_and(|kib| kib > 100));
    }
}
