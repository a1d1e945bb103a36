//! The words between a Boneyard server and its clients: browsers, bots, programs.
//!
//! One WebSocket, `/ws`, carries [`ClientMessage`]s one way and [`ServerMessage`]s the other, JSON text
//! frames with `type` first. The server's messages are of two kinds and no third:
//!
//! - *sequenced*: [`ServerMessage::Events`]. Derived from the table's journal; the numbers are contiguous
//!   for every viewer (a fact that the viewer may not see still takes its number), so a gap always means loss;
//! - *ephemeral*: presence, phrases, the lobby. No number; may be lost.
//!
//! Nothing here knows a rule. Hidden tiles are absent from every type, not blanked.
//!
//! `fixtures/` holds one example of every message; the tests of this crate and of the page read them.
//! `schema/` holds the documents that are made from these types, see [`documents`]; a stale one fails a test. Only
//! the feature `schema` makes them anew.

#![deny(clippy::as_conversions, clippy::indexing_slicing)]

pub mod admin;
#[cfg(feature = "schema")]
pub mod asyncapi;
pub mod code;
pub mod command;
pub mod decode;
pub mod documents;
pub mod fact;
pub mod http;
pub mod ids;
pub mod limits;
pub mod message;
pub mod position;
pub mod result;
#[cfg(feature = "schema")]
pub mod schema;
mod secret;
mod strict_json;
pub mod table;

pub use code::{CloseCode, ErrorCode, Refusal};
pub use command::{
    AbsenceChoice, ClientMessage, Command, Envelope, Hello, LobbyCommand, PlayerKind,
    QuickPlayAgainst, ReportReason, SessionCommand, TableCommand, TableRequest, Versions,
};
pub use decode::decode;
pub use fact::Fact;
pub use ids::{CommandId, JoinCode, MatchId, PlayerId, TableId};
pub use message::{
    Ack, Events, LobbyChange, MySeat, PlayerInfo, Refused, ServerMessage, Snapshot, Welcome,
};
pub use position::{AbsenceView, Position};
pub use result::{DealResult, SeatSum, SideSum};
pub use table::{AbsenceEnd, GameView, HandView, SeatInfo, TableSummary, TableView, Tempo};

/// The protocol version this crate speaks. A message may gain fields within a version; a client ignores
/// fields and message types that it does not know.
pub const PROTOCOL_VERSION: u32 = 1;
