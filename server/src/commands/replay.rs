//! `boneyard replay`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{OwnSheets, show, text_of};

/// Tell a match step by step: hands, actions, open ends, points and results.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The match's record, as text or in JSON.
    file: PathBuf,
    #[command(flatten)]
    own: OwnSheets,
}

impl Replay {
    /// Prints the match as far as it can be played. An error follows on standard error.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let sheets = self.own.load()?;
        let record = boneyard_server::replay::read(&text_of(&self.file)?)?;
        let tale = boneyard_server::replay::tell(&record, &sheets);
        show(&tale.text)?;
        match tale.failure {
            None => Ok(ExitCode::SUCCESS),
            Some(failure) => Err(failure.into()),
        }
    }
}
