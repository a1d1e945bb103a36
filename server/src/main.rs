//! The Boneyard server program: flags, logs, and which command runs.

mod commands;
mod log;

use std::process::ExitCode;

use clap::Parser;

use commands::{Commands, Serve};

/// A dominoes server with a page to play on.
#[derive(Debug, Parser)]
#[command(
    name = "boneyard",
    version,
    about,
    args_conflicts_with_subcommands = true
)]
struct Flags {
    #[command(subcommand)]
    command: Option<Commands>,

    #[command(flatten)]
    serve: Serve,
}

fn main() -> ExitCode {
    let flags = Flags::parse();
    let done = match flags.command {
        Some(command) => command.run(),
        None => flags.serve.run(),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("boneyard: {error:#}");
            ExitCode::FAILURE
        }
    }
}
