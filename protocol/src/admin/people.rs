//! Tables and people as the host sees them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::command::{PlayerKind, ReportReason};
use crate::ids::{JoinCode, MatchId, PlayerId, TableId};
use crate::position::TablePhase;

/// A table as the host sees it. No tile of it: a host who plays must not see more than anybody else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdminTable {
    /// The table.
    pub table: TableId,
    /// Its join code.
    pub code: JoinCode,
    /// Whether it is not listed.
    pub private: bool,
    /// Preset id.
    pub sheet: String,
    /// What it is doing.
    pub phase: TablePhase,
    /// The seats, from 0.
    pub seats: Vec<AdminSeat>,
    /// Viewers without a seat.
    pub watchers: u32,
    /// When it was opened.
    pub opened_at: u64,
    /// An address to share that leads to the table.
    pub link: String,
    /// For each seat one that leads to it.
    pub seat_links: Vec<String>,
}

/// A seat as the host sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdminSeat {
    /// The seat's number, from 0.
    pub seat: u8,
    /// The player; absent on a free seat and for a server bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// Name; absent on a free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Person or bot; absent on a free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<PlayerKind>,
    /// Whether a socket of the player is there.
    pub connected: bool,
    /// Whether this seat is the opener's.
    #[serde(rename = "host")]
    pub opener: bool,
}

/// Somebody who is connected, or has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdminPlayer {
    /// The player.
    pub player: PlayerId,
    /// Name.
    pub name: String,
    /// Person or bot.
    pub kind: PlayerKind,
    /// Whether the player is connected.
    pub connected: bool,
    /// The address of the player's newest socket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The tables at which the player sits.
    pub tables: Vec<TableId>,
    /// Since when the player is connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
}

/// Somebody who is kept out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ban {
    /// Its number, for `unban`.
    pub ban: u64,
    /// The player, if one is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The address or network, if one is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The host's own words; may be empty.
    pub reason: String,
    /// When it was made.
    pub at: u64,
    /// When it ends; absent: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

/// An announcement was handed to so many sockets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Announced {
    /// How many.
    pub sockets: u32,
}

/// A bot's new identity.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotToken {
    /// Its public id.
    pub player: PlayerId,
    /// Its secret, told once.
    pub token: String,
}

impl fmt::Debug for BotToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, token: _ } = self;
        f.debug_struct("BotToken")
            .field("player", player)
            .finish_non_exhaustive()
    }
}

/// A report of a player by a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdminReport {
    /// When it was made.
    pub at: u64,
    /// For what.
    pub reason: ReportReason,
    /// Who is reported.
    #[serde(rename = "whom")]
    pub reported: PlayerId,
    /// The present name of that player, if anybody has the id.
    #[serde(rename = "whom_name", default, skip_serializing_if = "Option::is_none")]
    pub reported_name: Option<String>,
    /// Who reports.
    pub by: PlayerId,
    /// The present name of that player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_name: Option<String>,
    /// At which table.
    pub table: TableId,
    /// In which match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
}
