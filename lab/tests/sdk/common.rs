//! A real server in this process, and players at it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use boneyard_client::{
    Connection, Duty, Event, EventStream, Identity, Notice, Options, TableMirror,
};
use boneyard_protocol::{Ack, Fact, JoinCode, Snapshot, TableId, TableRequest};
use boneyard_server::Server;
use boneyard_server::admin::token::AdminToken;
use boneyard_server::config::Config;
use boneyard_server::tasks::Tasks;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Nothing that is waited for takes longer, unless it never comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A free port, bots that do not think, and players who may be as fast as they like.
const USUAL: [&str; 8] = [
    "--listen",
    "127.0.0.1:0",
    "--bot-think-ms",
    "0",
    "--burst",
    "10000",
    "--commands-per-second",
    "10000",
];

/// Waits for something, but not for ever.
pub(crate) async fn soon<F: Future>(what: &str, future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future)
        .await
        .unwrap_or_else(|_| panic!("waited for {what}"))
}

/// A server that ends with the test.
pub(crate) struct TestServer {
    server: Arc<Server>,
    data: Arc<TempDir>,
    tasks: Tasks,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::with(&[]).await
    }

    /// A server with further flags.
    pub(crate) async fn with(flags: &[&str]) -> Self {
        Self::on(Arc::new(tempfile::tempdir().unwrap()), flags).await
    }

    async fn on(data: Arc<TempDir>, flags: &[&str]) -> Self {
        let config = Config {
            data: data.path().to_owned(),
            ..Config::of_flags(USUAL.iter().chain(flags).copied()).unwrap()
        };
        let server = Arc::new(Server::bind(config).await.unwrap());
        let tasks = Tasks::new();
        let running = Arc::clone(&server);
        tasks.spawn("test server", async move { running.run().await });
        Self {
            server,
            data,
            tasks,
        }
    }

    /// Ends, and comes back on the same folder with these flags.
    pub(crate) async fn restart(self, flags: &[&str]) -> Self {
        self.server.shut_down();
        self.tasks.finish(PATIENCE).await.unwrap();
        let data = Arc::clone(&self.data);
        drop(self);
        Self::on(data, flags).await
    }

    /// Does something as the server's host.
    pub(crate) async fn administer(&self, action: &str, body: Value) {
        let token = AdminToken::read(self.data.path()).unwrap();
        let (at, body) = (self.address(), body.to_string());
        let request = format!(
            "POST /api/admin/{action} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\
             authorization: Bearer {}\r\ncontent-length: {}\r\n\r\n{body}",
            token.reveal(),
            body.len()
        );
        let mut stream = TcpStream::connect(at).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let reading = stream.read_to_string(&mut answer);
        soon("an answer", reading).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.server.local_addr()
    }

    pub(crate) fn url(&self) -> String {
        format!("ws://{}/ws", self.address())
    }

    /// A person of this name.
    pub(crate) async fn person(&self, name: &str) -> Player {
        self.player(Identity::person(name)).await
    }

    pub(crate) async fn player(&self, identity: Identity) -> Player {
        Player::open(&self.url(), identity, Options::default()).await
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.server.shut_down();
    }
}

/// A table with these settings, two seats unless they say otherwise.
pub(crate) fn request(settings: Value) -> TableRequest {
    let mut request = json!({"sheet": "block", "seats": 2});
    let Value::Object(settings) = settings else {
        panic!("settings are an object")
    };
    request.as_object_mut().unwrap().extend(settings);
    serde_json::from_value(request).unwrap()
}

/// A connection whose events are read in order and folded.
pub(crate) struct Player {
    pub(crate) connection: Connection,
    events: EventStream,
    mirrors: BTreeMap<TableId, TableMirror>,
}

impl Player {
    pub(crate) async fn open(url: &str, identity: Identity, options: Options) -> Self {
        let opening = Connection::open_with(url, identity, options);
        let (connection, events) = soon("a connection", opening).await.unwrap();
        Self {
            connection,
            events,
            mirrors: BTreeMap::new(),
        }
    }

    /// Opens a table and waits until it is seen.
    pub(crate) async fn create(&mut self, settings: Value) -> (TableId, JoinCode) {
        let ack = self.connection.create(request(settings)).await.unwrap();
        let table = ack.table.unwrap();
        self.snapshot(table).await;
        (table, ack.code.unwrap())
    }

    /// Takes a seat by code and waits until the table is seen.
    pub(crate) async fn join(&mut self, code: JoinCode) -> Ack {
        let ack = self.connection.join(code, None).await.unwrap();
        self.snapshot(ack.table.unwrap()).await;
        ack
    }

    /// The table as this player sees it, as far as events were read.
    pub(crate) fn mirror(&self, table: TableId) -> &TableMirror {
        &self.mirrors[&table]
    }

    /// The next event; it is in the mirrors when this returns.
    pub(crate) async fn event(&mut self) -> Event {
        let event = soon("an event", self.events.next()).await;
        let event = event.expect("the connection goes on");
        match &event {
            Event::Snapshot(snapshot) => {
                let mirror = TableMirror::new((**snapshot).clone());
                self.mirrors.insert(snapshot.table, mirror);
            }
            Event::Facts(events) => {
                if let Some(mirror) = self.mirrors.get_mut(&events.table) {
                    mirror.apply(events).unwrap();
                }
            }
            _ => {}
        }
        event
    }

    /// Reads on until an event is the one that is waited for.
    pub(crate) async fn until<T>(&mut self, wanted: impl Fn(&Event) -> Option<T>) -> T {
        loop {
            if let Some(found) = wanted(&self.event().await) {
                return found;
            }
        }
    }

    pub(crate) async fn snapshot(&mut self, table: TableId) -> Box<Snapshot> {
        self.until(|event| match event {
            Event::Snapshot(snapshot) if snapshot.table == table => Some(snapshot.clone()),
            _ => None,
        })
        .await
    }

    pub(crate) async fn notice<T>(&mut self, wanted: impl Fn(&Notice) -> Option<T>) -> T {
        self.until(|event| match event {
            Event::Notice(notice) => wanted(notice),
            _ => None,
        })
        .await
    }

    pub(crate) async fn fact(&mut self, wanted: impl Fn(&Fact) -> bool) -> Fact {
        self.until(|event| match event {
            Event::Facts(events) => events.facts.iter().find(|fact| wanted(fact)).cloned(),
            _ => None,
        })
        .await
    }

    /// Reads on until the table waits for this player.
    pub(crate) async fn duty(&mut self, table: TableId) -> Duty {
        loop {
            if let Some(duty) = self.mirrors.get(&table).and_then(TableMirror::duty) {
                return duty;
            }
            self.event().await;
        }
    }

    /// Reads on until the facts of an answered command are in the mirror.
    pub(crate) async fn seen(&mut self, ack: &Ack) {
        let (table, seq) = (ack.table.unwrap(), ack.seq.unwrap());
        while self.mirror(table).seq() < seq {
            self.event().await;
        }
    }
}
