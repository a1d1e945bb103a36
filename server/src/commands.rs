//! The subcommands, one file each: its flags, and what it prints and returns.

mod admin;
mod backup;
mod check;
mod health;
mod replay;
mod reports;
mod restore;
mod serve;
mod verify;

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::ExitCode;

use anyhow::Context;
use boneyard_server::sheet_files;
use boneyard_store::backup::Existing;
use boneyard_store::maintenance::Inspection;
use clap::{Args, Subcommand};
use tokio::runtime::Builder;

pub(crate) use serve::Serve;

/// What the program does besides serving.
#[derive(Debug, Subcommand)]
pub(crate) enum Commands {
    Verify(verify::Verify),
    Replay(replay::Replay),
    Backup(backup::Backup),
    Restore(restore::Restore),
    Check(check::Check),
    Reports(reports::Reports),
    Health(health::Health),
    Admin(admin::Admin),
}

impl Commands {
    /// Runs the command.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Verify(command) => command.run(),
            Self::Replay(command) => command.run(),
            Self::Backup(command) => command.run(),
            Self::Restore(command) => command.run(),
            Self::Check(command) => command.run(),
            Self::Reports(command) => command.run(),
            Self::Health(command) => command.run(),
            Self::Admin(command) => command.run(),
        }
    }
}

/// The data folder, for commands that work on one.
#[derive(Debug, Args)]
struct Data {
    /// The server's data folder.
    #[arg(
        long,
        env = "BONEYARD_DATA",
        default_value = "./boneyard-data",
        value_name = "FOLDER",
        global = true
    )]
    data: PathBuf,
}

/// The host's own sheets, for commands that read a match.
#[derive(Debug, Args)]
struct OwnSheets {
    /// Folder of the host's own sheets, if the match used one of them.
    #[arg(long, env = "BONEYARD_SHEETS", value_name = "FOLDER")]
    sheets: Option<PathBuf>,
}

impl OwnSheets {
    fn load(&self) -> anyhow::Result<boneyard_engine::Sheets> {
        sheet_files::load(self.sheets.as_deref()).context("--sheets")
    }
}

/// What happens to a file or folder that already exists.
const fn existing(replace: bool) -> Existing {
    if replace {
        Existing::Replace
    } else {
        Existing::Keep
    }
}

/// What a database holds, in one line.
fn contents(found: &Inspection) -> String {
    format!(
        "{} open tables, {} of them out of order; {} finished matches; {} players",
        found.tables + found.broken.len(),
        found.broken.len(),
        found.matches,
        found.players
    )
}

/// Runs a command that waits for the disk. Boxed, so that one runtime is compiled for all of them.
fn wait_for(
    work: Pin<Box<dyn Future<Output = anyhow::Result<ExitCode>>>>,
) -> anyhow::Result<ExitCode> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(work)
}

/// The exit code of a command that checks whether something holds.
fn code_of(holds: bool) -> ExitCode {
    if holds {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints. The reader may stop before the end.
fn show(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        shown => shown.context("cannot print"),
    }
}

fn text_of(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}
