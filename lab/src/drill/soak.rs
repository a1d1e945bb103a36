//! Soak: load after load on one server, which everybody leaves after each. Memory, sockets, tables and tasks must be
//! back to what they were.
//!
//! An allocator keeps memory that was freed, and the store keeps pages until its cache is full. Loads that are not
//! measured fill the cache; then the first measured load sets the baseline. Every later one is as large, and must not
//! leave more behind.

use std::fmt;
use std::io;
use std::time::Duration;

use tokio::time::interval;

use super::load::{self, LoadError, LoadPlan};
use super::machine::Machine;
use super::memory::resident_kib;
use super::server_process::ServerProcess;
use crate::clock;
use boneyard_store::{CACHE_KIB, maintenance};

/// Time in which everything must be back after a load.
const BACK_WITHIN: Duration = Duration::from_secs(20);
/// How often is looked.
const LOOK: Duration = Duration::from_millis(100);
/// The share of the baseline by which memory may differ: pages come and go.
const SLACK: f64 = 0.10;
/// Loads that are measured, at the least.
const LEAST_LOADS: usize = 3;
/// Loads after which the drill gives up if the store's cache is still not full.
const MOST_FILLING: usize = 40;
/// How long to soak.
#[derive(Clone, Debug)]
pub struct SoakPlan {
    /// One load.
    pub load: LoadPlan,
    /// Loads that are measured go on until so many actions are done, and there were three.
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
    /// Loads before the first one that was measured, while the store's cache filled.
    pub filling: usize,
    /// Actions done in those that were measured.
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
    /// So many loads have not written enough to fill the store's cache.
    #[error("the store's cache is not full after {MOST_FILLING} loads; longer loads fill it")]
    NotFilled,
}

/// Loads the server until enough is done.
///
/// # Errors
///
/// [`SoakError`]; what is left behind is no error but a figure.
pub async fn run(server: &ServerProcess, plan: &SoakPlan) -> Result<SoakReport, SoakError> {
    let mut report = SoakReport {
        filling: 0,
        actions: 0,
        clean: true,
        before: quiet(server).await?,
        after: Vec::new(),
        machine: Machine::here(),
    };
    while written_kib(server) < u64::from(CACHE_KIB) {
        if report.filling == MOST_FILLING {
            return Err(SoakError::NotFilled);
        }
        report.filling += 1;
        report.clean &= load::run(&plan.load).await?.is_clean();
        settled(server, report.before).await?;
    }
    while report.actions < plan.actions || report.after.len() < LEAST_LOADS {
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

/// KiB of the database: all of it has gone through the writer's cache, which keeps as much as fits.
fn written_kib(server: &ServerProcess) -> u64 {
    maintenance(&server.data()).numbers().database_bytes / 1_024
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
    /// Whether everything was back after every load, and memory did not grow after the first.
    pub fn is_flat(&self) -> bool {
        let baseline = self.after.first().map_or(0, |(_, kib)| *kib) as f64;
        let flat = |kib: u64| kib as f64 <= baseline * (1.0 + SLACK);
        self.clean
            && self
                .after
                .iter()
                .all(|(open, kib)| *open == self.before && flat(*kib))
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
        writeln!(f, "filling          {} loads, not measured", self.filling)?;
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
            filling: 0,
            actions: 1,
            clean: true,
            before: open(2),
            after: after.to_vec(),
            machine: Machine::here(),
        };
        assert!(report(&[(open(2), 1_000), (open(2), 1_050)]).is_flat());
        assert!(!report(&[(open(2), 1_000), (open(3), 1_000)]).is_flat());
        assert!(!report(&[(open(2), 1_000), (open(2), 1_200)]).is_flat());
        let memory = |kib: &[u64]| -> Vec<_> { kib.iter().map(|kib| (open(2), *kib)).collect() };
        let flat = |kib: &[u64]| report(&memory(kib)).is_flat();
        assert!(flat(&[40_000, 41_000, 40_500]));
        assert!(!flat(&[40_000, 42_000, 44_500]), "still growing");
        assert!(!flat(&[40_000, 50_000, 40_000]), "in between");
        assert!(!flat(&[40_000, 70_000, 70_000]), "once, and for good");
    }
}
