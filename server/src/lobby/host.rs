//! What the host may see and do.

use std::sync::atomic::Ordering;
use std::time::Duration;

use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{
    Command, ErrorCode, LobbyCommand, PlayerId, Refusal, TableCommand, TableId,
};
use futures_util::future::join_all;
use tokio::time::timeout;

use super::{Lobby, tell};
use crate::table::{Attendance, TableCard, TableHandle, TableInput};

/// How long a table may take to say who is there. After that it is listed without attendance.
const LOOK: Duration = Duration::from_secs(2);
/// How long a table may take to close.
const CLOSE: Duration = Duration::from_secs(5);

/// A table as the host sees it.
#[derive(Clone, Debug)]
pub(crate) struct AttendedTable {
    pub(crate) card: TableCard,
    pub(crate) attendance: Attendance,
}

/// Whether new tables and matches may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewGames {
    Allowed,
    Refused,
}

/// There is no such table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoSuchTable;

impl Lobby {
    /// Every table and who is there, the oldest table first.
    pub(crate) async fn look(&self) -> Vec<AttendedTable> {
        let tables = self.shelf.lock().cards();
        let looks = tables.into_iter().map(|(handle, card)| async move {
            let attendance = timeout(LOOK, self.attendance(&handle)).await.ok().flatten();
            AttendedTable {
                card,
                attendance: attendance.unwrap_or_default(),
            }
        });
        join_all(looks).await
    }

    /// Asks a table who is there; `None` if it ends or its queue is full.
    async fn attendance(&self, table: &TableHandle) -> Option<Attendance> {
        let mut question = self.shelf.question();
        let id = question.id;
        table.tell(TableInput::Look { question: id }).ok()?;
        (&mut question.answer).await.ok()
    }

    /// How many tables cannot be played on.
    pub(crate) fn out_of_order(&self) -> usize {
        self.shelf.lock().count_out_of_order()
    }

    /// Removes everybody from a table, which ends it. Returns when it has ended, or after a limited wait.
    pub(crate) async fn close_table(
        &self,
        table: TableId,
        reason: Option<String>,
    ) -> Result<(), NoSuchTable> {
        let handle = self.show_out(table, None, reason)?;
        if timeout(CLOSE, handle.ended()).await.is_err() {
            tracing::warn!(%table, "the table does not close; its journal may not be writable");
        }
        Ok(())
    }

    /// Removes a player from a table, whether seated or watching.
    pub(crate) fn kick(&self, table: TableId, player: PlayerId) -> Result<(), NoSuchTable> {
        self.show_out(table, Some(player), None).map(drop)
    }

    /// Removes a player from a table, or everybody.
    fn show_out(
        &self,
        table: TableId,
        player: Option<PlayerId>,
        reason: Option<String>,
    ) -> Result<TableHandle, NoSuchTable> {
        let handle = self.shelf.lock().handle(table).ok_or(NoSuchTable)?;
        tell(&handle, TableInput::ShowOut { player, reason });
        Ok(handle)
    }

    /// Removes a player from every table where they sit.
    pub(crate) fn unseat(&self, player: PlayerId) {
        for handle in self.shelf.lock().seats_of(player) {
            let input = TableInput::ShowOut {
                player: Some(player),
                reason: None,
            };
            tell(&handle, input);
        }
    }

    /// Sets whether tables may open and matches may begin.
    pub(crate) fn set_new_games(&self, new_games: NewGames) {
        let is_winding_down = new_games == NewGames::Refused;
        self.winding_down.store(is_winding_down, Ordering::Relaxed);
    }

    /// Refuses what would begin something new while a restart is announced. Running matches go on.
    pub(super) fn check_winding_down(&self, command: &Command) -> Result<(), Refusal> {
        if !self.winding_down.load(Ordering::Relaxed) {
            return Ok(());
        }
        let begins = match command {
            Command::Lobby(LobbyCommand::Create { .. } | LobbyCommand::QuickPlay { .. })
            | Command::Table(_, TableCommand::Rematch) => true,
            Command::Table(table, TableCommand::Ready | TableCommand::AddBot { .. }) => {
                let phase = self.shelf.lock().phase_of(*table);
                phase == Some(TablePhase::Seating)
            }
            _ => false,
        };
        if begins {
            Err(ErrorCode::Restarting.into())
        } else {
            Ok(())
        }
    }
}
