//! A bounded queue of encoded frames to one socket, and the way to close it. Sessions hand it to the lobby and to
//! tables.
//!
//! Nobody waits for a client: [`Outbox::send`] never blocks. If a client reads so slowly that its queue is full, its
//! socket is closed (4408); the client comes back and resumes.

mod registry;

use std::fmt;
use std::sync::{Arc, OnceLock};

use boneyard_protocol::{CloseCode, ServerMessage};
use tokio::sync::mpsc;
pub use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;

use crate::metrics;

pub use registry::Outboxes;

/// Frames that may wait for one socket. At the limit the socket is closed with 4408.
pub const OUTBOX_FRAMES: usize = 64;

/// A socket, numbered within this process and never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

impl fmt::Display for ConnectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The sending end, cheap to clone.
#[derive(Clone)]
pub struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    closing: Arc<Closing>,
}

/// The receiving end; the session writes its frames to the socket.
pub struct Outgoing {
    frames: mpsc::Receiver<Utf8Bytes>,
    closing: Arc<Closing>,
}

/// The close of a socket. The first code wins, and no frame is queued after it.
#[derive(Default)]
struct Closing {
    code: OnceLock<CloseCode>,
    begun: CancellationToken,
}

/// What the session must write next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A text frame.
    Frame(Utf8Bytes),
    /// A close frame; nothing comes after it.
    Close(CloseCode),
}

impl Outbox {
    /// A new queue of [`OUTBOX_FRAMES`] frames.
    pub fn new() -> (Self, Outgoing) {
        let (sender, receiver) = mpsc::channel(OUTBOX_FRAMES);
        let closing = Arc::new(Closing::default());
        let outbox = Self {
            frames: sender,
            closing: Arc::clone(&closing),
        };
        (
            outbox,
            Outgoing {
                frames: receiver,
                closing,
            },
        )
    }

    /// Queues an encoded frame; many sockets may share its bytes. If the queue is full, the socket is closed as slow.
    /// After a close this does nothing.
    pub fn send(&self, frame: Utf8Bytes) {
        if self.is_closed() {
            return;
        }
        match self.frames.try_send(frame) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(_)) => {
                metrics::outbox_overflowed();
                self.close(CloseCode::Slow);
            }
            // The session has ended; `Lobby::disconnected` follows.
            Err(mpsc::error::TrySendError::Closed(_)) => {}
        }
    }

    /// Encodes a message for this socket alone and queues it.
    pub fn send_message(&self, message: &ServerMessage) {
        if let ServerMessage::Refused(refused) = message {
            metrics::refused(refused.why.code);
        }
        self.send(encode(message));
    }

    /// Closes the socket after the frames that wait, or at once if it is slow. Later codes are ignored.
    pub fn close(&self, code: CloseCode) {
        self.closing.close(code);
    }

    /// Whether the socket is closing or gone.
    pub fn is_closed(&self) -> bool {
        self.closing.code.get().is_some() || self.frames.is_closed()
    }
}

impl fmt::Debug for Outbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Frames hold players' hands, so they are never printed.
        let waiting = OUTBOX_FRAMES.saturating_sub(self.frames.capacity());
        f.debug_struct("Outbox")
            .field("waiting", &waiting)
            .finish_non_exhaustive()
    }
}

impl Closing {
    fn close(&self, code: CloseCode) {
        if self.code.set(code).is_ok() {
            // Counted now, because a client that reads nothing may never be sent the close frame.
            metrics::socket_closed(code);
            self.begun.cancel();
        }
    }
}

impl Outgoing {
    /// See [`Outbox::close`].
    pub fn close(&self, code: CloseCode) {
        self.closing.close(code);
    }

    /// The next thing to write. Cancel-safe: a frame is lost only with the whole queue.
    pub async fn next(&mut self) -> Next {
        let frame = tokio::select! {
            biased;
            () = self.closing.begun.cancelled() => self.frames.try_recv().ok(),
            frame = self.frames.recv() => frame,
        };
        match (frame, self.closing.code.get()) {
            (_, Some(CloseCode::Slow)) => Next::Close(CloseCode::Slow),
            (Some(frame), _) => Next::Frame(frame),
            (None, Some(code)) => Next::Close(*code),
            // Every sender is gone without a close: nobody can send to this socket any more.
            (None, None) => {
                self.close(CloseCode::Restart);
                Next::Close(CloseCode::Restart)
            }
        }
    }
}

/// A message as the text of a frame.
pub fn encode(message: &ServerMessage) -> Utf8Bytes {
    // This cannot fail: every map key of the protocol is a string and every number is finite. A test encodes each
    // message.
    serde_json::to_string(message)
        .expect("a server message is JSON")
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn frames_come_before_an_ordinary_close() {
        let (outbox, mut outgoing) = Outbox::new();
        outbox.send_message(&ServerMessage::Replaced);
        outbox.close(CloseCode::Replaced);
        outbox.close(CloseCode::Flood);
        outbox.send_message(&ServerMessage::Heartbeat);
        assert_eq!(
            outgoing.next().await,
            Next::Frame(encode(&ServerMessage::Replaced))
        );
        assert_eq!(outgoing.next().await, Next::Close(CloseCode::Replaced));
    }

    #[tokio::test]
    async fn a_full_queue_closes_the_socket_as_slow_and_drops_what_waits() {
        let (outbox, mut outgoing) = Outbox::new();
        for _ in 0..OUTBOX_FRAMES {
            outbox.send(Utf8Bytes::from_static("x"));
        }
        assert!(!outbox.is_closed());
        outbox.send(Utf8Bytes::from_static("x"));
        assert!(outbox.is_closed());
        assert_eq!(outgoing.next().await, Next::Close(CloseCode::Slow));
    }

    #[test]
    fn what_waits_is_not_printed() {
        let (outbox, _outgoing) = Outbox::new();
        outbox.send(Utf8Bytes::from_static("secret"));
        assert!(!format!("{outbox:?}").contains("secret"));
    }
}
