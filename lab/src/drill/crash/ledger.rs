//! What the seats of one table have been told, all together.

mod deals;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use boneyard_protocol::{Ack, Fact, MatchId, Refused, Snapshot};

use self::deals::{Deals, Sight};
use super::acts::Act;

/// The facts and acknowledgements of one table.
#[derive(Default)]
pub(super) struct TableLedger {
    state: Mutex<Ledger>,
    resting: AtomicUsize,
}

/// An act: in which match of the table, in which of its deals, by which seat, and what (`play 6-4 left`). A
/// seat may do the same several times in a deal: draw, pass.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ActKey {
    /// The match's number at the table.
    pub(super) match_number: u32,
    /// The index of the deal's entry.
    pub(super) entry: u32,
    pub(super) seat: u8,
    pub(super) act: String,
}

#[derive(Default)]
struct Ledger {
    facts: BTreeMap<u64, Fact>,
    acknowledged: Vec<(ActKey, u64)>,
    refused: Vec<Refused>,
    gone: BTreeSet<u64>,
    match_start: u64,
    /// What snapshots told, by the number of their last fact.
    sights: BTreeMap<u64, Sight>,
}

/// A match as the facts tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeenMatch {
    pub(super) id: MatchId,
    /// Seats and acts in order.
    pub(super) acts: Vec<Act>,
    pub(super) is_over: bool,
}

/// What comparing a ledger with itself shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) facts: u64,
    pub(super) acknowledged: u64,
    pub(super) lost: u64,
    pub(super) doubled: u64,
    pub(super) gone: u64,
    pub(super) refused: u64,
    /// Numbers between the first and the last that no seat was told, and at a blind table none was shown.
    pub(super) untold: u64,
}

impl TableLedger {
    fn state(&self) -> MutexGuard<'_, Ledger> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat was told this fact.
    pub(super) fn note_fact(&self, seq: u64, fact: &Fact) {
        let mut state = self.state();
        if matches!(fact, Fact::MatchStarted { .. }) {
            state.match_start = state.match_start.max(seq);
        }
        let fact = public_part(fact);
        match state.facts.get(&seq) {
            Some(Fact::Hidden) | None => {
                state.facts.insert(seq, fact);
            }
            Some(known) if *known != fact && fact != Fact::Hidden => {
                state.gone.insert(seq);
            }
            Some(_) => {}
        }
    }

    /// A seat was shown the whole table. Two seats are shown the same acts.
    pub(super) fn shown(&self, snapshot: &Snapshot) {
        let sight = Sight::of(&snapshot.view);
        let mut state = self.state();
        let known = state
            .sights
            .entry(snapshot.seq)
            .or_insert_with(|| sight.clone());
        if *known != sight {
            state.gone.insert(snapshot.seq);
        }
    }

    /// Under these numbers a seat had been told facts that are not there any more.
    pub(super) fn gone(&self, numbers: impl Iterator<Item = u64>) {
        self.state().gone.extend(numbers);
    }

    pub(super) fn acknowledged(&self, key: ActKey, ack: &Ack) {
        self.state()
            .acknowledged
            .push((key, ack.seq.unwrap_or_default()));
    }

    pub(super) fn refused(&self, refused: Refused) {
        self.state().refused.push(refused);
    }

    /// The refusals, for a report.
    pub(super) fn refusals(&self) -> Vec<Refused> {
        self.state().refused.clone()
    }

    /// The number of the last fact told.
    pub(super) fn last(&self) -> u64 {
        self.state().last_told()
    }

    /// The last fact told, with its number.
    pub(super) fn last_fact(&self) -> (u64, Option<Fact>) {
        let state = self.state();
        let last = state.facts.last_key_value();
        last.map_or((0, None), |(seq, fact)| (*seq, Some(fact.clone())))
    }

    /// The number of the fact that began the running match.
    pub(super) fn match_start(&self) -> u64 {
        self.state().match_start
    }

    pub(super) fn rest(&self) {
        self.resting.fetch_add(1, Ordering::Relaxed);
    }

    /// Nobody rests any more.
    pub(super) fn play(&self) {
        self.resting.store(0, Ordering::Relaxed);
    }

    pub(super) fn resting(&self) -> usize {
        self.resting.load(Ordering::Relaxed)
    }

    /// The matches, as far as their acts were told from the start.
    pub(super) fn matches(&self) -> Vec<SeenMatch> {
        let state = self.state();
        let deals = Deals::of(&state.facts, &state.sights);
        let acts_of = |number: u32| {
            let its = deals.acts.iter();
            let its = its.filter(|(deal, _)| deal.match_number == number);
            its.flat_map(|(_, acts)| acts.iter().cloned()).collect()
        };
        let matches = deals.matches.iter();
        matches
            .map(|(number, (id, is_over))| SeenMatch {
                id: *id,
                acts: acts_of(*number),
                is_over: *is_over,
            })
            .collect()
    }

    /// Compares acknowledgements with facts.
    pub(super) fn verdict(&self) -> Verdict {
        let state = self.state();
        let deals = Deals::of(&state.facts, &state.sights);
        let mut done: BTreeMap<ActKey, u64> = BTreeMap::new();
        for (deal, acts) in &deals.acts {
            for (seat, act) in acts {
                let key = ActKey {
                    match_number: deal.match_number,
                    entry: deal.entry,
                    seat: *seat,
                    act: act.clone(),
                };
                *done.entry(key).or_default() += 1;
            }
        }
        let gone: BTreeSet<u64> = state.gone.union(&deals.gone).copied().collect();
        let mut sent: BTreeMap<&ActKey, u64> = BTreeMap::new();
        for (key, _) in &state.acknowledged {
            *sent.entry(key).or_default() += 1;
        }
        let shown = state.sights.keys().next_back().copied().unwrap_or_default();
        let last = state.last_told().max(shown);
        let missing = |(key, sent): (&&ActKey, &u64)| {
            sent.saturating_sub(done.get(*key).copied().unwrap_or_default())
        };
        let is_gone = |(_, seq): &&(ActKey, u64)| gone.contains(seq);
        let taken_back = state.acknowledged.iter().filter(is_gone).count();
        let beyond = state
            .acknowledged
            .iter()
            .filter(|(_, seq)| *seq > last)
            .count();
        let extra = done
            .iter()
            .map(|(key, done)| done.saturating_sub(sent.get(key).copied().unwrap_or(0)));
        Verdict {
            facts: count(state.facts.len()),
            acknowledged: count(state.acknowledged.len()),
            lost: sent.iter().map(missing).sum::<u64>().max(count(beyond)) + count(taken_back),
            doubled: extra.sum(),
            gone: count(gone.len()),
            refused: count(state.refused.len()),
            untold: state.untold(shown),
        }
    }
}

impl Ledger {
    /// The number of the last fact told.
    fn last_told(&self) -> u64 {
        self.facts.keys().next_back().copied().unwrap_or_default()
    }

    /// How many numbers no seat was told; at a blind table a snapshot, the last of which is number `shown`, tells of
    /// all before it.
    fn untold(&self, shown: u64) -> u64 {
        let is_blind = self.sights.values().any(|sight| !sight.is_seen);
        let known = if is_blind { shown } else { 0 };
        let first = self.facts.keys().next().copied().unwrap_or(u64::MAX);
        let from = first.max(known + 1);
        let told = count(self.facts.range(from..).count());
        (self.last_told() + 1).saturating_sub(from) - told
    }
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// The fact without what only one seat may see.
fn public_part(fact: &Fact) -> Fact {
    let mut fact = fact.clone();
    if let Fact::Dealt { hand, .. } = &mut fact {
        *hand = None;
    }
    if let Fact::Drew { tile, .. } | Fact::Misfit { tile, .. } = &mut fact {
        *tile = None;
    }
    if let Fact::Opened { tiles, .. } = &mut fact {
        *tiles = None;
    }
    fact
}
