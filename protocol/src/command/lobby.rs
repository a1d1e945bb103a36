//! Commands for the lobby.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{JoinCode, TableId};
use crate::table::{AbsenceEnd, Tempo};

/// A command for the lobby. Those that lead to a table are answered by that table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyCommand {
    /// Send the list of listed tables and, with `follow`, every later change of it.
    Lobby {
        /// Whether changes are wanted (until `follow` false is sent, or the socket ends).
        follow: bool,
    },
    /// Open a table and sit down at it; the ack names table, seat and code.
    Create {
        /// The settings of the table.
        table: TableRequest,
    },
    /// Sit down as fast as possible: at a new private table full of bots, or with people.
    QuickPlay {
        /// The game; absent: any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sheet: Option<String>,
        /// The opponents.
        against: QuickPlayAgainst,
        /// Seats, the player's own included; absent: as many as the sheet allows, four at most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seats: Option<u8>,
    },
    /// Sit down at the table with this code: at a free seat, also in the middle of a match (a seat that a bot
    /// plays for nobody). A player who already sits there comes back to their seat.
    Join {
        /// The table's code.
        code: JoinCode,
        /// The seat that is wanted; absent: the first free one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Watch without a seat: a listed table by id, a private one by its code.
    Watch {
        /// The table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// Its code, in place of the id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<JoinCode>,
    },
}

impl LobbyCommand {
    /// The `type` of every command for the lobby.
    pub const TYPES: [&str; 5] = ["lobby", "create", "quick_play", "join", "watch"];
}

/// The opponents of a quick game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuickPlayAgainst {
    /// Server bots, at once.
    Bots,
    /// People: a listed table that waits, or a new one.
    People,
}

/// The settings of a new table. Fields left out take the defaults named.
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
    /// Seats taken by server bots from the start; the opener takes one seat.
    #[serde(default)]
    pub bots: u8,
    /// Not listed; people enter by code or link alone.
    #[serde(default)]
    pub private: bool,
    /// May others look on? Default true.
    #[serde(default = "yes")]
    pub watchers: bool,
    /// Seconds for a turn, 5 to 600; absent: the sheet's `referee.clock`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_s: Option<u32>,
    /// Seconds that a player may be away in a match while the table waits for them, 0 to 3600; default 120.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence_s: Option<u32>,
    /// What happens when they are over; default `ask`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence_end: Option<AbsenceEnd>,
    /// Seconds between two deals, 0 to 60, shorter when all are ready; default 12.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause_s: Option<u32>,
    /// How fast the server itself acts; default `plain` where server bots have all other seats, else `even`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tempo: Option<Tempo>,
}

fn yes() -> bool {
    true
}
