//! `boneyard backup`.

use std::path::PathBuf;
use std::process::ExitCode;

use boneyard_server::config::LogFormat;
use boneyard_store::maintenance;
use clap::Args;

use super::{Data, contents, existing, show, wait_for};
use crate::log::log_to_stderr;

/// Write everything a server keeps into one file. Works also while people play.
#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// The file. It must not exist yet.
    file: PathBuf,
    /// Replace an existing backup.
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    data: Data,
}

impl Backup {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        wait_for(Box::pin(self.work()))
    }

    async fn work(self) -> anyhow::Result<ExitCode> {
        log_to_stderr("warn", LogFormat::Human)?;
        let written = maintenance(&self.data.data)
            .backup(&self.file, existing(self.replace))
            .await?;
        show(&format!(
            "{}\n{}\n",
            self.file.display(),
            contents(&written)
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}
