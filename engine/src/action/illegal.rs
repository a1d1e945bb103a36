//! Why an action or a ruling is refused.

use std::fmt;

use super::End;
use crate::tile::{Number, Tile};
use crate::tile_set::NumberSet;

/// Why an action or a ruling was refused. Says only what the asker may know: a tile of another
/// hand, of the stock and one set aside are all `NotHeld`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalAction {
    /// No deal is running: it is over, or its tiles have not been dealt yet.
    NoDeal,
    /// The match is over.
    MatchOver,
    /// Somebody else is on turn, or the seat takes no part.
    NotOnTurn,
    /// The tile is not in the hand.
    NotHeld {
        /// The tile.
        tile: Tile,
    },
    /// The first tile of the deal must be led, not played.
    LeadFirst,
    /// The deal has been led already.
    AlreadyLed,
    /// The lead is another tile.
    LeadNamed {
        /// The only tile that may be led.
        tile: Tile,
    },
    /// The line has no such end.
    NoSuchEnd {
        /// The end.
        end: End,
    },
    /// The tile does not fit.
    DoesNotFit {
        /// The tile.
        tile: Tile,
        /// The end named in the action.
        end: End,
        /// The numbers that would fit: that of the named end if the tile fits another end, else
        /// those of all ends.
        needed: NumberSet,
    },
    /// Only doubles may lie along, and only where the sheet allows it.
    NotAlong,
    /// Only the second of two doubles may follow in this turn (SPEC 7.4).
    OnlyTwin {
        /// The second double.
        tile: Tile,
        /// The end it fits.
        end: End,
    },
    /// A tile in the hand fits, so there is nothing to draw or to pass for.
    TileFits {
        /// The numbers of the open ends.
        ends: NumberSet,
    },
    /// A tile must be drawn first.
    MustDraw,
    /// This game has no drawing at this point, or the stock is spent.
    NothingToDraw,
    /// The turn may not be ended here.
    CannotStop,
    /// The turn is ended with `stop`, not with `pass`.
    CannotPass,
    /// Rows are being arranged; nobody is on turn yet.
    Arranging,
    /// Hands are seen or the row is fixed: there is nothing to arrange.
    NothingToArrange,
    /// The row does not name exactly the tiles of the hand.
    NotTheRow,
    /// There is nothing to turn up now.
    NothingToTurnUp,
    /// The row is closed: its rightmost tile is turned up first. Says nothing about the tile asked
    /// for, which may lie in the row or not.
    TurnUpFirst,
    /// Only the tile that was turned up may be laid.
    OnlyTurnedUp {
        /// The tile, which everybody sees.
        tile: Tile,
    },
    /// Wrong tiles cannot be laid at this table, or none lies yet: there is nothing to challenge.
    NoChallenge,
    /// The deal is not over.
    DealRunning,
    /// The table has no ladder of warnings.
    NoLadder,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDeal => f.write_str("no deal is running"),
            Self::MatchOver => f.write_str("the match is over"),
            Self::NotOnTurn => f.write_str("somebody else is on turn"),
            Self::NotHeld { tile } => write!(f, "{tile} is not in the hand"),
            Self::LeadFirst => f.write_str("the first tile is led"),
            Self::AlreadyLed => f.write_str("the deal has been led"),
            Self::LeadNamed { tile } => write!(f, "{tile} must be led"),
            Self::NoSuchEnd { end } => write!(f, "the line has no end {end}"),
            Self::DoesNotFit { tile, needed, .. } => {
                let needed: Vec<_> = needed.iter().map(|n: Number| n.to_string()).collect();
                write!(f, "{tile} does not fit, {} is needed", needed.join(" or "))
            }
            Self::NotAlong => f.write_str("the tile may not lie along"),
            Self::OnlyTwin { tile, end } => write!(f, "only {tile} at {end} may follow"),
            Self::TileFits { .. } => f.write_str("a tile in the hand fits"),
            Self::MustDraw => f.write_str("a tile must be drawn"),
            Self::NothingToDraw => f.write_str("there is nothing to draw"),
            Self::CannotStop => f.write_str("the turn may not be ended here"),
            Self::CannotPass => f.write_str("there is nothing to pass for"),
            Self::Arranging => f.write_str("rows are being arranged"),
            Self::NotTheRow => f.write_str("the row does not name exactly the tiles of the hand"),
            Self::TurnUpFirst => f.write_str("the rightmost tile is turned up first"),
            Self::OnlyTurnedUp { tile } => write!(f, "only {tile}, turned up, may be laid"),
            Self::NothingToArrange => f.write_str("there is nothing to arrange"),
            Self::NothingToTurnUp => f.write_str("there is nothing to turn up"),
            Self::NoChallenge => f.write_str("there is nothing to challenge"),
            Self::DealRunning => f.write_str("the deal is not over"),
            Self::NoLadder => f.write_str("the table has no ladder of warnings"),
        }
    }
}

impl std::error::Error for IllegalAction {}
