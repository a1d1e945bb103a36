//! What a client says.

mod address;
mod lobby;
#[cfg(feature = "schema")]
mod schema;
mod session;
mod table;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::{CommandId, TableId};
use crate::secret::Hidden;

pub use lobby::{LobbyCommand, QuickPlayAgainst, TableRequest};
pub use session::SessionCommand;
pub use table::{AbsenceChoice, ReportReason, TableCommand};

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first message on a socket. Answered by `welcome`.
    Hello(Hello),
    /// Is anybody there? Answered by `heartbeat`. Browsers cannot send pings, so this is theirs.
    Heartbeat,
    /// Everything else carries an id and is answered by `ack` or `refused`.
    #[serde(untagged)]
    Command(Envelope),
}

/// A command with its id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Envelope {
    /// What is to be done. Serialized first, so that `type` leads.
    #[serde(flatten)]
    pub command: Command,
    /// Made by the client; the answer carries it.
    pub id: CommandId,
}

/// Who speaks, and in which version.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hello {
    /// The protocol versions the client speaks.
    pub versions: Versions,
    /// The identity's secret from an earlier `welcome`. Absent: a new identity is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Person or bot. Fixed when the identity is made; bots are shown as bots everywhere.
    pub kind: PlayerKind,
    /// The name the player wants; absent: the identity's name, or an invented one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// BCP 47 language of the client, for invented names only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The server's password, where it asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// The code of a [`SessionCommand::Transfer`] on another device, in place of a token: the identity moves here, with
    /// its name and its seats, and `welcome` brings a new token for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transfer: Option<String>,
}

impl fmt::Debug for Hello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Every field by its name, so that no new one is forgotten.
        let Self {
            versions,
            token,
            kind,
            name,
            language,
            password,
            transfer,
        } = self;
        f.debug_struct("Hello")
            .field("versions", versions)
            .field("token", &Hidden(token))
            .field("kind", kind)
            .field("name", name)
            .field("language", language)
            .field("password", &Hidden(password))
            .field("transfer", &Hidden(transfer))
            .finish()
    }
}

/// A range of protocol versions, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Versions {
    /// The lowest.
    pub from: u32,
    /// The highest.
    pub to: u32,
}

/// A person or a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person at a client.
    Person,
    /// A program, here or on the other side of a socket.
    Bot,
}

/// A command, by its addressee.
///
/// On the wire all commands are one flat list of objects told apart by `type`; the id of a table stands right behind
/// it. The bytes of a command are part of the protocol: their hash tells a repeated command from another one with the
/// same id, also after an upgrade.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// For the session: it is about the player behind the socket.
    Session(SessionCommand),
    /// For the lobby: the table is not known yet, or there is none.
    Lobby(LobbyCommand),
    /// For the table of this id.
    Table(TableId, TableCommand),
}
