//! What is tried on a server, by sockets or in this process.

mod abuse;
mod arena;
mod crash;
mod figures;
mod full_tables;
mod fuzz;
mod load;
mod proxy;
mod simulation;
mod soak;
mod validate_bot;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::Subcommand;

/// What needs the server.
#[derive(Debug, Subcommand)]
pub(crate) enum ServerCommands {
    Load(load::Load),
    Crash(crash::Crash),
    Abuse(abuse::Abuse),
    Proxy(proxy::Proxy),
    Figures(figures::Figures),
    Soak(soak::Soak),
    Simulation(simulation::Simulation),
    Fuzz(fuzz::Fuzz),
    Arena(arena::Arena),
    ValidateBot(validate_bot::ValidateBot),
}

impl ServerCommands {
    /// Runs the command.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Load(command) => command.run(),
            Self::Crash(command) => command.run(),
            Self::Abuse(command) => command.run(),
            Self::Proxy(command) => command.run(),
            Self::Figures(command) => command.run(),
            Self::Soak(command) => command.run(),
            Self::Simulation(command) => Ok(command.run()),
            Self::Fuzz(command) => Ok(command.run()),
            Self::Arena(command) => command.run(),
            Self::ValidateBot(command) => command.run(),
        }
    }
}

/// Prints. A reader that closes the pipe has seen enough.
fn show(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        shown => shown.context("cannot print"),
    }
}
