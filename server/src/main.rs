//! The Boneyard server program: flags, logs, signals, exit code.

#![expect(clippy::print_stdout, reason = "this is the program itself")]

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use boneyard_server::backup::Existing;
use boneyard_server::clock::{Clock, SystemClock};
use boneyard_server::config::{Config, LogFormat};
use boneyard_server::journal::sqlite::{Inspection, reports_in};
use boneyard_server::report::KEPT;
use boneyard_server::{Server, backup, check, sheet_files};
use clap::{Args, Parser, Subcommand};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

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
    command: Option<Subcommands>,

    #[command(flatten)]
    config: Config,

    /// What is logged: `error`, `warn`, `info`, `debug`, or a filter like `boneyard_server=debug`.
    #[arg(
        long,
        env = "BONEYARD_LOG",
        default_value = "info",
        value_name = "FILTER"
    )]
    log: String,

    /// The form of log lines.
    #[arg(
        long,
        env = "BONEYARD_LOG_FORMAT",
        default_value = "human",
        value_name = "FORM"
    )]
    log_format: LogFormat,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    /// Check that the deals of a finished match are those that the players were promised.
    Verify {
        /// The match's record in JSON, from `/api/matches/ID`.
        file: PathBuf,
        /// Folder of the host's own sheets, if the match was played by one of them.
        #[arg(long, env = "BONEYARD_SHEETS", value_name = "FOLDER")]
        sheets: Option<PathBuf>,
    },
    /// Tell a match step by step: hands, actions, open ends, points and results.
    Replay {
        /// The match's record, as text or in JSON.
        file: PathBuf,
        /// Folder of the host's own sheets, if the match was played by one of them.
        #[arg(long, env = "BONEYARD_SHEETS", value_name = "FOLDER")]
        sheets: Option<PathBuf>,
    },
    /// Write everything a server keeps into one file, also while people play.
    Backup {
        /// The file. It must not be there yet.
        file: PathBuf,
        /// Write a new backup in the place of one that is there.
        #[arg(long)]
        replace: bool,
        #[command(flatten)]
        data: Data,
    },
    /// Put a backup into a data folder on which no server works.
    Restore {
        /// The backup.
        file: PathBuf,
        /// Put what is in the folder aside.
        #[arg(long)]
        replace: bool,
        #[command(flatten)]
        data: Data,
    },
    /// Look whether a data folder is well, also while people play; exit code 0 if so.
    Check {
        #[command(flatten)]
        data: Data,
    },
    /// List the reports of players by players, newest first, also while people play.
    Reports {
        /// At most so many, 1 to 10000.
        #[arg(long, default_value_t = 100, value_name = "N",
              value_parser = clap::value_parser!(u32).range(1..=i64::from(KEPT)))]
        limit: u32,
        #[command(flatten)]
        data: Data,
    },
    /// Ask a running server whether it can serve; exit code 0 if so. For container health checks.
    Health {
        /// Where it listens.
        #[arg(default_value = "127.0.0.1:8080")]
        address: SocketAddr,
    },
}

#[derive(Debug, Args)]
struct Data {
    /// The server's data folder.
    #[arg(
        long,
        env = "BONEYARD_DATA",
        default_value = "./boneyard-data",
        value_name = "FOLDER"
    )]
    data: PathBuf,
}

fn main() -> ExitCode {
    let flags = Flags::parse();
    let done = match flags.command {
        Some(Subcommands::Verify { file, sheets }) => verify(&file, sheets.as_deref()),
        Some(Subcommands::Replay { file, sheets }) => replay(&file, sheets.as_deref()),
        Some(Subcommands::Backup {
            file,
            replace,
            data,
        }) => make_backup(&data.data, &file, existing(replace)),
        Some(Subcommands::Restore {
            file,
            replace,
            data,
        }) => restore(&file, &data.data, existing(replace)),
        Some(Subcommands::Check { data }) => look(&data.data),
        Some(Subcommands::Reports { limit, data }) => list_reports(&data.data, limit),
        Some(Subcommands::Health { address }) => health(address),
        None => serve(flags),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("boneyard: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn verify(file: &Path, sheets: Option<&Path>) -> anyhow::Result<ExitCode> {
    let sheets = sheet_files::load(sheets).context("--sheets")?;
    let verification = boneyard_server::verify::verify(&text_of(file)?, &sheets)?;
    show(&verification.to_string())?;
    Ok(if verification.holds() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Tells what can be told; what cannot be played follows on standard error.
fn replay(file: &Path, sheets: Option<&Path>) -> anyhow::Result<ExitCode> {
    let sheets = sheet_files::load(sheets).context("--sheets")?;
    let record = boneyard_server::replay::read(&text_of(file)?)?;
    let tale = boneyard_server::replay::tell(&record, &sheets);
    show(&tale.text)?;
    match tale.failure {
        None => Ok(ExitCode::SUCCESS),
        Some(failure) => Err(failure.into()),
    }
}

const fn existing(replace: bool) -> Existing {
    if replace {
        Existing::Replace
    } else {
        Existing::Keep
    }
}

#[tokio::main(flavor = "current_thread")]
async fn make_backup(data: &Path, file: &Path, existing: Existing) -> anyhow::Result<ExitCode> {
    log_to_stderr("warn", LogFormat::Human)?;
    let seen = backup::backup(data, file, existing).await?;
    show(&format!("{}\n{}\n", file.display(), contents(&seen)))?;
    Ok(ExitCode::SUCCESS)
}

#[tokio::main(flavor = "current_thread")]
async fn restore(file: &Path, data: &Path, existing: Existing) -> anyhow::Result<ExitCode> {
    log_to_stderr("warn", LogFormat::Human)?;
    let now = SystemClock::new().now().wall;
    let restored = backup::restore(file, data, existing, now).await?;
    show(&format!(
        "{}\n{}\n",
        data.display(),
        contents(&restored.contents)
    ))?;
    if let Some(aside) = restored.put_aside {
        show(&format!("what was there is in {}\n", aside.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn contents(seen: &Inspection) -> String {
    format!(
        "{} open tables, {} of them out of order; {} finished matches; {} players",
        seen.tables + seen.broken.len(),
        seen.broken.len(),
        seen.matches,
        seen.players
    )
}

#[tokio::main(flavor = "current_thread")]
async fn look(data: &Path) -> anyhow::Result<ExitCode> {
    let checkup = check::check(data).await;
    show(&checkup.to_string())?;
    Ok(if checkup.is_well() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[tokio::main(flavor = "current_thread")]
async fn list_reports(data: &Path, limit: u32) -> anyhow::Result<ExitCode> {
    let reports = reports_in(data, limit).await?;
    show(&reports.to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// Whoever reads may have seen enough before the end.
fn show(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        shown => shown.context("cannot print"),
    }
}

fn text_of(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

fn health(address: SocketAddr) -> anyhow::Result<ExitCode> {
    let ready = boneyard_server::probe::is_ready(address)
        .with_context(|| format!("no answer from {address}"))?;
    println!("{}", if ready { "ready" } else { "not ready" });
    Ok(if ready {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[tokio::main]
async fn serve(flags: Flags) -> anyhow::Result<ExitCode> {
    log_to_stderr(&flags.log, flags.log_format)?;
    let mut stops = Stops::new().context("cannot wait for signals")?;
    let exposed = flags.config.is_exposed();
    let data = flags.config.data.clone();
    let server = Server::bind(flags.config).await?;
    let address = server.local_addr();
    // Scripts and tests read the address from this line.
    println!("listening on http://{address}");
    tracing::info!(%address, data = %data.display(), "open");
    if exposed {
        tracing::warn!(
            "everybody who reaches {address} can play, watch listed tables and read /metrics"
        );
    }
    let run = server.run();
    tokio::pin!(run);
    tokio::select! {
        ended = &mut run => return Ok(ended.map(|()| ExitCode::SUCCESS)?),
        () = stops.next() => {}
    }
    tracing::info!("ending; a second signal ends at once");
    server.shut_down();
    tokio::select! {
        ended = run => {
            tracing::info!("ended");
            Ok(ended.map(|()| ExitCode::SUCCESS)?)
        }
        () = stops.next() => std::process::exit(1),
    }
}

/// The signals that end the program.
struct Stops {
    interrupt: Signal,
    terminate: Signal,
}

impl Stops {
    fn new() -> std::io::Result<Self> {
        let (interrupt, terminate) = (SignalKind::interrupt(), SignalKind::terminate());
        Ok(Self {
            interrupt: signal(interrupt)?,
            terminate: signal(terminate)?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Whether a line of this origin holds no token and no tile, whatever the filter asks for: libraries trace
/// the frames, heads and bytes that pass through them.
fn tells_no_secret(line: &Metadata<'_>) -> bool {
    line.target().starts_with("boneyard") || *line.level() < Level::TRACE
}

/// Logs go to standard error; a panic of a task is logged, too.
fn log_to_stderr(filter: &str, format: LogFormat) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter).context("--log is not a filter")?;
    let colours = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(colours)
        .with_writer(std::io::stderr);
    let log = tracing_subscriber::registry()
        .with(filter)
        .with(filter_fn(tells_no_secret));
    match format {
        LogFormat::Human => log.with(lines).init(),
        LogFormat::Json => log.with(lines.json()).init(),
    }
    std::panic::set_hook(Box::new(|panic| {
        // The message of an `expect` names an invariant, never a value.
        let location = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        tracing::error!(location, "a bug: {panic}");
    }));
    Ok(())
}
