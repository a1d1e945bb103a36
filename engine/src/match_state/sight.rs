//! Who may see which tiles of a hand (SPEC 12.2).

#[cfg(feature = "planted-leaks")]
use super::planted::SightOf;
use super::{Match, Phase};
use crate::hidden::{Hidden, Sight, Viewer};
use crate::seat::Seat;
use crate::sheet::{HandRule, Openness};
use crate::tile::Tile;
use crate::view::SeenHand;

impl Match {
    /// Who may see the tiles that lie in a hand while the deal runs, but for a turned-up one.
    pub(super) fn sight_of_hand(&self, seat: Seat) -> Sight {
        let deal = self.deal.as_ref();
        let opened = deal.is_some_and(|deal| deal.opened[seat]);
        let arranging = deal.is_some_and(|deal| deal.awaiting[seat]);
        let sight = match self.sheet().deal.hand {
            HandRule::Seen => Sight::Owner,
            HandRule::Arranged | HandRule::Unseen if opened => self.sight_of_opened(),
            HandRule::Arranged if arranging => Sight::Owner,
            HandRule::Arranged | HandRule::Unseen => Sight::Nobody,
        };
        #[cfg(feature = "planted-leaks")]
        let sight = self.leaking_sight(SightOf::Hand, sight);
        sight
    }

    /// Who may see a hand as it is dealt.
    pub(super) fn sight_of_dealt(&self) -> Sight {
        let sight = match self.sheet().deal.hand {
            HandRule::Seen | HandRule::Arranged => Sight::Owner,
            HandRule::Unseen => Sight::Nobody,
        };
        #[cfg(feature = "planted-leaks")]
        let sight = self.leaking_sight(SightOf::Dealt, sight);
        sight
    }

    /// Who may see an opened row.
    pub(super) fn sight_of_opened(&self) -> Sight {
        let sight = sight(self.sheet().deal.open_to);
        #[cfg(feature = "planted-leaks")]
        let sight = self.leaking_sight(SightOf::Opened, sight);
        sight
    }

    /// Who may see a turned-up tile that does not fit.
    pub(super) fn sight_of_misfit(&self) -> Sight {
        let sight = sight(self.sheet().deal.misfit_visible);
        #[cfg(feature = "planted-leaks")]
        let sight = self.leaking_sight(SightOf::Misfit, sight);
        sight
    }

    /// A hand with who may see it now. A row is listed left to right, a seen hand ascending.
    fn hidden_hand(&self, seat: Seat) -> Hidden<Vec<Tile>> {
        let tiles = |deal: &crate::deal::Deal| match self.sheet().deal.hand {
            HandRule::Seen => deal.hands[seat].set().iter().collect(),
            HandRule::Arranged | HandRule::Unseen => deal.hands[seat].row().to_vec(),
        };
        let sight = match self.phase {
            Phase::AwaitingEntry | Phase::Arranging | Phase::Playing => self.sight_of_hand(seat),
            Phase::DealOver | Phase::MatchOver => Sight::All,
        };
        Hidden {
            owner: seat,
            sight,
            value: self.deal.as_ref().map(tiles).unwrap_or_default(),
        }
    }

    pub(super) fn seen_hand(&self, seat: Seat, viewer: Viewer) -> SeenHand {
        let mut hand = SeenHand::of(&self.hidden_hand(seat), viewer);
        let turned_up = self.deal.as_ref().and_then(crate::deal::Deal::turned_up);
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
