//! `boneyard verify`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{OwnSheets, code_of, show, text_of};

/// Check that a finished match was dealt as its players were promised and played by the rules.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The match's record in JSON, from `/api/matches/ID`.
    file: PathBuf,
    #[command(flatten)]
    own: OwnSheets,
}

impl Verify {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let sheets = self.own.load()?;
        let verification = boneyard_server::verify::verify(&text_of(&self.file)?, &sheets)?;
        show(&verification.to_string())?;
        Ok(code_of(verification.holds()))
    }
}
