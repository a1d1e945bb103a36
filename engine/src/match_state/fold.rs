//! The fold: the only place that changes a match. Facts are not judged here.

use std::sync::Arc;

use super::{Match, Phase};
use crate::action::{End, Lay, Ruling};
use crate::deal::{Deal, Hand, Last, Turn, WrongTile};
use crate::entry::DealEntry;
use crate::event::Event;
use crate::hidden::Hidden;
use crate::line::Line;
use crate::result::DealResult;
use crate::seat::{BySeat, Seat};
use crate::sheet::HandRule;
use crate::tile::Tile;

impl Match {
    pub(super) fn fold(&mut self, event: &Event) {
        match event {
            Event::MatchStarted { setup } => *self = Self::new(Arc::clone(setup)),
            Event::Dealt {
                deal,
                entry,
                hands,
                stock: _,
            } => self.dealt(*deal, entry, hands),
            Event::Voided {
                deal,
                entry,
                hand: _,
            } => {
                self.entries = deal + 1;
                self.lot.get_or_insert(entry.lot());
                self.deal = None;
            }
            Event::Warned {
                side,
                warnings,
                fine,
            } => {
                self.warnings[*side] = *warnings;
                self.fines[*side] = *fine;
            }
            Event::TurnBegan { seat, turn } => self.turn_began(*seat, *turn),
            Event::Scored {
                side,
                points,
                reason: _,
            } => self.scores[*side] += *points,
            Event::Ruled { ruling } => self.ruled(*ruling),
            Event::DealOver { result } => self.deal_over(result),
            Event::MatchOver { result } => {
                self.phase = Phase::MatchOver;
                self.scores.clone_from(&result.score);
                self.result = Some(result.clone());
                self.in_deal(|deal| deal.turn = None);
            }
            Event::Arranged { .. }
            | Event::Led { .. }
            | Event::Played { .. }
            | Event::TurnedUp { .. }
            | Event::Misfit { .. }
            | Event::Opened { .. }
            | Event::Drew { .. }
            | Event::Passed { .. }
            | Event::Stopped { .. }
            | Event::Challenged { .. }
            | Event::TakenBack { .. }
            | Event::TurnEnded { .. } => self.in_deal(|deal| deal.fold(event)),
        }
    }

    fn in_deal(&mut self, change: impl FnOnce(&mut Deal)) {
        if let Some(deal) = &mut self.deal {
            change(deal);
        }
    }

    fn dealt(&mut self, deal: u32, entry: &DealEntry, hands: &BySeat<Hidden<Vec<Tile>>>) {
        let dealt = hands.iter().map(|hand| hand.value.len()).sum::<usize>();
        let arranging = self.sheet().deal.hand == HandRule::Arranged;
        self.entries = deal + 1;
        self.lot.get_or_insert(entry.lot());
        self.phase = if arranging {
            Phase::Arranging
        } else {
            Phase::Playing
        };
        self.deal = Some(Deal {
            lead_tile: self.lead_tile(),
            leader: None,
            hands: hands.map(|hand| Hand::new(hand.value.clone())),
            awaiting: hands.map(|_| arranging),
            opened: hands.map(|_| false),
            stock: entry.order().iter().skip(dealt).rev().copied().collect(),
            line: Line::new(&self.sheet().line),
            turn: None,
            turns: 0,
            idle: 0,
            closer: None,
            acts: 0,
            wrong: Vec::new(),
        });
    }

    fn turn_began(&mut self, seat: Seat, turn: u32) {
        self.turns = turn;
        self.phase = Phase::Playing;
        self.in_deal(|deal| {
            deal.leader.get_or_insert(seat);
            deal.turns += 1;
            deal.turn = Some(Turn::new(seat));
        });
    }

    fn ruled(&mut self, ruling: Ruling) {
        match ruling {
            Ruling::Deal => {
                self.phase = Phase::AwaitingEntry;
                self.lot = None;
                self.fines = self.fines.map(|_| 0);
                self.deal = None;
            }
            // The lot and the fines stand (SPEC 4.3, 10.8).
            Ruling::Restart => {
                self.phase = Phase::AwaitingEntry;
                self.deal = None;
            }
            Ruling::Overtime(seat) => self.in_deal(|deal| {
                if let Some(turn) = deal.turn.as_mut().filter(|turn| turn.seat == seat) {
                    turn.overtimes += 1;
                }
            }),
            // What it brings about follows as facts of their own.
            Ruling::Warn(_) => {}
        }
    }

    fn deal_over(&mut self, result: &Arc<DealResult>) {
        self.phase = Phase::DealOver;
        self.completed = result.completed;
        self.scores = result.sides.map(|side| side.score);
        self.waiting = result.sides.map(|side| side.waiting);
        self.egg_pot = result.egg_pot;
        if let Some(lead) = result.next_lead {
            self.lead = lead;
        }
        self.last_result = Some(Arc::clone(result));
        self.in_deal(|deal| deal.turn = None);
    }
}

impl Deal {
    /// What happens within a deal.
    fn fold(&mut self, event: &Event) {
        match *event {
            Event::Arranged { seat, ref row } => {
                self.hands[seat] = Hand::new(row.value.clone());
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
            Event::Drew { seat, ref tile } => self.drew(seat, tile.value),
            // The end of the turn follows as a fact of its own.
            Event::Passed { .. } => self.acts += 1,
            Event::TakenBack { seat, tile, end } => self.taken_back(seat, tile, end),
            Event::TurnEnded { .. } => self.turn_ended(),
            // What these bring about follows as facts of their own.
            Event::Stopped { .. } | Event::Challenged { .. } => {}
            // What concerns the match is folded there.
            Event::MatchStarted { .. }
            | Event::Dealt { .. }
            | Event::Voided { .. }
            | Event::TurnBegan { .. }
            | Event::Warned { .. }
            | Event::Scored { .. }
            | Event::Ruled { .. }
            | Event::DealOver { .. }
            | Event::MatchOver { .. } => {}
        }
    }

    fn last(&mut self, last: Last) {
        if let Some(turn) = &mut self.turn {
            turn.last = last;
        }
    }

    fn led(&mut self, seat: Seat, tile: Tile, lay: Lay) {
        self.line.lead(seat, tile, lay);
        let was_opened = self.opened[seat];
        self.laid(seat, tile, Last::Led { was_opened });
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
        let was_opened = self.opened[seat];
        let last = Last::Laid {
            tile,
            end,
            was_opened,
        };
        self.laid(seat, tile, last);
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
