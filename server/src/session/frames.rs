//! A socket as a session sees it, so that sessions can be tested without one.

use std::future::Future;

use boneyard_protocol::CloseCode;

use crate::outbox::Utf8Bytes;

/// What comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inbound {
    /// A text message.
    Text(Utf8Bytes),
    /// A ping or pong; a ping has been answered.
    Control,
    /// A frame for which the socket must be closed with this code.
    Violation(CloseCode),
    /// The client has closed, or the connection is lost.
    Gone,
}

/// What goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outbound {
    /// A text message.
    Text(Utf8Bytes),
    /// A ping.
    Ping,
    /// The last frame.
    Close(CloseCode),
}

/// The connection is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

/// The reading half.
pub trait FrameSource: Send {
    /// The next thing that comes in. Cancel-safe.
    fn next(&mut self) -> impl Future<Output = Inbound> + Send;
}

/// The writing half.
pub trait FrameSink: Send {
    /// Writes and flushes one frame. If this is cancelled, nothing more may be written.
    fn send(&mut self, frame: Outbound) -> impl Future<Output = Result<(), Lost>> + Send;
}
