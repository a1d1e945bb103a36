//! The host's own API: every path is `POST /api/admin/ACTION` with a JSON object, answered by one.
//!
//! The request carries `Authorization: Bearer TOKEN` with the token of the data folder's `admin-token`. A request
//! without content may have no body. Unknown fields are refused: a host who misspells `until_ms` must not ban for
//! ever. Times are milliseconds since 1970, in UTC.
//!
//! | action | request | answer |
//! |---|---|---|
//! | `state` | `{}` | [`AdminState`] |
//! | `tables` | `{}` | list of [`AdminTable`] |
//! | `players` | `{}` | list of [`AdminPlayer`] |
//! | `close` | [`CloseTable`] | `{}` |
//! | `kick` | [`Kick`] | `{}` |
//! | `ban` | [`NewBan`] | [`Ban`] |
//! | `unban` | [`Unban`] | `{}` |
//! | `bans` | `{}` | list of [`Ban`] |
//! | `announce` | [`Announce`] | [`Announced`] |
//! | `drain` | [`Drain`] | [`Draining`] |
//! | `backup` | [`NewBackup`] | [`Backup`] |
//! | `backups` | `{}` | list of [`BackupFile`] |
//! | `restore` | [`Restore`] | [`Draining`] |
//! | `check` | `{}` | [`CheckReport`] |
//! | `bot_token` | [`NewBot`] | [`BotToken`] |
//! | `reports` | [`ReportsAsked`] | list of [`AdminReport`] |
//!
//! Errors are [`HttpError`](crate::http::HttpError).

mod action;
mod people;
mod requests;
mod store;

use serde::{Deserialize, Serialize};

pub use action::AdminAction;
pub use people::{AdminPlayer, AdminReport, AdminSeat, AdminTable, Announced, Ban, BotToken};
pub use requests::{
    Announce, CloseTable, Drain, Kick, NewBackup, NewBan, NewBot, Nothing, ReportsAsked, Restore,
    Unban,
};
pub use store::{Backup, BackupFile, CheckLine, CheckReport, Grade};

/// How the server stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdminState {
    /// The program's version.
    pub version: String,
    /// The version of the database's tables.
    pub schema: i64,
    /// The protocol version.
    pub protocol: u32,
    /// When it was started.
    pub started_at: u64,
    /// How long it has been running.
    pub uptime_ms: u64,
    /// Whether a restart is announced, or the server is ending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draining: Option<Draining>,
    /// Who can reach what.
    pub exposed: Exposed,
    /// How many of what there are now.
    pub counts: Counts,
    /// The data folder.
    pub data: DataSize,
    /// What was looked at, and whether it is well.
    pub health: Vec<HealthLine>,
    /// The limits in force.
    pub limits: AdminLimits,
}

/// How far an announced restart is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Draining {
    /// Milliseconds to the end; absent if no restart is announced (any more).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_ms: Option<u64>,
    /// The file in the folder `backups` that is put back then, before the server starts again by itself; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restore: Option<String>,
}

/// Who can reach what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exposed {
    /// Where the server listens.
    pub listen: String,
    /// Where others find it, the best first: public URLs, then the machine's own addresses.
    pub addresses: Vec<String>,
    /// The public URLs among them.
    pub public_urls: Vec<String>,
    /// Whether nobody but this machine can reach it.
    pub loopback_only: bool,
    /// Whether it speaks TLS itself.
    pub tls: bool,
    /// Whether players need a password to be let in.
    pub password: bool,
    /// Whether this API answers other machines.
    pub admin_remote: bool,
    /// The proxies whose `X-Forwarded-For` is believed.
    pub proxies: Vec<String>,
}

/// How many of what there are now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// Open tables.
    pub tables: u32,
    /// Tables that cannot be played on.
    pub tables_out_of_order: u32,
    /// Persons who are connected.
    pub players_online: u32,
    /// Sockets that have said hello.
    pub sockets: u32,
    /// Viewers of tables without a seat there.
    pub watchers: u32,
    /// Bots that are connected.
    pub bots: u32,
}

/// What the data folder takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DataSize {
    /// Bytes of all its files, backups included.
    pub folder_bytes: u64,
    /// Bytes of the database and its log.
    pub database_bytes: u64,
    /// Bytes that are free where it lies, if the system tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_bytes: Option<u64>,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HealthLine {
    /// What: `storage`, `tables`, `space`.
    pub name: String,
    /// Whether it is well.
    pub ok: bool,
    /// A sentence in English, for the host alone.
    pub detail: String,
}

/// The limits in force; see the flags of the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdminLimits {
    /// Open connections.
    pub max_connections: u32,
    /// Open connections of one address.
    pub max_connections_per_address: u32,
    /// New identities of one address in a minute.
    pub new_players_per_minute: u32,
    /// Open tables.
    pub max_tables: u32,
    /// Open tables of one player.
    pub max_tables_per_player: u32,
    /// Commands of one socket each second.
    pub commands_per_second: u32,
    /// Commands of one socket at once.
    pub burst: u32,
}
