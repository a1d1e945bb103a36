//! Who may see which tiles of a hand (SPEC 12.2).

use super::{Match, Phase};
use crate::deal::Deal;
use crate::hidden::{Hidden, Sight, Viewer};
use crate::seat::Seat;
use crate::sheet::{HandRule, Openness};
use crate::tile::Tile;
use crate::view::SeenHand;

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
        Hidden {
            owner: seat,
            sight,
            value: self.deal.as_ref().map(tiles).unwrap_or_default(),
        }
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
