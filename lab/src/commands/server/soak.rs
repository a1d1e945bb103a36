//! `boneyard-lab soak`.

use std::process::ExitCode;

use anyhow::Result;
use boneyard_lab::drill;
use boneyard_lab::drill::soak::{self, SoakPlan};
use clap::Args;

use super::full_tables::FullTables;
use crate::commands::code_of;

/// Start a server on a temporary folder and play load after load: what is left of them. Exit code 1 if anything is.
#[derive(Debug, Args)]
pub(crate) struct Soak {
    /// Actions, all together.
    #[arg(long, default_value_t = 100_000)]
    actions: u64,
    /// Seconds of one load.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    #[command(flatten)]
    tables: FullTables,
}

impl Soak {
    #[tokio::main]
    pub(super) async fn run(self) -> Result<ExitCode> {
        drill::log_to_stderr();
        // As many loads as may come in a minute.
        let loads = 60 / usize::try_from(self.seconds)? + 2;
        let server = self.tables.server(self.tables.players() * loads).await?;
        let plan = SoakPlan {
            load: self.tables.load(&server, 0, self.seconds)?,
            actions: self.actions,
        };
        let report = soak::run(&server, &plan).await?;
        println!("{report}");
        server.stop().await?;
        Ok(code_of(report.is_flat()))
    }
}
