//! Faults of the disk and the machine, each provoked at a real server while seats play at it: what came is told
//! line by line, and judged.
//!
//! A trial that this machine does not allow (no `strace`, no right to mount) fails, unless it may be left out.

mod damage;
mod disk_full;
mod failed_sync;
mod folder;
mod stall;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::time::interval;

use super::crash::{CrashError, CrashReport, Party};
use super::machine::Machine;
use super::server_process::{ServerError, ServerProcess};
use super::strace::NoStrace;
use super::tables::TablePlan;
use crate::clock;

/// Time in which something must come.
const COMES_WITHIN: Duration = Duration::from_secs(30);
/// How often it is looked for.
const LOOK: Duration = Duration::from_millis(20);
/// Tables of a trial, and seats of each.
const TABLES: usize = 3;
const SEATS: u8 = 4;
/// Sockets that a trial's server must let in, with some to spare.
const SOCKETS: usize = 20;

/// Which faults to provoke, and at what.
#[derive(Clone, Debug)]
pub struct FaultPlan {
    /// The server program.
    pub program: PathBuf,
    /// Seed of the seats' choices.
    pub seed: u64,
    /// How long the server is stopped by a signal, longer than the 5 s that a turn of the trial has.
    pub stall: Duration,
    /// Whether a trial that this machine does not allow may be left out.
    pub may_skip: bool,
}

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The disk fills up, and has space again.
    DiskFull,
    /// Every sync fails from one on.
    FailedSync,
    /// The process is stopped by a signal for longer than a turn.
    Stall,
    /// One byte of one table's record is another one.
    FlippedByte,
    /// Another process, a lost file, a newer file.
    Folder,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::DiskFull,
        Self::FailedSync,
        Self::Stall,
        Self::FlippedByte,
        Self::Folder,
    ];

    /// In a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::DiskFull => "the disk is full",
            Self::FailedSync => "a sync fails",
            Self::Stall => "the process stands still",
            Self::FlippedByte => "a byte is flipped",
            Self::Folder => "the folder is not as it was",
        }
    }
}

/// Why a trial could not be made.
#[derive(Debug, thiserror::Error)]
pub enum FaultError {
    /// A server did not start, or a seat was lost.
    #[error(transparent)]
    Crash(#[from] CrashError),
    /// Nothing can be traced.
    #[error(transparent)]
    NoStrace(#[from] NoStrace),
    /// Nothing can be mounted.
    #[error("mounting a small disk needs root and the right to mount: {0}")]
    NoMount(String),
    /// A command of a seat was not done.
    #[error(transparent)]
    Command(#[from] boneyard_client::CommandError),
}

impl FaultError {
    /// Whether it is this machine's fault and not the server's.
    fn is_machines(&self) -> bool {
        match self {
            Self::NoStrace(_) | Self::NoMount(_) => true,
            Self::Crash(_) | Self::Command(_) => false,
        }
    }
}

impl From<ServerError> for FaultError {
    fn from(error: ServerError) -> Self {
        Self::Crash(error.into())
    }
}

impl From<std::io::Error> for FaultError {
    fn from(error: std::io::Error) -> Self {
        ServerError::Io(error).into()
    }
}

impl From<super::tables::SetUpError> for FaultError {
    fn from(error: super::tables::SetUpError) -> Self {
        Self::Crash(error.into())
    }
}

impl From<tokio::task::JoinError> for FaultError {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::Crash(error.into())
    }
}

/// What one trial has shown.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What was provoked.
    pub fault: Fault,
    /// What was seen, and whether it is what must come.
    pub seen: Vec<(Verdict, String)>,
}

/// How something that was seen is to be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it must be.
    Right,
    /// Not as it must be.
    Wrong,
    /// Could not be tried here.
    Skipped,
}

impl Trial {
    fn new(fault: Fault) -> Self {
        let seen = Vec::new();
        Self { fault, seen }
    }

    fn saw(&mut self, right: bool, what: impl Into<String>) {
        let verdict = if right {
            Verdict::Right
        } else {
            Verdict::Wrong
        };
        self.seen.push((verdict, what.into()));
    }

    /// Judges what the seats have found in the end. Refusals must be of the codes that were to come.
    fn judge(&mut self, report: &CrashReport, codes: &[&str]) {
        let CrashReport {
            acknowledged,
            lost,
            doubled,
            seen_and_gone,
            ..
        } = report;
        let expected = report
            .refused
            .keys()
            .all(|code| codes.contains(&code.as_str()));
        self.saw(
            report.kept_its_word() && expected && *acknowledged > 0,
            format!(
                "acknowledged {acknowledged}, lost {lost}, doubled {doubled}, seen and gone {seen_and_gone}, \
                 refused {:?}, tables that stand {}",
                report.refused, report.standing
            ),
        );
    }

    /// Why something could not be tried on this machine.
    pub fn not_tried(&self) -> impl Iterator<Item = &str> {
        let skipped = self
            .seen
            .iter()
            .filter(|(verdict, _)| *verdict == Verdict::Skipped);
        skipped.map(|(_, why)| why.as_str())
    }

    /// Whether nothing wrong was seen.
    pub fn is_right(&self) -> bool {
        self.seen
            .iter()
            .all(|(verdict, _)| *verdict != Verdict::Wrong)
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.fault.name())?;
        for (verdict, what) in &self.seen {
            let verdict = match verdict {
                Verdict::Right => "right",
                Verdict::Wrong => "WRONG",
                Verdict::Skipped => "SKIPPED",
            };
            write!(f, "\n  {verdict}: {what}")?;
        }
        Ok(())
    }
}

/// Where the trials were made.
pub fn machine() -> String {
    Machine::here().to_string()
}

/// Provokes a fault.
///
/// # Errors
///
/// The trial could not be made.
pub async fn run(plan: &FaultPlan, fault: Fault) -> Result<Trial, FaultError> {
    let tried = match fault {
        Fault::DiskFull => disk_full::run(plan).await,
        Fault::FailedSync => failed_sync::run(plan).await,
        Fault::Stall => stall::run(plan).await,
        Fault::FlippedByte => damage::run(plan).await,
        Fault::Folder => folder::run(plan).await,
    };
    match tried {
        Err(error) if plan.may_skip && error.is_machines() => {
            let seen = vec![(Verdict::Skipped, error.to_string())];
            Ok(Trial { fault, seen })
        }
        tried => tried,
    }
}

fn tables(plan: &FaultPlan, server: &ServerProcess) -> TablePlan {
    let mut rng = StdRng::seed_from_u64(plan.seed);
    TablePlan {
        url: server.url(),
        tables: TABLES,
        seats: SEATS,
        sheet: "kozel".to_owned(),
        seed: rng.random(),
    }
}

async fn sit_down(plan: &FaultPlan, server: &ServerProcess) -> Result<Party, FaultError> {
    let think = Duration::from_millis(10);
    Ok(Party::sit_down(&tables(plan, server), think).await?)
}

/// Waits until the predicate holds; whether it did in time.
async fn comes(mut is_there: impl AsyncFnMut() -> bool) -> bool {
    let deadline = clock::now() + COMES_WITHIN;
    let mut look = interval(LOOK);
    while !is_there().await {
        if clock::now() > deadline {
            return false;
        }
        look.tick().await;
    }
    true
}

/// Whether the server says that it is ready.
async fn is_ready(server: &ServerProcess) -> bool {
    let answer = server.get("/readyz").await;
    answer.is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

/// Runs one of the server's commands on its folder: whether it succeeded, and what it printed.
async fn command(server: &ServerProcess, words: &[&str]) -> Result<(bool, String), FaultError> {
    let output = tokio::process::Command::new(server.program())
        .args(words)
        .arg("--data")
        .arg(server.data())
        .kill_on_drop(true)
        .output()
        .await?;
    let text = [output.stdout, output.stderr].concat();
    Ok((
        output.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    ))
}
