//! `boneyard` without a subcommand: serves until a signal or the host ends it.

use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use boneyard_server::admin::token;
use boneyard_server::clock::{Clock, SystemClock};
use boneyard_server::config::{Config, LogFormat};
use boneyard_server::exposure::Exposure;
use boneyard_server::{Next, Server};
use boneyard_store::backup::Existing;
use boneyard_store::maintenance;
use clap::Args;
use fast_qr::QRBuilder;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::show;
use crate::log::log_to_stderr;

/// The exit code for a setting that cannot be used, the same as clap's.
const BAD_SETTING: u8 = 2;

/// The settings of a server and of its log.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    config: Config,

    /// Shows the address to share as a QR code at the start, even if the output is not a terminal.
    #[arg(long, env = "BONEYARD_QR", help_heading = "Network",
          action = clap::ArgAction::SetTrue,
          value_parser = clap::builder::BoolishValueParser::new())]
    qr: bool,

    /// What is logged: `error`, `warn`, `info`, `debug`, or a filter like `boneyard_server=debug`.
    #[arg(
        long,
        env = "BONEYARD_LOG",
        default_value = "info",
        value_name = "FILTER",
        help_heading = "Logs"
    )]
    log: String,

    /// The form of log lines.
    #[arg(
        long,
        env = "BONEYARD_LOG_FORMAT",
        default_value = "human",
        value_name = "FORM",
        help_heading = "Logs"
    )]
    log_format: LogFormat,
}

impl Serve {
    #[tokio::main]
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let checked = self.config.check();
        if let Err(wrong) = checked.and_then(|()| log_to_stderr(&self.log, self.log_format)) {
            return Ok(refuse(&wrong));
        }
        let mut stops = Stops::new().context("cannot wait for signals")?;
        let mut config = self.config;
        let data = config.data.clone();
        let mut is_first = true;
        loop {
            let server = match Server::bind(config.clone()).await {
                Ok(server) => server,
                Err(wrong) if wrong.is_of_a_setting() => return Ok(refuse(&wrong)),
                Err(error) => return Err(error.into()),
            };
            let address = server.local_addr();
            if is_first {
                welcome(&server.exposure(), &data, self.qr)?;
                is_first = false;
            }
            tracing::info!(%address, data = %data.display(), "open");
            // Keep the port even if any free one was asked for: players come back to this one.
            config.listen.set_port(address.port());
            match serve(server, &mut stops).await? {
                Next::End => return Ok(ExitCode::SUCCESS),
                Next::Restore(backup) => put_back(&backup, &data).await,
            }
        }
    }
}

/// Serves until the end. Afterwards the server is gone and has released its data folder.
async fn serve(server: Server, stops: &mut Stops) -> anyhow::Result<Next> {
    let run = server.run();
    tokio::pin!(run);
    tokio::select! {
        ended = &mut run => return Ok(ended?),
        () = stops.next() => {}
    }
    tracing::info!("ending; a second signal ends at once");
    server.shut_down();
    tokio::select! {
        ended = run => {
            // A signal ends the program, even if an announced end was to be followed by a restore.
            ended?;
            tracing::info!("ended");
            Ok(Next::End)
        }
        () = stops.next() => std::process::exit(1),
    }
}

/// Restores a backup. If that fails, the old data is still in place, or the folder refuses the next server with a
/// reason.
async fn put_back(backup: &Path, data: &Path) {
    let now = SystemClock::new().now().wall;
    let restored = maintenance(data).restore(backup, Existing::Replace, now);
    match restored.await {
        Ok(restored) => {
            let aside = restored.put_aside.unwrap_or_default();
            tracing::info!(backup = %backup.display(), aside = %aside.display(), "the backup is restored");
        }
        Err(error) => tracing::error!(%error, "the backup is not restored"),
    }
}

/// Reports a setting that cannot be used. A supervisor of the program need not try again.
fn refuse(wrong: &dyn std::error::Error) -> ExitCode {
    eprintln!("boneyard: {wrong}");
    ExitCode::from(BAD_SETTING)
}

/// Prints who can reach what, and at which addresses.
fn welcome(exposure: &Exposure, data: &Path, qr: bool) -> anyhow::Result<()> {
    let scheme = if exposure.exposed().tls {
        "https"
    } else {
        "http"
    };
    let listens = &exposure.exposed().listen;
    // Scripts and tests read the address from this line.
    show(&format!("listening on {scheme}://{listens}\n"))?;
    show(&exposure.to_string())?;
    let token = data.join(token::FILE);
    let own = exposure.own_url();
    show(&format!(
        "host's page: {own}/host, its token is in {}\n",
        token.display()
    ))?;
    if qr || (exposure.is_open() && std::io::stdout().is_terminal()) {
        show(&qr_code(exposure.best())?)?;
    }
    Ok(())
}

/// A QR code of half blocks, light on dark, with the margin that cameras need.
fn qr_code(text: &str) -> anyhow::Result<String> {
    let code = QRBuilder::new(text).build();
    let code = code.map_err(|error| anyhow::anyhow!("{text} does not fit a QR code: {error}"))?;
    Ok(format!("{}\n", code.to_str()))
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
