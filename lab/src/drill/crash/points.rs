//! Crash points: a scripted match is played again and again, and each time the server is killed at another one of
//! the calls by which records reach the disk, the first of its start and the last of its end among them. After each
//! the server is started again and must have everything that was acknowledged.
//!
//! The seats' choices come from the seed; the deals are the server's, so that two runs have about the same calls.

mod report;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::{interval, timeout};

pub use self::report::PointsReport;
use super::{CrashError, CrashReport, Party};
use crate::clock;
use crate::drill::server_process::{ServerError, ServerProcess};
use crate::drill::strace::{self, CALLS, NoStrace};
use crate::drill::tables::{SetUpError, TablePlan};

/// Seats of the scripted match.
const SEATS: u8 = 4;
/// Time in which the script must be played, or the server be dead.
const PLAYED_WITHIN: Duration = Duration::from_secs(60);
/// How often the script is looked at.
const LOOK: Duration = Duration::from_millis(5);

/// Which points to try.
#[derive(Clone, Debug)]
pub struct PointsPlan {
    /// The server program.
    pub program: PathBuf,
    /// The game.
    pub sheet: String,
    /// Facts of the scripted match: about as many actions.
    pub facts: u64,
    /// How many of the points must be reached; without it all are tried.
    pub sample: Option<usize>,
    /// Servers at the same time.
    pub at_once: usize,
    /// Seed of the seats' choices and of the sample.
    pub seed: u64,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum PointsError {
    /// Nothing can be traced.
    #[error(transparent)]
    NoStrace(#[from] NoStrace),
    /// A server did not start, or a seat was lost.
    #[error("{point}: {source}")]
    Crash {
        /// Where.
        point: String,
        /// Why.
        source: CrashError,
    },
    /// A trial's task was lost.
    #[error("a drill task failed: {0}")]
    Task(#[from] tokio::task::JoinError),
}

/// The n-th of a thread's calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    call: &'static str,
    number: u32,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.call, self.number)
    }
}

/// What came of one point.
#[derive(Debug)]
pub struct PointEnd {
    /// The point.
    pub point: Point,
    /// Whether the server was killed there: another run may have fewer calls.
    pub reached: bool,
    /// What the seats found afterwards.
    pub report: CrashReport,
}

/// Counts the calls of the script, and kills the server at them.
///
/// # Errors
///
/// There is no `strace`, or a server does not start. Broken promises are no errors but figures.
pub async fn run(plan: &PointsPlan) -> Result<PointsReport, PointsError> {
    let strace = strace::find().await?;
    let began = clock::now();
    let failed = |point: String| move |source| PointsError::Crash { point, source };
    let calls = count(plan, &strace)
        .await
        .map_err(failed("the count".into()))?;
    let points = points(plan, calls);
    let wanted = plan.sample.unwrap_or(points.len()).min(points.len());
    let mut waiting = points.into_iter();
    let mut report = PointsReport::new(calls, plan.sample.is_some().then_some(wanted));
    let mut trying = JoinSet::new();
    loop {
        // A point that was not reached is replaced by another.
        while trying.len() < plan.at_once.max(1) && report.reached + trying.len() < wanted {
            let Some(point) = waiting.next() else {
                break;
            };
            let (plan, strace) = (plan.clone(), strace.clone());
            trying.spawn(async move { (point, try_point(&plan, &strace, point).await) });
        }
        let Some(tried) = trying.join_next().await else {
            break;
        };
        let (point, end) = tried?;
        report.add(end.map_err(failed(point.to_string()))?);
    }
    report.took = clock::now() - began;
    Ok(report)
}

/// Every point; in an order that follows from the seed if only some are tried.
fn points(plan: &PointsPlan, calls: [u32; CALLS.len()]) -> Vec<Point> {
    let of =
        |(call, count): (&'static str, u32)| (1..=count).map(move |number| Point { call, number });
    let mut all: Vec<Point> = CALLS.into_iter().zip(calls).flat_map(of).collect();
    if let Some(sample) = plan.sample {
        all.shuffle(&mut StdRng::seed_from_u64(plan.seed));
        return spread(all, calls, sample);
    }
    all
}

/// Puts one point of each of `parts` equal parts of the script first, then a second one of each, and so on: no sample
/// lies wholly before the first acknowledgement.
fn spread(points: Vec<Point>, calls: [u32; CALLS.len()], parts: usize) -> Vec<Point> {
    let parts = u64::try_from(parts).unwrap_or(u64::MAX).max(1);
    let counts: HashMap<&str, u32> = CALLS.into_iter().zip(calls).collect();
    let mut taken: HashMap<u64, u64> = HashMap::new();
    let ranked = points.into_iter().map(|point| {
        let before = u64::from(point.number - 1);
        let part = before.saturating_mul(parts) / u64::from(counts[point.call]);
        let rank = taken.entry(part).or_insert(0);
        *rank += 1;
        (*rank, point)
    });
    let mut ranked: Vec<(u64, Point)> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, point)| point).collect()
}

/// A server under strace, with the file into which its calls are written.
fn launch(
    plan: &PointsPlan,
    strace: &Path,
    inject: Option<String>,
) -> Result<(ServerProcess, PathBuf), CrashError> {
    let folder = folder()?;
    let log = folder.path().join("calls");
    let under = strace::under(strace, &log, inject);
    let sockets = usize::from(SEATS);
    let server =
        ServerProcess::launch_in(folder, &plan.program, sockets, &under, &mut rand::rng())?;
    Ok((server, log))
}

async fn count(plan: &PointsPlan, strace: &Path) -> Result<[u32; CALLS.len()], CrashError> {
    let (mut server, log) = launch(plan, strace, None)?;
    server.ready().await?;
    let mut party = Party::sit_down(&tables(plan, &server), Duration::ZERO).await?;
    played(plan, &party, &mut server).await?;
    party.rest().await;
    server.end().await?;
    let seen = std::fs::read_to_string(&log).map_err(ServerError::Io)?;
    Ok(strace::counts(&seen))
}

async fn try_point(plan: &PointsPlan, strace: &Path, point: Point) -> Result<PointEnd, CrashError> {
    let inject = format!("{}:signal=SIGKILL:when={}", point.call, point.number);
    let (mut server, _) = launch(plan, strace, Some(inject))?;
    let mut reached = match server.ready().await {
        Ok(()) => false,
        // Killed at its start, before anybody was told anything.
        Err(ServerError::Ended(..)) => {
            server.start_again().await?;
            true
        }
        Err(error) => return Err(error.into()),
    };
    let mut party = if reached {
        Party::sit_down(&tables(plan, &server), Duration::ZERO).await?
    } else {
        let (party, killed) = sit_down(plan, &mut server).await?;
        reached = killed;
        party
    };
    let mut down = Vec::new();
    if !reached {
        reached = played(plan, &party, &mut server).await?;
        let in_play = reached;
        if !in_play {
            // The last points are those of the last answers and of an end in order.
            reached =
                dies_at_rest(&mut party, &mut server).await? || was_killed(server.end().await?);
        }
        let began = clock::now();
        server.start_again().await?;
        down.push(clock::now() - began);
        if in_play {
            party.go_on().await;
        }
    }
    let report = party.end(&server, down).await?;
    server.stop().await?;
    Ok(PointEnd {
        point,
        reached,
        report,
    })
}

/// Fills the table. If the server dies meanwhile it is started again, and seats without an answer ask again;
/// returns whether it did. It dies once at most.
async fn sit_down(
    plan: &PointsPlan,
    server: &mut ServerProcess,
) -> Result<(Party, bool), CrashError> {
    let tables = tables(plan, server);
    let filling = Party::sit_down(&tables, Duration::ZERO);
    tokio::pin!(filling);
    let filled = tokio::select! {
        filled = &mut filling => filled,
        ended = server.ended(PLAYED_WITHIN) => {
            ended?;
            server.start_again().await?;
            // Seats that are in reconnect by themselves; a first hello that reached no server is sent again.
            return match filling.await {
                Ok(party) => Ok((party, true)),
                Err(SetUpError::Open(error)) if error.may_pass() => {
                    Ok((Party::sit_down(&tables, Duration::ZERO).await?, true))
                }
                Err(error) => Err(error.into()),
            };
        }
    };
    match filled {
        Ok(party) => Ok((party, false)),
        Err(SetUpError::Open(error)) if error.may_pass() => {
            server.ended(PLAYED_WITHIN).await?;
            server.start_again().await?;
            Ok((Party::sit_down(&tables, Duration::ZERO).await?, true))
        }
        Err(error) => Err(error.into()),
    }
}

/// Lets every seat get its last answer; returns whether the server has died meanwhile.
async fn dies_at_rest(party: &mut Party, server: &mut ServerProcess) -> Result<bool, CrashError> {
    tokio::select! {
        ended = server.ended(PLAYED_WITHIN) => Ok(ended?.is_some()),
        () = party.rest() => Ok(false),
    }
}

/// Waits until the script is played, or the server is dead; returns whether it is.
async fn played(
    plan: &PointsPlan,
    party: &Party,
    server: &mut ServerProcess,
) -> Result<bool, CrashError> {
    let script = async {
        let mut look = interval(LOOK);
        while party.facts() < plan.facts {
            look.tick().await;
        }
    };
    tokio::select! {
        ended = server.ended(PLAYED_WITHIN) => Ok(ended?.is_some()),
        played = timeout(PLAYED_WITHIN, script) => match played {
            Ok(()) => Ok(false),
            Err(_elapsed) => Err(CrashError::NotPlayed(PLAYED_WITHIN)),
        },
    }
}

/// Whether a process that was told to end was killed on the way.
fn was_killed(status: std::process::ExitStatus) -> bool {
    status.code().is_none()
}

fn folder() -> Result<TempDir, CrashError> {
    let folder = tempfile::Builder::new().prefix("boneyard-point-").tempdir();
    Ok(folder.map_err(ServerError::Io)?)
}

fn tables(plan: &PointsPlan, server: &ServerProcess) -> TablePlan {
    let mut rng = StdRng::seed_from_u64(plan.seed);
    TablePlan {
        url: server.url(),
        tables: 1,
        seats: SEATS,
        sheet: plan.sheet.clone(),
        seed: rng.random(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(sample: Option<usize>) -> PointsPlan {
        PointsPlan {
            program: PathBuf::new(),
            sheet: String::new(),
            facts: 0,
            sample,
            at_once: 1,
            seed: 7,
        }
    }

    #[test]
    fn a_sample_is_the_same_for_its_seed_and_names_no_point_twice() {
        let calls = [100, 40, 3];
        let all = points(&plan(None), calls);
        assert_eq!(all.len(), 143);
        // It is the beginning of this, as long as is wished; what follows stands in for points not reached.
        let mixed = points(&plan(Some(50)), calls);
        assert_eq!(mixed, points(&plan(Some(50)), calls));
        assert_ne!(mixed, all);
        let sorted = |mut points: Vec<Point>| {
            points.sort_unstable();
            points
        };
        assert_eq!(sorted(mixed), sorted(all));
    }

    #[test]
    fn a_sample_has_a_point_of_every_part_of_the_script() {
        let calls = [100, 40, 3];
        let share = |point: &Point| {
            let at = CALLS.iter().position(|call| *call == point.call).unwrap();
            f64::from(point.number) / f64::from(calls[at])
        };
        for seed in 0..200 {
            let plan = PointsPlan {
                seed,
                ..plan(Some(6))
            };
            let sample = &points(&plan, calls)[..6];
            assert!(
                sample.iter().any(|point| share(point) <= 1.0 / 3.0),
                "seed {seed}"
            );
            assert!(
                sample.iter().any(|point| share(point) > 5.0 / 6.0),
                "seed {seed}"
            );
        }
    }
}
