//! What an action or a ruling brings about, fact by fact (SPEC 7.7). Each fact is folded into a
//! copy of the match before the next one is found, so that deciding and folding can never disagree.

use super::Match;
use super::outcome::LastTile;
use super::sight::Tiles;
use crate::action::{Action, IllegalAction, Ruling};
use crate::block::is_blocked;
use crate::deal::Deal;
use crate::event::Event;
use crate::hidden::{Hidden, Sight};
use crate::phase::Phase;
use crate::result::{DealEnd, Fault};
use crate::seat::Seat;
use crate::sheet::Ladder;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A copy of the match that runs ahead, and the facts that took it there.
pub(super) struct Decision {
    pub(super) ahead: Match,
    events: Vec<Event>,
}

impl Match {
    /// The facts of a legal action.
    pub(super) fn consequences(&self, seat: Seat, action: &Action) -> Vec<Event> {
        let mut decision = Decision::of(self);
        decision.act(seat, action);
        decision.events
    }

    /// What a ruling of the table would make fact; changes nothing.
    ///
    /// # Errors
    ///
    /// Why the ruling is refused.
    pub fn rule(&self, ruling: Ruling) -> Result<Vec<Event>, IllegalAction> {
        self.unruly(ruling).map_or(Ok(()), Err)?;
        let mut decision = Decision::of(self);
        decision.add(Event::Ruled { ruling });
        match ruling {
            Ruling::Deal | Ruling::Restart => {}
            Ruling::Warn(seat) => decision.warn(seat),
            Ruling::Overtime(seat) => decision.overtime(seat),
        }
        Ok(decision.events)
    }

    /// Why the ruling is refused; `None` if it is legal.
    fn unruly(&self, ruling: Ruling) -> Option<IllegalAction> {
        if self.phase == Phase::MatchOver {
            return Some(IllegalAction::MatchOver);
        }
        let on_turn = self.on_turn();
        match ruling {
            Ruling::Deal if self.phase == Phase::DealOver => None,
            Ruling::Deal => Some(IllegalAction::DealRunning),
            Ruling::Overtime(seat) if self.is_arranging(seat) || on_turn == Some(seat) => None,
            Ruling::Overtime(_) => Some(IllegalAction::NotOnTurn),
            Ruling::Warn(_) | Ruling::Restart if !self.has_ladder() => {
                Some(IllegalAction::NoLadder)
            }
            Ruling::Warn(seat) if seat.index() >= self.players() => Some(IllegalAction::NotOnTurn),
            Ruling::Warn(_) | Ruling::Restart if on_turn.is_none() => Some(IllegalAction::NoDeal),
            Ruling::Warn(_) | Ruling::Restart => None,
        }
    }

    /// Whether the seat has still to arrange its row.
    pub(super) fn is_arranging(&self, seat: Seat) -> bool {
        let awaiting = |deal: &Deal| deal.awaiting.get(seat) == Some(&true);
        self.phase == Phase::Arranging && self.deal.as_ref().is_some_and(awaiting)
    }
}

impl Decision {
    fn of(game: &Match) -> Self {
        Self {
            ahead: game.clone(),
            events: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, event: Event) {
        self.ahead.apply(&event);
        self.events.push(event);
    }

    fn act(&mut self, seat: Seat, action: &Action) {
        match *action {
            Action::Arrange { ref row } => self.arrange(seat, row.clone()),
            Action::Challenge => self.challenge(seat),
            Action::Lead { tile, lay } => self.lead(seat, tile, lay),
            Action::Play { tile, end, lay } => self.play(seat, tile, end, lay),
            Action::Draw => self.draw(seat),
            Action::Pass => self.pass(seat),
            Action::Stop => {
                self.add(Event::Stopped { seat });
                self.end_turn(seat);
            }
            Action::TurnUp => self.turn_up(seat),
        }
    }

    /// SPEC 4.4. The last row brings the leader on turn.
    fn arrange(&mut self, seat: Seat, row: Vec<Tile>) {
        let row = Hidden::new(seat, Sight::Nobody, row);
        self.add(Event::Arranged { seat, row });
        let Some(deal) = &self.ahead.deal else { return };
        if deal.awaiting.iter().any(|awaiting| *awaiting) {
            return;
        }
        let hands = deal.hands.map(crate::deal::Hand::set);
        // Every deal has a lot: that of the first entry taken for it.
        let lot = self.ahead.lot.unwrap_or(Seat::new(0));
        self.begin_turn(self.ahead.leader_of(&hands, lot));
    }

    fn draw(&mut self, seat: Seat) {
        let front = |deal: &Deal| deal.stock.last().copied();
        // `draw` is legal only while the stock holds a drawable tile.
        if let Some(value) = self.ahead.deal.as_ref().and_then(front) {
            let sight = self.ahead.sight_of(Tiles::Hand(seat));
            let tile = Hidden::new(seat, sight, value);
            self.add(Event::Drew { seat, tile });
            self.go_on(seat);
        }
    }

    fn pass(&mut self, seat: Seat) {
        let is_false = self.ahead.deal.as_ref().is_some_and(|deal| {
            deal.line.is_empty() || deal.fitting(deal.hands[seat].set()).has_play()
        });
        self.add(Event::Passed { seat });
        if is_false {
            let fault = Fault::FalsePass;
            self.end_deal(DealEnd::Fault { seat, fault }, None);
        } else {
            self.first_pass();
            self.end_turn(seat);
        }
    }

    /// SPEC 7.5, and 5.4 for the lead.
    fn turn_up(&mut self, seat: Seat) {
        let Some(deal) = &self.ahead.deal else { return };
        let Some(&tile) = deal.hands[seat].row().last() else {
            return;
        };
        if deal.line.is_empty() {
            self.add(Event::TurnedUp { seat, tile });
            self.lead(seat, tile, crate::action::Lay::Across);
        } else if deal.fitting(TileSet::of(tile)).has_play() {
            self.add(Event::TurnedUp { seat, tile });
            self.go_on(seat);
        } else {
            let tile = Hidden::new(seat, self.ahead.sight_of(Tiles::Misfit), tile);
            self.add(Event::Misfit { seat, tile });
            self.go_on(seat);
        }
    }

    /// SPEC 10.6, and 4.4 while rows are being arranged.
    fn overtime(&mut self, seat: Seat) {
        if self.ahead.is_arranging(seat) {
            let row = |deal: &Deal| deal.hands[seat].row().to_vec();
            let row = self.ahead.deal.as_ref().map(row).unwrap_or_default();
            return self.arrange(seat, row);
        }
        let acts = match self.ahead.sheet().referee.ladder {
            Ladder::None => true,
            Ladder::Points | Ladder::Club => {
                self.warn(seat);
                self.ahead.overtimes() >= 2
            }
        };
        let honest = self.ahead.honest_actions(seat);
        if let Some(first) = honest.iter().next().filter(|_| acts) {
            self.act(seat, first);
        }
    }

    /// The turn goes on if something is possible; the block is tested either way.
    pub(super) fn go_on(&mut self, seat: Seat) {
        if self.ahead.moves().is_empty() {
            self.end_turn(seat);
        } else {
            self.block_or(None);
        }
    }

    fn end_turn(&mut self, seat: Seat) {
        if self.ahead.phase == Phase::Playing {
            self.add(Event::TurnEnded { seat });
            self.block_or(Some(self.ahead.next_seat(seat)));
        }
    }

    pub(super) fn begin_turn(&mut self, seat: Seat) {
        let turn = self.ahead.turns + 1;
        self.add(Event::TurnBegan { seat, turn });
    }

    /// Ends a blocked deal; else the next turn begins, if there is one to begin.
    fn block_or(&mut self, next: Option<Seat>) {
        let Some(deal) = &self.ahead.deal else { return };
        if is_blocked(deal, self.ahead.sheet()) {
            // A block is tested once a lead lies, so somebody has laid a tile.
            let closer = deal.closer.or(deal.leader).unwrap_or(Seat::new(0));
            self.end_deal(DealEnd::Block { closer }, None);
        } else if let Some(seat) = next {
            self.begin_turn(seat);
        }
    }

    /// Ends the deal, and the match if it ends with it. A wrong tile that nobody has found is found
    /// now (SPEC 10.2).
    pub(super) fn end_deal(&mut self, end: DealEnd, last: Option<LastTile>) {
        let wrong = self.ahead.deal.as_ref().and_then(|deal| deal.wrong.first());
        let (end, last) = match (end, wrong) {
            // Nobody has gone out then, so there is no bonus for it.
            (DealEnd::Out { .. } | DealEnd::Block { .. }, Some(wrong)) => {
                let seat = wrong.seat;
                let fault = Fault::WrongTile;
                (DealEnd::Fault { seat, fault }, None)
            }
            (end, _) => (end, last),
        };
        let (result, over) = self.ahead.deal_result(end, last);
        self.add(Event::DealOver { result });
        if let Some(result) = over {
            self.add(Event::MatchOver { result });
        }
    }
}
