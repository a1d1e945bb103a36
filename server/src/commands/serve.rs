//! What `boneyard` does without a subcommand: it serves until a signal ends it.

use std::process::ExitCode;

use anyhow::Context;
use boneyard_server::Server;
use boneyard_server::config::{Config, LogFormat};
use clap::Args;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::show;
use crate::log::log_to_stderr;

/// The settings of a server and of its log.
#[derive(Debug, Args)]
pub(crate) struct Serve {
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

impl Serve {
    #[tokio::main]
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        log_to_stderr(&self.log, self.log_format)?;
        let mut stops = Stops::new().context("cannot wait for signals")?;
        let exposed = self.config.is_exposed();
        let data = self.config.data.clone();
        let scheme = self.config.scheme();
        let server = Server::bind(self.config).await?;
        let address = server.local_addr();
        // Scripts and tests read the address from this line.
        show(&format!("listening on {scheme}://{address}\n"))?;
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
