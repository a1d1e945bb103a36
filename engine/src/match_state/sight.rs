//! What a viewer may know: the view, and who may see which tiles of a hand (SPEC 12.2).

use std::sync::Arc;

use super::{Match, chosen};
use crate::action::LegalActions;
use crate::deal::Deal;
use crate::hidden::{Hidden, SeenHand, Sight, Viewer};
use crate::line::LineView;
use crate::phase::Phase;
use crate::seat::{BySeat, Seat};
use crate::sheet::{HandRule, InPlay, Openness};
use crate::tile::Tile;
use crate::view::SeatView;

/// Tiles that may be hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tiles {
    /// Of a seat, as they lie while the deal runs, but for a turned-up one.
    Hand(Seat),
    /// Of any hand, as it is dealt.
    Dealt,
    /// Of a row, as it is opened.
    Opened,
    /// A turned-up tile that does not fit.
    Misfit,
}

impl Match {
    /// What a viewer may know now.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> SeatView {
        let deal = self.deal.as_ref();
        let legal = match viewer {
            Viewer::Seat(seat) => self.legal_actions(seat),
            Viewer::Watcher | Viewer::Referee => LegalActions::default(),
        };
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let over = matches!(self.phase, Phase::DealOver | Phase::MatchOver);
        let view = SeatView {
            viewer,
            setup: Arc::clone(&self.setup),
            phase: self.phase,
            deal: self.deal(),
            deal_number: match &self.last_result {
                Some(last) if over && Some(last.deal) == self.deal() => self.completed,
                _ => self.completed + 1,
            },
            completed: self.completed,
            on_turn: self.on_turn(),
            turn: self.turns,
            leader: deal.and_then(|deal| deal.leader.or_else(|| self.leader_to_be(deal))),
            hands: BySeat::from_fn(self.players(), |seat| self.seen_hand(seat, viewer)),
            awaiting: deal.map_or_else(Vec::new, |deal| chosen(&deal.awaiting)),
            opened: deal.map_or_else(Vec::new, |deal| chosen(&deal.opened)),
            turned_up: self.turned_up(),
            line: deal.map_or_else(LineView::default, |deal| deal.line.view()),
            layout_value: self.layout_value(),
            stock: deal.map_or(0, |deal| count(deal.stock.len())),
            drawable: deal.map_or(0, |deal| count(deal.drawable(self.sheet()))),
            scores: self.scores.clone(),
            waiting: self.waiting.clone(),
            egg_pot: self.egg_pot,
            warnings: self.has_ladder().then(|| self.warnings.clone()),
            fines: self.has_ladder().then(|| self.fines.clone()),
            last_result: self.last_result.clone(),
            result: self.result.clone(),
            legal,
        };
        #[cfg(feature = "planted-leaks")]
        let view = self.leaking_view(viewer, view);
        view
    }

    /// Who may see tiles now: the one place that says so.
    pub(super) fn sight_of(&self, tiles: Tiles) -> Sight {
        let rules = &self.sheet().deal;
        let sight = match tiles {
            Tiles::Hand(seat) => self.sight_of_hand(seat),
            Tiles::Dealt => match rules.hand {
                HandRule::Seen | HandRule::Arranged => Sight::Owner,
                HandRule::Unseen => Sight::Nobody,
            },
            Tiles::Opened => sight(rules.open_to),
            Tiles::Misfit => sight(rules.misfit_visible),
        };
        #[cfg(feature = "planted-leaks")]
        let sight = self.leaking_sight(tiles, sight);
        sight
    }

    fn sight_of_hand(&self, seat: Seat) -> Sight {
        let deal = self.deal.as_ref();
        let opened = deal.is_some_and(|deal| deal.opened[seat]);
        let arranging = deal.is_some_and(|deal| deal.awaiting[seat]);
        match self.sheet().deal.hand {
            HandRule::Seen => Sight::Owner,
            HandRule::Arranged | HandRule::Unseen if opened => self.sight_of(Tiles::Opened),
            HandRule::Arranged if arranging => Sight::Owner,
            HandRule::Arranged | HandRule::Unseen => Sight::Nobody,
        }
    }

    /// Who is about to lead a deal that has been set up.
    fn leader_to_be(&self, deal: &Deal) -> Option<Seat> {
        let lot = self.lot.filter(|_| self.phase == Phase::Playing)?;
        Some(self.leader_of(&deal.hands.map(crate::deal::Hand::set), lot))
    }

    /// The value of the layout, where multiples of it count.
    fn layout_value(&self) -> Option<u32> {
        let value = |deal: &Deal| deal.line.value(self.sheet().line.spinner_value);
        match self.sheet().score.in_play {
            InPlay::Multiples => Some(self.deal.as_ref().map_or(0, value)),
            InPlay::None | InPlay::EqualEnds => None,
        }
    }

    /// A hand with who may see it now. A row is listed left to right, a seen hand ascending.
    fn hidden_hand(&self, seat: Seat) -> Hidden<Vec<Tile>> {
        let tiles = |deal: &Deal| match self.sheet().deal.hand {
            HandRule::Seen => deal.hands[seat].set().iter().collect(),
            HandRule::Arranged | HandRule::Unseen => deal.hands[seat].row().to_vec(),
        };
        let sight = match self.phase {
            Phase::AwaitingEntry | Phase::Arranging | Phase::Playing => {
                self.sight_of(Tiles::Hand(seat))
            }
            Phase::DealOver | Phase::MatchOver => Sight::All,
        };
        Hidden::new(
            seat,
            sight,
            self.deal.as_ref().map(tiles).unwrap_or_default(),
        )
    }

    pub(super) fn seen_hand(&self, seat: Seat, viewer: Viewer) -> SeenHand {
        let mut hand = SeenHand::of(&self.hidden_hand(seat), viewer);
        let turned_up = self.deal.as_ref().and_then(Deal::turned_up);
        if let (Some((owner, tile)), Some(rightmost)) = (turned_up, hand.tiles.last_mut())
            && owner == seat
        {
            *rightmost = Some(tile);
        }
        hand
    }
}

fn sight(openness: Openness) -> Sight {
    match openness {
        Openness::All => Sight::All,
        Openness::Owner => Sight::Owner,
    }
}
