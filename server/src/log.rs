//! Log lines, on standard error.

use std::io::IsTerminal;

use boneyard_server::config::{ConfigError, LogFormat};
use tracing::{Level, Metadata};
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Whether lines of this origin hold no token and no tile. Libraries trace the frames, heads and bytes that pass
/// through them, so their traces are left out whatever the filter says.
fn tells_no_secret(line: &Metadata<'_>) -> bool {
    line.target().starts_with("boneyard") || *line.level() < Level::TRACE
}

/// Logs go to standard error; a panic of a task is logged, too.
///
/// # Errors
///
/// The filter cannot be read.
pub(crate) fn log_to_stderr(filter: &str, format: LogFormat) -> Result<(), ConfigError> {
    let filter = filter.parse::<Targets>().map_err(|error| ConfigError {
        field: "log",
        reason: format!("{filter:?} is not a filter: {error}"),
    })?;
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
