//! The fold of what happens within a deal.

use super::{Deal, Hand, Last, RowBefore, WrongTile};
use crate::action::{End, Lay};
use crate::event::Event;
use crate::seat::Seat;
use crate::tile::Tile;

impl Deal {
    /// What happens within a deal.
    pub(crate) fn fold(&mut self, event: &Event) {
        match *event {
            Event::Arranged { seat, ref row } => {
                self.hands[seat] = Hand::new(row.uncovered().clone());
                self.awaiting[seat] = false;
            }
            Event::Led { seat, tile, lay } => self.led(seat, tile, lay),
            Event::Played {
                seat,
                tile,
                end,
                lay,
            } => self.played(seat, tile, end, lay),
            Event::TurnedUp { tile, .. } => self.last(Last::TurnedUp { tile }),
            Event::Misfit { seat, .. } => {
                self.hands[seat].rightmost_to_left();
                self.last(Last::Misfit);
            }
            Event::Opened { seat, .. } => self.opened[seat] = true,
            Event::Drew { seat, ref tile } => self.drew(seat, *tile.uncovered()),
            // The end of the turn follows as a fact of its own.
            Event::Passed { .. } => self.acts += 1,
            Event::TakenBack { seat, tile, end } => self.taken_back(seat, tile, end),
            Event::TurnEnded { .. } => self.turn_ended(),
            // What the others bring about follows as facts of their own, or concerns the match.
            _ => {}
        }
    }

    fn last(&mut self, last: Last) {
        if let Some(turn) = &mut self.turn {
            turn.last = last;
        }
    }

    fn led(&mut self, seat: Seat, tile: Tile, lay: Lay) {
        self.line.lead(seat, tile, lay);
        let row = self.row_before(seat);
        self.laid(seat, tile, Last::Led { row });
    }

    fn played(&mut self, seat: Seat, tile: Tile, end: End, lay: Lay) {
        let fits = self.line.end(end).is_some_and(|open| tile.has(open.number));
        if !fits {
            self.wrong.push(WrongTile {
                seat,
                tile,
                end,
                act: self.acts + 1,
                idle: self.idle,
                closer: self.closer,
            });
        }
        self.line.play(seat, tile, end, lay);
        let row = self.row_before(seat);
        let last = Last::Laid { tile, end, row };
        self.laid(seat, tile, last);
    }

    fn row_before(&self, seat: Seat) -> RowBefore {
        if self.opened[seat] {
            RowBefore::Opened
        } else {
            RowBefore::NotOpened
        }
    }

    fn laid(&mut self, seat: Seat, tile: Tile, last: Last) {
        self.acts += 1;
        self.hands[seat].remove(tile);
        self.closer = Some(seat);
        if let Some(turn) = &mut self.turn {
            turn.laid.push(tile);
            turn.last = last;
        }
    }

    /// The line and the turn are as before the tile; its owner's turn follows as a fact of its own.
    fn taken_back(&mut self, seat: Seat, tile: Tile, end: End) {
        self.line.take_back(end);
        self.hands[seat].push(tile);
        self.turn = None;
        if let Some(at) = self.wrong.iter().position(|wrong| wrong.tile == tile) {
            let wrong = self.wrong.remove(at);
            self.idle = wrong.idle;
            self.closer = wrong.closer;
        }
    }

    fn drew(&mut self, seat: Seat, tile: Tile) {
        self.stock.pop();
        self.hands[seat].push(tile);
        if let Some(turn) = &mut self.turn {
            turn.drew = true;
            turn.last = Last::Drew { tile };
        }
    }

    /// SPEC 7.6.
    fn turn_ended(&mut self) {
        if let Some(turn) = self.turn.take() {
            let acted = turn.drew || !turn.laid.is_empty();
            self.idle = if acted { 0 } else { self.idle + 1 };
        }
    }
}
