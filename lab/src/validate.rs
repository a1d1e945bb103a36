//! Tries a bot that plays over the socket: a server of its own in this process, a relay between the two that does
//! what networks and servers do on bad days, and a witness that notes how the bot takes it.
//!
//! Nothing here knows rules, and nothing is asked of a bot that [the protocol](boneyard_protocol) does not say.

mod finding;
mod ground;
mod process;
mod relay;
mod trials;
mod trouble;
mod witness;

use std::time::Duration;

pub use finding::{Finding, Report, Verdict};
pub use process::NoCommand;

use boneyard_server::StartError;

/// What is tried.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The program and its arguments. In them `{url}`, `{table}` and `{dir}` stand for the socket's address, the
    /// join code, and a folder that is there until the trials are over.
    pub command: Vec<String>,
    /// The sheets it plays; none: it is asked by `--sheets`.
    pub sheets: Vec<String>,
    /// How long to wait for it.
    pub patience: Patience,
    /// Whether what it prints is shown.
    pub shows_output: bool,
}

/// How long is waited for what.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From its start to its hello, and from a loss to the next.
    pub hello: Duration,
    /// Between two signs of a match that goes on.
    pub act: Duration,
    /// For the end of a whole match.
    pub whole_match: Duration,
    /// How long it must stay away after a close code that says so, and how long it may take to end.
    pub quiet: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            hello: Duration::from_secs(30),
            act: Duration::from_secs(20),
            whole_match: Duration::from_secs(180),
            quiet: Duration::from_secs(5),
        }
    }
}

/// Why nothing could be tried.
#[derive(Debug, thiserror::Error)]
pub enum ValidateError {
    /// No command.
    #[error(transparent)]
    NoCommand(#[from] NoCommand),
    /// The program cannot be started.
    #[error("cannot start `{0}`: {1}")]
    NotStarted(String, std::io::Error),
    /// A sheet that was named is not one of this server's.
    #[error("--sheet: there is no sheet `{0}`")]
    NoSuchSheet(String),
    /// The server did not start.
    #[error(transparent)]
    Server(#[from] StartError),
    /// A port, a folder or a socket of the trial's own failed.
    #[error("{0}: {1}")]
    Ground(&'static str, std::io::Error),
    /// The trial's own player was not served correctly. A bug of the server.
    #[error("the server did not answer the trial's own player: {0}")]
    Opener(&'static str),
}

/// Tries the bot; tells every finding as soon as it is made.
///
/// # Errors
///
/// See [`ValidateError`]. What is wrong with the bot is no error but a finding.
pub async fn run(trial: &Trial, tell: impl FnMut(&Finding)) -> Result<Report, ValidateError> {
    let ground = ground::Ground::lay().await?;
    let report = trials::all(trial, &ground, tell).await;
    ground.clear().await;
    report
}
