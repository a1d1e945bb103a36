//! The machine that a figure was measured on. A figure without it says nothing.

use std::process::{Command, Stdio};
use std::{fmt, fs, io};

/// Cores and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Cores that this process may use.
    pub cores: usize,
    /// MiB of memory, where the system tells.
    pub memory_mib: Option<u64>,
}

impl Machine {
    /// This machine.
    pub fn here() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let memory_mib = std::fs::read_to_string("/proc/meminfo")
            .ok()
            .and_then(|text| total(&text));
        Self { cores, memory_mib }
    }
}

fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024)
}

/// Gives the calling thread the lowest priority: its work stands for that of other machines and must not be measured
/// as the server's.
///
/// # Errors
///
/// The system does not know threads by name, or has no `renice`.
pub(super) fn give_way() -> io::Result<()> {
    let thread = fs::read_link("/proc/thread-self")?;
    let number = thread.file_name().unwrap_or_default();
    let mut renice = Command::new("renice");
    renice.args(["-n", "19", "-p"]).arg(number);
    let status = renice.stdout(Stdio::null()).status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("renice: {status}")))
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cores", self.cores)?;
        match self.memory_mib {
            Some(mib) => write!(f, ", {mib} MiB"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_read_in_mib() {
        assert_eq!(
            total("MemTotal:       24651512 kB\nMemFree: 1 kB\n"),
            Some(24_073)
        );
        assert_eq!(total("nothing"), None);
    }
}
