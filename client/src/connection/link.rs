//! One socket: connecting, the hello, typed messages in and text frames out.

use boneyard_protocol::{
    ClientMessage, CloseCode, ErrorCode, Events, Hello, ServerMessage, Welcome,
};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_tls_with_config};

use super::{INBOUND_BYTES, WELCOME_WITHIN, WRITE_WITHIN};
use crate::error::OpenError;
use crate::trust::Trust;

/// Where the server is.
pub(super) struct Address {
    pub(super) url: String,
    pub(super) trust: Trust,
}

/// A socket after its hello.
pub(super) struct Link {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// What came over the socket.
pub(super) enum Incoming {
    /// A message.
    Message(ServerMessage),
    /// A ping, or something that is no message: only a sign of life.
    Alive,
    /// The socket is at its end; the code, if the server gave one that the protocol knows.
    Closed(Option<CloseCode>),
}

/// The socket is lost.
#[derive(Debug)]
pub(super) struct Lost;

impl Link {
    /// Connects, says hello and waits for the welcome.
    pub(super) async fn open(
        address: &Address,
        hello: &Hello,
    ) -> Result<(Self, Box<Welcome>), OpenError> {
        let greeting = async {
            let mut link = Self::connect(address).await?;
            let welcome = link.greet(hello).await?;
            Ok((link, welcome))
        };
        timeout(WELCOME_WITHIN, greeting)
            .await
            .unwrap_or(Err(OpenError::NoWelcome))
    }

    async fn connect(address: &Address) -> Result<Self, OpenError> {
        // Small read buffer: a client of many sockets would spend most of its memory on it. No write
        // buffer: a command must not wait for the next one.
        let config = WebSocketConfig::default()
            .read_buffer_size(8 * 1024)
            .write_buffer_size(0)
            .max_write_buffer_size(1024 * 1024)
            .max_message_size(Some(INBOUND_BYTES))
            .max_frame_size(Some(INBOUND_BYTES));
        let no_delay = true;
        let connector = address.trust.connector();
        let connecting =
            connect_async_tls_with_config(&address.url, Some(config), no_delay, connector);
        let (socket, _response) = connecting.await.map_err(Box::new)?;
        Ok(Self { socket })
    }

    /// Says hello. The server counts every password it is shown, so one that it may not ask for is held back:
    /// a token or a code that was let in once needs none.
    async fn greet(&mut self, hello: &Hello) -> Result<Box<Welcome>, OpenError> {
        let may_be_known = hello.token.is_some() || hello.transfer.is_some();
        if hello.password.is_none() || !may_be_known {
            return self.say_hello(hello.clone()).await;
        }
        let without_password = Hello {
            password: None,
            ..hello.clone()
        };
        match self.say_hello(without_password).await {
            Err(OpenError::Refused(why)) if why.code == ErrorCode::PasswordRequired => {
                self.say_hello(hello.clone()).await
            }
            answered => answered,
        }
    }

    async fn say_hello(&mut self, hello: Hello) -> Result<Box<Welcome>, OpenError> {
        let frame = text(&ClientMessage::Hello(hello));
        self.socket
            .send(Message::text(frame))
            .await
            .map_err(Box::new)?;
        loop {
            match self.read().await {
                Incoming::Message(ServerMessage::Welcome(welcome)) => return Ok(welcome),
                Incoming::Message(ServerMessage::Refused(refused)) => {
                    return Err(OpenError::Refused(Box::new(refused.why)));
                }
                Incoming::Message(_) | Incoming::Alive => {}
                Incoming::Closed(code) => return Err(OpenError::Closed(code)),
            }
        }
    }

    /// The next message. Cancelling loses nothing.
    pub(super) async fn read(&mut self) -> Incoming {
        match self.socket.next().await {
            Some(Ok(Message::Text(frame))) => match read_message(&frame) {
                Ok(message) => Incoming::Message(message),
                Err(error) => {
                    tracing::warn!(%error, "a frame of the server is no message of this protocol");
                    Incoming::Alive
                }
            },
            Some(Ok(Message::Close(frame))) => {
                Incoming::Closed(frame.and_then(|frame| close_code(frame.code.into())))
            }
            Some(Ok(_)) => Incoming::Alive,
            Some(Err(error)) => {
                tracing::debug!(%error, "socket lost");
                Incoming::Closed(None)
            }
            None => Incoming::Closed(None),
        }
    }

    /// Sends one text frame.
    pub(super) async fn send(&mut self, frame: String) -> Result<(), Lost> {
        let sending = self.socket.send(Message::text(frame));
        match timeout(WRITE_WITHIN, sending).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                tracing::debug!(%error, "socket lost");
                // A close frame that is already here says more than a failed write: let the reader find it.
                if matches!(error, tungstenite::Error::Protocol(_)) {
                    Ok(())
                } else {
                    Err(Lost)
                }
            }
            Err(_elapsed) => Err(Lost),
        }
    }

    /// Says goodbye.
    pub(super) async fn close(mut self) {
        match timeout(WRITE_WITHIN, self.socket.close(None)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "the socket was lost before its close"),
            Err(_elapsed) => tracing::debug!("the server did not take the close"),
        }
    }
}

/// A message of ours as text.
pub(super) fn text<T: serde::Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("protocol messages have string keys only")
}

/// Reads a frame of the server. The frequent `events` is read straight into its type: an internally tagged
/// enum is first read into a tree by serde, which costs more than the rest of the frame's way.
fn read_message(frame: &str) -> Result<ServerMessage, serde_json::Error> {
    if frame.starts_with(r#"{"type":"events","#) {
        let events: Events = serde_json::from_str(frame)?;
        return Ok(ServerMessage::Events(Box::new(events)));
    }
    serde_json::from_str(frame)
}

fn close_code(number: u16) -> Option<CloseCode> {
    CloseCode::ALL
        .into_iter()
        .find(|code| code.number() == number)
}
