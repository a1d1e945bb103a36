//! What happens at a table, as one viewer may see it.

use std::collections::BTreeMap;

use boneyard_engine::{End, Tile};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::command::{AbsenceChoice, PlayerKind};
use crate::ids::{MatchId, PlayerId};
use crate::result::{DealResult, MatchEnd, ScoreReason};

/// One fact. Seats are numbers from 0, sides too; tiles are `"6-4"`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Fact {
    /// Something this viewer may not see, or that shows in the position alone (a turn that begins or ends).
    /// It takes its number.
    Hidden,

    /// Somebody sat down.
    Seated {
        /// The seat.
        seat: u8,
        /// Public id of the player; absent for a server bot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<PlayerId>,
        /// Name.
        name: String,
        /// Person or bot.
        kind: PlayerKind,
    },
    /// A seated player changed their name.
    Renamed {
        /// The seat.
        seat: u8,
        /// The new name.
        name: String,
    },
    /// A seat was given up. In a match a bot plays it from now on, and anyone may take it.
    Left {
        /// The seat.
        seat: u8,
        /// The name of the bot that plays it now, in a match only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    /// The table has another opener.
    #[serde(rename = "host")]
    Opener {
        /// The opener's seat.
        seat: u8,
    },
    /// Ready for the match or for the next deal.
    Ready {
        /// The seat.
        seat: u8,
    },
    /// The seat's player is on turn but away, and their time is up: those who are here choose what happens
    /// ([`AbsenceView`](crate::position::AbsenceView)).
    Absent {
        /// The absent player's seat.
        seat: u8,
    },
    /// Somebody who is here has chosen. What it leads to follows.
    AbsenceChoice {
        /// Who has chosen.
        seat: u8,
        /// What.
        choice: AbsenceChoice,
    },
    /// The match was ended without a result, since a player did not come back. The table seats for another.
    Unfinished {
        /// The match. Its record is kept, like that of a match that was played to its end.
        match_id: MatchId,
    },
    /// The viewer's own wish that the server passes for them; to others `hidden`.
    AutoPass {
        /// The viewer's seat.
        seat: u8,
        /// On or off.
        on: bool,
    },
    /// The seat's player is away and their time is up: a bot plays for them until they are back.
    StandIn {
        /// The seat.
        seat: u8,
    },
    /// The player is back and plays again.
    Returned {
        /// The seat.
        seat: u8,
    },
    /// The seat wants another match.
    Rematch {
        /// The seat.
        seat: u8,
    },
    /// The turn's time is up; the fact that follows in the seat's name is the clock's.
    TimeUp {
        /// The seat.
        seat: u8,
    },
    /// A match begins.
    MatchStarted {
        /// The match.
        match_id: MatchId,
        /// Preset id.
        sheet: String,
        /// Overrides by dotted field.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        options: BTreeMap<String, Value>,
        /// Number of seats.
        players: u8,
    },
    /// The table is closed.
    Closed,

    /// A deal is set up.
    Dealt {
        /// Index of the entry, from 0; void and annulled ones count.
        entry: u32,
        /// The entry's commitment: SHA-256 over salt and deal line, 64 lower-case hex digits.
        commitment: String,
        /// The deal's number in the match, from 1; void and annulled ones do not count.
        deal: u32,
        /// Tiles in each hand.
        hands: Vec<u8>,
        /// Undealt tiles.
        stock: u8,
        /// The viewer's own hand, if they may see it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
        hand: Option<Vec<Tile>>,
        /// Who leads; absent while rows are being arranged.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leader: Option<u8>,
    },
    /// The deal is void (SPEC 4.3); the next entry follows.
    Void {
        /// Index of the entry.
        entry: u32,
        /// The entry's commitment.
        commitment: String,
        /// The seat whose hand is opened.
        seat: u8,
        /// That hand.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
        hand: Vec<Tile>,
    },
    /// A row is fixed and closed from now on, to its owner, too (SPEC 4.4).
    Arranged {
        /// Whose.
        seat: u8,
    },
    /// The first tile was laid.
    Led {
        /// Who.
        seat: u8,
        /// What.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        tile: Tile,
        /// A double laid along: its end is a single one (SPEC 6.4).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        along: bool,
        /// A double whose layer wants it shown lengthwise. It counts as ever.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lengthwise: bool,
    },
    /// A tile was laid at an end.
    Played {
        /// Who.
        seat: u8,
        /// What.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        tile: Tile,
        /// Where.
        #[cfg_attr(feature = "schema", schemars(with = "EndName"))]
        end: End,
        /// A double laid along: its end is a single one (SPEC 6.4).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        along: bool,
        /// A double whose layer wants it shown lengthwise. It counts as ever.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lengthwise: bool,
    },
    /// The rightmost tile of a closed row was turned up; it fits, or is led (SPEC 7.5, 5.4).
    TurnedUp {
        /// Who.
        seat: u8,
        /// What.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        tile: Tile,
    },
    /// The rightmost tile of a closed row was turned up, does not fit, and went to the left end.
    Misfit {
        /// Who.
        seat: u8,
        /// What, for those who may see it. Closed again from now on: a snapshot's log lacks it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        tile: Option<Tile>,
    },
    /// A row was opened for the rest of the deal (SPEC 7.4).
    Opened {
        /// Whose.
        seat: u8,
        /// The row, left to right, for those who may see it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
        tiles: Option<Vec<Tile>>,
    },
    /// A tile was drawn.
    Drew {
        /// Who.
        seat: u8,
        /// What, for those who see that hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        tile: Option<Tile>,
    },
    /// Nothing was possible.
    Passed {
        /// Who.
        seat: u8,
        /// The numbers that were open.
        numbers: Vec<u8>,
    },
    /// A turn that could have gone on was ended.
    Stopped {
        /// Who.
        seat: u8,
    },
    /// A seat says that the other pair has laid a wrong tile (SPEC 10.2).
    Challenged {
        /// Who.
        seat: u8,
    },
    /// A wrong tile, found at once, goes back to the hand of that seat, which is on turn again.
    TakenBack {
        /// Who had laid it.
        seat: u8,
        /// What.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        tile: Tile,
        /// Where it lay.
        #[cfg_attr(feature = "schema", schemars(with = "EndName"))]
        end: End,
    },
    /// A pair was warned (SPEC 10.4, 10.5).
    Warned {
        /// The pair.
        side: u8,
        /// Its warnings in this match, this one included.
        game: u32,
        /// Its warnings in the competition, this one included.
        total: u32,
        /// The points of the fine, if this warning brings one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fine: Option<u32>,
    },
    /// The table ruled (SPEC 3.2): `deal`, `warn 2`, `overtime 2`, `restart`.
    Ruled {
        /// The ruling's text.
        ruling: String,
    },
    /// Points for a placement or a pass (SPEC 9.2, 9.6).
    Scored {
        /// The side.
        side: u8,
        /// Points, after overshoot.
        points: u32,
        /// What for.
        reason: ScoreReason,
        /// The value of the layout (SPEC 6.5), with `multiples`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<u32>,
    },
    /// The deal is over.
    DealOver(Box<DealResult>),
    /// The match is over.
    MatchOver {
        /// Score of each side. Halves occur with result `set` only.
        score: Vec<f64>,
        /// The winning sides.
        winners: Vec<u8>,
        /// The goats (SPEC 9.7).
        losers: Vec<u8>,
        /// What ended it.
        reason: MatchEnd,
    },
    /// A fact this client does not know yet. Ignore it; it takes its number.
    #[serde(other)]
    Unknown,
}

impl Fact {
    /// What a log keeps of it where hands are not seen (SPEC 12.4): a misfit is closed again, and so is a dealt
    /// row once it is arranged. An opened row stays open.
    #[must_use]
    pub fn closed_again(mut self) -> Self {
        if let Self::Misfit { tile, .. } = &mut self {
            *tile = None;
        }
        if let Self::Dealt { hand, .. } = &mut self {
            *hand = None;
        }
        self
    }
}

/// The names of the ends, for the schema.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum EndName {
    Left,
    Right,
    Up,
    Down,
}
