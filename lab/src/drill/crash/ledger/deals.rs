//! The acts of every deal: what the last snapshot that tells of it shows, and the facts after that.
//!
//! Where hands are seen, a seat that comes back is told every fact it missed. At a blind table it gets the whole
//! table instead, and what nobody was told in between is in the log of its deal alone.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_engine::HandRule;
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{Fact, MatchId, TableView};

use super::super::acts::{Act, act_of};

/// A deal of a table: the number of its match, and the index of its entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Deal {
    pub(super) match_number: u32,
    pub(super) entry: u32,
}

/// What a snapshot tells of acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    deal: Deal,
    match_id: Option<MatchId>,
    is_over: bool,
    /// Whether facts are told again at this table.
    pub(super) is_seen: bool,
    /// The acts of the deal on the table, and of those before it that its log still tells of.
    acts: BTreeMap<Deal, Vec<Act>>,
}

/// Facts and snapshots of one table, by number, put together.
#[derive(Debug, Default)]
pub(super) struct Deals {
    pub(super) acts: BTreeMap<Deal, Vec<Act>>,
    /// The matches by number: their ids, and whether they are over.
    pub(super) matches: BTreeMap<u32, (MatchId, bool)>,
    /// Numbers under which something was told that a later snapshot does not show.
    pub(super) gone: BTreeSet<u64>,
}

impl Sight {
    pub(super) fn of(view: &TableView) -> Self {
        let match_number = view.match_number;
        let game = view.game.as_ref();
        let on_the_table = Deal {
            match_number,
            entry: game.map_or(0, |game| game.entry),
        };
        let mut acts = BTreeMap::new();
        let (mut deal, mut before) = (on_the_table, None);
        for fact in game.iter().flat_map(|game| &game.log) {
            if let Fact::Dealt { entry, .. } = fact {
                deal.entry = *entry;
                // Also if nobody has done anything in it.
                acts.entry(deal).or_insert_with(Vec::new);
            }
            if let Some(act) = act_of(fact, before) {
                acts.entry(deal).or_insert_with(Vec::new).push(act);
            }
            before = Some(fact);
        }
        Self {
            deal: on_the_table,
            match_id: view.match_id,
            is_over: view.now.phase == TablePhase::MatchOver,
            is_seen: view.hand == HandRule::Seen,
            acts,
        }
    }
}

impl Deals {
    /// Puts them together.
    pub(super) fn of(facts: &BTreeMap<u64, Fact>, sights: &BTreeMap<u64, Sight>) -> Self {
        let mut deals = Self::default();
        for sight in sights.values() {
            let number = sight.deal.match_number;
            if let Some(id) = sight.match_id {
                deals.note_match(number, id);
                if sight.is_over {
                    deals.note_over(number);
                }
            }
        }
        let numbered = deals.read_facts(facts, sights);
        let mut shown: BTreeMap<Deal, (u64, &[Act])> = BTreeMap::new();
        for (seq, sight) in sights {
            for (deal, acts) in &sight.acts {
                let before = shown.insert(*deal, (*seq, acts));
                if before.is_some_and(|(_, before)| !acts.starts_with(before)) {
                    deals.gone.insert(*seq);
                }
            }
        }
        for (deal, of_deal) in numbered {
            let (until, shown) = shown.remove(&deal).unwrap_or_default();
            let (covered, after): (Vec<_>, Vec<_>) =
                of_deal.into_iter().partition(|(seq, _)| *seq <= until);
            // What was told must be in the snapshot, in this order; others may have been told more.
            let mut left = shown.iter();
            for (seq, act) in covered {
                if !left.any(|shown| *shown == act) {
                    deals.gone.insert(seq);
                }
            }
            let mut acts = shown.to_vec();
            acts.extend(after.into_iter().map(|(_, act)| act));
            deals.acts.insert(deal, acts);
        }
        for (deal, (_, acts)) in shown {
            deals.acts.insert(deal, acts.to_vec());
        }
        deals
    }

    /// The acts of the facts by deal, with their numbers.
    fn read_facts(
        &mut self,
        facts: &BTreeMap<u64, Fact>,
        sights: &BTreeMap<u64, Sight>,
    ) -> BTreeMap<Deal, Vec<(u64, Act)>> {
        let mut acts: BTreeMap<Deal, Vec<(u64, Act)>> = BTreeMap::new();
        let mut sights = sights.iter().peekable();
        let (mut deal, mut before) = (Deal::default(), None);
        for (seq, fact) in facts {
            while let Some((_, sight)) = sights.next_if(|(at, _)| *at < seq) {
                deal = sight.deal;
            }
            if let Fact::MatchStarted { match_id, .. } = fact {
                deal.match_number += 1;
                self.note_match(deal.match_number, *match_id);
            }
            if let Fact::Dealt { entry, .. } = fact {
                deal.entry = *entry;
            }
            if let Fact::MatchOver { .. } = fact {
                self.note_over(deal.match_number);
            }
            if let Some(act) = act_of(fact, before) {
                acts.entry(deal).or_default().push((*seq, act));
            }
            before = Some(fact);
        }
        acts
    }

    fn note_match(&mut self, number: u32, id: MatchId) {
        self.matches.entry(number).or_insert((id, false));
    }

    /// A match whose id is not known yet stays unknown.
    fn note_over(&mut self, number: u32) {
        if let Some((_, is_over)) = self.matches.get_mut(&number) {
            *is_over = true;
        }
    }
}
