//! Abuse: clients that break the protocol, flood the server, sit there in crowds and read nothing, while honest
//! tables play. Each case says what was provoked and what came, and what it did to the honest players: how long
//! their acts took beside a time without abuse, and whether one of them lost their socket.

mod case;
mod commands;
mod crowds;
mod floods;
mod found;
mod frames;
mod fuzz;
mod ground;
mod honest;
mod http;
mod messages;
mod network;
mod process;
mod quotas;
mod report;
mod watchers;

use std::path::PathBuf;
use std::time::Duration;

use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::time::{Instant, interval};

pub use self::case::Case;
use self::found::{Miss, check};
use self::ground::{Ground, is_sound, usual_limits};
use self::honest::HonestTables;
use self::process::open_files_limit;
pub use self::report::{AbuseReport, CaseReport};
use super::load::Latencies;
use super::server_process::{ServerError, ServerProcess};
use super::tables::TablePlan;
use crate::clock;

/// How long the honest tables are measured alone, and how many acts they must have done.
const BASELINE: Window = Window {
    least: Duration::from_secs(5),
    acts: 3_000,
    most: Duration::from_secs(20),
};
/// The same for each case: of a thousand acts the tenth slowest is the 99th percentile, and no longer one hiccup.
const CASE: Window = Window {
    least: Duration::from_secs(2),
    acts: 1_000,
    most: Duration::from_secs(12),
};
/// How often is looked whether they are done.
const LOOK: Duration = Duration::from_millis(50);
/// Honest acts may take so many times as long as without abuse.
const BOUND: u32 = 2;
/// Seats of an honest table.
const SEATS: u8 = 4;
/// Files that this process needs besides the crowd's sockets.
const SPARE_FILES: usize = 1_000;

/// How to abuse.
#[derive(Clone, Debug)]
pub struct AbusePlan {
    /// The server program.
    pub program: PathBuf,
    /// What to do.
    pub cases: Vec<Case>,
    /// Honest tables.
    pub tables: usize,
    /// How long an honest player thinks.
    pub think: Duration,
    /// Sockets of the silent crowd.
    pub crowd: usize,
    /// Watchers of one table.
    pub watchers: usize,
    /// Honest acts may take twice as long as without abuse, and this long in any case: less is the machine's noise.
    pub noise: Duration,
    /// Seed of the honest players' choices and of the random bytes.
    pub seed: u64,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum AbuseError {
    /// A server did not start or stop.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The honest tables did not come to play, or were lost.
    #[error("the honest tables: {0}")]
    Honest(String),
    /// So many sockets are more than this process may open.
    #[error("{wished} sockets are more than {limit} open files allow")]
    Files {
        /// Wished.
        wished: usize,
        /// Allowed.
        limit: usize,
    },
}

impl From<Miss> for AbuseError {
    fn from(miss: Miss) -> Self {
        Self::Honest(miss.to_string())
    }
}

/// Abuses the server as planned.
///
/// # Errors
///
/// The server does not start, or honest tables do not come to play. A case that misses is no error but a line.
pub async fn run(
    plan: &AbusePlan,
    mut tell: impl FnMut(&CaseReport),
) -> Result<AbuseReport, AbuseError> {
    let wished = plan.crowd.max(plan.watchers);
    let limit = open_files_limit().unwrap_or(usize::MAX);
    if wished + SPARE_FILES > limit {
        return Err(AbuseError::Files { wished, limit });
    }
    let ground = ground(plan).await?;
    let began = clock::now();
    BASELINE.passes(&ground.honest, began).await;
    let measure = Measure {
        baseline: ground.honest.since(began),
        noise: plan.noise,
    };
    let mut report = AbuseReport::new(plan, &measure.baseline);
    // Those that cost nothing but patience wait together.
    let (side_by_side, alone): (Vec<Case>, Vec<Case>) =
        plan.cases.iter().partition(|case| case.is_light());
    let together = side_by_side.iter().map(|case| measure.run(*case, &ground));
    for line in join_all(together).await {
        tell(&line);
        report.cases.push(line);
    }
    for case in alone {
        let line = measure.run(case, &ground).await;
        tell(&line);
        report.cases.push(line);
    }
    for server in [&ground.main, &ground.loose] {
        if let Err(Miss(what)) = is_sound(server).await {
            report.faults.push(what);
        }
    }
    report.honest = ground.honest.end().await?;
    ground.main.stop().await?;
    ground.loose.stop().await?;
    Ok(report)
}

async fn ground(plan: &AbusePlan) -> Result<Ground, AbuseError> {
    let mut rng = rand::rng();
    let sockets = plan.crowd.max(plan.watchers) + plan.tables * usize::from(SEATS) + SPARE_FILES;
    let program = &plan.program;
    let limits = usual_limits();
    let main = ServerProcess::start_with(program, sockets, limits, None, &mut rng).await?;
    let quick = vec![("--bot-think-ms", "0".to_owned())];
    let loose = ServerProcess::start_with(program, 1_000, quick, None, &mut rng).await?;
    let mut seeded = StdRng::seed_from_u64(plan.seed);
    let tables = TablePlan {
        url: main.url(),
        tables: plan.tables,
        seats: SEATS,
        sheet: "kozel".to_owned(),
        seed: seeded.random(),
    };
    let honest = HonestTables::sit_down(&tables, plan.think).await?;
    Ok(Ground {
        program: plan.program.clone(),
        main,
        loose,
        honest,
        crowd: plan.crowd,
        watchers: plan.watchers,
        seed: plan.seed,
    })
}

/// How long honest acts are measured: until there are enough of them, at the most for so long.
struct Window {
    least: Duration,
    acts: usize,
    most: Duration,
}

impl Window {
    /// Waits until the window that began then is over.
    async fn passes(&self, honest: &HonestTables, began: Instant) {
        let mut look = interval(LOOK);
        loop {
            let passed = clock::now() - began;
            let has_enough = passed >= self.least && honest.since(began).count() >= self.acts;
            if has_enough || passed >= self.most {
                return;
            }
            look.tick().await;
        }
    }
}

/// What the honest players may be made to feel.
struct Measure {
    baseline: Latencies,
    noise: Duration,
}

impl Measure {
    async fn run(&self, case: Case, ground: &Ground) -> CaseReport {
        let (began, lost) = (clock::now(), ground.honest.disconnects());
        let found = case.run(ground).await;
        CASE.passes(&ground.honest, began).await;
        let honest = ground.honest.since(began);
        let lost = ground.honest.disconnects() - lost;
        let felt = self.felt(&honest, lost);
        CaseReport {
            case,
            took: clock::now() - began,
            found: found.map_err(|Miss(what)| what),
            honest,
            lost,
            felt: felt.err().map(|Miss(what)| what),
        }
    }

    /// Whether the honest players felt anything.
    fn felt(&self, honest: &Latencies, lost: u64) -> Result<(), Miss> {
        let before = self.baseline.quantile(0.99);
        let most = (before * BOUND).max(self.noise);
        let slow = honest.quantile(0.99);
        check(lost == 0, || {
            format!("{lost} honest players lost their sockets")
        })?;
        check(honest.count() > 0, || "no honest player acted".to_owned())?;
        check(slow <= most, || {
            format!("honest p99 {slow:.1?} where {most:.1?} is the limit")
        })
    }
}
