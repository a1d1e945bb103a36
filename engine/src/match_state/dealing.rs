//! Setting up a deal (SPEC 4, 5.1).

use super::Match;
use super::sight::Tiles;
use crate::entry::DealEntry;
use crate::event::Event;
use crate::hidden::{Hidden, Sight};
use crate::lead;
use crate::result::LeadBy;
use crate::seat::{BySeat, Seat};
use crate::sheet::{DealRules, HandRule, LeadTile};
use crate::tile::{Number, Tile};
use crate::tile_set::{NumberSet, TileSet};

impl Match {
    /// What becomes of an entry: a void deal, or a deal and its leader's turn.
    pub(super) fn dealing(&self, entry: DealEntry) -> Vec<Event> {
        let sheet = self.sheet();
        let deal = self.entries;
        let each = sheet.tiles_each(self.players());
        let hands = BySeat::from_fn(self.players(), |seat| {
            let first = seat.index() * each;
            let mut hand = entry.order()[first..first + each].to_vec();
            // A hand is a set; only a row has an order.
            if sheet.deal.hand == HandRule::Seen {
                hand.sort();
            }
            hand
        });
        let sets: BySeat<TileSet> = hands.map(|hand| hand.iter().copied().collect());
        if let Some((owner, _)) = sets.pairs().find(|(_, hand)| is_void(&sheet.deal, **hand)) {
            let hand = Hidden::new(owner, Sight::All, hands[owner].clone());
            return vec![Event::Voided { deal, entry, hand }];
        }
        let lot = self.lot.unwrap_or(entry.lot());
        let stock = Tile::COUNT - each * self.players();
        let stock = u32::try_from(stock).unwrap_or(0);
        let hidden = BySeat::from_fn(self.players(), |owner| {
            Hidden::new(owner, self.sight_of(Tiles::Dealt), hands[owner].clone())
        });
        let mut events = vec![Event::Dealt {
            deal,
            entry,
            hands: hidden,
            stock,
        }];
        if sheet.deal.hand != HandRule::Arranged {
            events.push(Event::TurnBegan {
                seat: self.leader_of(&sets, lot),
                turn: self.turns + 1,
            });
        }
        events
    }

    /// Who leads the deal with these hands (SPEC 5.1).
    pub(super) fn leader_of(&self, hands: &BySeat<TileSet>, lot: Seat) -> Seat {
        let rules = &self.sheet().lead;
        lead::leader(self.lead, rules, hands, self.seats_from(lot), lot)
    }

    /// What is led in the deal being set up (SPEC 5.1: an extra deal by lot, with any tile, or the
    /// rightmost where hands are not seen).
    pub(super) fn lead_tile(&self) -> LeadTile {
        let lead = &self.sheet().lead;
        if self.is_extra(self.completed) {
            match self.sheet().deal.hand {
                HandRule::Seen => LeadTile::Any,
                HandRule::Arranged | HandRule::Unseen => LeadTile::Rightmost,
            }
        } else if self.completed == 0 {
            lead.first_tile
        } else {
            lead.next_tile
        }
    }

    /// Whether the deal after so many completed ones is an extra deal (SPEC 9.7).
    pub(super) fn is_extra(&self, completed: u32) -> bool {
        let deals = self.sheet().goal.deals;
        deals > 0 && completed >= deals
    }

    /// How the deal after so many completed ones is led (SPEC 5.1, 5.3), once it is known what
    /// "the winner leads" comes to and who led the last deal.
    pub(super) fn lead_after(&self, completed: u32, winner: LeadBy, leader: Seat) -> LeadBy {
        let rules = &self.sheet().lead;
        if self.is_extra(completed) {
            LeadBy::Lot
        } else if completed == 0 {
            lead::first(rules)
        } else {
            lead::next(rules, winner, self.next_seat(leader))
        }
    }
}

/// SPEC 4.3.
fn is_void(rules: &DealRules, hand: TileSet) -> bool {
    let many = |limit: u32, tiles: TileSet| limit > 0 && hand.and(tiles).len() >= limit;
    many(rules.redeal_doubles, TileSet::doubles())
        || Number::ALL
            .into_iter()
            .any(|number| many(rules.redeal_suit, TileSet::having(NumberSet::of(number))))
}
