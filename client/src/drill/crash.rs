//! Crash: the server is killed by SIGKILL at random moments under load, again and again, and started on the
//! same folder. Every seat keeps a journal of its own; what it says must be what the server says in the end.
//!
//! - *lost*: an act was acknowledged, and is not in the table's facts;
//! - *doubled*: an act was sent once, and is there more often;
//! - *seen and gone*: a fact was told under a number, and later that number is another fact or none.

mod ledger;
mod player;
mod record_check;
mod report;
mod views;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{interval, sleep, timeout};

use self::ledger::TableLedger;
use self::player::{Player, PlayerEnd, Stage};
pub use self::report::CrashReport;
use super::server_process::{ServerError, ServerProcess};
use super::tables::{SetUpError, TablePlan, fill_tables};
use crate::clock;

/// Time in which every table must have gone on after a restart.
const GOES_ON_WITHIN: Duration = Duration::from_secs(30);
/// Facts that a table must have made after a restart before the next kill may come.
const GOES_ON_BY: u64 = 12;
/// How often tables are looked at.
const LOOK: Duration = Duration::from_millis(10);

/// How to try the server.
#[derive(Clone, Debug)]
pub struct CrashPlan {
    /// The server program.
    pub program: PathBuf,
    /// Kills.
    pub kills: u32,
    /// Tables.
    pub tables: usize,
    /// Seats of each.
    pub seats: u8,
    /// The game.
    pub sheet: String,
    /// Wait of the seat on turn before it acts.
    pub think: Duration,
    /// Once all tables go on, the longest time until the next kill.
    pub longest_life: Duration,
    /// Seed of the seats' choices and the moments of the kills; the deals are the server's.
    pub seed: u64,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum CrashError {
    /// The server did not start, or not again.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The tables could not be filled.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// A seat's task was lost.
    #[error("a drill task failed: {0}")]
    Task(#[from] JoinError),
}

/// Kills the server as planned, and compares.
///
/// # Errors
///
/// The server does not start, or the tables cannot be filled. Broken promises are no errors but figures.
pub async fn run(plan: &CrashPlan) -> Result<CrashReport, CrashError> {
    let mut rng = StdRng::seed_from_u64(plan.seed);
    let sockets = plan.tables * usize::from(plan.seats);
    // The port must be free now; it is no part of what the seed repeats.
    let mut server = ServerProcess::start(&plan.program, sockets, &mut rand::rng()).await?;
    let tables = TablePlan {
        url: server.url(),
        tables: plan.tables,
        seats: plan.seats,
        sheet: plan.sheet.clone(),
        seed: rng.random(),
    };
    let (stage, stages) = watch::channel(Stage::Play);
    let (ledgers, mut playing) = sit_down(plan, &tables, &stages).await?;

    let mut down = Vec::new();
    let mut standing = all_go_on(&ledgers).await;
    for _ in 0..plan.kills {
        if standing > 0 {
            break;
        }
        sleep(plan.longest_life.mul_f64(rng.random())).await;
        let killed = clock::now();
        server.kill().await?;
        server.start_again().await?;
        down.push(clock::now() - killed);
        standing = all_go_on(&ledgers).await;
    }

    stage.send_replace(Stage::Rest);
    let seats = usize::from(plan.seats);
    let busy = || {
        ledgers
            .iter()
            .filter(|ledger| ledger.resting() < seats)
            .count()
    };
    standing = standing.max(left_in_time(busy).await);
    stage.send_replace(Stage::Check);
    let mut ends = Vec::with_capacity(sockets);
    let all_end = async {
        while let Some(end) = playing.join_next().await {
            ends.push(end?);
        }
        Ok::<(), JoinError>(())
    };
    // Seats that hang are missing among the ends, and counted as unchecked.
    timeout(GOES_ON_WITHIN, all_end).await.unwrap_or(Ok(()))?;
    let records = record_check::compare(&server, &ledgers).await;
    server.stop().await?;
    Ok(CrashReport::new(
        sockets, standing, &ledgers, &ends, records, down,
    ))
}

type Seats = JoinSet<PlayerEnd>;

async fn sit_down(
    plan: &CrashPlan,
    tables: &TablePlan,
    stages: &watch::Receiver<Stage>,
) -> Result<(Vec<Arc<TableLedger>>, Seats), CrashError> {
    let mut ledgers = Vec::new();
    let mut playing = JoinSet::new();
    for seats in fill_tables(tables).await? {
        let ledger = Arc::new(TableLedger::default());
        for seat in seats {
            let player = Player::new(seat, Arc::clone(&ledger), plan.think, stages.clone());
            playing.spawn(player.play());
        }
        ledgers.push(ledger);
    }
    Ok((ledgers, playing))
}

/// Waits until every table has made new facts; how many have not.
async fn all_go_on(ledgers: &[Arc<TableLedger>]) -> usize {
    let before: Vec<u64> = ledgers.iter().map(|ledger| ledger.last()).collect();
    let standing = || {
        let with_before = ledgers.iter().zip(&before);
        with_before
            .filter(|(ledger, before)| ledger.last() < **before + GOES_ON_BY)
            .count()
    };
    left_in_time(standing).await
}

/// Waits until the count is 0; what is left of it, if it is not in time.
async fn left_in_time(count: impl Fn() -> usize) -> usize {
    let deadline = clock::now() + GOES_ON_WITHIN;
    let mut look = interval(LOOK);
    loop {
        let left = count();
        if left == 0 || clock::now() > deadline {
            return left;
        }
        look.tick().await;
    }
}
