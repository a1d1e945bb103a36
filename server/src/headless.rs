//! A server without a listener, for simulations, which have no sockets and a clock of their own. Sessions run over any
//! pair of frame streams.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use boneyard_engine::Sheets;
use boneyard_store::ReadError;
use metrics_exporter_prometheus::PrometheusBuilder;

pub use crate::session::frames::{FrameSink, FrameSource, Inbound, Lost, Outbound};

use crate::app::App;
use crate::config::Config;
use crate::server::{Parts, close_app, open_app};
use crate::session;
use crate::tasks::Tasks;

/// See the module. Everything but the listener is the same as in [`Server`](crate::Server).
pub struct HeadlessServer {
    app: Arc<App>,
}

impl HeadlessServer {
    /// Loads the tables of the journal. Its counters are not part of the process's metrics.
    ///
    /// # Errors
    ///
    /// The journal cannot be read.
    pub async fn open(config: Config, sheets: Sheets, parts: Parts) -> Result<Self, ReadError> {
        let metrics = PrometheusBuilder::new().build_recorder().handle();
        let opened = open_app(config, sheets, parts, Tasks::new(), metrics, None);
        Ok(Self { app: opened.await? })
    }

    /// Starts a session and runs it to its end. `address` is the client's, for limits.
    pub fn serve(
        &self,
        address: IpAddr,
        mut source: impl FrameSource + 'static,
        mut sink: impl FrameSink + 'static,
    ) {
        let app = Arc::clone(&self.app);
        self.app.tasks.spawn("session", async move {
            session::run(&app, address, &mut source, &mut sink).await;
        });
    }

    /// Announces the end: nothing new begins, and running work is finished.
    pub fn drain(&self) {
        self.app.draining.cancel();
    }

    /// Ends in order, within [`HeadlessServer::ends_within`]. Returns whether the store was closed in time.
    pub async fn close(&self) -> bool {
        close_app(&self.app, &*self.app.journal).await
    }

    /// How long an end in order may take.
    pub fn ends_within(&self) -> Duration {
        self.app.times.shut_down
    }

    /// How many tasks run: sessions and tables.
    pub fn task_count(&self) -> usize {
        self.app.tasks.count()
    }

    /// How many tables the lobby knows.
    pub fn table_count(&self) -> usize {
        self.app.lobby.summaries().len()
    }
}
