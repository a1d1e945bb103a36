//! The fold: the only place that changes a match. Facts are not judged here.

use std::sync::Arc;

use super::{Match, Phase};
use crate::action::Ruling;
use crate::deal::{Deal, Hand, Last, Turn};
use crate::entry::DealEntry;
use crate::event::Event;
use crate::hidden::Hidden;
use crate::line::Line;
use crate::result::DealResult;
use crate::seat::{BySeat, Seat};
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
            Event::TurnBegan { seat, turn } => self.turn_began(*seat, *turn),
            Event::Led { seat, tile, lay } => self.in_deal(|deal| {
                deal.line.lead(*seat, *tile, *lay);
                deal.laid(*seat, *tile, Last::Led);
            }),
            Event::Played {
                seat,
                tile,
                end,
                lay,
            } => self.in_deal(|deal| {
                deal.line.play(*seat, *tile, *end, *lay);
                deal.laid(
                    *seat,
                    *tile,
                    Last::Laid {
                        tile: *tile,
                        end: *end,
                    },
                );
            }),
            Event::Drew { seat, tile } => self.in_deal(|deal| deal.drew(*seat, tile.value)),
            // The end of the turn follows as a fact of its own.
            Event::Passed { .. } | Event::Stopped { .. } => {}
            Event::TurnEnded { .. } => self.in_deal(Deal::turn_ended),
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
        }
    }

    fn in_deal(&mut self, change: impl FnOnce(&mut Deal)) {
        if let Some(deal) = &mut self.deal {
            change(deal);
        }
    }

    fn dealt(&mut self, deal: u32, entry: &DealEntry, hands: &BySeat<Hidden<Vec<Tile>>>) {
        let dealt = hands.iter().map(|hand| hand.value.len()).sum::<usize>();
        self.entries = deal + 1;
        self.phase = Phase::Playing;
        self.deal = Some(Deal {
            lead_tile: self.lead_tile(),
            leader: None,
            hands: hands.map(|hand| Hand::new(hand.value.clone())),
            stock: entry.order().iter().skip(dealt).rev().copied().collect(),
            line: Line::default(),
            turn: None,
            turns: 0,
            idle: 0,
            closer: None,
        });
    }

    fn turn_began(&mut self, seat: Seat, turn: u32) {
        self.turns = turn;
        self.in_deal(|deal| {
            deal.leader.get_or_insert(seat);
            deal.turns += 1;
            deal.turn = Some(Turn {
                seat,
                laid: Vec::new(),
                drew: false,
                last: Last::Nothing,
            });
        });
    }

    fn ruled(&mut self, ruling: Ruling) {
        match ruling {
            Ruling::Deal => {
                self.phase = Phase::AwaitingEntry;
                self.lot = None;
                self.deal = None;
            }
            // What these bring about follows as facts of their own.
            Ruling::Warn(_) | Ruling::Overtime(_) | Ruling::Restart => {}
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
    fn laid(&mut self, seat: Seat, tile: Tile, last: Last) {
        self.hands[seat].remove(tile);
        self.closer = Some(seat);
        if let Some(turn) = &mut self.turn {
            turn.laid.push(tile);
            turn.last = last;
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
