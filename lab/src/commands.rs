//! The subcommands, one file each: its flags, and what it prints and returns.

#[cfg(feature = "server")]
mod abuse;
#[cfg(feature = "server")]
mod arena;
mod conformance;
#[cfg(feature = "server")]
mod crash;
#[cfg(feature = "server")]
mod figures;
#[cfg(feature = "server")]
mod full_tables;
#[cfg(feature = "server")]
mod fuzz;
mod laws;
#[cfg(feature = "server")]
mod load;
#[cfg(feature = "server")]
mod proxy;
#[cfg(feature = "server")]
mod simulation;
#[cfg(feature = "server")]
mod soak;
#[cfg(feature = "server")]
mod validate_bot;

#[cfg(feature = "server")]
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

#[cfg(feature = "server")]
use anyhow::Context;
use clap::Subcommand;

/// What to try, measure or compare.
#[derive(Debug, Subcommand)]
pub(crate) enum Commands {
    Conformance(conformance::Conformance),
    Laws(laws::Laws),
    #[cfg(feature = "server")]
    Load(load::Load),
    #[cfg(feature = "server")]
    Crash(crash::Crash),
    #[cfg(feature = "server")]
    Abuse(abuse::Abuse),
    #[cfg(feature = "server")]
    Proxy(proxy::Proxy),
    #[cfg(feature = "server")]
    Figures(figures::Figures),
    #[cfg(feature = "server")]
    Soak(soak::Soak),
    #[cfg(feature = "server")]
    Simulation(simulation::Simulation),
    #[cfg(feature = "server")]
    Fuzz(fuzz::Fuzz),
    #[cfg(feature = "server")]
    Arena(arena::Arena),
    #[cfg(feature = "server")]
    ValidateBot(validate_bot::ValidateBot),
}

impl Commands {
    /// Runs the command.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Conformance(command) => Ok(command.run()),
            Self::Laws(command) => Ok(command.run()),
            #[cfg(feature = "server")]
            Self::Load(command) => command.run(),
            #[cfg(feature = "server")]
            Self::Crash(command) => command.run(),
            #[cfg(feature = "server")]
            Self::Abuse(command) => command.run(),
            #[cfg(feature = "server")]
            Self::Proxy(command) => command.run(),
            #[cfg(feature = "server")]
            Self::Figures(command) => command.run(),
            #[cfg(feature = "server")]
            Self::Soak(command) => command.run(),
            #[cfg(feature = "server")]
            Self::Simulation(command) => Ok(command.run()),
            #[cfg(feature = "server")]
            Self::Fuzz(command) => Ok(command.run()),
            #[cfg(feature = "server")]
            Self::Arena(command) => command.run(),
            #[cfg(feature = "server")]
            Self::ValidateBot(command) => command.run(),
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

/// Prints. A reader that closes the pipe has seen enough.
#[cfg(feature = "server")]
fn show(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        shown => shown.context("cannot print"),
    }
}
