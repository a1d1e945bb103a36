//! What a placement brings about, in the order of SPEC 7.7: points in play, going out, opening,
//! whether the turn ends, the block.

use super::decision::Decision;
use super::outcome::{LastTile, best};
use super::sight::Tiles;
use crate::action::{End, Lay};
use crate::event::Event;
use crate::hidden::Hidden;
use crate::in_play::points_in_play;
use crate::phase::Phase;
use crate::points::Points;
use crate::result::{DealEnd, MatchEnd, MatchResult, ScoreReason};
use crate::scoring::{award, side_of};
use crate::seat::{Seat, Side};
use crate::sheet::MatchStop;
use crate::tile::Tile;

impl Decision {
    pub(super) fn lead(&mut self, seat: Seat, tile: Tile, lay: Lay) {
        self.add(Event::Led { seat, tile, lay });
        let last = LastTile { tile, ends: None };
        self.after_placement(seat, last);
    }

    pub(super) fn play(&mut self, seat: Seat, tile: Tile, end: End, lay: Lay) {
        let both = self.ahead.deal.as_ref().and_then(|deal| deal.line.both());
        let ends = both.map(|(left, right)| (left.number, right.number));
        self.add(Event::Played {
            seat,
            tile,
            end,
            lay,
        });
        self.after_placement(seat, LastTile { tile, ends });
    }

    fn after_placement(&mut self, seat: Seat, last: LastTile) {
        let line = self.ahead.deal.as_ref().map(|deal| &deal.line);
        let sheet = self.ahead.sheet();
        let scored = line.and_then(|line| points_in_play(sheet, line, last.tile));
        if let Some((points, reason)) = scored {
            self.score(side_of(sheet, seat), points, reason);
        }
        let Some(deal) = &self.ahead.deal else { return };
        if self.ahead.phase != Phase::Playing {
            // The points have ended the match.
        } else if deal.hands[seat].is_empty() {
            self.end_deal(DealEnd::Out { seat }, Some(last));
        } else {
            self.open_row(seat);
            self.go_on(seat);
        }
    }

    /// SPEC 7.4: a closed row with few tiles is opened.
    fn open_row(&mut self, seat: Seat) {
        let sheet = self.ahead.sheet();
        let Some(deal) = &self.ahead.deal else { return };
        let row = deal.hands[seat].row();
        let open_at = usize::try_from(sheet.deal.open_at).unwrap_or(usize::MAX);
        if deal.is_closed(sheet, seat) && row.len() <= open_at {
            let row = Hidden::new(seat, self.ahead.sight_of(Tiles::Opened), row.to_vec());
            self.add(Event::Opened { seat, row });
        }
    }

    /// SPEC 9.6: the second turn of the deal is a pass.
    pub(super) fn first_pass(&mut self) {
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
        self.add(Event::Scored {
            side,
            points,
            reason,
        });
        let reached = self.ahead.reached_to_win(&self.ahead.scores);
        if self.ahead.sheet().goal.stop == MatchStop::AtOnce && reached.contains(&side) {
            let score = self.ahead.scores.clone();
            let winners = best(&score, Points::max);
            let result = MatchResult {
                score,
                winners,
                losers: Vec::new(),
                reason: MatchEnd::Target,
            };
            self.add(Event::MatchOver { result });
        }
    }
}
