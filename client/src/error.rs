//! What can go wrong between a client and its server.

use boneyard_protocol::{CloseCode, ErrorCode, Refusal, Refused};
use tokio_tungstenite::tungstenite;

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// No socket: the address is wrong, nobody listens, the certificate is not trusted, or the network failed.
    #[error("cannot connect: {0}")]
    Transport(#[from] Box<tungstenite::Error>),
    /// The server refused the hello.
    #[error("the server refused the hello: {:?}", .0.code)]
    Refused(Box<Refusal>),
    /// The server closed the socket before its welcome.
    #[error("the server closed the socket before its welcome: {0:?}")]
    Closed(Option<CloseCode>),
    /// No welcome within [`WELCOME_WITHIN`](crate::connection::WELCOME_WITHIN).
    #[error("the server did not answer the hello in time")]
    NoWelcome,
}

impl OpenError {
    /// Whether the same attempt may succeed later.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Transport(error) => !is_lasting(error),
            Self::NoWelcome | Self::Closed(None) => true,
            Self::Closed(Some(code)) => code.come_back(),
            Self::Refused(_) => false,
        }
    }
}

/// Whether another attempt would fail in the same way: the address is none, or the server's certificate is not
/// trusted.
fn is_lasting(error: &tungstenite::Error) -> bool {
    match error {
        tungstenite::Error::Url(_)
        | tungstenite::Error::HttpFormat(_)
        | tungstenite::Error::Tls(_) => true,
        tungstenite::Error::Io(error) => {
            let inner = error.get_ref();
            let tls = inner.and_then(|error| error.downcast_ref::<rustls::Error>());
            matches!(tls, Some(rustls::Error::InvalidCertificate(_)))
        }
        _ => false,
    }
}

/// Why a connection is over for good. A lost socket is no such reason: the connection comes back by itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CloseReason {
    /// This side closed it, or let go of every handle.
    #[error("closed by this client")]
    ByClient,
    /// The server closed it with a code that says not to come back.
    #[error("closed by the server: {0:?}")]
    ByServer(CloseCode),
    /// When the connection came back, the server refused its hello.
    #[error("the server refused the hello: {:?}", .0.code)]
    Refused(Box<Refusal>),
}

/// Why a command has not been done.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CommandError {
    /// The server refused it; nothing has changed.
    #[error("refused: {:?}", .0.why.code)]
    Refused(Box<Refused>),
    /// The connection ended before the answer came: the command may have been done, or not.
    #[error("no answer: {0}")]
    Closed(CloseReason),
    /// The command is longer than the server accepts; it was not sent.
    #[error(
        "the command is longer than {} bytes",
        boneyard_protocol::limits::MESSAGE_BYTES
    )]
    TooLong,
}

impl CommandError {
    /// Why the server refused the command; `None` if there was no answer.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Refused(refused) => Some(refused.why.code),
            Self::Closed(_) | Self::TooLong => None,
        }
    }
}
