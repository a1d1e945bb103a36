//! Commands for the session.

use serde::{Deserialize, Serialize};

/// A command for the session: it is about the player, and no table needs to be known for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SessionCommand {
    /// Change the name.
    Rename {
        /// 1 to 24 characters.
        name: String,
    },
    /// Move to another device: the ack's `code` is good once, for
    /// [`TRANSFER_MS`](crate::limits::TRANSFER_MS), in a hello's `transfer`. Every further `transfer` replaces the
    /// code. When it is used, this device is `replaced` and its token is void.
    Transfer,
}

impl SessionCommand {
    /// The `type` of every command for the session.
    pub const TYPES: [&str; 2] = ["rename", "transfer"];
}
