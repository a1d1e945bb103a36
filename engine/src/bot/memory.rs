//! What a player remembers of a deal: the open ends, the tiles laid, and which numbers the others
//! have shown to lack.

use crate::action::End;
use crate::seat::{BySeat, Seat};
use crate::tile::{Number, Tile};
use crate::tile_set::{NumberSet, TileSet};
use crate::view::{SeatView, SeenEvent};

/// The memory of one deal.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    ends: [Option<Number>; 4],
    /// Every tile that lies in the line.
    laid: TileSet,
    lacks: BySeat<NumberSet>,
}

impl Memory {
    /// Remembers what an event shows.
    pub(super) fn observe(&mut self, event: &SeenEvent) {
        match *event {
            SeenEvent::Dealt { ref hands, .. } => {
                *self = Self {
                    lacks: hands.map(|_| NumberSet::EMPTY),
                    ..Self::default()
                };
            }
            SeenEvent::Led { tile, .. } => {
                self.laid.insert(tile);
                self.ends[End::Left as usize] = Some(tile.high());
                self.ends[End::Right as usize] = Some(tile.low());
            }
            SeenEvent::Played { tile, end, .. } => {
                self.laid.insert(tile);
                let open = &mut self.ends[end as usize];
                *open = open.and_then(|number| tile.other_half(number));
            }
            // What lay in the hand before may be forgotten: the drawn tile can have any number but
            // those that did not fit when the next one is drawn.
            SeenEvent::Drew { seat, .. } => self.shows(seat, NumberSet::EMPTY),
            SeenEvent::Passed { seat } => {
                let known = self.lacks.get(seat).copied().unwrap_or_default();
                self.shows(seat, known);
            }
            SeenEvent::MatchStarted { .. }
            | SeenEvent::Voided { .. }
            | SeenEvent::Arranged { .. }
            | SeenEvent::TurnBegan { .. }
            | SeenEvent::TurnedUp { .. }
            | SeenEvent::Misfit { .. }
            | SeenEvent::Opened { .. }
            | SeenEvent::Challenged { .. }
            | SeenEvent::TakenBack { .. }
            | SeenEvent::Warned { .. }
            | SeenEvent::Stopped { .. }
            | SeenEvent::TurnEnded { .. }
            | SeenEvent::Scored { .. }
            | SeenEvent::Ruled { .. }
            | SeenEvent::DealOver { .. }
            | SeenEvent::MatchOver { .. } => {}
        }
    }

    /// The seat holds none of the open numbers.
    fn shows(&mut self, seat: Seat, known: NumberSet) {
        let open: NumberSet = self.ends.iter().flatten().copied().collect();
        if self.lacks.get(seat).is_some() {
            self.lacks[seat] = known.or(open);
        }
    }

    /// Takes the line from a view, for whoever has not seen the deal from its beginning.
    pub(super) fn catch_up(&mut self, view: &SeatView) {
        if self.lacks.len() != view.hands.len() {
            self.lacks = view.hands.map(|_| NumberSet::EMPTY);
        }
        let line = &view.line;
        let arms = [&line.left, &line.right, &line.up, &line.down];
        let laid = line.lead.iter().chain(arms.into_iter().flatten());
        self.laid = laid.map(|laid| laid.tile).collect();
        self.ends = [None; 4];
        for open in &line.ends {
            self.ends[open.end as usize] = Some(open.number);
        }
    }

    /// The tiles laid.
    pub(super) fn laid(&self) -> TileSet {
        self.laid
    }

    /// The open numbers after a tile is laid at an end, or led.
    pub(super) fn numbers_after(&self, tile: Tile, end: Option<End>) -> NumberSet {
        let Some(end) = end else {
            return NumberSet::of(tile.high()).or(NumberSet::of(tile.low()));
        };
        let mut ends = self.ends;
        ends[end as usize] = ends[end as usize].and_then(|number| tile.other_half(number));
        ends.into_iter().flatten().collect()
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
    use crate::action::Lay;
    use crate::view::SeenHand;

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
}
