//! What `boneyard` does without a subcommand: it serves until a signal ends it.

use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use boneyard_server::Server;
use boneyard_server::admin::token;
use boneyard_server::config::{Config, LogFormat};
use boneyard_server::exposure::Exposure;
use clap::Args;
use fast_qr::QRBuilder;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::show;
use crate::log::log_to_stderr;

/// The exit code of a setting that cannot be used, as clap's own.
const BAD_SETTING: u8 = 2;

/// The settings of a server and of its log.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    config: Config,

    /// Shows the address to share as a QR code at the start, also where no person may be looking on.
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
        let data = self.config.data.clone();
        let server = match Server::bind(self.config).await {
            Ok(server) => server,
            Err(wrong) if wrong.is_of_a_setting() => return Ok(refuse(&wrong)),
            Err(error) => return Err(error.into()),
        };
        let address = server.local_addr();
        welcome(&server.exposure(), &data, self.qr)?;
        tracing::info!(%address, data = %data.display(), "open");
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
}

/// Tells of a setting that cannot be used; whatever supervises the program need not try again.
fn refuse(wrong: &dyn std::error::Error) -> ExitCode {
    eprintln!("boneyard: {wrong}");
    ExitCode::from(BAD_SETTING)
}

/// Tells whoever has started the server who can reach what, and where.
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
