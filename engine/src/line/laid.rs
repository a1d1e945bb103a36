//! What lies in the line, for everybody to see.

use crate::action::{End, Lay};
use crate::seat::Seat;
use crate::tile::{Number, Tile};

/// The line as everybody sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineView {
    /// The led tile; with a its left and b its right number, `inner` is a and `outer` is b.
    pub lead: Option<LaidTile>,
    /// The tiles to the left of the led tile, nearest first.
    pub left: Vec<LaidTile>,
    /// The tiles to the right of the led tile, nearest first.
    pub right: Vec<LaidTile>,
    /// The tiles above the spinner, nearest first.
    pub up: Vec<LaidTile>,
    /// The tiles below the spinner, nearest first.
    pub down: Vec<LaidTile>,
    /// Where the spinner lies.
    pub spinner: Option<LinePlace>,
    /// The open ends in the order of their names.
    pub ends: Vec<OpenEnd>,
}

/// A tile of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LaidTile {
    /// The tile.
    pub tile: Tile,
    /// The half towards the led tile (the left half of the led tile itself).
    pub inner: Number,
    /// The half away from it.
    pub outer: Number,
    /// How it lies; a double laid along counts and looks like any other tile.
    pub lay: Lay,
    /// Who laid it.
    pub seat: Seat,
    /// Its place in the order of laying, from 0.
    pub order: u32,
}

/// A place of the line that holds a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinePlace {
    /// The led tile.
    Lead,
    /// The tile with this index in an arm.
    Arm {
        /// Left or right.
        end: End,
        /// Its index, from 0.
        index: u32,
    },
}

/// An open end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpenEnd {
    /// Its name.
    pub end: End,
    /// Its number.
    pub number: Number,
    /// Whether a double lies across there.
    pub double: bool,
}
