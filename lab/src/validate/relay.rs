//! The relay between the bot and the server: every socket of the bot is met with one to the server, and what passes is
//! shown to the witness, who may want it changed.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::interval;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, accept_async, connect_async};

use super::trouble::Cut;
use super::witness::{Deed, Witness};
use boneyard_server::clock::Stopwatch;
use boneyard_server::tasks::Tasks;

/// Between two pings of the relay.
const PING: Duration = Duration::from_secs(1);

/// What the relay and the trials share of one start of the bot.
#[derive(Clone)]
pub(super) struct Shared {
    witness: Arc<Mutex<Witness>>,
    watch: Stopwatch,
}

impl Shared {
    pub(super) fn new(witness: Witness) -> Self {
        Self {
            witness: Arc::new(Mutex::new(witness)),
            watch: Stopwatch::start(),
        }
    }

    /// How long the bot has run.
    pub(super) fn now(&self) -> Duration {
        self.watch.elapsed()
    }

    /// Asks the witness.
    pub(super) fn with<T>(&self, ask: impl FnOnce(&mut Witness, Duration) -> T) -> T {
        let now = self.now();
        let mut witness = self.witness.lock().unwrap_or_else(PoisonError::into_inner);
        ask(&mut witness, now)
    }
}

/// A running relay; it ends with its tasks.
pub(super) struct Relay {
    address: SocketAddr,
    tasks: Tasks,
}

impl Relay {
    /// Starts on a free port.
    pub(super) async fn start(server: SocketAddr, shared: Shared) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let tasks = Tasks::new();
        let (accepting, token) = (tasks.clone(), tasks.token().clone());
        tasks.spawn("relay", async move {
            let accept = accept(&listener, server, &shared, &accepting);
            token.run_until_cancelled(accept).await;
        });
        Ok(Self { address, tasks })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.tasks.stop();
    }
}

async fn accept(listener: &TcpListener, server: SocketAddr, shared: &Shared, tasks: &Tasks) {
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "the relay cannot accept a connection");
                continue;
            }
        };
        let (shared, token) = (shared.clone(), tasks.token().clone());
        tasks.spawn("relayed", async move {
            let relayed = token
                .run_until_cancelled(relay(stream, server, &shared))
                .await;
            if let Some(Err(error)) = relayed {
                tracing::debug!(%error, "a relayed socket was lost");
            }
        });
    }
}

type BotSocket = WebSocketStream<TcpStream>;
type ServerSocket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Carries messages until one side is gone.
async fn relay(stream: TcpStream, server: SocketAddr, shared: &Shared) -> Result<(), Error> {
    stream.set_nodelay(true)?;
    let mut bot = accept_async(stream).await?;
    shared.with(Witness::opened);
    let (mut server, _) = connect_async(format!("ws://{server}/ws")).await?;
    let mut pings = interval(PING);
    loop {
        tokio::select! {
            said = bot.next() => match said {
                Some(Ok(message)) => {
                    if let Some(cut) = from_bot(message, &mut bot, &mut server, shared).await? {
                        return end(bot, server, cut).await;
                    }
                }
                Some(Err(error)) => return Err(error),
                None => return Ok(()),
            },
            said = server.next() => match said {
                Some(Ok(message)) => {
                    if let Some(cut) = from_server(message, &mut bot, shared).await? {
                        return end(bot, server, cut).await;
                    }
                }
                Some(Err(error)) => return Err(error),
                None => return Ok(()),
            },
            _ = pings.tick() => {
                shared.with(|witness, _| witness.pinged());
                bot.send(Message::Ping(Bytes::new())).await?;
            }
        }
    }
}

async fn from_bot(
    message: Message,
    bot: &mut BotSocket,
    server: &mut ServerSocket,
    shared: &Shared,
) -> Result<Option<Cut>, Error> {
    let text = match &message {
        Message::Text(text) => text,
        Message::Pong(_) => {
            shared.with(|witness, _| witness.ponged());
            return Ok(None);
        }
        // The library answers pings by itself.
        Message::Ping(_) => return Ok(None),
        Message::Binary(_) | Message::Close(_) | Message::Frame(_) => {
            server.send(message).await?;
            return Ok(None);
        }
    };
    let Some(mut value) = object(text) else {
        shared.with(|witness, _| witness.babble());
        server.send(message).await?;
        return Ok(None);
    };
    let before = value.clone();
    let deed = shared.with(|witness, at| witness.bot_says(&mut value, at));
    let passed = if value == before {
        message
    } else {
        Message::text(value.to_string())
    };
    match deed {
        Deed::Pass | Deed::PassAfter(_) => server.send(passed).await?,
        Deed::Answer(answer) => bot.send(Message::text(answer.to_string())).await?,
        Deed::PassThen(cut) => {
            server.send(passed).await?;
            return Ok(Some(cut));
        }
    }
    Ok(None)
}

async fn from_server(
    message: Message,
    bot: &mut BotSocket,
    shared: &Shared,
) -> Result<Option<Cut>, Error> {
    let Message::Text(text) = &message else {
        if matches!(message, Message::Close(_) | Message::Binary(_)) {
            bot.send(message).await?;
        }
        return Ok(None);
    };
    let Some(mut value) = object(text) else {
        bot.send(message).await?;
        return Ok(None);
    };
    let deed = shared.with(|witness, at| witness.server_says(&mut value, at));
    if let Deed::PassAfter(first) = &deed {
        bot.send(Message::text(first.to_string())).await?;
    }
    bot.send(Message::text(value.to_string())).await?;
    Ok(match deed {
        Deed::PassThen(cut) => Some(cut),
        _ => None,
    })
}

/// Ends the bot's socket in this way; the server's just ends.
async fn end(mut bot: BotSocket, server: ServerSocket, cut: Cut) -> Result<(), Error> {
    match cut {
        Cut::Reset => bot.get_ref().set_zero_linger()?,
        Cut::Close(code) => {
            let frame = CloseFrame {
                code: code.into(),
                reason: "".into(),
            };
            bot.close(Some(frame)).await?;
            // Until the bot has answered, or long enough.
            let answered = async { while let Some(Ok(_)) = bot.next().await {} };
            // Whether it answers is not what is tried.
            drop(tokio::time::timeout(PING, answered).await);
        }
    }
    drop(server);
    Ok(())
}

fn object(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().filter(Value::is_object)
}
