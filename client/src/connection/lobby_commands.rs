//! Commands to the lobby: the list of tables, and the ways to a table.

use boneyard_protocol::{
    Ack, Command, JoinCode, LobbyCommand, QuickPlayAgainst, TableCommand, TableId, TableRequest,
};

use super::Connection;
use crate::error::CommandError;

/// A table that one of these commands has entered is followed: its snapshot comes, then every fact.
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

    /// Opens a table and sits down at it; the answer names table, seat and code.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn create(&self, table: TableRequest) -> Result<Ack, CommandError> {
        self.command(Command::Lobby(LobbyCommand::Create { table }))
            .await
    }

    /// Sits down as fast as possible: at a new private table full of the server's bots, or with people.
    ///
    /// Without `sheet` any game will do. Without `seats` there are as many as the sheet allows, four at most.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn quick_play(
        &self,
        sheet: Option<String>,
        against: QuickPlayAgainst,
        seats: Option<u8>,
    ) -> Result<Ack, CommandError> {
        self.command(Command::Lobby(LobbyCommand::QuickPlay {
            sheet,
            against,
            seats,
        }))
        .await
    }

    /// Sits down at the table of this code: at `seat`, or at the first free one. Who has a seat there comes back
    /// to it.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn join(&self, code: JoinCode, seat: Option<u8>) -> Result<Ack, CommandError> {
        self.command(Command::Lobby(LobbyCommand::Join { code, seat }))
            .await
    }

    /// Sits down at a listed table: at `seat`, or at the first free one.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn sit(&self, table: TableId, seat: Option<u8>) -> Result<Ack, CommandError> {
        self.command(TableCommand::Sit { seat }.at(table)).await
    }

    /// Looks on at a listed table.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn watch(&self, table: TableId) -> Result<Ack, CommandError> {
        self.command(Command::Lobby(LobbyCommand::Watch {
            table: Some(table),
            code: None,
        }))
        .await
    }

    /// Looks on at the table of this code.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn watch_by_code(&self, code: JoinCode) -> Result<Ack, CommandError> {
        self.command(Command::Lobby(LobbyCommand::Watch {
            table: None,
            code: Some(code),
        }))
        .await
    }
}
