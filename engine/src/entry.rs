//! What fixes one deal: the order of the tiles and the lot (SPEC 4.1).

use std::fmt;

use serde::Deserialize;

use crate::seat::Seat;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// The order of the 28 tiles and the lot. As JSON: `{"order":["6-4",...],"lot":1}`; other keys are
/// ignored. It cannot be serialized: what writes one down (a journal, a match record) does it by
/// [`order`](Self::order) and [`lot`](Self::lot), each for itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "RawEntry")]
pub struct DealEntry {
    order: Vec<Tile>,
    lot: Seat,
}

impl DealEntry {
    /// An entry of all 28 tiles in dealing order.
    ///
    /// # Errors
    ///
    /// [`EntryError::Order`] unless every tile is named exactly once.
    pub fn new(order: Vec<Tile>, lot: Seat) -> Result<Self, EntryError> {
        let all: TileSet = order.iter().copied().collect();
        if order.len() == Tile::COUNT && all == TileSet::ALL {
            Ok(Self { order, lot })
        } else {
            Err(EntryError::Order)
        }
    }

    /// The tiles in dealing order, always 28.
    #[must_use]
    pub fn order(&self) -> &[Tile] {
        &self.order
    }

    /// The seat drawn by lot.
    #[must_use]
    pub fn lot(&self) -> Seat {
        self.lot
    }
}

/// The record's line of an entry, without line feed: `deal`, the lot, 28 tiles as two digits.
#[must_use]
pub fn deal_line(entry: &DealEntry) -> String {
    let mut line = format!("deal {}", entry.lot());
    for tile in entry.order() {
        line.push(' ');
        line.push_str(&tile.digits());
    }
    line
}

#[derive(Deserialize)]
struct RawEntry {
    order: Vec<Tile>,
    lot: Seat,
}

impl TryFrom<RawEntry> for DealEntry {
    type Error = EntryError;

    fn try_from(raw: RawEntry) -> Result<Self, EntryError> {
        Self::new(raw.order, raw.lot)
    }
}

/// Why an entry was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryError {
    /// The order does not name each of the 28 tiles once.
    Order,
    /// The lot is a seat that takes no part.
    Lot,
    /// The match is not waiting for an entry.
    NotAwaited,
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Order => "an entry names each of the 28 tiles once",
            Self::Lot => "the lot is not a seat of the match",
            Self::NotAwaited => "the match is not waiting for a deal",
        })
    }
}

impl std::error::Error for EntryError {}
