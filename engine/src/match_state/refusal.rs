//! Why an action is not legal (SPEC 3.2), in words that tell the asker nothing new.

use super::Match;
use crate::action::{Action, End, IllegalAction, Lay};
use crate::deal::{Deal, Moves};
use crate::phase::Phase;
use crate::seat::Seat;
use crate::sheet::Enforcement;
use crate::tile::Tile;
use crate::tile_set::{NumberSet, TileSet};

impl Match {
    /// Why the action is refused; `None` if it is legal.
    pub(super) fn refusal(&self, seat: Seat, action: &Action) -> Option<IllegalAction> {
        let deal = match (self.phase, &self.deal) {
            (Phase::MatchOver, _) => return Some(IllegalAction::MatchOver),
            (Phase::Playing, Some(deal)) => deal,
            (Phase::Arranging, Some(deal)) => return arranging(deal, seat, action),
            _ => return Some(IllegalAction::NoDeal),
        };
        if *action == Action::Challenge {
            return self.challenge(deal, seat);
        }
        if self.on_turn() != Some(seat) {
            return Some(IllegalAction::NotOnTurn);
        }
        let on_turn = SeatOnTurn {
            deal,
            seat,
            moves: self.moves(),
            along: self.sheet().line.along,
            strict: self.is_strict(),
            closed: deal.is_closed(self.sheet(), seat),
        };
        match *action {
            Action::Arrange { .. } => Some(IllegalAction::NothingToArrange),
            Action::Challenge => Some(IllegalAction::NoChallenge),
            Action::TurnUp => (!on_turn.moves.turn_up).then_some(IllegalAction::NothingToTurnUp),
            Action::Draw => on_turn.draw(),
            Action::Pass => on_turn.pass(),
            Action::Stop => (!on_turn.moves.stop).then_some(IllegalAction::CannotStop),
            Action::Lead { tile, lay } => on_turn.lead(tile, lay),
            Action::Play { tile, end, lay } => on_turn.play(tile, end, lay),
        }
    }

    /// SPEC 10.2: for every seat while a tile lies, at a strict table only.
    fn challenge(&self, deal: &Deal, seat: Seat) -> Option<IllegalAction> {
        if seat.index() >= self.players() {
            Some(IllegalAction::NotOnTurn)
        } else if self.is_strict() && !deal.line.is_empty() {
            None
        } else {
            Some(IllegalAction::NoChallenge)
        }
    }

    fn is_strict(&self) -> bool {
        self.sheet().referee.enforcement == Enforcement::Penalize
    }
}

/// SPEC 4.4: nothing but the rows that are still awaited.
fn arranging(deal: &Deal, seat: Seat, action: &Action) -> Option<IllegalAction> {
    let Action::Arrange { row } = action else {
        return Some(IllegalAction::Arranging);
    };
    match deal.awaiting.get(seat) {
        None => Some(IllegalAction::NotOnTurn),
        Some(false) => Some(IllegalAction::NothingToArrange),
        Some(true) => {
            let named: TileSet = row.iter().copied().collect();
            let hand = &deal.hands[seat];
            let exact = named == hand.set() && row.len() == hand.row().len();
            (!exact).then_some(IllegalAction::NotTheRow)
        }
    }
}

/// The seat on turn and what it may do.
struct SeatOnTurn<'a> {
    deal: &'a Deal,
    seat: Seat,
    moves: Moves,
    along: bool,
    /// Impossible moves are punished, not refused.
    strict: bool,
    /// The hand is a closed row: nothing may be told of the tiles in it.
    closed: bool,
}

impl SeatOnTurn<'_> {
    fn draw(&self) -> Option<IllegalAction> {
        if self.moves.draw {
            None
        } else {
            self.instead().or(Some(IllegalAction::NothingToDraw))
        }
    }

    fn pass(&self) -> Option<IllegalAction> {
        match self.moves {
            Moves { pass: true, .. } => None,
            Moves { turn_up: true, .. } => Some(IllegalAction::TurnUpFirst),
            Moves { draw: true, .. } => Some(IllegalAction::MustDraw),
            Moves { stop: true, .. } => Some(IllegalAction::CannotPass),
            Moves { .. } => self.instead().or(Some(IllegalAction::CannotPass)),
        }
    }

    fn lead(&self, tile: Tile, lay: Lay) -> Option<IllegalAction> {
        if !self.deal.line.is_empty() {
            Some(IllegalAction::AlreadyLed)
        } else if self.moves.turn_up {
            Some(IllegalAction::TurnUpFirst)
        } else if !self.closed && !self.holds(tile) {
            Some(IllegalAction::NotHeld { tile })
        } else if !self.may_lie(tile, lay) {
            Some(IllegalAction::NotAlong)
        } else if self.moves.leads.contains(tile) {
            None
        } else {
            self.moves
                .leads
                .iter()
                .next()
                .map(|tile| IllegalAction::LeadNamed { tile })
        }
    }

    fn play(&self, tile: Tile, end: End, lay: Lay) -> Option<IllegalAction> {
        if self.deal.line.is_empty() {
            return Some(IllegalAction::LeadFirst);
        }
        if self.closed {
            return self.play_closed(tile, end, lay);
        }
        if !self.holds(tile) {
            return Some(IllegalAction::NotHeld { tile });
        }
        let Some(open) = self.deal.line.end(end) else {
            return Some(IllegalAction::NoSuchEnd { end });
        };
        if !self.may_lie(tile, lay) {
            return Some(IllegalAction::NotAlong);
        }
        if self.strict {
            return None;
        }
        if !tile.has(open.number) {
            let all = self.deal.line.numbers();
            let elsewhere = all.iter().any(|number| tile.has(number));
            let needed = if elsewhere {
                NumberSet::of(open.number)
            } else {
                all
            };
            return Some(IllegalAction::DoesNotFit { tile, end, needed });
        }
        if self.moves.at(end).contains(tile) {
            None
        } else {
            Some(self.only_twin(tile))
        }
    }

    /// From a closed row only a turned-up tile is laid. Every other one is answered alike.
    fn play_closed(&self, tile: Tile, end: End, lay: Lay) -> Option<IllegalAction> {
        match self.deal.turned_up() {
            Some((_, up)) if up != tile => Some(IllegalAction::OnlyTurnedUp { tile: up }),
            Some(_) => match self.deal.line.end(end) {
                None => Some(IllegalAction::NoSuchEnd { end }),
                Some(_) if !self.may_lie(tile, lay) => Some(IllegalAction::NotAlong),
                Some(_) if self.moves.at(end).contains(tile) => None,
                Some(open) => Some(IllegalAction::DoesNotFit {
                    tile,
                    end,
                    needed: NumberSet::of(open.number),
                }),
            },
            None if self.moves.draw => Some(IllegalAction::MustDraw),
            None => Some(IllegalAction::TurnUpFirst),
        }
    }

    /// A fitting tile of the hand is refused only while the second of two doubles may follow.
    fn only_twin(&self, tile: Tile) -> IllegalAction {
        let mut twins = End::ALL
            .into_iter()
            .flat_map(|end| self.moves.at(end).iter().map(move |tile| (tile, end)));
        twins
            .next()
            .map_or(IllegalAction::NotHeld { tile }, |(tile, end)| {
                IllegalAction::OnlyTwin { tile, end }
            })
    }

    /// What is to be done instead of drawing or passing.
    fn instead(&self) -> Option<IllegalAction> {
        if self.moves.turn_up {
            Some(IllegalAction::TurnUpFirst)
        } else if self.deal.line.is_empty() {
            Some(IllegalAction::LeadFirst)
        } else if self.moves.has_play() {
            Some(IllegalAction::TileFits {
                ends: self.deal.line.numbers(),
            })
        } else {
            None
        }
    }

    fn holds(&self, tile: Tile) -> bool {
        self.deal.hands[self.seat].set().contains(tile)
    }

    fn may_lie(&self, tile: Tile, lay: Lay) -> bool {
        match lay {
            Lay::Across => true,
            Lay::Along => self.along && tile.is_double(),
        }
    }
}
