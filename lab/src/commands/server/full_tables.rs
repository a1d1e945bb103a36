//! The tables of the commands that measure a server of their own.

use std::time::Duration;

use anyhow::Result;
use boneyard_lab::drill::load::LoadPlan;
use boneyard_lab::drill::server_process::server_program;
use boneyard_lab::drill::{ServerProcess, TablePlan};
use clap::Args;

/// Seats of each table.
const SEATS: u8 = 4;

/// How many tables play what.
#[derive(Debug, Args)]
pub(super) struct FullTables {
    /// Tables that play, of 4 seats each, 1 to 1000.
    #[arg(long, global = true, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(super) tables: u32,
    /// The game.
    #[arg(long, global = true, default_value = "kozel")]
    sheet: String,
    /// Seed of the seats' choices; the deals are the server's.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
}

impl FullTables {
    /// How many players they have.
    pub(super) fn players(&self) -> usize {
        usize::try_from(self.tables).unwrap_or(usize::MAX) * usize::from(SEATS)
    }

    /// Starts a server that lets so many players in within a minute.
    pub(super) async fn server(&self, players: usize) -> Result<ServerProcess> {
        let program = server_program().await?;
        Ok(ServerProcess::start(&program, players, &mut rand::rng()).await?)
    }

    /// The tables, at this server.
    pub(super) fn plan(&self, server: &ServerProcess) -> Result<TablePlan> {
        Ok(TablePlan {
            url: server.url(),
            tables: usize::try_from(self.tables)?,
            seats: SEATS,
            sheet: self.sheet.clone(),
            seed: self.seed,
        })
    }

    /// The tables under load for so many seconds, after so many milliseconds of thought for each act.
    pub(super) fn load(
        &self,
        server: &ServerProcess,
        think: u64,
        seconds: u64,
    ) -> Result<LoadPlan> {
        Ok(LoadPlan {
            tables: self.plan(server)?,
            think: Duration::from_millis(think),
            time: Duration::from_secs(seconds),
        })
    }
}
