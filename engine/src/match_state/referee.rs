//! Challenges, warnings and what the ladders make of them (SPEC 10).

use std::sync::Arc;

use super::decision::Decision;
use crate::deal::{Deal, WrongTile};
use crate::event::Event;
use crate::phase::Phase;
use crate::points::Points;
use crate::result::{DealEnd, Fault, MatchEnd, MatchResult, Warnings};
use crate::scoring::side_of;
use crate::seat::{BySide, Seat, Side};
use crate::sheet::{Ladder, ThirdWarning, WarnScope};

/// Fines for the second and the third warning (SPEC 10.4).
const FINES: [u32; 2] = [10, 20];

impl Decision {
    /// "The other pair has laid a wrong tile" (SPEC 10.2).
    pub(super) fn challenge(&mut self, seat: Seat) {
        let found = self.earliest_wrong_of_others(seat);
        self.add(Event::Challenged { seat });
        let acts = self.ahead.deal.as_ref().map_or(0, |deal| deal.acts);
        match found {
            None => self.warn(seat),
            Some(wrong) if wrong.act == acts => self.take_back(wrong),
            Some(wrong) => {
                let end = DealEnd::Fault {
                    seat: wrong.seat,
                    fault: Fault::WrongTile,
                };
                self.end_deal(end, None);
            }
        }
    }

    fn earliest_wrong_of_others(&self, seat: Seat) -> Option<WrongTile> {
        let side = |seat: Seat| side_of(self.ahead.sheet(), seat);
        let of_others = |wrong: &&WrongTile| side(wrong.seat) != side(seat);
        let deal: &Deal = self.ahead.deal.as_ref()?;
        deal.wrong.iter().find(of_others).copied()
    }

    /// Nobody has acted since: the tile goes back, its pair is warned, and its owner is on turn as
    /// before.
    fn take_back(&mut self, wrong: WrongTile) {
        let WrongTile {
            seat, tile, end, ..
        } = wrong;
        self.add(Event::TakenBack { seat, tile, end });
        self.warn(seat);
        if self.ahead.phase == Phase::Playing {
            self.begin_turn(seat);
        }
    }

    /// Warns the pair of a seat, and does what the ladder says.
    pub(super) fn warn(&mut self, seat: Seat) {
        let side = side_of(self.ahead.sheet(), seat);
        let before = self.ahead.warnings[side];
        let warnings = Warnings {
            game: before.game.saturating_add(1),
            total: before.total.saturating_add(1),
        };
        let referee = &self.ahead.sheet().referee;
        let count = match referee.warn_scope {
            WarnScope::Tournament => warnings.total,
            WarnScope::Game => warnings.game,
        };
        let ladder = referee.ladder;
        let fine = match (ladder, count) {
            (Ladder::Points, 2) => FINES[0],
            (Ladder::Points, 3) => FINES[1],
            (Ladder::Points | Ladder::Club | Ladder::None, _) => 0,
        };
        self.add(Event::Warned {
            side,
            warnings,
            // Of two fines of a pair in one deal the higher counts.
            fine: self.ahead.fines[side].max(fine),
        });
        match ladder {
            Ladder::None => {}
            Ladder::Points => self.points_ladder(side, count),
            Ladder::Club => self.club_ladder(side, count, warnings.total),
        }
    }

    /// SPEC 10.4.
    fn points_ladder(&mut self, side: Side, count: u32) {
        match count {
            0..=3 => {}
            4 => self.lose_deal(side),
            5.. => self.lose_deal_and_match(side),
        }
    }

    /// SPEC 10.5: the first row that applies.
    fn club_ladder(&mut self, side: Side, count: u32, total: u32) {
        let deals = self.ahead.sheet().goal.deals;
        let completed = self.ahead.completed;
        let rivals = rivals(side);
        let score = &self.ahead.scores;
        let mut after = score.clone();
        let extra = self.ahead.is_extra(completed);
        if total >= 4 || (count >= 3 && !extra && score[side] < score[rivals]) {
            after[rivals] += Points::from(deals.saturating_sub(completed).max(1));
            self.lose_match(side, after);
        } else if count >= 3 && extra {
            self.lose_deal_and_match(side);
        } else if count >= 3 {
            match self.ahead.sheet().referee.third {
                ThirdWarning::ByOne => {
                    let half = |points: u32| Points::from_halves(i64::from(points));
                    after[side] = half(deals.saturating_sub(1));
                    after[rivals] = half(deals + 1);
                }
                ThirdWarning::PlusOne => after[rivals] = after[side] + Points::whole(1),
            }
            self.lose_match(side, after);
        } else if count == 2 {
            self.lose_deal(side);
        }
    }

    fn lose_deal(&mut self, side: Side) {
        self.end_deal(DealEnd::Warning { side }, None);
    }

    /// The deal is counted, but whatever the totals are, the rivals win the match.
    fn lose_deal_and_match(&mut self, side: Side) {
        let (result, _) = self.ahead.deal_result(DealEnd::Warning { side }, None);
        let mut result = Arc::unwrap_or_clone(result);
        result.next_lead = None;
        let score = result.sides.map(|side| side.score);
        self.add(Event::DealOver {
            result: Arc::new(result),
        });
        self.lose_match(side, score);
    }

    /// The rivals win the match whatever the totals.
    fn lose_match(&mut self, side: Side, score: BySide<Points>) {
        let result = MatchResult {
            score,
            winners: vec![rivals(side)],
            losers: Vec::new(),
            reason: MatchEnd::Warnings,
        };
        self.add(Event::MatchOver { result });
    }
}

/// The other pair. A ladder needs pairs (`ladder_base`).
fn rivals(side: Side) -> Side {
    Side::new(1 - side.get().min(1))
}
