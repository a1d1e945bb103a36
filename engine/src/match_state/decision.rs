//! What an action brings about, fact by fact (SPEC 7.7). Each fact is folded into a copy of the
//! match before the next one is found, so that deciding and folding can never disagree.

use super::{Match, Phase};
use crate::action::Action;
use crate::block::is_blocked;
use crate::event::{Event, ScoreReason};
use crate::hidden::{Hidden, Sight};
use crate::points::Points;
use crate::result::{DealEnd, MatchEnd, MatchResult};
use crate::scoring::{award, side_of};
use crate::seat::{Seat, Side};
use crate::sheet::MatchStop;
use crate::tile::{Number, Tile};

/// A copy of the match that runs ahead, and the facts that took it there.
struct Draft {
    ahead: Match,
    events: Vec<Event>,
}

impl Match {
    /// The facts of a legal action.
    pub(super) fn consequences(&self, seat: Seat, action: &Action) -> Vec<Event> {
        let ends = self.deal.as_ref().and_then(|deal| deal.line.both());
        let mut draft = Draft {
            ahead: self.clone(),
            events: Vec::new(),
        };
        match *action {
            Action::Lead { tile, lay } => {
                draft.tell(Event::Led { seat, tile, lay });
                draft.after_placement(seat, tile, ends);
            }
            Action::Play { tile, end, lay } => {
                draft.tell(Event::Played {
                    seat,
                    tile,
                    end,
                    lay,
                });
                draft.after_placement(seat, tile, ends);
            }
            Action::Draw => draft.draw(seat),
            Action::Pass => {
                draft.tell(Event::Passed { seat });
                draft.first_pass();
                draft.end_turn(seat);
            }
            Action::Stop => {
                draft.tell(Event::Stopped { seat });
                draft.end_turn(seat);
            }
            // Refused everywhere until rows and strict tables can be started (`refusal`).
            Action::Arrange { .. } | Action::Challenge | Action::TurnUp => {}
        }
        draft.events
    }
}

impl Draft {
    fn tell(&mut self, event: Event) {
        self.ahead.apply(&event);
        self.events.push(event);
    }

    fn after_placement(&mut self, seat: Seat, tile: Tile, ends: Option<(Number, Number)>) {
        let out = self
            .ahead
            .deal
            .as_ref()
            .is_some_and(|deal| deal.hands[seat].is_empty());
        if out {
            self.end_deal(DealEnd::Out { seat }, Some((tile, ends)));
        } else {
            self.go_on(seat);
        }
    }

    fn draw(&mut self, seat: Seat) {
        let front = self
            .ahead
            .deal
            .as_ref()
            .and_then(|deal| deal.stock.last().copied());
        // `draw` is legal only while the stock holds a drawable tile.
        if let Some(value) = front {
            let tile = Hidden {
                owner: seat,
                sight: Sight::Owner,
                value,
            };
            self.tell(Event::Drew { seat, tile });
            self.go_on(seat);
        }
    }

    /// The turn goes on if something is possible; the block is tested either way.
    fn go_on(&mut self, seat: Seat) {
        if self.ahead.moves().is_empty() {
            self.end_turn(seat);
        } else {
            self.block_or(None);
        }
    }

    fn end_turn(&mut self, seat: Seat) {
        if self.ahead.phase == Phase::Playing {
            self.tell(Event::TurnEnded { seat });
            self.block_or(Some(self.ahead.next_seat(seat)));
        }
    }

    /// Ends a blocked deal; else the next turn begins, if there is one to begin.
    fn block_or(&mut self, next: Option<Seat>) {
        let Some(deal) = &self.ahead.deal else { return };
        if is_blocked(deal, self.ahead.sheet()) {
            // A block is tested once a lead lies, so somebody has laid a tile.
            let closer = deal.closer.or(deal.leader).unwrap_or(Seat::new(0));
            self.end_deal(DealEnd::Block { closer }, None);
        } else if let Some(seat) = next {
            self.tell(Event::TurnBegan {
                seat,
                turn: self.ahead.turns + 1,
            });
        }
    }

    fn end_deal(&mut self, end: DealEnd, last: Option<(Tile, Option<(Number, Number)>)>) {
        let (result, over) = self.ahead.deal_result(end, last);
        self.tell(Event::DealOver { result });
        if let Some(result) = over {
            self.tell(Event::MatchOver { result });
        }
    }

    /// SPEC 9.6: the second turn of the deal is a pass.
    fn first_pass(&mut self) {
        let Some(deal) = &self.ahead.deal else { return };
        let points = Points::from(self.ahead.sheet().score.first_pass);
        if let (2, Some(leader)) = (deal.turns, deal.leader)
            && points > Points::ZERO
        {
            let side = side_of(self.ahead.sheet(), leader);
            self.score(side, points, ScoreReason::FirstPass);
        }
    }

    /// Points in play, and the target test for them (SPEC 9.7, 9.8).
    fn score(&mut self, side: Side, points: Points, reason: ScoreReason) {
        let before = self.ahead.scores[side];
        let points = award(self.ahead.sheet(), self.ahead.scores.len(), before, points);
        if points == Points::ZERO {
            return;
        }
        self.tell(Event::Scored {
            side,
            points,
            reason,
        });
        let reached = self.ahead.reached_to_win(&self.ahead.scores);
        if self.ahead.sheet().goal.stop == MatchStop::AtOnce && reached.contains(&side) {
            let score = self.ahead.scores.clone();
            let winners = super::outcome::best(&score, Points::max);
            let result = MatchResult {
                score,
                winners,
                losers: Vec::new(),
                reason: MatchEnd::Target,
            };
            self.tell(Event::MatchOver { result });
        }
    }
}
