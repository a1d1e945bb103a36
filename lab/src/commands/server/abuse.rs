//! `boneyard-lab abuse`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use boneyard_lab::drill;
use boneyard_lab::drill::abuse::{self, AbusePlan, Case};
use boneyard_lab::drill::server_process::server_program;
use clap::Args;

use crate::commands::code_of;

/// Starts servers on temporary folders, lets honest tables play, and misbehaves: P1 to P17 break the protocol,
/// O1 to O6, O8 and O12 are too much of something, N1 is a network that fails. Prints a line for each case: what was
/// provoked, what came, and what the honest players felt; the last line, `abuse …`, sums up. Ends with code 1 if
/// anything is not as the protocol promises, or honest acts took more than twice their time.
#[derive(Debug, Args)]
pub(crate) struct Abuse {
    /// The cases, by name; without any, all of them.
    cases: Vec<Case>,
    /// Honest tables of four seats, 1 to 500.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=500))]
    tables: u32,
    /// Milliseconds that an honest player thinks.
    #[arg(long, default_value_t = 50)]
    think: u64,
    /// Sockets of the silent crowd (O1), 8 to 18000.
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(8..=18_000))]
    crowd: u32,
    /// Watchers of one table (O5), 1 to 5000.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    watchers: u32,
    /// Milliseconds within which honest acts may take as long as they like.
    #[arg(long, default_value_t = 10)]
    noise: u64,
    /// The server program; without it, it is built, or must lie beside this program.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Seed of the honest players' choices and of the random bytes; without it a random one, which is printed.
    #[arg(long)]
    seed: Option<u64>,
}

impl Abuse {
    #[tokio::main]
    pub(super) async fn run(self) -> Result<ExitCode> {
        drill::log_to_stderr();
        let flags = self;
        let program = match flags.program {
            Some(program) => program,
            None => server_program().await?,
        };
        let cases = if flags.cases.is_empty() {
            Case::ALL.to_vec()
        } else {
            flags.cases
        };
        let plan = AbusePlan {
            program,
            cases,
            tables: usize::try_from(flags.tables)?,
            think: Duration::from_millis(flags.think),
            crowd: usize::try_from(flags.crowd)?,
            watchers: usize::try_from(flags.watchers)?,
            noise: Duration::from_millis(flags.noise),
            seed: flags.seed.unwrap_or_else(rand::random),
        };
        println!(
            "{} cases while {} honest tables play; seed {}",
            plan.cases.len(),
            flags.tables,
            plan.seed
        );
        let report = abuse::run(&plan, |line| println!("{line}")).await?;
        println!("{report}");
        Ok(code_of(report.is_clean()))
    }
}
