//! The seat draw of fixed pairs (SPEC 10.7).

use crate::sheet::SeatDraw;
use crate::tile::Tile;

/// Who sits where: persons 0..=3 have each drawn a tile; 0 and 2 are partners, and so are 1 and 3.
/// The result names the persons of seats 0..=3; seat 0 leads.
#[must_use]
pub fn seat_draw(tiles: [Tile; 4], rule: SeatDraw) -> [u8; 4] {
    // Of two tiles the one with fewer pips is minor; of equal ones that with the smaller low half.
    let better = |a: u8, b: u8| {
        let key = |person: u8| {
            let tile = tiles[usize::from(person)];
            (tile.pips(), tile.low())
        };
        match rule {
            SeatDraw::Lowest => key(a) < key(b),
            SeatDraw::Highest => key(a) > key(b),
        }
    };
    let first = (1..4).fold(
        0,
        |best, person| if better(person, best) { person } else { best },
    );
    let partner = (first + 2) % 4;
    let rivals = ((first + 1) % 4, (first + 3) % 4);
    let (left, right) = if better(rivals.0, rivals.1) {
        rivals
    } else {
        (rivals.1, rivals.0)
    };
    [first, left, partner, right]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_rules() {
        let tiles = ["4-2", "6-0", "5-1", "3-3"].map(|tile| tile.parse().unwrap());
        assert_eq!(seat_draw(tiles, SeatDraw::Lowest), [1, 2, 3, 0]);
    }
}
