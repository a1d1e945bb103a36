//! Commands for a table.

use serde::{Deserialize, Serialize};

use super::Command;
use crate::ids::TableId;

/// A command for a table whose id is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableCommand {
    /// Sit down at a listed table.
    Sit {
        /// The seat that is wanted; absent: the first free one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Put a server bot on a free seat (the opener, before a match).
    AddBot {
        /// The seat that is wanted; absent: the first free one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Ready for the match, or for the next deal.
    Ready,
    /// A seat's action (SPEC 3.1).
    Act {
        /// The number of the turn it belongs to; not for `arrange` and `challenge`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<u32>,
        /// For `arrange` and `challenge`: the index of the deal's entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entry: Option<u32>,
        /// The action's text, `play 6-4 left`.
        action: String,
        /// For a double that is laid: show it lengthwise. Only where multiples of the ends count, without a
        /// spinner and without `line.along`. Its value stays what it is.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lengthwise: bool,
    },
    /// Say a canned phrase to the whole table.
    Phrase {
        /// One of [`crate::limits::PHRASES`].
        phrase: String,
    },
    /// Report somebody at the same table to the host of the server. Nobody else learns of it.
    Report {
        /// The seat of the reported player.
        seat: u8,
        /// What the player does.
        reason: ReportReason,
    },
    /// Another match with the same people and rules.
    Rematch,
    /// Let the server pass for the player's own seat whenever `pass` is a turn's only legal action, after the time that
    /// the table's tempo gives every step of the server; it never draws and never lays. Off until it is
    /// asked for. Nobody else is told. Refused (`not_now`) at a strict table, where a pass is the player's own
    /// judgement (SPEC 10.1).
    AutoPass {
        /// On or off.
        on: bool,
    },
    /// Choose what happens about the absent player whose time is up: see
    /// [`AbsenceView`](crate::position::AbsenceView).
    Absence {
        /// The number of the turn that the absent player does not play.
        turn: u32,
        /// The choice.
        choice: AbsenceChoice,
    },
    /// Give up the seat, or stop watching. In a match a bot plays the seat from then on.
    Leave,
    /// Send what happened at the table after number `since`; 0 asks for a snapshot.
    Resume {
        /// The last number the client has applied.
        since: u64,
    },
}

impl TableCommand {
    /// The command, addressed to a table.
    #[must_use]
    pub const fn at(self, table: TableId) -> Command {
        Command::Table(table, self)
    }
}

/// What a player is reported for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// The name insults, or is meant to look like somebody else's.
    Name,
    /// The phrases disturb.
    Phrases,
    /// The player lets the clock run out on purpose.
    Stalling,
    /// The player plays into another's hands, or knows what they may not know.
    Cheating,
    /// A program that says it is a person.
    Bot,
}

impl ReportReason {
    /// Every reason.
    pub const ALL: [Self; 5] = [
        Self::Name,
        Self::Phrases,
        Self::Stalling,
        Self::Cheating,
        Self::Bot,
    ];

    /// The reason as the wire and the store spell it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Phrases => "phrases",
            Self::Stalling => "stalling",
            Self::Cheating => "cheating",
            Self::Bot => "bot",
        }
    }
}

/// What the others may do about an absent player whose time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AbsenceChoice {
    /// Wait for another [`ABSENCE_WAIT_MS`](crate::limits::ABSENCE_WAIT_MS), any number of times.
    Wait,
    /// Let a bot play until the player is back.
    Bot,
    /// End the match without a result. Done when every other person has chosen it whose seat no bot plays.
    End,
}
