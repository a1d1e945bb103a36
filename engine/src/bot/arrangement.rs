//! How a row is arranged: the tiles that come up one after the other should fit each other.

use crate::tile::{Number, Tile};
use crate::tile_set::TileSet;

/// A search for runs ends after so many tiles were tried: enough for every run of an ordinary hand.
const MOST_TRIED: u32 = 50_000;

/// The row, left to right. From the right it begins with the longest run in which every tile goes on
/// where the one before it ended; of equal ones the run that sheds more pips first.
pub(super) fn of(tiles: TileSet) -> Vec<Tile> {
    let mut longest = Vec::new();
    let mut left = MOST_TRIED;
    for number in Number::ALL {
        run(number, tiles, &mut Vec::new(), &mut longest, &mut left);
    }
    let rest = tiles.without(longest.iter().copied().collect());
    let mut rest: Vec<Tile> = rest.iter().collect();
    // Right of the rest the heavy ones, since they come up first.
    rest.sort_by_key(|tile| tile.pips());
    rest.extend(longest.into_iter().rev());
    rest
}

/// Follows every run that begins at a number.
fn run(
    number: Number,
    tiles: TileSet,
    so_far: &mut Vec<Tile>,
    longest: &mut Vec<Tile>,
    left: &mut u32,
) {
    let weight = |run: &[Tile]| (run.len(), run.first().map(|tile| tile.pips()));
    if weight(so_far) > weight(longest) {
        longest.clone_from(so_far);
    }
    for tile in tiles.iter() {
        if *left == 0 {
            return;
        }
        if let Some(next) = tile.other_half(number) {
            *left -= 1;
            let mut rest = tiles;
            rest.remove(tile);
            so_far.push(tile);
            run(next, rest, so_far, longest, left);
            so_far.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_all_tiles_are_arranged_too() {
        let tiles: TileSet = Tile::ALL.into_iter().step_by(2).collect();
        let row = of(tiles);
        assert_eq!(row.len(), 14);
        assert_eq!(row.into_iter().collect::<TileSet>(), tiles);
    }

    #[test]
    fn tiles_that_go_on_from_each_other_come_up_in_turn() {
        let tiles = ["6-4", "5-0", "4-1", "3-3", "1-1", "3-1", "6-0", "2-2"];
        let tiles: TileSet = tiles
            .iter()
            .map(|tile| tile.parse::<Tile>().unwrap())
            .collect();
        let row = of(tiles);
        assert_eq!(row.iter().copied().collect::<TileSet>(), tiles);
        assert_eq!(row.first(), Some(&"2-2".parse().unwrap()), "it fits none");
        // 5-0 0-6 6-4 4-1 1-1 1-3 3-3, in either direction.
        let run: Vec<String> = row[1..].iter().map(Tile::to_string).collect();
        let mut expected = ["5-0", "6-0", "6-4", "4-1", "1-1", "3-1", "3-3"];
        if run[0] != expected[0] {
            expected.reverse();
        }
        assert_eq!(run, expected);
    }
}
