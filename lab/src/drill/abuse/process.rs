//! What a server process takes of its machine, as Linux tells it.

use std::fs;
use std::io;
use std::time::Duration;

/// Ticks of processor time in a second; the same on every Linux of today.
const TICKS: u64 = 100;

/// Memory, files and processor time of a process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Resident memory in KiB.
    pub(super) memory_kib: u64,
    /// Open file descriptors.
    pub(super) files: usize,
    /// Processor time so far, in steps of ten milliseconds.
    pub(super) processor: Duration,
}

impl Usage {
    /// Of a process.
    ///
    /// # Errors
    ///
    /// It is gone, or the system does not tell.
    pub(super) fn of(pid: Option<u32>) -> io::Result<Self> {
        let pid = pid.ok_or(io::ErrorKind::NotFound)?;
        let folder = format!("/proc/{pid}");
        let status = fs::read_to_string(format!("{folder}/status"))?;
        let stat = fs::read_to_string(format!("{folder}/stat"))?;
        let files = fs::read_dir(format!("{folder}/fd"))?.count();
        let wrong = || io::Error::other("the system tells it in another form");
        Ok(Self {
            memory_kib: resident(&status).ok_or_else(wrong)?,
            files,
            processor: processor(&stat).ok_or_else(wrong)?,
        })
    }
}

fn resident(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// User and system time, the fields 14 and 15; the second field may hold anything in its brackets.
fn processor(stat: &str) -> Option<Duration> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis((user + system) * (1_000 / TICKS)))
}

/// How many files this process may have open.
pub(super) fn open_files_limit() -> Option<usize> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_the_system_are_read() {
        assert_eq!(resident("Name:\tx\nVmRSS:\t   12345 kB\n"), Some(12_345));
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 1 0 0 0 12 30 0 0 20 0 4 0 99 1 2 3";
        assert_eq!(processor(stat), Some(Duration::from_millis(420)));
        assert!(Usage::of(Some(std::process::id())).unwrap().files > 0);
        assert!(Usage::of(None).is_err());
    }
}
