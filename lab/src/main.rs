//! The program `boneyard-lab`: everything that tries, measures or compares, one subcommand each.

#![expect(
    clippy::print_stdout,
    reason = "the reports are what this program is for"
)]

mod commands;

use std::process::ExitCode;

use clap::Parser;

use commands::Commands;

/// Tries, measures and compares what Boneyard is made of.
#[derive(Debug, Parser)]
#[command(name = "boneyard-lab", version, about)]
struct Flags {
    #[command(subcommand)]
    command: Commands,
}

fn main() -> ExitCode {
    match Flags::parse().command.run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("boneyard-lab: {error:#}");
            ExitCode::FAILURE
        }
    }
}
