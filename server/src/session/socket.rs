//! A WebSocket as frames, over tokio-tungstenite.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::CloseCode;
use boneyard_protocol::limits::MESSAGE_BYTES;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode as WireCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, error::CapacityError};

use super::frames::{FrameSink, FrameSource, Inbound, Lost, Outbound};
use super::{Assembled, run};
use crate::app::App;
use crate::metrics;
use crate::outbox::Utf8Bytes;

/// Bytes of the read buffer that every socket has all the time. A command is rarely longer than 200 bytes; a longer
/// message takes more reads, and a larger buffer while it arrives. The library's default, 128 KiB, would take 120 MB
/// for a thousand idle sockets.
const READ_BUFFER_BYTES: usize = 1_024;
/// Bytes that may wait to be written in one socket, beyond the current frame. Above that the socket fails. The largest
/// message, a snapshot, is far below.
const WRITE_BUFFER_BYTES: usize = 262_144;
/// How long a closed socket is still read, so that the close frame arrives: a connection that is dropped with unread
/// bytes is reset, and the reset may overtake what was written.
const LINGER: Duration = Duration::from_secs(1);
/// Bytes that are read and discarded while a socket lingers.
const LINGER_BYTES: u64 = 65_536;

type Stream<S> = WebSocketStream<Assembled<S>>;

/// Serves one upgraded connection until it ends.
pub(crate) async fn serve<S>(app: Arc<App>, address: IpAddr, stream: S)
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let _open = metrics::socket();
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER_BYTES)
        .max_message_size(Some(MESSAGE_BYTES))
        .max_frame_size(Some(MESSAGE_BYTES));
    let stream = Assembled::new(stream, app.times.message);
    let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
    let (sink, stream) = socket.split();
    let (mut source, mut sink) = (
        Source {
            stream,
            gone: false,
        },
        Sink { sink },
    );
    run(&app, address, &mut source, &mut sink).await;
    if source.gone {
        return;
    }
    match sink.sink.reunite(source.stream) {
        Ok(socket) => linger(socket.into_inner().into_inner()).await,
        Err(error) => tracing::error!(%error, "two halves of one socket did not fit"),
    }
}

/// Ends the writing side and reads on for a while. A client that keeps sending is not read further, but its connection
/// stays open as long, so that it can read why it ends.
async fn linger<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S) {
    let drain = async {
        if stream.shutdown().await.is_err() {
            return;
        }
        let mut rest = (&mut stream).take(LINGER_BYTES);
        let read = tokio::io::copy(&mut rest, &mut tokio::io::sink()).await;
        if read.is_ok_and(|read| read >= LINGER_BYTES) {
            std::future::pending::<()>().await;
        }
    };
    // Whether the client has gone or the time is over, nothing is left to do.
    let _ended = tokio::time::timeout(LINGER, drain).await;
}

struct Source<S> {
    stream: SplitStream<Stream<S>>,
    gone: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Source<S> {
    /// Polls once more, because the library answers the client's close only then.
    async fn answer_close(&mut self) -> Inbound {
        drop(self.stream.next().await);
        Inbound::Gone
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> FrameSource for Source<S> {
    async fn next(&mut self) -> Inbound {
        let inbound = match self.stream.next().await {
            Some(Ok(Message::Close(_))) => self.answer_close().await,
            Some(Ok(message)) => inbound(message),
            Some(Err(error)) => violation(&error),
            None => Inbound::Gone,
        };
        self.gone |= inbound == Inbound::Gone;
        inbound
    }
}

fn inbound(message: Message) -> Inbound {
    match message {
        Message::Text(text) => Inbound::Text(text),
        Message::Binary(_) => Inbound::Violation(CloseCode::Binary),
        Message::Ping(_) | Message::Pong(_) => Inbound::Control,
        Message::Close(_) => Inbound::Gone,
        Message::Frame(_) => Inbound::Violation(CloseCode::BrokenFrame),
    }
}

/// What a failed read means.
fn violation(error: &Error) -> Inbound {
    match error {
        Error::Capacity(CapacityError::MessageTooLong { .. }) => {
            Inbound::Violation(CloseCode::TooLarge)
        }
        Error::Utf8(_) => Inbound::Violation(CloseCode::NotUtf8),
        // From `Assembled`: a message takes too long or has too many frames.
        Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            Inbound::Violation(CloseCode::Flood)
        }
        Error::Protocol(
            tokio_tungstenite::tungstenite::error::ProtocolError::ResetWithoutClosingHandshake,
        ) => Inbound::Gone,
        Error::Protocol(_) => Inbound::Violation(CloseCode::BrokenFrame),
        _ => Inbound::Gone,
    }
}

struct Sink<S> {
    sink: SplitSink<Stream<S>, Message>,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> FrameSink for Sink<S> {
    async fn send(&mut self, frame: Outbound) -> Result<(), Lost> {
        self.sink.send(message(frame)).await.map_err(|_| Lost)
    }
}

fn message(frame: Outbound) -> Message {
    match frame {
        Outbound::Text(text) => Message::Text(text),
        Outbound::Ping => Message::Ping(Bytes::new()),
        Outbound::Close(code) => Message::Close(Some(CloseFrame {
            code: WireCode::from(code.number()),
            reason: Utf8Bytes::default(),
        })),
    }
}
