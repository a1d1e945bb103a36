//! Commands about the player and their sockets, not about a table.

use boneyard_protocol::{Ack, Command, LobbyCommand, SessionCommand};

use super::Connection;
use crate::error::CommandError;

impl Connection {
    /// Asks for the listed tables and every later change. They come as
    /// [`Notice::Lobby`](crate::Notice::Lobby) and [`Notice::LobbyChange`](crate::Notice::LobbyChange), the list
    /// again after every lost socket.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn follow_lobby(&self) -> Result<Ack, CommandError> {
        self.command(Command::Lobby(LobbyCommand::Lobby { follow: true }))
            .await
    }

    /// Asks for the listed tables once more, and for no later change.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn unfollow_lobby(&self) -> Result<Ack, CommandError> {
        self.command(Command::Lobby(LobbyCommand::Lobby { follow: false }))
            .await
    }

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
