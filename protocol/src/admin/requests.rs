//! What a host asks for.

use serde::{Deserialize, Serialize};

use crate::ids::{PlayerId, TableId};

/// A request without content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Close a table: everybody is shown out, seats and watchers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CloseTable {
    /// The table.
    pub table: TableId,
    /// Told to everybody there before, as an announcement: 1 to 280 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Show a player out: the player's sockets are closed (4407), and the player may come back. With a table the player
/// loses the seat, or the view, there and stays connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Kick {
    /// The player.
    pub player: PlayerId,
    /// The table to leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
}

/// Keep a player, or an address, out. Exactly one of both is named. The sockets of every player it applies to are
/// closed (4403), and their seats are given up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBan {
    /// The player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The address, or the network: `203.0.113.7`, `2001:db8::/32`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// For the host's own list: up to 280 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When it ends; absent: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<u64>,
}

/// Let somebody in again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Unban {
    /// The ban's number.
    pub ban: u64,
}

/// Say something to everybody who is connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Announce {
    /// 1 to 280 characters in one line, no invisible ones.
    pub text: String,
}

/// End the server in order after a time, in which no table and no match begins; or do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Drain {
    /// Seconds from now, 0 to 86400.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_s: Option<u32>,
    /// Whether an announced end is called off.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancel: bool,
}

/// Write everything the server keeps into a file in the folder `backups` of the data folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBackup {
    /// The file's name without `.sqlite`: 1 to 64 letters, digits, hyphens and dots, no dot first; absent: by the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Put a backup in the place of everything that the server keeps. The backup is looked at first; then the server ends
/// as after a [`Drain`], puts what it had aside, and starts again by itself where it listened. Until its end a
/// [`Drain`], or one that is called off, forgets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Restore {
    /// The file's name in the folder `backups`, as in [`NewBackup`], with `.sqlite` or without.
    pub backup: String,
    /// Seconds from now, 0 to 86400; absent: at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_s: Option<u32>,
}

/// Make an identity for a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// Its name.
    pub name: String,
}

/// The newest reports of players by players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReportsAsked {
    /// At most so many, 1 to 10000; absent: 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}
