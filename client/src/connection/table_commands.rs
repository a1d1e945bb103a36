//! Commands to a table where the player has a seat, or looks on.

use boneyard_protocol::{AbsenceChoice, Ack, ReportReason, TableCommand, TableId};

use super::Connection;
use crate::error::CommandError;

/// Whether the server passes for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoPass {
    /// It passes whenever nothing else is possible.
    On,
    /// The player passes.
    Off,
}

impl Connection {
    /// Puts a server bot on a free seat: on `seat`, or on the first free one. For the table's opener, before a
    /// match.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn add_bot(&self, table: TableId, seat: Option<u8>) -> Result<Ack, CommandError> {
        self.command(TableCommand::AddBot { seat }.at(table)).await
    }

    /// Says ready for the match, or for the next deal.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn ready(&self, table: TableId) -> Result<Ack, CommandError> {
        self.command(TableCommand::Ready.at(table)).await
    }

    /// Acts on turn number `turn`; `action` is one of the legal ones, `play 6-4 left` (SPEC 3.1).
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn act(
        &self,
        table: TableId,
        turn: u32,
        action: impl Into<String>,
    ) -> Result<Ack, CommandError> {
        self.command(
            TableCommand::Act {
                turn: Some(turn),
                entry: None,
                action: action.into(),
                lengthwise: false,
            }
            .at(table),
        )
        .await
    }

    /// Lays a double as [`act`](Self::act) does, and shows it lengthwise. Only where multiples of the ends count,
    /// without a spinner and without `line.along`. It counts as it does crosswise.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn act_lengthwise(
        &self,
        table: TableId,
        turn: u32,
        action: impl Into<String>,
    ) -> Result<Ack, CommandError> {
        self.command(
            TableCommand::Act {
                turn: Some(turn),
                entry: None,
                action: action.into(),
                lengthwise: true,
            }
            .at(table),
        )
        .await
    }

    /// Acts in the deal with this entry, no matter whose turn it is: `arrange 3-1 6-6 ...` or `challenge`.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn act_in_deal(
        &self,
        table: TableId,
        entry: u32,
        action: impl Into<String>,
    ) -> Result<Ack, CommandError> {
        self.command(
            TableCommand::Act {
                turn: None,
                entry: Some(entry),
                action: action.into(),
                lengthwise: false,
            }
            .at(table),
        )
        .await
    }

    /// Says a canned phrase, one of [`PHRASES`](boneyard_protocol::limits::PHRASES), to the whole table.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn phrase(
        &self,
        table: TableId,
        phrase: impl Into<String>,
    ) -> Result<Ack, CommandError> {
        self.command(
            TableCommand::Phrase {
                phrase: phrase.into(),
            }
            .at(table),
        )
        .await
    }

    /// Tells the host of the server what the player of `seat` does wrong. Nobody else learns of it.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn report(
        &self,
        table: TableId,
        seat: u8,
        reason: ReportReason,
    ) -> Result<Ack, CommandError> {
        self.command(TableCommand::Report { seat, reason }.at(table))
            .await
    }

    /// Wants another match with the same people and rules.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn rematch(&self, table: TableId) -> Result<Ack, CommandError> {
        self.command(TableCommand::Rematch.at(table)).await
    }

    /// Lets the server pass for this player's seat whenever a turn's only legal action is `pass`, or no longer.
    /// Off until it is asked for; refused at a strict table (SPEC 10.1).
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn auto_pass(
        &self,
        table: TableId,
        auto_pass: AutoPass,
    ) -> Result<Ack, CommandError> {
        let on = auto_pass == AutoPass::On;
        self.command(TableCommand::AutoPass { on }.at(table)).await
    }

    /// Says what to do about the player who is away while it is turn number `turn`: one of the `choices` of
    /// [`AbsenceView`](boneyard_protocol::AbsenceView).
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn absence_choice(
        &self,
        table: TableId,
        turn: u32,
        choice: AbsenceChoice,
    ) -> Result<Ack, CommandError> {
        self.command(TableCommand::Absence { turn, choice }.at(table))
            .await
    }

    /// Gives up the seat, or stops looking on. The table is no longer followed. In a match a bot plays the seat
    /// from then on.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn leave(&self, table: TableId) -> Result<Ack, CommandError> {
        self.command(TableCommand::Leave.at(table)).await
    }
}
