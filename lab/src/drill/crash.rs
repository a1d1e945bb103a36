//! Crash: the server is killed by SIGKILL at random moments under load, again and again, and started on the
//! same folder. Every seat keeps a journal of its own; what it says must be what the server says in the end.
//!
//! - *lost*: an act was acknowledged, and is not in the table's facts;
//! - *doubled*: an act was sent once, and is there more often;
//! - *seen and gone*: a fact was told under a number, and later that number is another fact or none.

mod acts;
mod ledger;
mod party;
mod player;
pub mod points;
mod record_check;
mod report;

use std::path::PathBuf;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinError;
use tokio::time::sleep;

pub(super) use self::party::Party;
pub use self::report::CrashReport;
use super::server_process::{ServerError, ServerProcess};
use super::tables::{SetUpError, TablePlan};
use crate::clock;

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
    /// The script of the crash points stands still, though the server lives.
    #[error("the script was not played within {} s", .0.as_secs())]
    NotPlayed(Duration),
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
    let mut party = Party::sit_down(&tables, plan.think).await?;
    let mut down = Vec::new();
    party.go_on().await;
    for _ in 0..plan.kills {
        if party.stands() {
            break;
        }
        sleep(plan.longest_life.mul_f64(rng.random())).await;
        let killed = clock::now();
        server.kill().await?;
        server.start_again().await?;
        down.push(clock::now() - killed);
        party.go_on().await;
    }
    let report = party.end(&server, down).await?;
    server.stop().await?;
    Ok(report)
}
