//! One raw WebSocket.

use std::io;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};

use super::frame::{Frame, Opcode, ReadFrame};
use super::route::Route;
use crate::clock;

/// The longest wait for something that must come.
pub(in crate::drill) const PATIENCE: Duration = Duration::from_secs(10);
/// The key of the standard's own example, and what it is answered with.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
const ACCEPT: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/// A socket, and what of it has been read and not been looked at.
#[derive(Debug)]
pub struct RawSocket {
    stream: TcpStream,
    unread: Vec<u8>,
    /// Every byte sent since the upgrade, if they are kept for a repetition.
    sent: Option<Vec<u8>>,
}

/// What comes from the server.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A message.
    Message(Value),
    /// A close frame, and its code.
    Closed(Option<u16>),
    /// The connection is at its end without a close frame.
    Ended,
    /// Nothing, for as long as was waited.
    Nothing,
}

impl Reply {
    /// The message that was waited for.
    ///
    /// # Errors
    ///
    /// Something else has come.
    pub fn message(self, what: &str) -> io::Result<Value> {
        if let Self::Message(message) = self {
            return Ok(message);
        }
        Err(io::Error::other(format!("no {what} but {self:?}")))
    }
}

/// Who has been let in.
#[derive(Clone, Debug)]
pub struct Welcomed {
    /// The player's public id.
    pub player: String,
    /// The secret of a new identity.
    pub token: Option<String>,
    /// The tables where the player sits.
    pub tables: Vec<String>,
}

/// A new id for a command.
pub fn new_id() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// The head of a handshake, with further header lines.
pub(in crate::drill) fn handshake(route: &Route, lines: &str) -> String {
    format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n{lines}\r\n",
        route.server
    )
}

impl RawSocket {
    /// Connects and shakes hands.
    ///
    /// # Errors
    ///
    /// No connection, or the server does not switch protocols.
    pub async fn open(route: &Route) -> io::Result<Self> {
        Self::open_with(route, "").await.map(|(socket, _)| socket)
    }

    /// Connects and shakes hands with further header lines; also returns the head of the answer.
    ///
    /// # Errors
    ///
    /// No connection, or the server does not switch protocols.
    pub async fn open_with(route: &Route, lines: &str) -> io::Result<(Self, String)> {
        let mut stream = route.connect().await?;
        stream.write_all(handshake(route, lines).as_bytes()).await?;
        let deadline = clock::now() + PATIENCE;
        let mut unread = Vec::new();
        let end = loop {
            if let Some(end) = unread.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            let read = timeout_at(deadline, stream.read_buf(&mut unread)).await??;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        };
        let head = String::from_utf8_lossy(&unread[..end]).into_owned();
        if !head.starts_with("HTTP/1.1 101 ") || !head.contains(ACCEPT) {
            return Err(io::Error::other(format!("no upgrade: {head}")));
        }
        unread.drain(..end);
        let sent = None;
        Ok((
            Self {
                stream,
                unread,
                sent,
            },
            head,
        ))
    }

    /// Connects and says hello, as a new player or with a token.
    ///
    /// # Errors
    ///
    /// No connection, or no welcome.
    pub async fn enter(route: &Route, token: Option<&str>) -> io::Result<(Self, Welcomed)> {
        let mut socket = Self::open(route).await?;
        let welcomed = socket.hello(token).await?;
        Ok((socket, welcomed))
    }

    /// Says hello on an open socket.
    ///
    /// # Errors
    ///
    /// No welcome.
    pub async fn hello(&mut self, token: Option<&str>) -> io::Result<Welcomed> {
        let mut hello = json!({"type": "hello", "versions": {"from": 1, "to": 1}, "kind": "bot"});
        if let Some(token) = token {
            hello["token"] = token.into();
        }
        self.say(&hello).await?;
        let message = self.next(PATIENCE).await.message("welcome")?;
        if message["type"] != "welcome" {
            return Err(io::Error::other(format!("no welcome but {message}")));
        }
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let tables = message["seats"].as_array().into_iter().flatten();
        Ok(Welcomed {
            player: text(&message["player"]["id"]).unwrap_or_default(),
            token: text(&message["token"]),
            tables: tables.filter_map(|seat| text(&seat["table"])).collect(),
        })
    }

    /// From now on every byte sent is kept.
    pub fn record(&mut self) {
        self.sent = Some(Vec::new());
    }

    /// What was sent since [`record`](Self::record).
    pub fn recorded(&self) -> &[u8] {
        self.sent.as_deref().unwrap_or_default()
    }

    /// Sends bytes, whatever they are.
    ///
    /// # Errors
    ///
    /// The connection is lost. Often that is what is expected: then read what came.
    pub async fn send_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(sent) = &mut self.sent {
            sent.extend(bytes);
        }
        self.stream.write_all(bytes).await
    }

    /// Sends a frame.
    ///
    /// # Errors
    ///
    /// The connection is lost.
    pub async fn send(&mut self, frame: &Frame) -> io::Result<()> {
        self.send_bytes(&frame.to_bytes()).await
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// The connection is lost.
    pub async fn say(&mut self, message: &Value) -> io::Result<()> {
        self.send(&Frame::text(message.to_string())).await
    }

    /// The next message or end, within a time. Pings are answered on the way.
    pub async fn next(&mut self, within: Duration) -> Reply {
        let deadline = clock::now() + within;
        loop {
            let frame = match self.next_frame(deadline).await {
                Ok(frame) => frame,
                Err(ended) => return ended,
            };
            match frame.opcode {
                Opcode::Text => {
                    return Reply::Message(
                        serde_json::from_slice(&frame.payload).unwrap_or_default(),
                    );
                }
                Opcode::Close => return Reply::Closed(frame.close_code()),
                Opcode::Ping => {
                    let pong = Frame::new(Opcode::Pong, frame.payload);
                    // If it is lost, the next read says so.
                    drop(self.send(&pong).await);
                }
                _ => {}
            }
        }
    }

    /// The next frame of any kind.
    async fn next_frame(&mut self, deadline: Instant) -> Result<ReadFrame, Reply> {
        loop {
            if let Some((frame, length)) = ReadFrame::parse(&self.unread) {
                self.unread.drain(..length);
                return Ok(frame);
            }
            let reading = self.stream.read_buf(&mut self.unread);
            match timeout_at(deadline, reading).await {
                Ok(Ok(0) | Err(_)) => return Err(Reply::Ended),
                Ok(Ok(_)) => {}
                Err(_elapsed) => return Err(Reply::Nothing),
            }
        }
    }

    /// Reads on until the wanted message comes, or anything that is not a message.
    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Reply {
        let deadline = clock::now() + PATIENCE;
        loop {
            let reply = self.next(deadline - clock::now()).await;
            if !matches!(&reply, Reply::Message(message) if !wanted(message)) {
                return reply;
            }
        }
    }

    /// Reads until the end, and returns the messages before it and how it came.
    pub async fn drain(&mut self, within: Duration) -> (Vec<Value>, Reply) {
        let deadline = clock::now() + within;
        let mut messages = Vec::new();
        loop {
            let reply = self.next(deadline - clock::now()).await;
            let Reply::Message(message) = reply else {
                return (messages, reply);
            };
            messages.push(message);
        }
    }

    /// Sends a command with a new id and waits for its answer.
    ///
    /// # Errors
    ///
    /// The connection is lost, or no answer comes.
    pub async fn ask(&mut self, mut command: Value) -> io::Result<Value> {
        let id = new_id();
        command["id"] = id.as_str().into();
        self.ask_as(&command).await
    }

    /// Sends a command that has an id and waits for its answer.
    ///
    /// # Errors
    ///
    /// The connection is lost, or no answer comes.
    pub async fn ask_as(&mut self, command: &Value) -> io::Result<Value> {
        self.say(command).await?;
        let id = &command["id"];
        let is_answer = |message: &Value| {
            (message["type"] == "ack" || message["type"] == "refused") && message["id"] == *id
        };
        self.until(is_answer).await.message("answer")
    }

    /// Whether the other side still answers.
    pub async fn is_alive(&mut self) -> bool {
        if self.say(&json!({"type": "heartbeat"})).await.is_err() {
            return false;
        }
        let alive = self.until(|message| message["type"] == "heartbeat").await;
        matches!(alive, Reply::Message(_))
    }

    /// Sends the same bytes again and again, and reads all the time, until the server ends the connection or the
    /// time is over. How often they were taken, and the frames that came.
    pub async fn flood(&mut self, bytes: &[u8], within: Duration) -> (usize, Vec<ReadFrame>) {
        let (mut reading, mut writing) = self.stream.split();
        let (unread, mut times) = (&mut self.unread, 0);
        let write = async {
            while writing.write_all(bytes).await.is_ok() {
                times += 1;
            }
            std::future::pending::<()>().await;
        };
        // A reset ends it as well.
        let read = async { drop(reading.read_to_end(unread).await) };
        let both = async {
            tokio::select! {
                () = write => {}
                () = read => {}
            }
        };
        // What has come by then is what there is.
        drop(timeout_at(clock::now() + within, both).await);
        let mut frames = Vec::new();
        while let Some((frame, length)) = ReadFrame::parse(&self.unread) {
            self.unread.drain(..length);
            frames.push(frame);
        }
        (times, frames)
    }

    /// Ends the connection by a reset.
    ///
    /// # Errors
    ///
    /// The system refuses it.
    pub fn reset(self) -> io::Result<()> {
        self.stream.set_zero_linger()
    }

    /// The stream below.
    pub fn stream(&mut self) -> &mut TcpStream {
        &mut self.stream
    }
}
