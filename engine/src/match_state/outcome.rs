//! What a finished deal comes to, and whether it ends the match (SPEC 5.3, 9.7, 9.9).

use std::sync::Arc;

use super::Match;
use crate::lead;
use crate::points::Points;
use crate::result::{DealEnd, DealResult, MatchEnd, MatchResult};
use crate::scoring::{BLANK, Count, Counted, SIX, out_bonus, side_of};
use crate::seat::{BySide, Seat, Side};
use crate::sheet::{Goal, Losers, MatchTie};
use crate::tile::{Number, Tile};

/// The tile just laid, and the ends before it was laid.
#[derive(Clone, Copy)]
pub(super) struct LastTile {
    pub(super) tile: Tile,
    pub(super) ends: Option<(Number, Number)>,
}

impl Match {
    /// The result of the running deal, and that of the match if it ends with it. `last` is the last
    /// tile of the seat going out.
    pub(super) fn deal_result(
        &self,
        end: DealEnd,
        last: Option<LastTile>,
    ) -> (Arc<DealResult>, Option<MatchResult>) {
        let rules = &self.sheet().score;
        let bonus = last.map_or(0, |last| out_bonus(rules, last.tile, last.ends));
        let Counted {
            winners,
            seats,
            sides,
            egg_pot,
        } = Count {
            sheet: self.sheet(),
            end,
            hands: match &self.deal {
                Some(deal) => deal.hands.map(crate::deal::Hand::set),
                None => Vec::new().into(),
            },
            bonus,
            scores: &self.scores,
            waiting: &self.waiting,
            egg_pot: self.egg_pot,
            fines: &self.fines,
        }
        .count();
        let completed = self.completed + 1;
        let over = self.match_result(completed, end, sides.map(|side| side.score));
        let mut result = DealResult {
            deal: self.entries.saturating_sub(1),
            completed,
            end,
            winners,
            seats,
            sides,
            egg_pot,
            next_lead: None,
        };
        if over.is_none() {
            let leader = self.leader();
            let lowest = self.lowest_of_winner(&result, leader);
            let won = result.winners.contains(&side_of(self.sheet(), leader));
            let winner = lead::winner(
                &self.sheet().lead,
                end,
                lowest,
                won.then_some(leader),
                self.next_seat(leader),
            );
            result.next_lead = Some(self.lead_after(completed, winner, leader));
        }
        (Arc::new(result), over)
    }

    /// The leader of the deal in play.
    fn leader(&self) -> Seat {
        self.deal
            .as_ref()
            .and_then(|deal| deal.leader)
            .unwrap_or(Seat::new(0))
    }

    /// The seat with the lowest hand of the only side that won; of equal ones the first in order
    /// of play from the leader.
    fn lowest_of_winner(&self, result: &DealResult, leader: Seat) -> Option<Seat> {
        let &[side] = result.winners.as_slice() else {
            return None;
        };
        self.seats_from(leader)
            .filter(|seat| side_of(self.sheet(), *seat) == side)
            .min_by_key(|seat| result.seats[*seat].value)
    }

    fn match_result(
        &self,
        completed: u32,
        end: DealEnd,
        score: BySide<Points>,
    ) -> Option<MatchResult> {
        if let Some(winner) = self.immediate_winner(end) {
            let losers = match self.sheet().goal.goal {
                Goal::ReachLoses => score.places().filter(|side| *side != winner).collect(),
                Goal::ReachWins | Goal::Most | Goal::Fewest => Vec::new(),
            };
            let winners = vec![winner];
            return Some(MatchResult {
                score,
                winners,
                losers,
                reason: MatchEnd::Immediate,
            });
        }
        let (winners, losers, reason) = match self.sheet().goal.goal {
            Goal::ReachWins if self.reached(&score).is_empty() => return None,
            Goal::ReachWins => (best(&score, Points::max), Vec::new(), MatchEnd::Target),
            Goal::ReachLoses => {
                let reached = self.reached(&score);
                if reached.is_empty() {
                    return None;
                }
                let losers = match self.sheet().goal.losers {
                    Losers::All => reached,
                    Losers::Highest => best(&score, Points::max),
                };
                (best(&score, Points::min), losers, MatchEnd::Target)
            }
            Goal::Most => (best(&score, Points::max), Vec::new(), MatchEnd::Deals),
            Goal::Fewest => (best(&score, Points::min), Vec::new(), MatchEnd::Deals),
        };
        if reason == MatchEnd::Deals {
            let level = winners.len() > 1 && self.sheet().goal.tie == MatchTie::ExtraDeals;
            if completed < self.sheet().goal.deals || level {
                return None;
            }
        }
        Some(MatchResult {
            score,
            winners,
            losers,
            reason,
        })
    }

    /// The side that wins the match by its last tile (SPEC 9.9).
    fn immediate_winner(&self, end: DealEnd) -> Option<Side> {
        let DealEnd::Out { seat } = end else {
            return None;
        };
        let laid = self.deal.as_ref()?.turn.as_ref()?.laid.as_slice();
        let goal = &self.sheet().goal;
        let wins = match *laid {
            [.., SIX, BLANK] => goal.out_wins_both || goal.out_wins_blank,
            [.., BLANK, SIX] => goal.out_wins_both || goal.out_wins_six,
            [.., BLANK] => goal.out_wins_blank,
            [.., SIX] => goal.out_wins_six,
            [..] => false,
        };
        wins.then(|| side_of(self.sheet(), seat))
    }

    /// The sides at or above the target.
    fn reached(&self, score: &BySide<Points>) -> Vec<Side> {
        let target = self.sheet().target(self.players()).map(Points::from);
        let at = |points: &Points| target.is_some_and(|target| *points >= target);
        score
            .pairs()
            .filter(|(_, points)| at(points))
            .map(|(side, _)| side)
            .collect()
    }

    /// The sides at or above a target that wins.
    pub(super) fn reached_to_win(&self, score: &BySide<Points>) -> Vec<Side> {
        match self.sheet().goal.goal {
            Goal::ReachWins => self.reached(score),
            Goal::ReachLoses | Goal::Most | Goal::Fewest => Vec::new(),
        }
    }
}

/// The sides with the best score, ascending.
pub(super) fn best(score: &BySide<Points>, better: fn(Points, Points) -> Points) -> Vec<Side> {
    let best = score.iter().copied().reduce(better);
    score
        .pairs()
        .filter(|(_, points)| Some(**points) == best)
        .map(|(side, _)| side)
        .collect()
}
