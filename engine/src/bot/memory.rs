//! What a player remembers of a deal: the line, which numbers the others have shown to lack, and the
//! tiles of rows that were seen before they were closed.

use crate::event::SeenEvent;
use crate::hidden::Viewer;
use crate::line::Line;
use crate::seat::{BySeat, Seat};
use crate::sheet::{HandRule, LineRules};
use crate::tile::Tile;
use crate::tile_set::{NumberSet, TileSet};
use crate::view::SeatView;

/// The memory of one deal.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    rules: LineRules,
    /// Hands are rows, closed unless opened.
    rows_are_closed: bool,
    line: Line,
    lacks: BySeat<NumberSet>,
    /// The hands left to right; `None` for a tile that was never seen there.
    rows: BySeat<Vec<Option<Tile>>>,
    opened: BySeat<bool>,
}

impl Memory {
    /// Remembers what an event shows.
    pub(super) fn observe(&mut self, event: &SeenEvent) {
        match *event {
            SeenEvent::MatchStarted { ref setup } => {
                self.rules = setup.sheet.line.clone();
                self.rows_are_closed = setup.sheet.deal.hand != HandRule::Seen;
            }
            SeenEvent::Dealt { ref hands, .. } => {
                self.line = Line::new(&self.rules);
                self.lacks = hands.map(|_| NumberSet::EMPTY);
                self.rows = hands.map(|hand| hand.tiles.clone());
                self.opened = hands.map(|_| false);
            }
            SeenEvent::Led { seat, tile, lay } => {
                self.line.lead(seat, tile, lay);
                self.left(seat, tile);
            }
            SeenEvent::Played {
                seat,
                tile,
                end,
                lay,
            } => {
                self.line.play(seat, tile, end, lay);
                self.left(seat, tile);
            }
            SeenEvent::TakenBack { seat, tile, end } => {
                self.line.take_back(end);
                self.gained(seat, Some(tile));
            }
            // What lay in the hand before may be forgotten: the drawn tile can have any number but
            // those that did not fit when the next one is drawn.
            SeenEvent::Drew { seat, tile } => {
                self.shows(seat, NumberSet::EMPTY);
                self.gained(seat, tile);
            }
            SeenEvent::Passed { seat } => {
                let known = self.lacks.get(seat).copied().unwrap_or_default();
                self.shows(seat, known);
            }
            SeenEvent::Misfit { seat, tile } => self.misfit(seat, tile),
            SeenEvent::Opened { seat, ref row } => self.opened(seat, &row.tiles),
            _ => {}
        }
    }

    /// The seat holds none of the open numbers. A closed row shows nothing: only its rightmost tile
    /// was tried.
    fn shows(&mut self, seat: Seat, known: NumberSet) {
        let closed = self.rows_are_closed && self.opened.get(seat) != Some(&true);
        if !closed && self.lacks.get(seat).is_some() {
            self.lacks[seat] = known.or(self.line.numbers());
        }
    }

    /// A tile has left a row: it was seen there, or it was the rightmost one.
    fn left(&mut self, seat: Seat, tile: Tile) {
        if self.rows.get(seat).is_some() {
            let row = &mut self.rows[seat];
            match row.iter().position(|held| *held == Some(tile)) {
                Some(at) => drop(row.remove(at)),
                None => drop(row.pop()),
            }
        }
    }

    fn gained(&mut self, seat: Seat, tile: Option<Tile>) {
        if self.rows.get(seat).is_some() {
            self.rows[seat].push(tile);
        }
    }

    fn misfit(&mut self, seat: Seat, tile: Option<Tile>) {
        if self.rows.get(seat).is_some() {
            let known = self.rows[seat].pop().flatten();
            self.rows[seat].insert(0, tile.or(known));
        }
    }

    fn opened(&mut self, seat: Seat, row: &[Option<Tile>]) {
        if self.opened.get(seat).is_some() {
            self.opened[seat] = true;
            for (known, shown) in self.rows[seat].iter_mut().zip(row) {
                *known = shown.or(*known);
            }
        }
    }

    /// Fixes the row of a seat as it was arranged.
    pub(super) fn arranged(&mut self, seat: Seat, row: &[Tile]) {
        if self.rows.get(seat).is_some() {
            self.rows[seat] = row.iter().copied().map(Some).collect();
        }
    }

    /// Takes from a view what it shows, for a bot that has not seen the deal from its beginning.
    pub(super) fn catch_up(&mut self, view: &SeatView) {
        let sheet = &view.setup.sheet;
        self.rules = sheet.line.clone();
        self.rows_are_closed = sheet.deal.hand != HandRule::Seen;
        self.line = Line::of_view(&sheet.line, &view.line);
        if self.lacks.len() != view.hands.len() {
            self.lacks = view.hands.map(|_| NumberSet::EMPTY);
            self.rows = view.hands.map(|_| Vec::new());
            self.opened = view.hands.map(|_| false);
        }
        for (seat, hand) in view.hands.pairs() {
            self.opened[seat] = view.opened.contains(&seat);
            let row = &mut self.rows[seat];
            // A row of another length is not the one remembered.
            if row.len() != hand.tiles.len() {
                row.clone_from(&hand.tiles);
            }
            for (known, shown) in row.iter_mut().zip(&hand.tiles) {
                *known = shown.or(*known);
            }
        }
    }

    /// The line as it lies.
    pub(super) fn line(&self) -> &Line {
        &self.line
    }

    /// A row, left to right, as far as it is known.
    pub(super) fn row(&self, seat: Seat) -> &[Option<Tile>] {
        self.rows.get(seat).map_or(&[], Vec::as_slice)
    }

    /// The tiles that a viewer knows to lie in hands: its own, and those of rows it has seen.
    pub(super) fn known(&self, viewer: Viewer) -> TileSet {
        let own = |seat: Seat| viewer == Viewer::Seat(seat);
        let rows = self.rows.pairs().filter(|(seat, _)| !own(*seat));
        rows.flat_map(|(_, row)| row.iter().copied().flatten())
            .collect()
    }

    /// Whether the seat is known to lack all these numbers.
    pub(super) fn lacks_all(&self, seat: Seat, numbers: NumberSet) -> bool {
        !numbers.is_empty() && numbers.without(self.lacks[seat]).is_empty()
    }

    /// How many of these numbers the seat is known to lack.
    pub(super) fn lacks_of(&self, seat: Seat, numbers: NumberSet) -> u32 {
        numbers.len() - numbers.without(self.lacks[seat]).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{End, Lay};
    use crate::hidden::SeenHand;
    use crate::tile::Number;

    fn number(number: u8) -> Number {
        Number::new(number).unwrap()
    }

    #[test]
    fn a_pass_is_remembered_and_a_draw_begins_anew() {
        let seat = Seat::new(1);
        let mut memory = Memory::default();
        let hands = BySeat::from_fn(2, |_| SeenHand {
            tiles: vec![None; 7],
        });
        memory.observe(&SeenEvent::Dealt {
            deal: 0,
            hands,
            stock: 14,
        });
        let tile = "6-4".parse().unwrap();
        memory.observe(&SeenEvent::Led {
            seat: Seat::new(0),
            tile,
            lay: Lay::Across,
        });
        memory.observe(&SeenEvent::Passed { seat });
        let tile = "6-1".parse().unwrap();
        let (end, lay) = (End::Left, Lay::Across);
        memory.observe(&SeenEvent::Played {
            seat: Seat::new(0),
            tile,
            end,
            lay,
        });
        let four_six = [number(4), number(6)].into_iter().collect();
        assert!(memory.lacks_all(seat, four_six));
        memory.observe(&SeenEvent::Drew { seat, tile: None });
        assert!(memory.lacks_all(seat, [number(1), number(4)].into_iter().collect()));
        assert!(
            !memory.lacks_all(seat, four_six),
            "the drawn tile may have a six"
        );
    }

    #[test]
    fn a_row_is_remembered_as_it_turns_over() {
        let seat = Seat::new(0);
        let tile = |text: &str| text.parse::<Tile>().ok();
        let mut memory = Memory::default();
        let hands = BySeat::from_fn(2, |_| SeenHand {
            tiles: vec![None; 3],
        });
        memory.observe(&SeenEvent::Dealt {
            deal: 0,
            hands,
            stock: 22,
        });
        memory.arranged(
            seat,
            &["6-4", "5-5", "2-1"].map(|text| text.parse().unwrap()),
        );
        // A misfit that is not shown is known all the same.
        memory.observe(&SeenEvent::Misfit { seat, tile: None });
        memory.observe(&SeenEvent::Drew { seat, tile: None });
        assert_eq!(
            memory.row(seat),
            [tile("2-1"), tile("6-4"), tile("5-5"), None]
        );
        let (end, lay) = (End::Left, Lay::Across);
        let tile = "3-3".parse().unwrap();
        memory.observe(&SeenEvent::Played {
            seat,
            tile,
            end,
            lay,
        });
        assert_eq!(memory.row(seat).len(), 3, "the drawn tile was laid");
        assert_eq!(memory.row(seat)[2], "5-5".parse().ok());
    }
}
