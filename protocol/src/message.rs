//! What the server says.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::code::Refusal;
use crate::command::PlayerKind;
use crate::fact::Fact;
use crate::ids::{CommandId, JoinCode, PlayerId, TableId};
use crate::limits::Limits;
use crate::position::Position;
use crate::secret::Hidden;
use crate::table::{TableSummary, TableView};

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Answers `hello`.
    Welcome(Box<Welcome>),
    /// The command was done.
    Ack(Ack),
    /// The command, or an unreadable message, was refused and has changed nothing.
    Refused(Refused),
    /// All listed tables; answers `lobby`.
    Lobby {
        /// The tables, newest first.
        tables: Vec<TableSummary>,
    },
    /// A listed table is new, other, or gone. Ephemeral.
    LobbyChange(LobbyChange),
    /// The whole table as this viewer may see it.
    Snapshot(Box<Snapshot>),
    /// What has become fact at a table. Sequenced.
    Events(Box<Events>),
    /// A seat's player came or went. Ephemeral; snapshots say it, too.
    Presence {
        /// The table.
        table: TableId,
        /// The seat.
        seat: u8,
        /// Whether a socket of the player is there.
        here: bool,
        /// When away: milliseconds of absence left in this match. They run only while the table waits for the seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        absence_ms: Option<u64>,
        /// Whether they run now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        running: bool,
    },
    /// Somebody said a canned phrase. Ephemeral.
    Phrase {
        /// The table.
        table: TableId,
        /// The speaker's seat.
        seat: u8,
        /// One of [`crate::limits::PHRASES`].
        phrase: String,
    },
    /// The table cannot write its journal: its clocks stand (true), or go on again (false). Ephemeral.
    Paused {
        /// The table.
        table: TableId,
        /// Whether it stands.
        paused: bool,
    },
    /// The viewer no longer watches or holds a seat here, or the table is gone. Ephemeral.
    Gone {
        /// The table.
        table: TableId,
    },
    /// Answers `heartbeat`.
    Heartbeat,
    /// The same player connected anew; close 4409 follows.
    Replaced,
    /// The server restarts. Every table will be there again.
    Restarting {
        /// Milliseconds for which it goes on, though no table and no match begins any more; absent: close 1012
        /// follows at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_ms: Option<u64>,
    },
    /// The server does not restart after all. Ephemeral.
    RestartCancelled,
    /// The host of the server says something to everybody. Ephemeral.
    Announcement {
        /// One line of plain text, at most [`crate::limits::ANNOUNCEMENT_CHARS`] characters.
        text: String,
    },
    /// A type this client does not know yet. Ignore it.
    #[serde(other)]
    Unknown,
}

/// Answers `hello`.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welcome {
    /// The protocol version both will speak.
    pub version: u32,
    /// The server's program version.
    pub server: String,
    /// Who this socket is.
    pub player: PlayerInfo,
    /// Only for a new identity, or one that has moved here: its secret. Keep it; it is told once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The limits in force.
    pub limits: Limits,
    /// The player's seats. Send `resume` for each that is to be played.
    pub seats: Vec<MySeat>,
}

impl fmt::Debug for Welcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Every field by its name, so that no new one is forgotten.
        let Self {
            version,
            server,
            player,
            token,
            limits,
            seats,
        } = self;
        f.debug_struct("Welcome")
            .field("version", version)
            .field("server", server)
            .field("player", player)
            .field("token", &Hidden(token))
            .field("limits", limits)
            .field("seats", seats)
            .finish()
    }
}

/// A player as others see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerInfo {
    /// Public id.
    pub id: PlayerId,
    /// Name.
    pub name: String,
    /// Person or bot.
    pub kind: PlayerKind,
}

/// A seat of this player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MySeat {
    /// The table.
    pub table: TableId,
    /// Its join code.
    pub code: JoinCode,
    /// The seat.
    pub seat: u8,
    /// The preset's id.
    pub sheet: String,
    /// Whether the table waits for this player (their turn, their `ready`, their answer to a rematch).
    pub waiting: bool,
}

/// The command was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ack {
    /// The command's id.
    pub id: CommandId,
    /// The table it was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The player's seat there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The table's join code, to those who sit there. After `transfer`: the code for the other device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<JoinCode>,
    /// The number of the last fact that the command made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

/// The command was refused. Everything is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// The command's id, where it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The table it was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// Why.
    #[serde(flatten)]
    pub why: Refusal,
}

/// A change of the lobby's list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LobbyChange {
    /// A table is new or other.
    Put(TableSummary),
    /// A table is gone from the list.
    Gone(TableId),
}

/// A table as its viewer may see it, after fact number `seq`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// The table.
    pub table: TableId,
    /// The number of the last fact in it.
    pub seq: u64,
    /// The table.
    pub view: TableView,
}

/// What has become fact: fact `i` of the list has number `seq + i`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Events {
    /// The table.
    pub table: TableId,
    /// The number of the first fact.
    pub seq: u64,
    /// The facts, as this viewer may see them.
    pub facts: Vec<Fact>,
    /// How the table stands after the last of them.
    pub now: Position,
}
