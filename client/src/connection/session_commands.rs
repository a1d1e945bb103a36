//! Commands about the player and their sockets, not about a table.

use boneyard_protocol::{Ack, Command, SessionCommand};

use super::Connection;
use crate::error::CommandError;

impl Connection {
    /// Changes the player's name: 1 to [`NAME_CHARS`](boneyard_protocol::limits::NAME_CHARS) characters.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn rename(&self, name: impl Into<String>) -> Result<Ack, CommandError> {
        self.command(Command::Session(SessionCommand::Rename {
            name: name.into(),
        }))
        .await
    }

    /// Starts the move to another device: the answer's `code` goes into
    /// [`Identity::transfer`](crate::Identity::transfer) there. It is good once, for
    /// [`TRANSFER_MS`](boneyard_protocol::limits::TRANSFER_MS) milliseconds, and takes the place of an earlier one.
    /// When it is used, this connection is told [`Notice::Replaced`](crate::Notice::Replaced) and ends, and its
    /// token is worth nothing any more.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn transfer(&self) -> Result<Ack, CommandError> {
        self.command(Command::Session(SessionCommand::Transfer))
            .await
    }
}
