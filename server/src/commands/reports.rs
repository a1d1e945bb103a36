//! `boneyard reports`.

use std::process::ExitCode;

use boneyard_store::maintenance;
use boneyard_store::reports::KEPT;
use clap::Args;

use super::{Data, show, wait_for};

/// List the reports of players by players, newest first. Works also while people play.
#[derive(Debug, Args)]
pub(crate) struct Reports {
    /// The most reports to list, 1 to 10000.
    #[arg(long, default_value_t = 100, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(KEPT)))]
    limit: u32,
    #[command(flatten)]
    data: Data,
}

impl Reports {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        wait_for(Box::pin(self.work()))
    }

    async fn work(self) -> anyhow::Result<ExitCode> {
        let reports = maintenance(&self.data.data).reports(self.limit).await?;
        show(&reports.to_string())?;
        Ok(ExitCode::SUCCESS)
    }
}
