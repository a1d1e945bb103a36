//! `boneyard-lab validate-bot`.

use std::process::ExitCode;
use std::time::Duration;

use boneyard_lab::validate::{self, Finding, Patience, Trial, ValidateError};
use clap::Args;

use super::show;
use crate::commands::code_of;

/// Try a bot on a server of its own: losses, refusals, clocks, unknown messages, whole matches. Exit code 0 if nothing
/// is wrong.
#[derive(Debug, Args)]
pub(crate) struct ValidateBot {
    /// A sheet that it plays; may be given several times. Without any the bot is asked: `COMMAND --sheets` prints one
    /// a line. Else kozel.
    #[arg(long = "sheet", value_name = "ID")]
    sheets: Vec<String>,
    /// Seconds to wait for the bot after its start and after a loss, 1 to 600.
    #[arg(long, default_value_t = 30, value_name = "S",
          value_parser = clap::value_parser!(u64).range(1..=600))]
    patience: u64,
    /// Show what the bot prints.
    #[arg(long)]
    output: bool,
    /// The bot's command. `{url}`, `{table}` and `{dir}` in it stand for the socket's address, the join code, and a
    /// folder of its own; they are in BONEYARD_URL, BONEYARD_TABLE and BONEYARD_DIR, too.
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    command: Vec<String>,
}

impl ValidateBot {
    #[tokio::main]
    pub(super) async fn run(self) -> anyhow::Result<ExitCode> {
        let trial = Trial {
            command: self.command,
            sheets: self.sheets,
            patience: Patience {
                hello: Duration::from_secs(self.patience),
                ..Patience::default()
            },
            shows_output: self.output,
        };
        let mut unheard = None;
        let tell = |finding: &Finding| {
            if let Err(error) = show(&format!("{finding}\n")) {
                unheard = Some(error);
            }
        };
        let report = match validate::run(&trial, tell).await {
            Ok(report) => report,
            Err(error @ (ValidateError::NoSuchSheet(_) | ValidateError::NoCommand(_))) => {
                eprintln!("boneyard-lab: {error}");
                return Ok(ExitCode::from(2));
            }
            Err(error) => return Err(error.into()),
        };
        if let Some(error) = unheard {
            return Err(error);
        }
        let (tried, wrong) = (report.findings.len(), report.wrong());
        show(&format!("{tried} findings, {wrong} wrong\n"))?;
        Ok(code_of(wrong == 0))
    }
}
