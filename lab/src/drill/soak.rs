//! Soak: load after load on one server, everybody gone after each. Memory, sockets, tables and tasks must be
//! back to what they were.
//!
//! An allocator keeps memory that was freed, and the store keeps pages until its cache is full: memory is back when it
//! has settled, load after load as large as the one before, and lies no further above the first than that cache.

use std::fmt;
use std::io;
use std::time::Duration;

use tokio::time::interval;

use super::load::{self, LoadError, LoadPlan};
use super::machine::Machine;
use super::memory::resident_kib;
use super::server_process::ServerProcess;
use crate::clock;

/// Time in which everything must be back after a load.
const BACK_WITHIN: Duration = Duration::from_secs(20);
/// How often is looked.
const LOOK: Duration = Duration::from_millis(100);
/// Loads after which memory must be the same, within [`SETTLED`].
const LAST: usize = 3;
/// The share by which memory may differ among the last loads: pages come and go.
const SETTLED: f64 = 0.05;
/// Loads after which memory that has not settled never will.
const MOST_LOADS: usize = 40;
/// The share of the first load's memory by which the last may lie above it, besides the store's cache.
const SLACK: f64 = 0.10;
/// What the server's store keeps of its pages at the most, in KiB.
const STORE_CACHE_KIB: f64 = 16_000.0;

/// How long to soak.
#[derive(Clone, Debug)]
pub struct SoakPlan {
    /// One load.
    pub load: LoadPlan,
    /// Loads go on until so many actions are done and memory has settled.
    pub actions: u64,
}

/// What is open on a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Tables.
    pub tables: u64,
    /// WebSockets.
    pub sockets: u64,
    /// Tasks.
    pub tasks: u64,
}

/// What a soak has shown.
#[derive(Clone, Debug)]
pub struct SoakReport {
    /// Actions done.
    pub actions: u64,
    /// Whether every load was clean.
    pub clean: bool,
    /// What was open before the first load.
    pub before: Open,
    /// What was open after each, and KiB of memory.
    pub after: Vec<(Open, u64)>,
    /// Where it was measured.
    pub machine: Machine,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum SoakError {
    /// A load could not be run.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The server's metrics could not be read.
    #[error("the server's metrics cannot be read: {0}")]
    Metrics(#[from] io::Error),
    /// A metric, or the process's memory, is not told.
    #[error("{0} is not told")]
    Untold(&'static str),
}

/// Loads the server until enough is done.
///
/// # Errors
///
/// [`SoakError`]; what is left behind is no error but a figure.
pub async fn run(server: &ServerProcess, plan: &SoakPlan) -> Result<SoakReport, SoakError> {
    let mut report = SoakReport {
        actions: 0,
        clean: true,
        before: quiet(server).await?,
        after: Vec::new(),
        machine: Machine::here(),
    };
    while report.actions < plan.actions
        || (!report.has_settled() && report.after.len() < MOST_LOADS)
    {
        let load = load::run(&plan.load).await?;
        report.actions += load.acts;
        report.clean &= load.is_clean();
        let left = settled(server, report.before).await?;
        let memory = server.pid().and_then(resident_kib);
        report
            .after
            .push((left, memory.ok_or(SoakError::Untold("memory"))?));
    }
    Ok(report)
}

/// What is open when nothing is coming or going: told twice the same.
async fn quiet(server: &ServerProcess) -> Result<Open, SoakError> {
    let mut look = interval(LOOK);
    let mut last = open(server).await?;
    loop {
        look.tick().await;
        let now = open(server).await?;
        if now == last {
            return Ok(now);
        }
        last = now;
    }
}

/// What is open once it is as before, or after [`BACK_WITHIN`].
async fn settled(server: &ServerProcess, before: Open) -> Result<Open, SoakError> {
    let deadline = clock::now() + BACK_WITHIN;
    let mut look = interval(LOOK);
    loop {
        let now = open(server).await?;
        if now == before || clock::now() > deadline {
            return Ok(now);
        }
        look.tick().await;
    }
}

async fn open(server: &ServerProcess) -> Result<Open, SoakError> {
    let page = server.get("/metrics").await?;
    let of = |name: &'static str| metric(&page, name).ok_or(SoakError::Untold(name));
    Ok(Open {
        tables: of("boneyard_tables")?,
        sockets: of("boneyard_sockets")?,
        tasks: of("boneyard_tasks")?,
    })
}

/// A gauge's value.
fn metric(page: &str, name: &str) -> Option<u64> {
    let value = page
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    value.trim().parse().ok()
}

impl SoakReport {
    /// Whether everything was back after every load, and memory does not grow any more.
    pub fn is_flat(&self) -> bool {
        let kib = |after: Option<&(Open, u64)>| after.map_or(0, |(_, kib)| *kib) as f64;
        let (first, last) = (kib(self.after.first()), kib(self.after.last()));
        let is_back = self.after.iter().all(|(open, _)| *open == self.before);
        let is_low = last <= first * (1.0 + SLACK) + STORE_CACHE_KIB;
        self.clean && is_back && is_low && self.has_settled()
    }

    /// Whether the last loads left the same memory behind.
    fn has_settled(&self) -> bool {
        let last = self.after.iter().rev().take(LAST).map(|(_, kib)| *kib);
        let (least, most) = (last.clone().min(), last.clone().max());
        last.count() == LAST
            && least
                .zip(most)
                .is_some_and(|(least, most)| most as f64 <= least as f64 * (1.0 + SETTLED))
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} tables, {} sockets, {} tasks",
            self.tables, self.sockets, self.tasks
        )
    }
}

impl fmt::Display for SoakReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "actions          {} in {} loads, {}",
            self.actions,
            self.after.len(),
            if self.clean {
                "all clean"
            } else {
                "not all clean"
            }
        )?;
        writeln!(f, "before           {}", self.before)?;
        for (number, (open, kib)) in self.after.iter().enumerate() {
            writeln!(f, "after load {:<5} {open}, {kib} KiB", number + 1)?;
        }
        write!(f, "machine          {}", self.machine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauge_is_read_by_its_whole_name() {
        let page = "# TYPE boneyard_tasks gauge\nboneyard_tasks_total 9\nboneyard_tasks 4\n";
        assert_eq!(metric(page, "boneyard_tasks"), Some(4));
        assert_eq!(metric(page, "boneyard_tables"), None);
    }

    #[test]
    fn what_is_left_behind_or_grows_is_not_flat() {
        let open = |tasks| Open {
            tables: 0,
            sockets: 0,
            tasks,
        };
        let report = |after: &[(Open, u64)]| SoakReport {
            actions: 1,
            clean: true,
            before: open(2),
            after: after.to_vec(),
            machine: Machine::here(),
        };
        let memory = |kib: &[u64]| -> Vec<_> { kib.iter().map(|kib| (open(2), *kib)).collect() };
        let flat = |kib: &[u64]| report(&memory(kib)).is_flat();
        assert!(flat(&[40_000, 41_000, 40_500]));
        assert!(
            flat(&[34_000, 38_000, 44_000, 49_000, 50_000, 50_000]),
            "a cache that fills"
        );
        assert!(!flat(&[40_000, 41_000]), "too few to tell");
        assert!(!flat(&[40_000, 42_000, 44_000]), "still growing");
        assert!(
            !flat(&[40_000, 70_000, 70_000, 70_000]),
            "more than a cache"
        );
        let left = (open(3), 40_000);
        assert!(!report(&[left, left, left]).is_flat(), "a task is left");
    }
}
