//! The fold: the only place that changes a match. Facts are not judged here.

use std::sync::Arc;

use super::Match;
use crate::action::Ruling;
use crate::deal::{Deal, Hand, Turn};
use crate::entry::DealEntry;
use crate::event::Event;
use crate::hidden::Hidden;
use crate::line::Line;
use crate::phase::Phase;
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
            // All other facts concern the deal alone.
            _ => self.in_deal(|deal| deal.fold(event)),
        }
    }

    fn in_deal(&mut self, change: impl FnOnce(&mut Deal)) {
        if let Some(deal) = &mut self.deal {
            change(deal);
        }
    }

    fn dealt(&mut self, deal: u32, entry: &DealEntry, hands: &BySeat<Hidden<Vec<Tile>>>) {
        let dealt = hands
            .iter()
            .map(|hand| hand.uncovered().len())
            .sum::<usize>();
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
            hands: hands.map(|hand| Hand::new(hand.uncovered().clone())),
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
