//! `boneyard check`.

use std::process::ExitCode;

use boneyard_server::clock::{Clock, SystemClock};
use boneyard_store::maintenance;
use clap::Args;

use super::{Data, code_of, show, wait_for};

/// Check whether a data folder is well; exit code 0 if so. Works also while people play.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    data: Data,
}

impl Check {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        wait_for(Box::pin(self.work()))
    }

    async fn work(self) -> anyhow::Result<ExitCode> {
        let now = SystemClock::new().now().wall;
        let checkup = maintenance(&self.data.data).check(now).await;
        show(&checkup.to_string())?;
        Ok(code_of(checkup.is_well()))
    }
}
