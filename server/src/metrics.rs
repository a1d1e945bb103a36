//! What the server counts, as Prometheus text under `/metrics`.
//!
//! Labels are codes and kinds from closed lists, never names, ids, addresses, tokens or tiles.

mod journal;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use boneyard_protocol::{CloseCode, ErrorCode};
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::time::interval;
use tokio_util::sync::CancellationToken;

pub(crate) use journal::CountedJournal;

const TABLES: &str = "boneyard_tables";
const OUT_OF_ORDER: &str = "boneyard_tables_out_of_order";
const SOCKETS: &str = "boneyard_sockets";
const CONNECTIONS: &str = "boneyard_connections";
const CONNECTIONS_REFUSED: &str = "boneyard_connections_refused_total";
const ACTIONS: &str = "boneyard_actions_total";
const COMMANDS: &str = "boneyard_commands_total";
const REFUSALS: &str = "boneyard_refusals_total";
const CLOSES: &str = "boneyard_socket_closes_total";
const OVERFLOWS: &str = "boneyard_outbox_overflows_total";
const APPEND_SECONDS: &str = "boneyard_append_seconds";
const APPEND_FAILURES: &str = "boneyard_append_failures_total";
const TASKS: &str = "boneyard_tasks";
const RELOADS: &str = "boneyard_table_reloads_total";

/// Upper bounds of the append latency's buckets, in seconds.
const APPEND_BUCKETS: [f64; 10] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.0,
];

/// How often latencies are moved into their buckets.
const KEEP_UP: Duration = Duration::from_secs(5);

static RECORDER: Mutex<Option<PrometheusHandle>> = Mutex::new(None);

/// Why nothing can be counted.
#[derive(Debug, thiserror::Error)]
pub enum MetricsError {
    /// Another library has installed a recorder of its own.
    #[error("another metrics recorder is installed in this process")]
    OtherRecorder,
    /// The buckets are refused.
    #[error(transparent)]
    Buckets(#[from] BuildError),
}

/// Makes the process's recorder, or returns the existing one: several servers in one process (in tests) share it.
///
/// # Errors
///
/// See [`MetricsError`].
pub fn install() -> Result<PrometheusHandle, MetricsError> {
    let mut installed = RECORDER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(handle) = &*installed {
        return Ok(handle.clone());
    }
    let recorder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full(APPEND_SECONDS.into()), &APPEND_BUCKETS)?
        .build_recorder();
    let handle = recorder.handle();
    metrics::set_global_recorder(recorder).map_err(|_| MetricsError::OtherRecorder)?;
    describe();
    show_zeros();
    *installed = Some(handle.clone());
    Ok(handle)
}

/// Shows metrics without events as 0. A missing name could also be a misspelt one, and `increase()` misses the first
/// event of a counter that begins with 1.
fn show_zeros() {
    for nothing_yet in [TABLES, OUT_OF_ORDER, SOCKETS, CONNECTIONS, TASKS] {
        gauge!(nothing_yet).set(0);
    }
    for nothing_yet in [ACTIONS, COMMANDS, OVERFLOWS, APPEND_FAILURES, RELOADS] {
        counter!(nothing_yet).absolute(0);
    }
    for reason in Refusal::ALL {
        counter!(CONNECTIONS_REFUSED, "reason" => reason.name()).absolute(0);
    }
}

fn describe() {
    describe_gauge!(TABLES, "Tables that are open.");
    describe_gauge!(
        OUT_OF_ORDER,
        "Tables whose journal cannot be played on; it is left as it is."
    );
    describe_gauge!(SOCKETS, "WebSockets that are open.");
    describe_gauge!(
        CONNECTIONS,
        "TCP connections that are open, WebSockets included."
    );
    describe_gauge!(
        TASKS,
        "Tasks that run: connections, sockets, tables, the store's writer."
    );
    describe_counter!(
        CONNECTIONS_REFUSED,
        "Connections refused at a limit, by reason."
    );
    describe_counter!(ACTIONS, "Actions that became fact.");
    describe_counter!(COMMANDS, "Commands read from sockets.");
    describe_counter!(REFUSALS, "Messages and commands refused, by code.");
    describe_counter!(CLOSES, "WebSockets closed by the server, by close code.");
    describe_counter!(OVERFLOWS, "Sockets closed because they read too slowly.");
    describe_histogram!(APPEND_SECONDS, "Seconds from an append to its durability.");
    describe_counter!(APPEND_FAILURES, "Appends that failed.");
    describe_counter!(
        RELOADS,
        "Tables loaded anew from their journal after a fault."
    );
}

/// A table was opened or loaded.
pub fn table_opened() {
    gauge!(TABLES).increment(1);
}

/// A table was closed.
pub fn table_closed() {
    gauge!(TABLES).decrement(1);
}

/// Sets how many tables cannot be played on.
pub(crate) fn tables_out_of_order(count: usize) {
    gauge!(OUT_OF_ORDER).set(f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
}

/// A table was loaded anew from its journal after a fault.
pub fn table_reloaded() {
    counter!(RELOADS).increment(1);
}

/// A WebSocket was opened; it counts until the value is dropped.
pub(crate) fn socket() -> Open {
    Open::new(SOCKETS)
}

/// A TCP connection was accepted; it counts until the value is dropped.
pub(crate) fn connection() -> Open {
    Open::new(CONNECTIONS)
}

/// A task was started; it counts until the value is dropped.
pub(crate) fn task() -> Open {
    Open::new(TASKS)
}

/// Something open that is counted by a gauge.
#[derive(Debug)]
pub(crate) struct Open(&'static str);

impl Open {
    fn new(name: &'static str) -> Self {
        gauge!(name).increment(1);
        Self(name)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        gauge!(self.0).decrement(1);
    }
}

/// Why a connection was refused.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    /// The system has no resources for it.
    System,
    /// The server is full.
    Server,
    /// Its address has too many.
    Address,
    /// A page of another origin wanted a socket.
    Origin,
}

impl Refusal {
    const ALL: [Self; 4] = [Self::System, Self::Server, Self::Address, Self::Origin];

    /// The label's value.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Server => "server",
            Self::Address => "address",
            Self::Origin => "origin",
        }
    }
}

/// A connection was refused.
pub(crate) fn connection_refused(reason: Refusal) {
    counter!(CONNECTIONS_REFUSED, "reason" => reason.name()).increment(1);
}

/// A command was read from a socket.
pub(crate) fn command_read() {
    counter!(COMMANDS).increment(1);
}

/// This many actions of seats became fact.
pub fn actions_done(count: usize) {
    counter!(ACTIONS).increment(u64::try_from(count).unwrap_or(u64::MAX));
}

/// A message or command was refused.
pub fn refused(code: ErrorCode) {
    counter!(REFUSALS, "code" => name_of(code)).increment(1);
}

/// The server closed a socket.
pub(crate) fn socket_closed(code: CloseCode) {
    counter!(CLOSES, "code" => code.number().to_string()).increment(1);
}

/// A socket's queue was full.
pub(crate) fn outbox_overflowed() {
    counter!(OVERFLOWS).increment(1);
}

/// An append became durable after this time.
pub fn appended(after: Duration) {
    histogram!(APPEND_SECONDS).record(after.as_secs_f64());
}

/// Moves recent latencies into their buckets, until `stop`. The recorder otherwise keeps eight bytes for each append
/// until somebody reads `/metrics`, which may never happen.
pub(crate) async fn keep_up(recorder: PrometheusHandle, stop: CancellationToken) {
    let mut due = interval(KEEP_UP);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = due.tick() => recorder.run_upkeep(),
        }
    }
}

/// An append failed.
pub fn append_failed() {
    counter!(APPEND_FAILURES).increment(1);
}

/// A code's name on the wire.
fn name_of(code: ErrorCode) -> String {
    match serde_json::to_value(code) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_alerts_look_at_is_there_before_it_happens() {
        let page = install().unwrap().render();
        let lines = [APPEND_FAILURES, RELOADS, OVERFLOWS, ACTIONS, COMMANDS]
            .map(|name| format!("\n{name} "));
        let reasons = Refusal::ALL
            .map(|reason| format!("\n{CONNECTIONS_REFUSED}{{reason=\"{}\"}} ", reason.name()));
        for line in lines.iter().chain(&reasons) {
            assert!(page.contains(line), "{line} is not in\n{page}");
        }
    }

    #[test]
    fn refusals_are_counted_by_their_name_on_the_wire() {
        let handle = install().unwrap();
        install().unwrap();
        refused(ErrorCode::NotYourTile);
        assert!(
            handle
                .render()
                .contains("boneyard_refusals_total{code=\"not_your_tile\"}")
        );
    }
}
