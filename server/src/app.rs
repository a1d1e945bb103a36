//! The parts of one server that every request and every socket uses.

mod address_limit;
mod callers;
mod gate;
mod restart;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use boneyard_engine::Sheets;
use boneyard_protocol::limits;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio_util::sync::CancellationToken;

use crate::admission::Admission;
use crate::clock::{Clock, Moment};
use crate::config::Config;
use crate::identity::Identities;
use crate::lobby::Lobby;
use crate::outbox::ConnectionId;
use crate::tasks::Tasks;
use boneyard_store::Archive;
use boneyard_store::Journal;

pub(crate) use address_limit::AddressLimit;
pub(crate) use callers::{Callers, Noted};
pub(crate) use gate::{Full, Gate, Passage};
pub use restart::Next;
pub(crate) use restart::{Restart, notice};

/// One server's parts.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) times: Times,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) tasks: Tasks,
    /// Cancelled when the server is about to restart: nothing new begins, and running work is finished.
    pub(crate) draining: CancellationToken,
    /// The games that can be played here.
    pub(crate) sheets: Arc<Sheets>,
    pub(crate) lobby: Lobby,
    pub(crate) identities: Identities,
    pub(crate) archive: Arc<dyn Archive>,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) metrics: PrometheusHandle,
    pub(crate) gate: Gate,
    /// New identities and unknown tokens, by address.
    pub(crate) newcomers: AddressLimit,
    /// Who may enter.
    pub(crate) admission: Admission,
    /// Every socket that has said hello.
    pub(crate) callers: Callers,
    /// The announced end, if there is one.
    pub(crate) restart: Restart,
    /// When the server started.
    pub(crate) started: Moment,
    /// The address where it listens; empty while the server is being built.
    pub(crate) listens: OnceLock<SocketAddr>,
    /// The data folder. A server that keeps everything in memory has none, and no API for the host.
    pub(crate) folder: Option<PathBuf>,
    /// Wrong admin tokens, by address.
    pub(crate) wrong_admins: AddressLimit,
    /// The number of the next socket that says hello.
    pub(crate) connections: AtomicU64,
}

impl App {
    /// A number for a socket that has said hello.
    pub(crate) fn next_connection(&self) -> ConnectionId {
        ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// Whether the address belongs to a trusted proxy.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.config
            .trusted_proxy
            .iter()
            .any(|network| network.contains(address))
    }
}

/// How long the server waits for things. These are not settings, because the protocol promises them; tests shorten
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// From the connection, or the last answer, to a complete request head; then the connection is closed.
    pub head: Duration,
    /// For answering one request; then it is answered with 503.
    pub answer: Duration,
    /// A connection's life without an upgrade; then it is closed after the current answer.
    pub connection: Duration,
    /// From the upgrade to a complete `hello`.
    pub hello: Duration,
    /// From the first byte of a message to its last.
    pub message: Duration,
    /// Between two pings.
    pub ping: Duration,
    /// From one frame of the client to the next, pongs included.
    pub silence: Duration,
    /// For one frame to be taken by the client's machine; then the connection is dropped.
    pub send: Duration,
    /// Between two looks at the files of the TLS certificate.
    pub tls_reread: Duration,
    /// From the signal to the end of the program, all steps together.
    pub shut_down: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(5),
            answer: Duration::from_secs(10),
            connection: Duration::from_secs(60),
            hello: Duration::from_millis(limits::HELLO_MS),
            message: Duration::from_secs(10),
            ping: Duration::from_millis(limits::PING_MS),
            silence: Duration::from_millis(limits::SILENCE_MS),
            send: Duration::from_secs(10),
            tls_reread: Duration::from_secs(10),
            shut_down: Duration::from_millis(4_500),
        }
    }
}
