//! A client on tokio-tungstenite that sends what the test wants and keeps no state.

use std::net::SocketAddr;

use boneyard_protocol::{
    Ack, ClientMessage, Command, CommandId, Hello, PlayerKind, Refused, ServerMessage, Versions,
    Welcome, command::Envelope,
};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use uuid::Uuid;

use super::soon;

/// One socket.
pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
}

/// A hello of a person without a token.
pub(crate) fn hello() -> Hello {
    Hello {
        versions: Versions { from: 1, to: 1 },
        token: None,
        kind: PlayerKind::Person,
        name: Some("Ada".to_owned()),
        language: Some("en".to_owned()),
        password: None,
        transfer: None,
    }
}

impl Client {
    /// Opens a socket, without a hello.
    pub(crate) async fn open(address: SocketAddr) -> Self {
        Self::try_open(address, None).await.unwrap()
    }

    /// Opens a socket as a page of this origin; an error holds the server's answer.
    pub(crate) async fn try_open(
        address: SocketAddr,
        origin: Option<&str>,
    ) -> Result<Self, Box<tungstenite::Error>> {
        let mut request = format!("ws://{address}/ws")
            .into_client_request()
            .map_err(Box::new)?;
        if let Some(origin) = origin {
            request
                .headers_mut()
                .insert("origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(address).await.unwrap();
        let opened = soon("the upgrade", client_async(request, stream)).await;
        let (socket, _) = opened.map_err(Box::new)?;
        Ok(Self { socket })
    }

    /// Opens a socket and says hello as a new player.
    pub(crate) async fn enter(address: SocketAddr) -> (Self, Welcome) {
        Self::enter_as(address, hello()).await
    }

    /// Opens a socket and says this hello.
    pub(crate) async fn enter_as(address: SocketAddr, hello: Hello) -> (Self, Welcome) {
        let mut client = Self::open(address).await;
        client.say(&ClientMessage::Hello(hello)).await;
        match client.hear().await {
            ServerMessage::Welcome(welcome) => (client, *welcome),
            other => panic!("no welcome but {other:?}"),
        }
    }

    pub(crate) async fn say(&mut self, message: &ClientMessage) {
        self.say_text(&serde_json::to_string(message).unwrap())
            .await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        self.send(Message::text(text)).await;
    }

    /// Sends a frame. If the server has closed the socket, the test finds out when it reads.
    pub(crate) async fn send(&mut self, message: Message) {
        let _sent = soon("a frame to be sent", self.socket.send(message)).await;
    }

    /// Sends a command and returns its id.
    pub(crate) async fn command(&mut self, command: Command) -> CommandId {
        let id = CommandId(Uuid::new_v4());
        self.say(&ClientMessage::Command(Envelope { command, id }))
            .await;
        id
    }

    /// Sends a command and waits for its answer; what comes before it is dropped.
    pub(crate) async fn ask(&mut self, command: Command) -> Result<Ack, Refused> {
        let id = self.command(command).await;
        loop {
            match self.hear().await {
                ServerMessage::Ack(ack) if ack.id == id => return Ok(ack),
                ServerMessage::Refused(refused) if refused.id == Some(id) => return Err(refused),
                _ => {}
            }
        }
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> ServerMessage {
        match self.next().await {
            Received::Message(message) => *message,
            Received::Closed(code) => panic!("closed with {code:?}"),
        }
    }

    /// The code with which the server closes; messages before it are dropped. `None` if the connection
    /// ends without one.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        loop {
            if let Received::Closed(code) = self.next().await {
                return code;
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Received {
        loop {
            match soon("a frame", self.socket.next()).await {
                Some(Ok(Message::Text(text))) => {
                    return Received::Message(Box::new(serde_json::from_str(&text).unwrap()));
                }
                Some(Ok(Message::Close(frame))) => {
                    return Received::Closed(frame.map(|frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Received::Closed(None),
            }
        }
    }

    /// Sends a ping and waits for its answer: then the socket is served.
    pub(crate) async fn pinged(&mut self) {
        self.send(Message::Ping("there".into())).await;
        let answer = soon("a pong", self.socket.next()).await;
        assert!(matches!(answer, Some(Ok(Message::Pong(_)))), "{answer:?}");
    }

    /// The next text frame as it came.
    pub(crate) async fn hear_text(&mut self) -> String {
        loop {
            match soon("a frame", self.socket.next()).await {
                Some(Ok(Message::Text(text))) => return text.to_string(),
                Some(Ok(Message::Close(_)) | Err(_)) | None => panic!("closed"),
                Some(Ok(_)) => {}
            }
        }
    }

    /// The TCP stream, to write bytes that are not frames.
    pub(crate) fn stream(&mut self) -> &mut TcpStream {
        self.socket.get_mut()
    }
}

/// What comes from the server.
#[derive(Debug)]
pub(crate) enum Received {
    Message(Box<ServerMessage>),
    Closed(Option<u16>),
}
