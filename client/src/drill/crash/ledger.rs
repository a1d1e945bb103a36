//! What the seats of one table have been told, all together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use boneyard_protocol::{Ack, Fact, MatchId, Refused};

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
}

/// A match as the facts tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeenMatch {
    pub(super) id: MatchId,
    /// Seats and acts in order.
    pub(super) acts: Vec<(u8, String)>,
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
    /// Numbers between the first and the last that no seat was told.
    pub(super) untold: u64,
}

impl TableLedger {
    fn state(&self) -> MutexGuard<'_, Ledger> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat was told this fact.
    pub(super) fn told(&self, seq: u64, fact: &Fact) {
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
        self.state()
            .facts
            .keys()
            .next_back()
            .copied()
            .unwrap_or_default()
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

    /// The matches, as far as their facts were told from the start.
    pub(super) fn matches(&self) -> Vec<SeenMatch> {
        let state = self.state();
        let mut matches: Vec<SeenMatch> = Vec::new();
        for fact in state.facts.values() {
            if let Fact::MatchStarted { match_id, .. } = fact {
                matches.push(SeenMatch {
                    id: *match_id,
                    acts: Vec::new(),
                    is_over: false,
                });
            }
            let Some(running) = matches.last_mut() else {
                continue;
            };
            if let Some(act) = act_of(fact) {
                running.acts.push(act);
            }
            running.is_over |= matches!(fact, Fact::MatchOver { .. });
        }
        matches
    }

    /// Compares acknowledgements with facts.
    pub(super) fn verdict(&self) -> Verdict {
        let state = self.state();
        let mut done: BTreeMap<ActKey, u64> = BTreeMap::new();
        let (mut match_number, mut deal) = (0, 0);
        for fact in state.facts.values() {
            if let Fact::MatchStarted { .. } = fact {
                match_number += 1;
            }
            if let Fact::Dealt { entry, .. } = fact {
                deal = *entry;
            }
            if let Some((seat, act)) = act_of(fact) {
                let key = ActKey {
                    match_number,
                    entry: deal,
                    seat,
                    act,
                };
                *done.entry(key).or_default() += 1;
            }
        }
        let mut asked: BTreeMap<&ActKey, u64> = BTreeMap::new();
        for (key, _) in &state.acknowledged {
            *asked.entry(key).or_default() += 1;
        }
        let last = state.facts.keys().next_back().copied().unwrap_or_default();
        let first = state.facts.keys().next().copied().unwrap_or_default();
        let missing = |(key, asked): (&&ActKey, &u64)| {
            asked.saturating_sub(done.get(*key).copied().unwrap_or_default())
        };
        let gone = |(_, seq): &&(ActKey, u64)| state.gone.contains(seq);
        let taken_back = state.acknowledged.iter().filter(gone).count();
        let beyond = state
            .acknowledged
            .iter()
            .filter(|(_, seq)| *seq > last)
            .count();
        let extra = done
            .iter()
            .map(|(key, done)| done.saturating_sub(asked.get(key).copied().unwrap_or(0)));
        let facts = count(state.facts.len());
        Verdict {
            facts,
            acknowledged: count(state.acknowledged.len()),
            lost: asked.iter().map(missing).sum::<u64>().max(count(beyond)) + count(taken_back),
            doubled: extra.sum(),
            gone: count(state.gone.len()),
            refused: count(state.refused.len()),
            untold: if facts == 0 {
                0
            } else {
                last - first + 1 - facts
            },
        }
    }
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// The act that a fact tells of, as its action is written.
fn act_of(fact: &Fact) -> Option<(u8, String)> {
    if let Fact::Led { seat, tile, .. } = fact {
        return Some((*seat, format!("lead {tile}")));
    }
    if let Fact::Played {
        seat, tile, end, ..
    } = fact
    {
        return Some((*seat, format!("play {tile} {end}")));
    }
    if let Fact::Drew { seat, .. } = fact {
        return Some((*seat, "draw".to_owned()));
    }
    if let Fact::Passed { seat, .. } = fact {
        return Some((*seat, "pass".to_owned()));
    }
    if let Fact::Stopped { seat } = fact {
        return Some((*seat, "stop".to_owned()));
    }
    None
}

/// An action without what its fact tells in another way (`along`).
pub(super) fn bare(action: &str) -> String {
    action
        .split(' ')
        .filter(|word| *word != "along")
        .collect::<Vec<_>>()
        .join(" ")
}

/// The fact without what only one seat may see.
fn public_part(fact: &Fact) -> Fact {
    let mut fact = fact.clone();
    if let Fact::Dealt { hand, .. } = &mut fact {
        *hand = None;
    }
    if let Fact::Drew { tile, .. } = &mut fact {
        *tile = None;
    }
    fact
}

#[cfg(test)]
mod tests {
    use super::*;
    use boneyard_protocol::CommandId;
    use uuid::Uuid;

    fn ack(seq: u64) -> Ack {
        Ack {
            id: CommandId(Uuid::nil()),
            table: None,
            seat: None,
            code: None,
            seq: Some(seq),
        }
    }

    fn led() -> Fact {
        Fact::Led {
            seat: 2,
            tile: "6-4".parse().unwrap(),
            along: false,
            lengthwise: false,
        }
    }

    fn dealt() -> Fact {
        Fact::Dealt {
            entry: 3,
            commitment: String::new(),
            deal: 1,
            hands: Vec::new(),
            stock: 0,
            hand: None,
            leader: None,
        }
    }

    fn started() -> Fact {
        let match_id = MatchId(Uuid::nil());
        Fact::MatchStarted {
            match_id,
            sheet: String::new(),
            options: BTreeMap::new(),
            players: 4,
        }
    }

    fn key() -> ActKey {
        ActKey {
            match_number: 1,
            entry: 3,
            seat: 2,
            act: "lead 6-4".to_owned(),
        }
    }

    fn ledger(facts: &[Fact]) -> TableLedger {
        let ledger = TableLedger::default();
        for (seq, fact) in (1..).zip(facts) {
            ledger.told(seq, fact);
        }
        ledger
    }

    #[test]
    fn an_acknowledged_act_that_is_there_is_well() {
        let ledger = ledger(&[started(), dealt(), led()]);
        ledger.acknowledged(key(), &ack(3));
        let well = Verdict {
            facts: 3,
            acknowledged: 1,
            ..Verdict::default()
        };
        assert_eq!(ledger.verdict(), well);
        let acts = vec![(2, "lead 6-4".to_owned())];
        let seen = SeenMatch {
            id: MatchId(Uuid::nil()),
            acts,
            is_over: false,
        };
        assert_eq!(ledger.matches(), [seen]);
    }

    #[test]
    fn an_acknowledged_act_that_is_not_there_is_lost() {
        let ledger = ledger(&[started(), dealt()]);
        ledger.acknowledged(key(), &ack(3));
        assert_eq!(ledger.verdict().lost, 1);
    }

    #[test]
    fn an_acknowledged_act_that_was_taken_back_is_lost_and_gone() {
        let ledger = ledger(&[started(), dealt(), led()]);
        ledger.acknowledged(key(), &ack(3));
        ledger.gone(std::iter::once(3));
        let verdict = ledger.verdict();
        assert_eq!((verdict.lost, verdict.gone), (1, 1));
    }

    #[test]
    fn an_act_that_is_there_twice_is_doubled() {
        let ledger = ledger(&[started(), dealt(), led(), led()]);
        ledger.acknowledged(key(), &ack(3));
        assert_eq!(ledger.verdict().doubled, 1);
    }

    #[test]
    fn a_number_that_tells_something_else_is_gone() {
        let ledger = ledger(&[started(), dealt(), led()]);
        ledger.told(3, &Fact::Hidden);
        assert_eq!(ledger.verdict().gone, 0, "hidden from another seat");
        ledger.told(
            3,
            &Fact::Passed {
                seat: 2,
                numbers: Vec::new(),
            },
        );
        assert_eq!(ledger.verdict().gone, 1);
    }

    #[test]
    fn what_only_one_seat_sees_is_no_difference() {
        let ledger = ledger(&[
            started(),
            Fact::Drew {
                seat: 1,
                tile: "6-4".parse().ok(),
            },
        ]);
        ledger.told(
            2,
            &Fact::Drew {
                seat: 1,
                tile: None,
            },
        );
        assert_eq!(ledger.verdict().gone, 0);
    }
}
