//! Crowd: many sockets that do nothing beside full tables that play. What does an idle one cost, and do the
//! others feel it?

use std::fmt;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tokio::task::{JoinError, JoinSet};

use super::load::{self, LoadError, LoadPlan, LoadReport};
use super::memory::resident_kib;
use super::seat::DrillSeat;
use super::server_process::ServerProcess;
use boneyard_client::OpenError;

/// Sockets that are open before the first measure: what a server needs for its first clients, it needs once.
const WARM_UP: usize = 50;
/// Sockets that are opened at the same time.
const OPENED_AT_ONCE: usize = 25;

/// How large a crowd.
#[derive(Clone, Debug)]
pub struct CrowdPlan {
    /// Sockets that say hello and nothing more.
    pub idle: usize,
    /// What plays meanwhile.
    pub load: LoadPlan,
}

/// The bounds that a crowd must keep.
#[derive(Clone, Copy, Debug)]
pub struct CrowdBounds {
    /// KiB of the server's memory for an idle socket.
    pub kib_each: f64,
    /// From an act to its acknowledgement, for 99 of 100.
    pub acknowledged: Duration,
}

/// What a crowd has shown.
#[derive(Clone, Debug)]
pub struct CrowdReport {
    /// Idle sockets.
    pub idle: usize,
    /// KiB of the server's memory for each; `None` where the system does not tell.
    pub kib_each: Option<f64>,
    /// What played meanwhile.
    pub load: LoadReport,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum CrowdError {
    /// A socket was not let in.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The load could not be run.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A task was lost.
    #[error("a drill task failed: {0}")]
    Task(#[from] JoinError),
}

/// Opens the idle sockets, then loads the same server.
///
/// # Errors
///
/// [`CrowdError`]; bounds that are not kept are no errors but figures.
pub async fn run(server: &ServerProcess, plan: &CrowdPlan) -> Result<CrowdReport, CrowdError> {
    let url = &plan.load.tables.url;
    let memory = || server.pid().and_then(resident_kib);
    let warm = open(url, WARM_UP).await?;
    let before = memory();
    let idle = open(url, plan.idle).await?;
    let after = memory();
    let grown = before
        .zip(after)
        .map(|(before, after)| after.saturating_sub(before));
    let load = load::run(&plan.load).await?;
    for seat in warm.iter().chain(&idle) {
        seat.connection.close().await;
    }
    Ok(CrowdReport {
        idle: plan.idle,
        kib_each: grown.map(|kib| kib as f64 / plan.idle as f64),
        load,
    })
}

async fn open(url: &str, count: usize) -> Result<Vec<DrillSeat>, CrowdError> {
    let mut seats = Vec::with_capacity(count);
    let mut opening = JoinSet::new();
    for number in 0..count {
        if opening.len() == OPENED_AT_ONCE
            && let Some(opened) = opening.join_next().await
        {
            seats.push(opened??);
        }
        let url = url.to_owned();
        let rng = StdRng::seed_from_u64(u64::try_from(number).unwrap_or(u64::MAX));
        opening.spawn(async move { DrillSeat::open(&url, format!("Idle {number}"), rng).await });
    }
    while let Some(opened) = opening.join_next().await {
        seats.push(opened??);
    }
    Ok(seats)
}

impl CrowdReport {
    /// Whether the crowd kept the bounds, and everybody played undisturbed.
    pub fn keeps(&self, bounds: CrowdBounds) -> bool {
        self.load.is_clean()
            && self.load.acknowledged.quantile(0.99) <= bounds.acknowledged
            && self.kib_each.is_some_and(|kib| kib <= bounds.kib_each)
    }
}

impl fmt::Display for CrowdReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kib_each {
            Some(kib) => writeln!(
                f,
                "idle             {} sockets, {kib:.1} KiB each",
                self.idle
            )?,
            None => writeln!(f, "idle             {} sockets, memory unknown", self.idle)?,
        }
        write!(f, "{}", self.load)
    }
}
