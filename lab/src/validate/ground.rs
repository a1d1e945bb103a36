//! What a bot is tried on: a server in this process that keeps nothing, and a player who opens tables.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use uuid::{Builder, Uuid};

use super::ValidateError;
use boneyard_server::config::Config;
use boneyard_server::dealer::{Dealer, NoEntropy, SystemDealer};
use boneyard_server::tasks::Tasks;
use boneyard_server::{Parts, Server};
use boneyard_store::memory::MemoryStore;

/// How long the server may take to end.
const FAREWELL: Duration = Duration::from_secs(10);
/// How long the server may take to answer the trial's own player.
const ANSWER: Duration = Duration::from_secs(20);
/// Seconds for a turn: the shortest there is, so that a bot that says nothing is found out soon.
pub(super) const CLOCK_S: u32 = 5;

/// A server and a folder for the bot.
pub(super) struct Ground {
    server: Arc<Server>,
    tasks: Tasks,
    folder: PathBuf,
}

impl Ground {
    /// Starts the server on a free port of this machine, with everything in memory.
    pub(super) async fn lay() -> Result<Self, ValidateError> {
        // Bots that keep to the pace that `welcome` names would only make the trials longer.
        let flags = [
            "--listen",
            "127.0.0.1:0",
            "--bot-think-ms",
            "0",
            "--commands-per-second",
            "200",
            "--burst",
            "200",
        ];
        let config = Config::of_flags(flags).expect("the flags are settings within their ranges");
        let parts = Parts::of_store(Arc::new(MemoryStore::new()));
        let server = Arc::new(Server::bind_with(config, parts, Tasks::new()).await?);
        let tasks = Tasks::new();
        let running = Arc::clone(&server);
        tasks.spawn("server", async move { running.run().await });
        let folder =
            temporary_folder().map_err(|error| ValidateError::Ground("a folder", error))?;
        Ok(Self {
            server,
            tasks,
            folder,
        })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.server.local_addr()
    }

    /// A folder of the bot's own.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Ends the server and removes the folder.
    pub(super) async fn clear(self) {
        self.server.shut_down();
        if let Err(error) = self.tasks.finish(FAREWELL).await {
            tracing::warn!(%error, "the server did not end in time");
        }
        if let Err(error) = std::fs::remove_dir_all(&self.folder) {
            tracing::warn!(%error, folder = %self.folder.display(), "cannot remove the folder");
        }
    }

    /// Opens a table of a sheet with one seat free for the bot. The player who opened it leaves when the match has
    /// begun; a server bot has their seat then.
    pub(super) async fn open_table(&self, sheet: &str, seats: u8) -> Result<String, ValidateError> {
        let mut opener = Opener::connect(self.address()).await?;
        let table = json!({
            "sheet": sheet, "seats": seats, "bots": seats.saturating_sub(2), "private": true,
            "clock_s": CLOCK_S, "pause_s": 0, "tempo": "plain",
        });
        let ack = opener
            .command(json!({"type": "create", "table": table}))
            .await?;
        let field = |name| ack.get(name).and_then(Value::as_str).map(str::to_owned);
        let (Some(table), Some(code)) = (field("table"), field("code")) else {
            return Err(ValidateError::Opener(
                "the ack of `create` lacks table or code",
            ));
        };
        opener
            .command(json!({"type": "ready", "table": table}))
            .await?;
        self.tasks.spawn("opener", async move {
            if let Err(error) = opener.leave_when_started(&table).await {
                tracing::debug!(%error, "the trial's own player did not leave in order");
            }
        });
        Ok(code)
    }
}

/// A folder that nobody else has.
fn temporary_folder() -> io::Result<PathBuf> {
    let name = random_id().map_err(io::Error::other)?;
    let folder = std::env::temp_dir().join(format!("boneyard-validate-{name}"));
    std::fs::create_dir(&folder)?;
    Ok(folder)
}

fn random_id() -> Result<Uuid, NoEntropy> {
    let dealer: &dyn Dealer = &SystemDealer;
    Ok(Builder::from_random_bytes(dealer.array()?).into_uuid())
}

/// The player who opens tables.
struct Opener {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Opener {
    async fn connect(server: SocketAddr) -> Result<Self, ValidateError> {
        let connected = connect_async(format!("ws://{server}/ws")).await;
        let (socket, _) = connected.map_err(|_| ValidateError::Opener("no socket"))?;
        let mut opener = Self { socket };
        let versions = json!({"from": 1, "to": 1});
        opener
            .say(&json!({"type": "hello", "versions": versions, "kind": "person"}))
            .await?;
        opener.until(|message| kind(message) == "welcome").await?;
        Ok(opener)
    }

    async fn say(&mut self, message: &Value) -> Result<(), ValidateError> {
        let said = self.socket.send(Message::text(message.to_string())).await;
        said.map_err(|_| ValidateError::Opener("the socket was lost"))
    }

    /// A command and its ack.
    async fn command(&mut self, mut command: Value) -> Result<Value, ValidateError> {
        let id = random_id().map_err(|_| ValidateError::Opener("no random numbers"))?;
        let id = id.to_string();
        if let Value::Object(fields) = &mut command {
            fields.insert("id".to_owned(), id.clone().into());
        }
        self.say(&command).await?;
        let answers = |message: &Value| message.get("id").and_then(Value::as_str) == Some(&id);
        let answer = self.until(answers).await?;
        if kind(&answer) == "ack" {
            Ok(answer)
        } else {
            Err(ValidateError::Opener("a command was refused"))
        }
    }

    /// The first message of which this is true; that it takes long is an error.
    async fn until(&mut self, found: impl Fn(&Value) -> bool) -> Result<Value, ValidateError> {
        let waiting = self.find(found);
        let waited = timeout(ANSWER, waiting).await;
        waited.unwrap_or(Err(ValidateError::Opener("no answer in time")))
    }

    async fn find(&mut self, found: impl Fn(&Value) -> bool) -> Result<Value, ValidateError> {
        while let Some(Ok(frame)) = self.socket.next().await {
            let Message::Text(text) = frame else {
                continue;
            };
            match serde_json::from_str(&text) {
                Ok(message) if found(&message) => return Ok(message),
                Ok(_) => {}
                Err(_) => return Err(ValidateError::Opener("a frame is no message")),
            }
        }
        Err(ValidateError::Opener("the socket was lost"))
    }

    /// The bot may take its time: the table is closed in the end if it never comes.
    async fn leave_when_started(mut self, table: &str) -> Result<(), ValidateError> {
        let begun = |message: &Value| {
            let facts = message.get("facts").and_then(Value::as_array);
            let mut facts = facts.into_iter().flatten();
            facts.any(|fact| kind(fact) == "match_started")
        };
        self.find(begun).await?;
        self.command(json!({"type": "leave", "table": table}))
            .await?;
        Ok(())
    }
}

fn kind(message: &Value) -> &str {
    message.get("type").and_then(Value::as_str).unwrap_or("")
}
