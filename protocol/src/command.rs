//! What a client says.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::{CommandId, JoinCode, TableId};
use crate::secret::Hidden;
use crate::table::{AbsenceEnd, Tempo};

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
    /// The wished name; absent: the identity's name, or an invented one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// BCP 47 language of the client, for invented names only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The server's password, where it asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// The code of a [`Command::Transfer`] on another device, in place of a token: the identity moves here, with
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

/// A command. At a table it is answered by the table, else by the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// Send the list of listed tables and, with `follow`, every later change of it.
    Lobby {
        /// Whether changes are wanted (until `follow` false is sent, or the socket ends).
        follow: bool,
    },
    /// Change the name.
    Rename {
        /// 1 to 24 characters.
        name: String,
    },
    /// Move to another device: the ack's `code` is good once, for
    /// [`TRANSFER_MS`](crate::limits::TRANSFER_MS), in a hello's `transfer`. Asked again it is another one, in the
    /// place of the last. When it is used, this device is `replaced` and its token is nobody's.
    Transfer,
    /// Open a table and sit down at it; the ack names table, seat and code.
    Create {
        /// How the table shall be.
        table: TableRequest,
    },
    /// Sit down as fast as possible: at a new private table full of bots, or with people.
    QuickPlay {
        /// The game; absent: any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sheet: Option<String>,
        /// Whom to meet.
        against: QuickPlayAgainst,
        /// Seats, the player's own included; absent: as many as the sheet allows, four at the most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seats: Option<u8>,
    },
    /// Sit down at the table of this code: at a free seat, also in the middle of a match (a seat that a bot
    /// plays for nobody). Already seated there: come back to the seat.
    Join {
        /// The table's code.
        code: JoinCode,
        /// A wish; absent: the first free seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Sit down at a listed table.
    Sit {
        /// The table.
        table: TableId,
        /// A wish; absent: the first free seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Look on without a seat: at a listed table by id, at a private one by its code.
    Watch {
        /// The table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// Its code, in place of the id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<JoinCode>,
    },
    /// Put a house bot on a free seat (the host, before a match).
    AddBot {
        /// The table.
        table: TableId,
        /// A wish; absent: the first free seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Ready for the match, or for the next deal.
    Ready {
        /// The table.
        table: TableId,
    },
    /// A seat's action (SPEC 3.1).
    Act {
        /// The table.
        table: TableId,
        /// The number of the turn it belongs to; not for `arrange` and `challenge`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<u32>,
        /// For `arrange` and `challenge`: the index of the deal's entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entry: Option<u32>,
        /// The action's text, `play 6-4 left`.
        action: String,
        /// For a double that is laid: show it lengthwise. Only where multiples of the ends count, without a
        /// spinner and without `line.along`. Its value stays what it is.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lengthwise: bool,
    },
    /// Say a canned phrase to the whole table.
    Phrase {
        /// The table.
        table: TableId,
        /// One of [`crate::limits::PHRASES`].
        phrase: String,
    },
    /// Tell the host of the server what somebody at the same table does wrong. Nobody else learns of it.
    Report {
        /// The table.
        table: TableId,
        /// Whose player is meant.
        seat: u8,
        /// What he does.
        reason: ReportReason,
    },
    /// Another match with the same people and rules.
    Rematch {
        /// The table.
        table: TableId,
    },
    /// Let the server pass for the own seat whenever a turn's only legal action is `pass`, after the time that
    /// the table's tempo takes for every step of the house; it never draws and never lays. Off until it is
    /// asked for. Nobody else is told. Refused (`not_now`) at a strict table, where a pass is the player's own
    /// judgement (SPEC 10.1).
    AutoPass {
        /// The table.
        table: TableId,
        /// On or off.
        on: bool,
    },
    /// Say what shall be done about the absent player whose time is up: see
    /// [`AbsenceView`](crate::position::AbsenceView).
    Absence {
        /// The table.
        table: TableId,
        /// The number of the turn that he does not play.
        turn: u32,
        /// What.
        choice: AbsenceChoice,
    },
    /// Give up the seat, or stop looking on. In a match a bot plays the seat from then on.
    Leave {
        /// The table.
        table: TableId,
    },
    /// Send what happened at the table after number `since`; 0 asks for a snapshot.
    Resume {
        /// The table.
        table: TableId,
        /// The last number the client has applied.
        since: u64,
    },
}

impl Command {
    /// Whether it is how somebody comes to a table.
    #[must_use]
    pub const fn is_of_a_guest(&self) -> bool {
        match self {
            Self::Join { .. } | Self::Sit { .. } | Self::Watch { .. } => true,
            Self::Lobby { .. }
            | Self::Rename { .. }
            | Self::Transfer
            | Self::Create { .. }
            | Self::QuickPlay { .. }
            | Self::AddBot { .. }
            | Self::Ready { .. }
            | Self::Act { .. }
            | Self::Phrase { .. }
            | Self::Report { .. }
            | Self::Rematch { .. }
            | Self::AutoPass { .. }
            | Self::Absence { .. }
            | Self::Leave { .. }
            | Self::Resume { .. } => false,
        }
    }
}

/// What a player is reported for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// The name insults, or passes for somebody else's.
    Name,
    /// The phrases disturb.
    Phrases,
    /// He lets the clock run out on purpose.
    Stalling,
    /// He plays into another's hands, or knows what he may not know.
    Cheating,
    /// A program that says it is a person.
    Bot,
}

impl ReportReason {
    /// Every reason.
    pub const ALL: [Self; 5] = [
        Self::Name,
        Self::Phrases,
        Self::Stalling,
        Self::Cheating,
        Self::Bot,
    ];

    /// The reason as the wire and the store spell it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Phrases => "phrases",
            Self::Stalling => "stalling",
            Self::Cheating => "cheating",
            Self::Bot => "bot",
        }
    }
}

/// Whom a quick game is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuickPlayAgainst {
    /// House bots, at once.
    Bots,
    /// People: a listed table that waits, or a new one.
    People,
}

/// What those who are here may do about an absent player whose time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AbsenceChoice {
    /// Wait for him a further [`ABSENCE_WAIT_MS`](crate::limits::ABSENCE_WAIT_MS), as often as one likes.
    Wait,
    /// Let a bot play for him until he is back.
    Bot,
    /// End the match without a result. Done when every other person has chosen it whose seat no bot plays.
    End,
}

/// How a new table shall be. Fields left out take the defaults named.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableRequest {
    /// The preset's id.
    pub sheet: String,
    /// Overrides by dotted field (SPEC 2.1).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, serde_json::Value>,
    /// Seats, within the sheet's range.
    pub seats: u8,
    /// Seats taken by house bots from the start; the host has one seat himself.
    #[serde(default)]
    pub bots: u8,
    /// Not listed; entered by code or link alone.
    #[serde(default)]
    pub private: bool,
    /// May others look on? Default true.
    #[serde(default = "yes")]
    pub watchers: bool,
    /// Seconds for a turn, 5 to 600; absent: the sheet's `referee.clock`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_s: Option<u32>,
    /// Seconds that a player may be away in a match while the table waits for him, 0 to 3600; default 120.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence_s: Option<u32>,
    /// What happens when they are over; default `ask`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence_end: Option<AbsenceEnd>,
    /// Seconds between two deals, 0 to 60, shorter when all are ready; default 12.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause_s: Option<u32>,
    /// How fast the server itself acts; default `plain` where house bots have all other seats, else `even`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tempo: Option<Tempo>,
}

fn yes() -> bool {
    true
}
