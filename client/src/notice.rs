//! What the server says by itself and without a number.

use std::time::Duration;

use boneyard_protocol::{LobbyChange, ServerMessage, TableId, TableSummary};

/// Something the server said that is not a fact of a table. Notices have no number: one that comes while the
/// socket is lost, or while nobody reads, is not repeated. How a table stands is in its snapshot, too.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The listed tables, newest first: the answer to [`follow_lobby`](crate::Connection::follow_lobby), again
    /// after every lost socket.
    Lobby(Vec<TableSummary>),
    /// A listed table is new, has changed, or is gone from the list.
    LobbyChange(Box<LobbyChange>),
    /// The player of a seat came or went.
    Presence {
        /// The table.
        table: TableId,
        /// The seat.
        seat: u8,
        /// Here or away.
        presence: Presence,
    },
    /// Somebody said a canned phrase.
    Phrase {
        /// The table.
        table: TableId,
        /// The speaker's seat.
        seat: u8,
        /// One of [`PHRASES`](boneyard_protocol::limits::PHRASES).
        phrase: String,
    },
    /// The table cannot write its journal: its clocks stand, and nothing can be done there for now.
    Paused {
        /// The table.
        table: TableId,
    },
    /// The table can write its journal again and goes on.
    Unpaused {
        /// The table.
        table: TableId,
    },
    /// This player no longer watches or has a seat at the table, or there is no such table any more. It is no
    /// longer followed.
    Gone {
        /// The table.
        table: TableId,
    },
    /// The same identity connected elsewhere, or moved to another device.
    /// [`Closed`](crate::Event::Closed) follows.
    Replaced,
    /// The server restarts. Every table will be there again, and the connection comes back by itself.
    Restarting {
        /// Time until then, in which no table and no match begins. Absent: at once.
        within: Option<Duration>,
    },
    /// The server does not restart after all.
    RestartCancelled,
    /// The host of the server says something to everybody: one line of plain text.
    Announcement(String),
}

/// Whether the player of a seat is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Connected.
    Here,
    /// Not connected.
    Away {
        /// Time of absence left in this match; absent outside a match.
        left: Option<Duration>,
        /// Whether that time runs now.
        absence: AbsenceClock,
    },
}

/// Whether a player's time of absence is being used up. It runs only while the table waits for that seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbsenceClock {
    /// The table waits for the seat.
    Running,
    /// It does not.
    Standing,
}

impl Notice {
    /// The table it is about; `None` for the lobby's and the server's own.
    pub fn table(&self) -> Option<TableId> {
        match self {
            Self::Presence { table, .. }
            | Self::Phrase { table, .. }
            | Self::Paused { table }
            | Self::Unpaused { table }
            | Self::Gone { table } => Some(*table),
            _ => None,
        }
    }
}

impl TryFrom<ServerMessage> for Notice {
    /// An answer, a snapshot, facts, or a message of a type this crate does not know.
    type Error = Box<ServerMessage>;

    // Exhaustive: a new message of the protocol is a notice or has another way to the user.
    fn try_from(message: ServerMessage) -> Result<Self, Self::Error> {
        Ok(match message {
            ServerMessage::Lobby { tables } => Self::Lobby(tables),
            ServerMessage::LobbyChange(change) => Self::LobbyChange(Box::new(change)),
            ServerMessage::Presence {
                table,
                seat,
                here,
                absence_ms,
                running,
            } => Self::Presence {
                table,
                seat,
                presence: match absence_ms.map(Duration::from_millis) {
                    _ if here => Presence::Here,
                    left if running => Presence::Away {
                        left,
                        absence: AbsenceClock::Running,
                    },
                    left => Presence::Away {
                        left,
                        absence: AbsenceClock::Standing,
                    },
                },
            },
            ServerMessage::Phrase {
                table,
                seat,
                phrase,
            } => Self::Phrase {
                table,
                seat,
                phrase,
            },
            ServerMessage::Paused { table, paused } => {
                if paused {
                    Self::Paused { table }
                } else {
                    Self::Unpaused { table }
                }
            }
            ServerMessage::Gone { table } => Self::Gone { table },
            ServerMessage::Replaced => Self::Replaced,
            ServerMessage::Restarting { in_ms } => Self::Restarting {
                within: in_ms.map(Duration::from_millis),
            },
            ServerMessage::RestartCancelled => Self::RestartCancelled,
            ServerMessage::Announcement { text } => Self::Announcement(text),
            other @ (ServerMessage::Welcome(_)
            | ServerMessage::Ack(_)
            | ServerMessage::Refused(_)
            | ServerMessage::Snapshot(_)
            | ServerMessage::Events(_)
            | ServerMessage::Heartbeat
            | ServerMessage::Unknown) => return Err(Box::new(other)),
        })
    }
}
