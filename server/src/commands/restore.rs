//! `boneyard restore`.

use std::path::PathBuf;
use std::process::ExitCode;

use boneyard_server::clock::{Clock, SystemClock};
use boneyard_server::config::LogFormat;
use boneyard_store::maintenance;
use clap::Args;

use super::{Data, contents, existing, show, wait_for};
use crate::log::log_to_stderr;

/// Restore a backup into a data folder that no server is using.
#[derive(Debug, Args)]
pub(crate) struct Restore {
    /// The backup.
    file: PathBuf,
    /// Put aside what is in the folder.
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    data: Data,
}

impl Restore {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        wait_for(Box::pin(self.work()))
    }

    async fn work(self) -> anyhow::Result<ExitCode> {
        log_to_stderr("warn", LogFormat::Human)?;
        let (data, now) = (&self.data.data, SystemClock::new().now().wall);
        let restored = maintenance(data)
            .restore(&self.file, existing(self.replace), now)
            .await?;
        show(&format!(
            "{}\n{}\n",
            data.display(),
            contents(&restored.contents)
        ))?;
        if let Some(aside) = restored.put_aside {
            show(&format!("what was there is in {}\n", aside.display()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
