//! What may come of a line: going out in this turn, and points for others.

use crate::action::{End, Lay};
use crate::in_play::points_in_play;
use crate::line::Line;
use crate::points::Points;
use crate::seat::Seat;
use crate::sheet::Sheet;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A search for a way to lay all tiles gives up after so many placements.
const MOST_PLACEMENTS: u32 = 2_000;

/// Whether all these tiles can be laid one after the other, in some order and with some choice of
/// ends. Says no if it takes too long to find out.
pub(super) fn goes_out(line: &Line, tiles: TileSet) -> bool {
    let mut left = MOST_PLACEMENTS;
    search(line, tiles, &mut left)
}

fn search(line: &Line, tiles: TileSet, left: &mut u32) -> bool {
    if tiles.is_empty() {
        return true;
    }
    for open in line.ends() {
        let fitting = tiles.iter().filter(|tile| tile.has(open.number));
        for tile in fitting {
            *left = left.saturating_sub(1);
            if *left == 0 {
                return false;
            }
            let mut rest = tiles;
            rest.remove(tile);
            if search(&laid(line, tile, open.end, Lay::Across), rest, left) {
                return true;
            }
        }
    }
    false
}

/// The line with a tile laid at an end. Who lays it does not matter to it.
pub(super) fn laid(line: &Line, tile: Tile, end: End, lay: Lay) -> Line {
    let mut line = line.clone();
    line.play(Seat::new(0), tile, end, lay);
    line
}

/// The line that a lead begins.
pub(super) fn led(line: &Line, tile: Tile, lay: Lay) -> Line {
    let mut line = line.clone();
    line.lead(Seat::new(0), tile, lay);
    line
}

/// The most points that laying this tile can give.
pub(super) fn best_points(sheet: &Sheet, line: &Line, tile: Tile) -> Points {
    let fitting = line.ends().filter(|open| tile.has(open.number));
    let points = fitting.filter_map(|open| {
        let line = laid(line, tile, open.end, Lay::Across);
        Some(points_in_play(sheet, &line, tile)?.0)
    });
    points.max().unwrap_or(Points::ZERO)
}
