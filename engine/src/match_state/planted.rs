//! The planted leaks that need to look into a match. Compiled only with the feature `planted-leaks`.

use super::Match;
use super::sight::Tiles;
use crate::action::{Action, IllegalAction};
use crate::deal::{Deal, Last};
use crate::hidden::{Sight, Viewer};
use crate::phase::Phase;
use crate::planted::{Leak, planted};
use crate::seat::Seat;
use crate::sheet::HandRule;
use crate::tile_set::{NumberSet, TileSet};
use crate::view::SeatView;

impl Match {
    pub(super) fn leaking_sight(&self, tiles: Tiles, sight: Sight) -> Sight {
        let unseen = self.sheet().deal.hand == HandRule::Unseen;
        match (tiles, sight) {
            (Tiles::Hand(_), Sight::Nobody) if planted(Leak::UnseenRowToOwner) && unseen => {
                Sight::Owner
            }
            (Tiles::Hand(_), Sight::Nobody) if planted(Leak::ArrangedRowToOwner) && !unseen => {
                Sight::Owner
            }
            (Tiles::Dealt, Sight::Nobody) if planted(Leak::UnseenRowDealtToOwner) => Sight::Owner,
            (Tiles::Opened, Sight::Owner) if planted(Leak::OpenedRowToAll) => Sight::All,
            (Tiles::Misfit, Sight::Owner) if planted(Leak::MisfitToAll) => Sight::All,
            (Tiles::Hand(_) | Tiles::Dealt | Tiles::Opened | Tiles::Misfit, sight) => sight,
        }
    }

    pub(super) fn leaking_view(&self, viewer: Viewer, mut view: SeatView) -> SeatView {
        let (Some(deal), false) = (&self.deal, view.phase == Phase::DealOver) else {
            return view;
        };
        if let Some(seat) = self.on_turn() {
            self.leak_of_turn(deal, seat, &mut view);
        }
        if planted(Leak::DrawableCountsFitting) {
            let fitting = TileSet::having(deal.line.numbers());
            let fits = |tile: &&crate::Tile| fitting.contains(**tile);
            view.drawable = count(deal.stock.iter().filter(fits).count());
        }
        if let Some(value) = &mut view.layout_value
            && planted(Leak::LayoutValueCountsStock)
        {
            *value += deal.stock.last().map_or(0, |tile| u32::from(tile.pips()));
        }
        if planted(Leak::AwaitingByPips) && viewer != Viewer::Referee {
            view.awaiting
                .sort_by_key(|seat| deal.hands[*seat].set().pips());
        }
        view
    }

    fn leak_of_turn(&self, deal: &Deal, seat: Seat, view: &mut SeatView) {
        if planted(Leak::LegalListToAll) {
            view.legal = self.legal_actions(seat);
        }
        if planted(Leak::NextDrawShown) && self.moves().draw {
            view.turned_up = deal.stock.last().copied();
        }
        let closed = deal.is_closed(self.sheet(), seat);
        let last = deal.turn.as_ref().map(|turn| turn.last);
        let row = deal.hands[seat].row();
        match last.filter(|_| closed) {
            Some(Last::Misfit) if planted(Leak::MisfitRemembered) => {
                if let Some(leftmost) = view.hands[seat].tiles.first_mut() {
                    *leftmost = row.first().copied();
                }
            }
            Some(Last::Led { .. } | Last::Laid { .. }) if planted(Leak::NextOfChainShown) => {
                view.turned_up = row.last().copied();
            }
            _ => {}
        }
    }

    pub(super) fn leaking_refusal(
        &self,
        seat: Seat,
        action: &Action,
        refusal: Option<IllegalAction>,
    ) -> Option<IllegalAction> {
        let Some(deal) = &self.deal else {
            return refusal;
        };
        let others = deal.hands.pairs().filter(|(other, _)| *other != seat);
        let others = others.fold(TileSet::EMPTY, |all, (_, hand)| all.or(hand.set()));
        match (refusal?, action) {
            (IllegalAction::NotHeld { tile }, _)
                if planted(Leak::RefusalTellsOtherHand) && others.contains(tile) =>
            {
                Some(IllegalAction::NotOnTurn)
            }
            (IllegalAction::TurnUpFirst, Action::Play { end, .. })
                if planted(Leak::RefusalTellsClosedRow) =>
            {
                let tile = *deal.hands[seat].row().last()?;
                let needed = NumberSet::of(tile.high());
                let end = *end;
                Some(IllegalAction::DoesNotFit { tile, end, needed })
            }
            (IllegalAction::NotTheRow, Action::Arrange { row })
                if planted(Leak::RefusalTellsDealtTiles)
                    && row.first().is_some_and(|tile| others.contains(*tile)) =>
            {
                Some(IllegalAction::NothingToArrange)
            }
            (refusal, _) => Some(refusal),
        }
    }
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
