//! The whole program except flags, signals and logs. A test can build it on port 0 with other parts.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

use boneyard_engine::Sheets;
use futures_util::future::BoxFuture;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::admin::token::{self, AdminTokenError};
use crate::admission::{Admission, AdmissionError};
use crate::app::{AddressLimit, App, Callers, Gate, Next, Restart, Times};
use crate::clock::{Clock, SteadyClock, SystemClock};
use crate::config::{Config, ConfigError};
use crate::dealer::{Dealer, SystemDealer};
use crate::exposure::Exposure;
use crate::http;
use crate::identity::Identities;
use crate::lobby::{Lobby, LobbyParts};
use crate::metrics::{self, CountedJournal, MetricsError};
use crate::report::ReportDesk;
use crate::sheet_files::{self, SheetFileError};
use crate::tasks::Tasks;
use crate::tls::{self, Tls};
use boneyard_store::Archive;
use boneyard_store::folder::{DataFolder, DataFolderError};
use boneyard_store::open::{OpenError, StoreFailed};
use boneyard_store::{Answer, Bans, Journal, Opened, People, ReadError, Reports, Store};

/// The divisor of the time for a shutdown that gives the tables' part, in which they finish their appends.
const TABLES_SHARE: u32 = 2;
/// Wrong admin tokens that one address may send in a minute; further ones are answered with 429.
const WRONG_ADMIN_TOKENS: u32 = 10;

/// The parts of a server besides its settings.
#[derive(Clone)]
pub struct Parts {
    /// The reader of time.
    pub clock: Arc<dyn Clock>,
    /// Where deals come from.
    pub dealer: Arc<dyn Dealer>,
    /// Where facts are stored.
    pub journal: Arc<dyn Journal>,
    /// Where identities are kept.
    pub identities: Arc<dyn People>,
    /// Where finished matches are kept.
    pub archive: Arc<dyn Archive>,
    /// Where reports of players are kept.
    pub reports: Arc<dyn Reports>,
    /// Where bans and admissions are kept.
    pub bans: Arc<dyn Bans>,
    /// How long the server waits for things.
    pub times: Times,
}

impl Parts {
    /// The system's clocks and entropy, and one store for everything.
    pub fn of_store(store: Arc<dyn Store>) -> Self {
        Self {
            clock: Arc::new(SystemClock::new()),
            dealer: Arc::new(SystemDealer),
            journal: store.clone(),
            identities: store.clone(),
            archive: store.clone(),
            reports: store.clone(),
            bans: store,
            times: Times::default(),
        }
    }
}

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A setting cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The data folder cannot be used.
    #[error(transparent)]
    Folder(#[from] DataFolderError),
    /// The store in it cannot be opened.
    #[error("the database in {}: {error}", folder.display())]
    Store {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: OpenError,
    },
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] ReadError),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}; --listen takes another address or port")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The host's token cannot be made or read.
    #[error(transparent)]
    AdminToken(#[from] AdminTokenError),
    /// The metrics cannot be set up.
    #[error(transparent)]
    Metrics(#[from] MetricsError),
    /// One of the host's own sheets cannot be used.
    #[error("--sheets: {0}")]
    Sheets(#[from] SheetFileError),
}

impl StartError {
    /// Whether another start can only succeed with other settings, or with other files that they name.
    pub const fn is_of_a_setting(&self) -> bool {
        matches!(self, Self::Config(_) | Self::Sheets(_))
    }
}

/// Why a server ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The store failed, and nothing more may be written. The cause is in the log. Nothing acknowledged is lost; a new
    /// start reads what is on the disk.
    #[error("the store failed; start again")]
    Store,
    /// A backup was to be restored, but the store was not closed in time and might still write. Nothing has changed.
    #[error("the store was not closed in time, so no backup was restored; start again")]
    NotClosed,
}

/// A server that listens. Nothing is accepted before [`Server::run`].
pub struct Server {
    listener: TcpListener,
    local_addr: SocketAddr,
    /// The server's own TLS, if it is on.
    tls: Option<Tls>,
    app: Arc<App>,
    journal: Arc<dyn Journal>,
    router: axum::Router,
    /// Cancelled when the store's writer has given up.
    store_broken: CancellationToken,
    /// Keeps other servers out of the data folder.
    _folder: Option<DataFolder>,
}

impl Server {
    /// Opens the data folder and starts to listen.
    ///
    /// # Errors
    ///
    /// See [`StartError`].
    // Boxed, like [`Server::run`], so that the server is compiled in this crate and not in each that starts one.
    pub fn bind(config: Config) -> BoxFuture<'static, Result<Self, StartError>> {
        Box::pin(Self::open(config))
    }

    async fn open(config: Config) -> Result<Self, StartError> {
        config.check()?;
        // Before the first task, so that all tasks are counted.
        metrics::install()?;
        // Read first, so that a wrong sheet is found before anything is made or opened.
        let sheets = sheet_files::load(config.sheets.as_deref())?;
        let folder = DataFolder::open(&config.data)?;
        let opened = boneyard_store::open(&folder).await;
        let Opened { store, work } = opened.map_err(|error| StartError::Store {
            folder: folder.path().into(),
            error,
        })?;
        let tasks = Tasks::new();
        let store_broken = write_in_background(&tasks, work);
        let clock = Arc::new(SteadyClock::new());
        let parts = Parts {
            clock: clock.clone(),
            journal: Arc::new(CountedJournal(store.clone())),
            ..Parts::of_store(store)
        };
        let stop = tasks.token().clone();
        tasks.spawn("pulse", async move { clock.pulse(stop).await });
        token::ensure(folder.path(), &*parts.dealer)?;
        let server = Self::build(config, sheets, parts, tasks, Some(folder.path())).await?;
        token::note_address(folder.path(), &server.exposure().own_url())?;
        Ok(Self {
            store_broken,
            _folder: Some(folder),
            ..server
        })
    }

    /// Starts to listen with these parts. Everything that the server does in the background is among these tasks.
    ///
    /// # Errors
    ///
    /// See [`StartError`].
    pub async fn bind_with(config: Config, parts: Parts, tasks: Tasks) -> Result<Self, StartError> {
        config.check()?;
        let sheets = sheet_files::load(config.sheets.as_deref())?;
        Self::build(config, sheets, parts, tasks, None).await
    }

    async fn build(
        config: Config,
        sheets: Sheets,
        parts: Parts,
        tasks: Tasks,
        folder: Option<&Path>,
    ) -> Result<Self, StartError> {
        let metrics = metrics::install()?;
        // Before the port is opened, so that wrong files are found first.
        let (tls, certificate) = tls::open(&config)?.unzip();
        // Before the tables are loaded, so that a port in use is found first.
        let listen = |error| StartError::Listen {
            address: config.listen,
            error,
        };
        let listener = http::listen(config.listen).map_err(listen)?;
        let local_addr = listener.local_addr().map_err(listen)?;
        let journal = Arc::clone(&parts.journal);
        let upkeep = metrics::keep_up(metrics.clone(), tasks.token().clone());
        tasks.spawn("metrics", upkeep);
        if let Some(certificate) = certificate {
            let (every, stop) = (parts.times.tls_reread, tasks.token().clone());
            tasks.spawn("certificate", certificate.run(every, stop));
        }
        let app = open_app(config, sheets, parts, tasks, metrics, folder).await?;
        // Set once: nobody else has the app yet.
        app.listens.get_or_init(|| local_addr);
        let router = http::router(Arc::clone(&app));
        Ok(Self {
            listener,
            local_addr,
            tls,
            app,
            journal,
            router,
            store_broken: CancellationToken::new(),
            _folder: None,
        })
    }

    /// The address where it listens, with the actual port.
    pub const fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Who can reach what.
    pub fn exposure(&self) -> Exposure {
        Exposure::of(&self.app.config, self.local_addr)
    }

    /// Serves until [`Server::shut_down`] is called or an announced end comes, and then ends in order. The caller
    /// carries out what follows, after dropping this value, which holds the data folder.
    ///
    /// # Errors
    ///
    /// See [`RunError`]. The server has ended in order even then.
    pub fn run(&self) -> BoxFuture<'_, Result<Next, RunError>> {
        Box::pin(self.serve())
    }

    async fn serve(&self) -> Result<Next, RunError> {
        let ended = tokio::select! {
            () = http::accept::accept(&self.listener, self.tls.as_ref(), &self.app, &self.router) => Ok(()),
            () = self.store_broken.cancelled() => Err(RunError::Store),
        };
        let next = self.app.restart.next();
        self.app.draining.cancel();
        let closed = close_app(&self.app, &*self.journal).await;
        ended?;
        match next {
            Next::Restore(_) if !closed => Err(RunError::NotClosed),
            Next::Restore(_) | Next::End => Ok(next),
        }
    }

    /// Tells the server to end without anything to follow. Returns at once; [`Server::run`] ends within
    /// [`Times::shut_down`].
    pub fn shut_down(&self) {
        self.app.restart.forget_next();
        self.app.draining.cancel();
    }

    /// The parts that sessions use.
    #[cfg(test)]
    pub(crate) const fn app(&self) -> &Arc<App> {
        &self.app
    }
}

/// Opens everything of a server except its listener, and loads the tables of the journal.
///
/// # Errors
///
/// The journal cannot be read.
pub(crate) async fn open_app(
    config: Config,
    sheets: Sheets,
    parts: Parts,
    tasks: Tasks,
    metrics: PrometheusHandle,
    folder: Option<&Path>,
) -> Result<Arc<App>, ReadError> {
    let opened = Admission::open(config.server_password.clone(), parts.bans).await;
    let admission = opened.map_err(|error| match error {
        AdmissionError::Unavailable | AdmissionError::TooMany => ReadError::Unavailable,
    })?;
    let sheets = Arc::new(sheets);
    let lobby = Lobby::open(LobbyParts {
        journal: Arc::clone(&parts.journal),
        clock: Arc::clone(&parts.clock),
        tasks: tasks.clone(),
        dealer: Arc::clone(&parts.dealer),
        reports: ReportDesk::new(parts.reports, tasks.clone()),
        sheets: Arc::clone(&sheets),
        config: config.tables(),
    })
    .await?;
    let connections = http::connections(config.limits.max_connections);
    let per_minute = config.limits.new_players_per_minute;
    Ok(Arc::new(App {
        gate: Gate::new(connections, config.limits.max_connections_per_address),
        newcomers: AddressLimit::per_minute(per_minute, &parts.clock),
        wrong_admins: AddressLimit::per_minute(WRONG_ADMIN_TOKENS, &parts.clock),
        admission,
        callers: Callers::default(),
        restart: Restart::new(),
        started: parts.clock.now(),
        listens: OnceLock::new(),
        folder: folder.map(Path::to_owned),
        config,
        times: parts.times,
        clock: parts.clock,
        tasks,
        draining: CancellationToken::new(),
        sheets,
        lobby,
        identities: Identities::new(parts.identities, parts.dealer),
        archive: parts.archive,
        journal: parts.journal,
        metrics,
        connections: AtomicU64::new(1),
    }))
}

/// Ends in order. Clients were notified when draining began. Tables finish their appends, then the store is closed
/// while sockets close. Returns whether the store was closed in time.
pub(crate) async fn close_app(app: &App, journal: &dyn Journal) -> bool {
    let limit = app.times.shut_down;
    let started = app.clock.now().mono;
    let left = || limit.saturating_sub(app.clock.now().mono.wait(started));
    if timeout(limit / TABLES_SHARE, app.lobby.shut_down())
        .await
        .is_err()
    {
        tracing::error!("tables did not finish their appends in time");
    }
    app.tasks.stop();
    let closed = timeout(left() / 2, journal.shut_down()).await.is_ok();
    if !closed {
        tracing::error!("the store was not closed in time; what was acknowledged is safe");
    }
    if let Err(still_running) = app.tasks.finish(left()).await {
        tracing::warn!(%still_running, "ending without them");
    }
    closed
}

/// Runs the store's writer. The token is cancelled if the writer fails or panics.
fn write_in_background(tasks: &Tasks, work: Answer<Result<(), StoreFailed>>) -> CancellationToken {
    let broken = CancellationToken::new();
    let guard = broken.clone().drop_guard();
    tasks.spawn("writer", async move {
        match work.await {
            Ok(()) => drop(guard.disarm()),
            Err(error) => tracing::error!(%error, "the store can no longer be written"),
        }
    });
    broken
}
