//! The subcommands, one file each: its flags, and what it prints and returns.

mod conformance;
mod laws;
#[cfg(feature = "server")]
mod server;

use std::process::ExitCode;

use clap::Subcommand;

/// What to try, measure or compare.
#[derive(Debug, Subcommand)]
pub(crate) enum Commands {
    Conformance(conformance::Conformance),
    Laws(laws::Laws),
    #[cfg(feature = "server")]
    #[command(flatten)]
    Server(server::ServerCommands),
}

impl Commands {
    /// Runs the command.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Conformance(command) => Ok(command.run()),
            Self::Laws(command) => Ok(command.run()),
            #[cfg(feature = "server")]
            Self::Server(command) => command.run(),
        }
    }
}

/// The exit code of a command that looks whether something holds.
fn code_of(holds: bool) -> ExitCode {
    if holds {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
