//! `boneyard-crash`: kills a server under load, again and again, and prints whether it has kept its word.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use boneyard_client::drill;
use boneyard_client::drill::crash::{self, CrashPlan};
use boneyard_client::drill::server_process::server_program;
use clap::Parser;

/// Starts a server on a temporary folder, plays at it, kills it by SIGKILL at random moments and starts it
/// again; then compares the seats' own journals with the server's. Ends with code 1 if an acknowledged action
/// is lost or doubled, or a fact was seen and is gone.
#[derive(Parser)]
#[command(name = "boneyard-crash")]
struct Flags {
    /// Kills.
    #[arg(long, default_value_t = 20)]
    kills: u32,
    /// Tables, 1 to 1000.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1_000))]
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
    /// The server program; without it, it is built, or must lie beside this program.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Seed of the seats' choices and of the moments of the kills; without it a random one, which is printed.
    #[arg(long)]
    seed: Option<u64>,
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the report is for a person")]
async fn main() -> Result<ExitCode> {
    drill::log_to_stderr();
    let flags = Flags::parse();
    let program = match flags.program {
        Some(program) => program,
        None => server_program().await?,
    };
    let seed = flags.seed.unwrap_or_else(rand::random);
    println!(
        "{} kills of a server with {} tables; seed {seed}",
        flags.kills, flags.tables
    );
    let plan = CrashPlan {
        program,
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
    Ok(if report.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
