//! What has happened at a table: the items of its journal. State is a fold of these and nothing else.
//!
//! No type here is `Serialize`: facts hold hidden tiles, and only the journal's codec may write them down.

use std::sync::Arc;

use boneyard_engine::{BySeat, Event, Options, Seat, Sheet};
use boneyard_protocol::table::TableSettings;
use boneyard_protocol::{AbsenceChoice, JoinCode, MatchId, PlayerInfo};

/// One fact.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// The table exists. Always a table's first fact, and only that.
    Opened(Box<Opening>),
    /// Somebody sat down.
    Seated {
        /// The seat.
        seat: Seat,
        /// Who.
        who: Sitter,
    },
    /// A seated player has another name.
    Renamed {
        /// The seat.
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// A seat was given up. In a match a server bot of this name plays it from now on.
    Left {
        /// The seat.
        seat: Seat,
        /// The bot's name, during a match only.
        bot: Option<String>,
    },
    /// The table has another opener, who may start the match.
    Opener {
        /// The opener's seat.
        seat: Seat,
    },
    /// Ready for the match, or for the next deal.
    Ready {
        /// The seat.
        seat: Seat,
    },
    /// A match begins; the engine's `MatchStarted` follows in the same append.
    MatchStarted {
        /// The match.
        match_id: MatchId,
    },
    /// What belongs to the entry that the next fact deals. The order itself is in the engine's event.
    Entry {
        /// Index of the entry in the match, from 0; void ones count.
        index: u32,
        /// The salt of the commitment. Secret until the match is over.
        salt: [u8; 32],
        /// SHA-256 of the salt followed by the record's deal line.
        commitment: [u8; 32],
    },
    /// A fact of the match.
    Game {
        /// The engine's event.
        event: Event,
        /// Who caused it.
        by: Origin,
        /// Whether the layer of this double wants it shown lengthwise. For the eyes only: neither the
        /// match nor its record knows of it.
        lengthwise: bool,
    },
    /// The turn's time was up; the `Game` facts that follow in the same append are the clock's.
    TimeUp {
        /// The seat.
        seat: Seat,
    },
    /// The seat's player is away in their turn and their absence is used up: the players who are here choose what happens.
    Absent {
        /// The seat.
        seat: Seat,
    },
    /// Somebody who is here has chosen what happens to the absent player. What it leads to follows in
    /// the same append; `wait` leads to nothing but another deadline.
    AbsenceChoice {
        /// Who has chosen.
        seat: Seat,
        /// What.
        choice: AbsenceChoice,
    },
    /// The match was ended without a result. The table seats again, or is closed.
    Unfinished {
        /// The match.
        match_id: MatchId,
    },
    /// Whether the table passes for the seat's player when nothing else is possible. Known to that player alone.
    AutoPass {
        /// The seat.
        seat: Seat,
        /// On or off.
        on: bool,
    },
    /// The seat's player is away and their absence is used up: a bot plays for them until they are back.
    StandIn {
        /// The seat.
        seat: Seat,
        /// Milliseconds of the player's absence budget left in this match (0, but for a changed rule).
        absence_left_ms: u64,
    },
    /// The seat's player is back and plays again.
    Returned {
        /// The seat.
        seat: Seat,
        /// Milliseconds of the player's absence budget left in this match.
        absence_left_ms: u64,
    },
    /// The seat wants another match.
    RematchWanted {
        /// The seat.
        seat: Seat,
    },
    /// The clocks as they stood when the server shut down in good order, or while the journal could not be
    /// written; they go on from here.
    ClocksStopped {
        /// Milliseconds left on the clock that the table was waiting on, if it was.
        left_ms: Option<u64>,
        /// Milliseconds of absence left, of every seat.
        absence_left_ms: BySeat<u64>,
    },
    /// The table is closed. Always the last fact.
    Closed {
        /// Why.
        reason: CloseReason,
    },
}

/// How a table was opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Preset id.
    pub sheet: String,
    /// Overrides by dotted field.
    pub options: Options,
    /// The whole effective sheet, so that the table plays on whatever becomes of the sheet's file. Journals
    /// of version 1 lack it: their sheets are presets.
    pub rules: Option<Arc<Sheet>>,
    /// Number of seats, 2 to 8.
    pub seats: u8,
    /// Settings.
    pub settings: TableSettings,
    /// The join code.
    pub code: JoinCode,
}

/// Who sits down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// Somebody with an identity: a person, or a bot on a socket.
    Player(PlayerInfo),
    /// A bot of the server's own.
    ServerBot {
        /// Its name.
        name: String,
    },
}

/// Who caused a fact of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The seat's player.
    Seat,
    /// The clock, for the seat on turn.
    Clock,
    /// The server bot whose seat it is, or that plays for nobody.
    Bot,
    /// A bot that stands in for the seat's player.
    StandIn,
    /// The table, by the wish of the seat's player that it pass for them.
    AutoPass,
    /// The table: entries and rulings.
    Table,
}

/// Why a table was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CloseReason {
    /// Nobody but server bots has a seat any more.
    Deserted,
    /// Nobody was there for too long.
    Idle,
    /// The match is over and there was no rematch in time.
    Finished,
    /// Entry after entry was void (SPEC 4.3): by these rules there is no deal.
    Undealable,
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::{Fact, Opening, Sitter};
    use crate::{Append, JournalRecord, TokenHash};

    /// A type that is `Serialize` has this trait in two ways, so that a call of `check` does not compile.
    trait NotSerialize<Way> {
        fn check() {}
    }

    struct ByBeingSerialize;

    impl<T> NotSerialize<()> for T {}

    impl<T: Serialize> NotSerialize<ByBeingSerialize> for T {}

    #[test]
    fn nothing_that_can_hold_a_secret_is_serialize() {
        <Fact as NotSerialize<_>>::check();
        <Opening as NotSerialize<_>>::check();
        <Sitter as NotSerialize<_>>::check();
        <JournalRecord as NotSerialize<_>>::check();
        <Append as NotSerialize<_>>::check();
        <TokenHash as NotSerialize<_>>::check();
    }
}
