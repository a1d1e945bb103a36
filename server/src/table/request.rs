//! What a player wants of a table.

use boneyard_protocol::{JoinCode, TableCommand};

/// What a player wants of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The command that has opened this table comes once more.
    Open,
    /// A seat, for somebody who has the table's code.
    Join {
        /// The code.
        code: JoinCode,
        /// The seat that is wanted; absent: the first free one.
        seat: Option<u8>,
    },
    /// A seat, for a player in a hurry that the lobby has sent here.
    QuickPlay,
    /// To watch.
    Watch {
        /// The table's code, if it is known.
        code: Option<JoinCode>,
    },
    /// A command that names the table.
    Command(TableCommand),
}

/// What the sender of a request gets besides the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wants {
    Ack,
    /// To watch from now on, beginning with a snapshot.
    Snapshot,
}

impl From<TableCommand> for Request {
    fn from(command: TableCommand) -> Self {
        Self::Command(command)
    }
}

impl Request {
    /// Whether it comes from somebody who is not at the table yet.
    pub(super) const fn is_of_a_guest(&self) -> bool {
        matches!(
            self,
            Self::Join { .. } | Self::Watch { .. } | Self::Command(TableCommand::Sit { .. })
        )
    }

    /// What the sender gets besides the answer.
    pub(super) const fn wants(&self) -> Wants {
        match self {
            Self::Command(TableCommand::Sit { .. }) => Wants::Snapshot,
            Self::Command(_) => Wants::Ack,
            Self::Open | Self::Join { .. } | Self::QuickPlay | Self::Watch { .. } => {
                Wants::Snapshot
            }
        }
    }

    /// Whether the sender knows that the table exists, be it a private one: by its code, or from the lobby.
    pub(super) const fn knows_the_table(&self) -> bool {
        !matches!(self, Self::Command(_))
    }

    /// Whether it is kept until the journal can be read again, and answered then: whoever has come back would
    /// otherwise have to guess when to ask again.
    pub(super) const fn waits_for_the_journal(&self) -> bool {
        matches!(self, Self::Command(TableCommand::Resume { .. }))
    }
}
