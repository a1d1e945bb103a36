//! Why the server says no: one table of error codes, refusals and close codes.

use boneyard_engine::Tile;
use serde::{Deserialize, Serialize};

/// What went wrong. The server sends codes and parameters only, never sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The frame is not one JSON object.
    BadJson,
    /// A field of the message is missing or of the wrong form; `field` may name it.
    BadMessage,
    /// The server does not know this message type.
    UnknownType,
    /// The first message must be `hello`.
    HelloFirst,
    /// No protocol version in common; `from` and `to` are the server's.
    VersionUnsupported,
    /// No identity has this token.
    BadToken,
    /// Here bots come with a token of the host's making, and with no other.
    BotsByHostOnly,
    /// Too many commands; try again after `retry_ms`.
    RateLimited,
    /// The table has too many commands waiting; try again.
    TableBusy,
    /// The server has as many tables, or the player has as many as one player may have.
    TooManyTables,
    /// There is no such table, or this player may not know of it.
    NoSuchTable,
    /// The table cannot be played on: its journal is damaged, or needs a newer server. It is kept as it is.
    TableOutOfOrder,
    /// No table has this join code, or no player offers an identity by this code.
    NoSuchCode,
    /// There is no such match, it is not over, or it may not be seen.
    NoSuchMatch,
    /// The HTTP API has nothing under this path.
    NoSuchPath,
    /// There is no such sheet.
    NoSuchSheet,
    /// The overrides do not fit the sheet; `codes` lists the codes of SPEC 2.2.
    SheetInvalid,
    /// The number of seats is outside the sheet's range.
    PlayersRange,
    /// A setting of the table is outside its range; `field` names it.
    SettingRange,
    /// No seat is free.
    TableFull,
    /// Somebody sits there.
    SeatTaken,
    /// This player already has a seat at this table.
    AlreadySeated,
    /// Only a seated player may do this.
    NotSeated,
    /// Only the table's opener may do this.
    #[serde(rename = "not_host")]
    NotOpener,
    /// This table is not open to watchers.
    NoWatchers,
    /// The table is in a state in which this cannot be done.
    NotNow,
    /// The action belongs to a turn, or a deal's entry, that is over.
    Stale,
    /// The id has been used for another command.
    IdReused,
    /// The name is empty, too long or has characters that a name may not have.
    NameInvalid,
    /// The name mixes letters of scripts that are not used together, such as Latin and Cyrillic.
    NameMixed,
    /// The name would speak for the server: `admin`, `bot`.
    NameReserved,
    /// There is no such canned phrase.
    NoSuchPhrase,
    /// No player who could be reported has that seat: it is free, a server bot's, the asker's own, or not there.
    NobodyThere,
    /// The journal cannot be written just now; the clocks stand, nothing has changed.
    StorageUnavailable,
    /// The server is about to restart.
    Restarting,
    /// This server lets in only who knows its password; send `hello` again with `password`.
    PasswordRequired,
    /// That is not this server's password.
    PasswordWrong,
    /// The host keeps this player, or this address, out.
    Banned,
    /// Pages of this origin may not ask for this.
    ForeignOrigin,
    /// The host's API answers this machine only; see `--admin-remote`.
    AdminLocalOnly,
    /// The host's API knows no such player.
    NoSuchPlayer,
    /// The host's API knows no such ban.
    NoSuchBan,
    /// A backup of this name is there already.
    BackupExists,
    /// The host's API knows no such backup.
    NoSuchBackup,
    /// The backup is damaged, or of a newer server: it cannot be put back.
    BackupUnusable,

    /// It is another seat's turn, or nobody's.
    NotYourTurn,
    /// The text is no action (SPEC 3.1).
    MalformedAction,
    /// The tile is not in the player's hand. Says nothing about where it is.
    NotYourTile,
    /// The tile does not fit that end; `tile` and `fits` say which numbers would.
    DoesNotFit,
    /// There is no such end now.
    NoSuchEnd,
    /// The lead must be another tile; see `legal`.
    WrongLead,
    /// Something else must be done first; see `legal`.
    NotAllowed,
    /// Rows are being arranged; nobody is on turn yet.
    Arranging,
    /// The row does not name exactly the tiles of the hand.
    NotTheRow,
    /// The rightmost tile of the closed row is turned up first. Says nothing about the tile asked for.
    TurnUpFirst,
    /// Only `tile`, which is turned up, may be laid.
    OnlyTurnedUp,
    /// Wrong tiles are refused at this table, or no tile lies yet: there is nothing to challenge.
    NoChallenge,
    /// This tile cannot be shown lengthwise: it is no double, or doubles at this table lie as the rules say.
    NotLengthwise,
}

/// A refusal: the code and what a client needs to write a sentence about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// What went wrong.
    pub code: ErrorCode,
    /// The tile in question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub tile: Option<Tile>,
    /// The numbers, 0 to 6, that would fit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fits: Vec<u8>,
    /// What would be legal instead (SPEC 3.3), only to the seat on turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legal: Vec<String>,
    /// The field in question, by its dotted name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Codes of SPEC 2.2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
    /// Milliseconds after which to try again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u32>,
    /// Lowest protocol version of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// Highest protocol version of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
}

impl From<ErrorCode> for Refusal {
    fn from(code: ErrorCode) -> Self {
        Self {
            code,
            tile: None,
            fits: Vec::new(),
            legal: Vec::new(),
            field: None,
            codes: Vec::new(),
            retry_ms: None,
            from: None,
            to: None,
        }
    }
}

impl Refusal {
    /// A refusal that names a field.
    pub fn of_field(code: ErrorCode, field: impl Into<String>) -> Self {
        Self {
            field: Some(field.into()),
            ..code.into()
        }
    }
}

/// Why the server closed the socket, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CloseCode {
    /// 1001: the socket was silent for too long. Come back.
    Silent,
    /// 1002: bytes that are no frame of a WebSocket client (RFC 6455). Do not come back before it is mended.
    BrokenFrame,
    /// 1003: a binary frame.
    Binary,
    /// 1007: a text frame that is not UTF-8.
    NotUtf8,
    /// 1008: a sustained flood of commands, or a message that was not completed in time. Slow down, then come
    /// back.
    Flood,
    /// 1009: a message over the limit.
    TooLarge,
    /// 1012: the server restarts. Come back.
    Restart,
    /// 4400: no `hello`, or none that the server can answer. Do not come back unchanged.
    BadHello,
    /// 4401: the token is unknown. Do not come back with it.
    BadToken,
    /// 4403: the host keeps this player, or this address, out. Do not come back.
    Banned,
    /// 4407: the host has shown the player out. Do not come back by yourself.
    Kicked,
    /// 4408: the client reads too slowly. Come back and resume.
    Slow,
    /// 4409: the same player connected anew. Do not come back by yourself.
    Replaced,
}

impl CloseCode {
    /// Every close code the server uses.
    pub const ALL: [Self; 13] = [
        Self::Silent,
        Self::BrokenFrame,
        Self::Binary,
        Self::NotUtf8,
        Self::Flood,
        Self::TooLarge,
        Self::Restart,
        Self::BadHello,
        Self::BadToken,
        Self::Banned,
        Self::Kicked,
        Self::Slow,
        Self::Replaced,
    ];

    /// The number on the wire.
    pub const fn number(self) -> u16 {
        match self {
            Self::Silent => 1001,
            Self::BrokenFrame => 1002,
            Self::Binary => 1003,
            Self::NotUtf8 => 1007,
            Self::Flood => 1008,
            Self::TooLarge => 1009,
            Self::Restart => 1012,
            Self::BadHello => 4400,
            Self::BadToken => 4401,
            Self::Banned => 4403,
            Self::Kicked => 4407,
            Self::Slow => 4408,
            Self::Replaced => 4409,
        }
    }

    /// Whether a client should reconnect by itself after this close (as after any other loss).
    pub const fn come_back(self) -> bool {
        match self {
            Self::Silent | Self::Restart | Self::Slow | Self::Flood => true,
            Self::BrokenFrame
            | Self::Binary
            | Self::NotUtf8
            | Self::TooLarge
            | Self::BadHello
            | Self::BadToken
            | Self::Banned
            | Self::Kicked
            | Self::Replaced => false,
        }
    }
}
