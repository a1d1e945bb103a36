//! `boneyard health`.

use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::{code_of, show};

/// Ask a running server whether it can serve; exit code 0 if so. For container health checks.
#[derive(Debug, Args)]
pub(crate) struct Health {
    /// The address where it listens.
    #[arg(default_value = "127.0.0.1:8080")]
    address: SocketAddr,
}

impl Health {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let address = self.address;
        let ready = boneyard_server::probe::is_ready(address)
            .with_context(|| format!("no answer from {address}"))?;
        show(if ready { "ready\n" } else { "not ready\n" })?;
        Ok(code_of(ready))
    }
}
