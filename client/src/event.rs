//! What a connection tells its user.

use boneyard_protocol::{Events, Snapshot, Welcome};

use crate::error::CloseReason;
use crate::notice::Notice;

/// Something happened. For every followed table the numbers are contiguous: after a [`Snapshot`] come the
/// facts that follow it, each once and none left out, over any number of lost sockets.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The socket is there, for the first time or again. Followed tables are resumed by the connection itself.
    Connected(Box<Welcome>),
    /// The socket is lost; the connection is trying to come back.
    Disconnected,
    /// A whole table. Takes the place of whatever was known of it.
    Snapshot(Box<Snapshot>),
    /// Facts of a followed table, the next after those already told.
    Facts(Box<Events>),
    /// Something without a number: the lobby, presence, phrases, announcements.
    Notice(Notice),
    /// The connection is over. The last event.
    Closed(CloseReason),
}
