//! What socket tests share: a server on a free port, and a client that can misbehave.

pub(crate) mod client;
pub(crate) mod http;
pub(crate) mod program;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use boneyard_server::config::{Config, ServerLimits};
use boneyard_server::tasks::Tasks;
use boneyard_server::{Parts, Server, Times};
use boneyard_store::memory::MemoryStore;

/// Longer than any wait of a test.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Waits for something, but not for ever.
pub(crate) async fn soon<F: Future>(what: &str, future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future)
        .await
        .unwrap_or_else(|_| panic!("waited for {what}"))
}

/// Waits until a condition holds.
pub(crate) async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let mut tick = tokio::time::interval(Duration::from_millis(5));
    let waiting = async {
        while !holds() {
            tick.tick().await;
        }
    };
    soon(what, waiting).await;
}

/// The flags of every server here: a free port, and bots that do not think.
const USUAL: [&str; 4] = ["--listen", "127.0.0.1:0", "--bot-think-ms", "0"];

/// The default settings but for those.
pub(crate) fn config() -> Config {
    Config::of_flags(USUAL).unwrap()
}

/// A server in this process that ends with the test.
pub(crate) struct TestServer {
    server: Arc<Server>,
    /// The server's own tasks, if the test has given them to it.
    work: Option<Tasks>,
    /// The task that runs the server.
    running: Tasks,
}

impl TestServer {
    /// The default server.
    pub(crate) async fn start() -> Self {
        Self::with(config(), Times::default()).await
    }

    /// A server with other limits.
    pub(crate) async fn with_limits(limits: ServerLimits) -> Self {
        Self::with(Config { limits, ..config() }, Times::default()).await
    }

    /// A server that waits for other times.
    pub(crate) async fn with_times(times: Times) -> Self {
        Self::with(config(), times).await
    }

    pub(crate) async fn with(config: Config, times: Times) -> Self {
        let store = Arc::new(MemoryStore::new());
        let parts = Parts {
            times,
            ..Parts::of_store(store)
        };
        Self::of_parts(config, parts).await
    }

    /// A server on a data folder, with further flags.
    pub(crate) async fn on_folder(data: &Path, flags: &[&str]) -> Self {
        let all = USUAL.iter().chain(flags).copied();
        let config = Config {
            data: data.to_owned(),
            ..Config::of_flags(all).unwrap()
        };
        Self::of_server(Server::bind(config).await.unwrap(), None)
    }

    pub(crate) async fn of_parts(config: Config, parts: Parts) -> Self {
        let work = Tasks::new();
        let server = Server::bind_with(config, parts, work.clone());
        Self::of_server(server.await.unwrap(), Some(work))
    }

    fn of_server(server: Server, work: Option<Tasks>) -> Self {
        let server = Arc::new(server);
        let running = Tasks::new();
        let serving = Arc::clone(&server);
        running.spawn("test server", async move { serving.run().await });
        Self {
            server,
            work,
            running,
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.server.local_addr()
    }

    /// How many tasks the server has. Not for servers on a data folder, which make their own.
    pub(crate) fn task_count(&self) -> usize {
        let work = self.work.as_ref();
        work.expect("the test gave the tasks to the server").count()
    }

    /// Tells it to end.
    pub(crate) fn shut_down(&self) {
        self.server.shut_down();
    }

    /// Waits until it has ended.
    pub(crate) async fn ended(&self) {
        self.running.finish(PATIENCE).await.unwrap();
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.server.shut_down();
    }
}
