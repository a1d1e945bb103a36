//! `boneyard-lab load`.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use boneyard_lab::drill;
use boneyard_lab::drill::load::{self, LoadPlan};
use boneyard_lab::drill::server_process::server_program;
use boneyard_lab::drill::{ServerProcess, TablePlan};
use clap::Args;
use rand::rngs::StdRng;

use crate::commands::code_of;

/// Loads a server with full tables; every seat is a socket of its own. Ends with code 1 if an action was
/// refused or lost, or a table stuck.
#[derive(Debug, Args)]
pub(crate) struct Load {
    /// Tables, 1 to 20000.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    tables: u32,
    /// Seats of each table, 2 to 8, as the game allows.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=8))]
    seats: u8,
    /// Milliseconds that the seat on turn thinks.
    #[arg(long, default_value_t = 0)]
    think: u64,
    /// Seconds to measure, once every table plays.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// The game.
    #[arg(long, default_value = "kozel")]
    sheet: String,
    /// The socket of a running server, `ws://127.0.0.1:8080/ws`, whose limits must allow the load. Without
    /// it, a server of its own is started on a temporary folder, and stopped at the end.
    #[arg(long)]
    url: Option<String>,
    /// Seed of the seats' choices; the deals are the server's.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Load {
    #[tokio::main]
    pub(super) async fn run(self) -> Result<ExitCode> {
        drill::log_to_stderr();
        let flags = self;
        let tables = usize::try_from(flags.tables)?;
        let server = match flags.url {
            Some(_) => None,
            None => {
                let sockets = tables * usize::from(flags.seats);
                let mut rng: StdRng = rand::make_rng();
                Some(ServerProcess::start(&server_program().await?, sockets, &mut rng).await?)
            }
        };
        let own = server.as_ref().map(ServerProcess::url);
        let plan = LoadPlan {
            tables: TablePlan {
                url: flags.url.or(own).unwrap_or_default(),
                tables,
                seats: flags.seats,
                sheet: flags.sheet,
                seed: flags.seed,
            },
            think: Duration::from_millis(flags.think),
            time: Duration::from_secs(flags.seconds),
        };
        println!(
            "{} tables of {}, {} seats each, {} ms to think, {} s",
            flags.tables, plan.tables.sheet, flags.seats, flags.think, flags.seconds
        );
        let report = load::run(&plan).await?;
        println!("{report}");
        if let Some(server) = server {
            server.stop().await?;
        }
        Ok(code_of(report.is_clean()))
    }
}
