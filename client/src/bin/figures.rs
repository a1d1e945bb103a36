//! `boneyard-figures`: what an idle socket costs, how soon a dropped seat is back, what a long load leaves behind.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use boneyard_client::drill::crowd::{self, CrowdBounds, CrowdPlan};
use boneyard_client::drill::drops::{self, DropPlan};
use boneyard_client::drill::load::LoadPlan;
use boneyard_client::drill::server_process::server_program;
use boneyard_client::drill::soak::{self, SoakPlan};
use boneyard_client::drill::{self, ServerProcess, TablePlan};
use clap::{Parser, Subcommand};

/// Seats of each table.
const SEATS: u8 = 4;

/// Starts a server on a temporary folder and measures one thing. Ends with code 1 if the figure does not keep
/// its bound.
#[derive(Parser)]
#[command(name = "boneyard-figures")]
struct Flags {
    #[command(subcommand)]
    what: What,
    /// Tables that play, of 4 seats each, 1 to 1000.
    #[arg(long, global = true, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    tables: u32,
    /// The game.
    #[arg(long, global = true, default_value = "kozel")]
    sheet: String,
    /// Seed of the seats' choices; the deals are the server's.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
}

#[derive(Subcommand)]
enum What {
    /// Idle sockets beside tables that play: memory for each idle one, latency for the others.
    Crowd {
        /// Idle sockets.
        #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=15_000))]
        idle: u32,
        /// Milliseconds that the seat on turn thinks.
        #[arg(long, default_value_t = 150)]
        think: u64,
        /// Seconds to measure.
        #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        seconds: u64,
        /// KiB that an idle socket may cost the server.
        #[arg(long, default_value_t = 12.0)]
        kib: f64,
        /// Milliseconds until 99 of 100 acts must be acknowledged.
        #[arg(long, default_value_t = 50)]
        within: u64,
    },
    /// Sockets that are broken off in the middle of a match, and come back.
    Drops {
        /// Drops.
        #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
        drops: u32,
        /// Milliseconds until 99 of 100 must be back.
        #[arg(long, default_value_t = 150)]
        within: u64,
    },
    /// Load after load: what is left of them.
    Soak {
        /// Actions, all together.
        #[arg(long, default_value_t = 100_000)]
        actions: u64,
        /// Seconds of one load.
        #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        seconds: u64,
    },
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the report is for a person")]
async fn main() -> Result<ExitCode> {
    drill::log_to_stderr();
    let flags = Flags::parse();
    let sockets = flags.what.players(flags.tables);
    let server = ServerProcess::start(&server_program().await?, sockets, &mut rand::rng()).await?;
    let tables = TablePlan {
        url: server.url(),
        tables: usize::try_from(flags.tables)?,
        seats: SEATS,
        sheet: flags.sheet,
        seed: flags.seed,
    };
    let kept = match flags.what {
        What::Crowd {
            idle,
            think,
            seconds,
            kib,
            within,
        } => {
            let plan = CrowdPlan {
                idle: usize::try_from(idle)?,
                load: load(tables, think, seconds),
            };
            let report = crowd::run(&server, &plan).await?;
            println!("{report}");
            report.keeps(CrowdBounds {
                kib_each: kib,
                acknowledged: Duration::from_millis(within),
            })
        }
        What::Drops { drops, within } => {
            let plan = DropPlan {
                tables,
                drops_each: drops.div_ceil(flags.tables),
            };
            let report = drops::run(&plan).await?;
            println!("{report}");
            report.keeps(Duration::from_millis(within))
        }
        What::Soak { actions, seconds } => {
            let plan = SoakPlan {
                load: load(tables, 0, seconds),
                actions,
            };
            let report = soak::run(&server, &plan).await?;
            println!("{report}");
            report.is_flat()
        }
    };
    server.stop().await?;
    Ok(if kept {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn load(tables: TablePlan, think: u64, seconds: u64) -> LoadPlan {
    LoadPlan {
        tables,
        think: Duration::from_millis(think),
        time: Duration::from_secs(seconds),
    }
}

impl What {
    /// Players that the server must let in within a minute.
    fn players(&self, tables: u32) -> usize {
        let at_tables = usize::try_from(tables).unwrap_or(usize::MAX) * usize::from(SEATS);
        match self {
            Self::Crowd { idle, .. } => at_tables + usize::try_from(*idle).unwrap_or(usize::MAX),
            Self::Drops { .. } => at_tables * 2,
            // As many loads as may come in a minute.
            Self::Soak { seconds, .. } => {
                let loads = 60 / usize::try_from(*seconds).unwrap_or(1) + 2;
                at_tables * loads
            }
        }
    }
}
