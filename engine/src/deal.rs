//! One dealing and its play: hands, stock, line and the running turn (SPEC 4, 7).

mod fold;
mod hand;
mod moves;
mod turn;

pub(crate) use hand::Hand;
pub(crate) use moves::Moves;

use crate::action::End;
use crate::line::Line;
use crate::seat::{BySeat, Seat};
use crate::sheet::{DrawRule, LeadTile, Sheet};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// All consecutive actions of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) seat: Seat,
    /// The tiles laid in this turn, in order.
    pub(crate) laid: Vec<Tile>,
    /// Whether a tile was drawn in this turn.
    pub(crate) drew: bool,
    /// How often its time has run out.
    pub(crate) overtimes: u32,
    pub(crate) last: Last,
}

impl Turn {
    pub(crate) fn new(seat: Seat) -> Self {
        Self {
            seat,
            laid: Vec::new(),
            drew: false,
            overtimes: 0,
            last: Last::Nothing,
        }
    }
}

/// How the seat's row lay before a placement (SPEC 7.4). A hand that is no row is never opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowBefore {
    Opened,
    NotOpened,
}

/// What the turn's last action was, as far as the next one depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    Nothing,
    Led {
        row: RowBefore,
    },
    Laid {
        tile: Tile,
        end: End,
        row: RowBefore,
    },
    /// It fits, and lies face up at the right of the row.
    TurnedUp {
        tile: Tile,
    },
    Misfit,
    Drew {
        tile: Tile,
    },
}

/// A tile that lies where it does not fit and has not been found (SPEC 10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrongTile {
    pub(crate) seat: Seat,
    pub(crate) tile: Tile,
    pub(crate) end: End,
    /// The number of the act that laid it.
    pub(crate) act: u32,
    /// The deal's `idle` and `closer` before it, for taking it back.
    pub(crate) idle: u32,
    pub(crate) closer: Option<Seat>,
}

/// A deal in play, or as it lay when it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deal {
    pub(crate) lead_tile: LeadTile,
    /// Known once the first turn has begun.
    pub(crate) leader: Option<Seat>,
    pub(crate) hands: BySeat<Hand>,
    /// Seats that have still to arrange their row.
    pub(crate) awaiting: BySeat<bool>,
    /// Seats whose row is open for the rest of the deal. Never where hands are seen.
    pub(crate) opened: BySeat<bool>,
    /// The undealt tiles, the front last: drawing is `pop`.
    pub(crate) stock: Vec<Tile>,
    pub(crate) line: Line,
    pub(crate) turn: Option<Turn>,
    /// How many turns of the deal have begun.
    pub(crate) turns: u32,
    /// Turns in a row without a tile laid or drawn (SPEC 7.6).
    pub(crate) idle: u32,
    /// The seat that laid the last tile.
    pub(crate) closer: Option<Seat>,
    /// Leads, plays and passes so far, those of tiles taken back included (SPEC 10.2).
    pub(crate) acts: u32,
    /// In the order of laying. Only at a strict table.
    pub(crate) wrong: Vec<WrongTile>,
}

impl Deal {
    /// How many tiles of the stock may still be drawn (SPEC 1.3).
    pub(crate) fn drawable(&self, sheet: &Sheet) -> usize {
        match sheet.turn.draw {
            DrawRule::Never => 0,
            DrawRule::One | DrawRule::UntilFit => {
                let reserve = usize::try_from(sheet.deal.reserve).unwrap_or(usize::MAX);
                self.stock.len().saturating_sub(reserve)
            }
        }
    }

    /// Whether every tile is in exactly one place, and every hand is the same as a row and as a set.
    pub(crate) fn conserves_tiles(&self) -> bool {
        let (mut seen, mut count) = (TileSet::EMPTY, 0);
        let held = self.hands.iter().flat_map(Hand::row).copied();
        for tile in held
            .chain(self.stock.iter().copied())
            .chain(self.line.tiles())
        {
            seen.insert(tile);
            count += 1;
        }
        let same = |hand: &Hand| hand.set() == hand.row().iter().copied().collect();
        count == Tile::COUNT && seen == TileSet::ALL && self.hands.iter().all(same)
    }

    /// The tile that lies face up at the right of a closed row, until it is laid.
    pub(crate) fn turned_up(&self) -> Option<(Seat, Tile)> {
        match self.turn.as_ref()? {
            Turn {
                seat,
                last: Last::TurnedUp { tile },
                ..
            } => Some((*seat, *tile)),
            _ => None,
        }
    }
}
