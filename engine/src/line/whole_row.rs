//! Whether what is left of a row can be laid in one go.

use std::collections::HashSet;

use super::Line;
use crate::action::{End, Lay};
use crate::seat::Seat;
use crate::tile::{Number, Tile};

/// Whether a whole row, taken from right to left, can be laid with some choice of ends (SPEC 7.4,
/// all or one).
pub(crate) fn can_lay_all(line: &Line, row: &[Tile]) -> bool {
    Search::default().rest(line, row)
}

/// Positions from which the rest of the row was found not to go: each is looked at once, however
/// many ways lead to it.
#[derive(Default)]
struct Search {
    hopeless: HashSet<(usize, [Option<Number>; 4], [bool; 3])>,
}

impl Search {
    fn rest(&mut self, line: &Line, row: &[Tile]) -> bool {
        let Some((&tile, rest)) = row.split_last() else {
            return true;
        };
        let numbers = End::ALL.map(|end| line.end(end).map(|open| open.number));
        let spinner = [
            line.spinner.is_some(),
            line.is_covered(End::Left),
            line.is_covered(End::Right),
        ];
        if !self.hopeless.insert((row.len(), numbers, spinner)) {
            return false;
        }
        line.ends()
            .filter(|open| tile.has(open.number))
            .any(|open| {
                let mut next = line.clone();
                // Neither who lays nor how a double lies changes a number.
                next.play(Seat::new(0), tile, open.end, Lay::Across);
                self.rest(&next, rest)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_goes_whole_or_not() {
        let mut line = Line::default();
        line.lead(Seat::new(0), "6-4".parse().unwrap(), Lay::Across);
        let row = |tiles: &str| -> Vec<Tile> {
            tiles.split(' ').map(|tile| tile.parse().unwrap()).collect()
        };
        // Taken from the right: 4-1 at the right, 6-1 at either, 1-0 where a one is.
        assert!(can_lay_all(&line, &row("1-0 6-1 4-1")));
        assert!(!can_lay_all(&line, &row("6-1 3-2 4-1")));
    }
}
