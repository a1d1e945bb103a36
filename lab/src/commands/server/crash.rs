//! `boneyard-lab crash`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use boneyard_lab::drill;
use boneyard_lab::drill::crash::points::{self, PointsPlan};
use boneyard_lab::drill::crash::{self, CrashPlan};
use boneyard_lab::drill::faults::{self, Fault, FaultPlan};
use boneyard_lab::drill::server_process::server_program;
use boneyard_lab::drill::strace;
use boneyard_lab::not_tried;
use clap::{Args, Subcommand};

use crate::commands::code_of;

/// Without a command: starts a server on a temporary folder, plays at it, kills it by SIGKILL at random moments and
/// starts it again; then compares the seats' own journals with the server's. Ends with code 1 if an acknowledged
/// action is lost or doubled, or a fact was seen and is gone.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Crash {
    #[command(subcommand)]
    command: Option<Drill>,
    #[command(flatten)]
    kills: Kills,
}

#[derive(Debug, Subcommand)]
enum Drill {
    /// Kill the server at the calls by which records reach the disk, one after the other, while a scripted match is
    /// played. Needs strace.
    Points(Points),
    /// Fill the disk, let syncs fail, stop the process, flip a byte, lose files. Needs strace and the right to mount.
    Faults(Faults),
}

/// What all drills need.
#[derive(Debug, Args)]
struct Common {
    /// The server program; without it, it is built, or must lie beside this program.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Seed of the seats' choices and of what is drawn by lot; without it a random one, which is printed.
    #[arg(long)]
    seed: Option<u64>,
}

impl Common {
    async fn program(&self) -> Result<PathBuf> {
        Ok(match &self.program {
            Some(program) => program.clone(),
            None => server_program().await?,
        })
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(rand::random)
    }
}

#[derive(Debug, Args)]
struct Kills {
    /// Kills.
    #[arg(long, default_value_t = 20)]
    kills: u32,
    /// Tables, 1 to 1000.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    tables: u32,
    /// Seats of each table, 2 to 8, as the game allows.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=8))]
    seats: u8,
    /// Milliseconds that the seat on turn thinks.
    #[arg(long, default_value_t = 15)]
    think: u64,
    /// Milliseconds from all tables going on until the next kill, at the most.
    #[arg(long, default_value_t = 1_500)]
    life: u64,
    /// The game.
    #[arg(long, default_value = "kozel")]
    sheet: String,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
struct Points {
    /// How many of the points, drawn by the seed.
    #[arg(long, default_value_t = 50)]
    sample: usize,
    /// Every point.
    #[arg(long)]
    all: bool,
    /// Facts of the scripted match: about as many actions.
    #[arg(long, default_value_t = 200)]
    facts: u64,
    /// Servers at the same time.
    #[arg(long, default_value_t = 2)]
    at_once: usize,
    /// The game.
    #[arg(long, default_value = "kozel")]
    sheet: String,
    /// Where strace is missing, say so and end well.
    #[arg(long)]
    may_skip: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
struct Faults {
    /// Milliseconds for which the process is stopped; a turn has 5000.
    #[arg(long, default_value_t = 30_000)]
    stall: u64,
    /// Where strace or the right to mount is missing, say so and leave that out.
    #[arg(long)]
    may_skip: bool,
    #[command(flatten)]
    common: Common,
}

impl Crash {
    #[tokio::main]
    pub(super) async fn run(self) -> Result<ExitCode> {
        drill::log_to_stderr();
        let kept = match self.command {
            None => kill(self.kills).await?,
            Some(Drill::Points(flags)) => try_points(flags).await?,
            Some(Drill::Faults(flags)) => provoke(flags).await?,
        };
        Ok(code_of(kept))
    }
}

async fn kill(flags: Kills) -> Result<bool> {
    let seed = flags.common.seed();
    println!(
        "{} kills of a server with {} tables; seed {seed}",
        flags.kills, flags.tables
    );
    let plan = CrashPlan {
        program: flags.common.program().await?,
        kills: flags.kills,
        tables: usize::try_from(flags.tables)?,
        seats: flags.seats,
        sheet: flags.sheet,
        think: Duration::from_millis(flags.think),
        longest_life: Duration::from_millis(flags.life),
        seed,
    };
    let report = crash::run(&plan).await?;
    println!("{report}");
    Ok(report.is_clean())
}

async fn try_points(flags: Points) -> Result<bool> {
    if let Err(missing) = strace::find().await
        && flags.may_skip
    {
        not_tried::note(missing)?;
        return Ok(true);
    }
    let seed = flags.common.seed();
    println!("crash points of a match of {}; seed {seed}", flags.sheet);
    let plan = PointsPlan {
        program: flags.common.program().await?,
        sheet: flags.sheet,
        facts: flags.facts,
        sample: (!flags.all).then_some(flags.sample),
        at_once: flags.at_once,
        seed,
    };
    let report = points::run(&plan).await?;
    println!("{report}");
    Ok(report.is_clean())
}

async fn provoke(flags: Faults) -> Result<bool> {
    let plan = FaultPlan {
        program: flags.common.program().await?,
        seed: flags.common.seed(),
        stall: Duration::from_millis(flags.stall),
        may_skip: flags.may_skip,
    };
    let mut right = true;
    for fault in Fault::ALL {
        let trial = faults::run(&plan, fault).await?;
        println!("{trial}");
        for what in trial.not_tried() {
            not_tried::note(format_args!("{}: {what}", fault.name()))?;
        }
        right &= trial.is_right();
    }
    println!("machine: {}", faults::machine());
    Ok(right)
}
