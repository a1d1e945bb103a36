//! The tiles of a seat.

use crate::tile::Tile;
use crate::tile_set::TileSet;

/// The tiles of a seat from left to right, and the same as a set. Only in a row does the order
/// mean anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hand {
    tiles: Vec<Tile>,
    set: TileSet,
}

impl Hand {
    pub(crate) fn new(tiles: Vec<Tile>) -> Self {
        let set = tiles.iter().copied().collect();
        Self { tiles, set }
    }

    pub(crate) fn set(&self) -> TileSet {
        self.set
    }

    /// The tiles from left to right.
    pub(crate) fn row(&self) -> &[Tile] {
        &self.tiles
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Takes a tile in at the right.
    pub(crate) fn push(&mut self, tile: Tile) {
        self.tiles.push(tile);
        self.set.insert(tile);
    }

    pub(crate) fn remove(&mut self, tile: Tile) {
        self.tiles.retain(|held| *held != tile);
        self.set.remove(tile);
    }

    /// A misfit: the rightmost tile goes to the left end (SPEC 7.5).
    pub(crate) fn rightmost_to_left(&mut self) {
        if !self.tiles.is_empty() {
            self.tiles.rotate_right(1);
        }
    }
}
