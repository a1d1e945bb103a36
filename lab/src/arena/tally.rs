//! What was played, deal by deal.

use std::collections::BTreeMap;

use boneyard_engine::Points;

use super::dice::Round;
use super::times::TimeTally;

/// How a contender behaved.
#[derive(Clone, Debug, Default)]
pub(super) struct Conduct {
    pub(super) times: TimeTally,
    /// Refused acts by their codes, and `late`.
    pub(super) illegal: BTreeMap<String, u64>,
}

impl Conduct {
    pub(super) fn add(&mut self, other: &Self) {
        self.times.add(&other.times);
        for (code, count) in &other.illegal {
            *self.illegal.entry(code.clone()).or_default() += count;
        }
    }
}

/// What one round of a deal gave.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RoundScore {
    /// The first contender's share of the deal, 0 to 1.
    pub(super) share: f64,
    /// What the sides of each contender got.
    pub(super) points: [Points; 2],
    /// The share of each seat's side.
    pub(super) seats: Vec<f64>,
}

/// What one deal gave, in all its rounds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DealScore {
    pub(super) deal: u32,
    pub(super) rounds: Vec<(Round, RoundScore)>,
}

impl DealScore {
    /// The first contender's mean share.
    pub(super) fn share(&self) -> f64 {
        let sum: f64 = self.rounds.iter().map(|(_, round)| round.share).sum();
        let rounds = u32::try_from(self.rounds.len()).unwrap_or(u32::MAX);
        sum / f64::from(rounds.max(1))
    }
}

/// What was played.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// In the order of the deals.
    pub(super) deals: Vec<DealScore>,
    pub(super) conduct: [Conduct; 2],
}

impl Tally {
    /// What another thread has played.
    pub(super) fn add(&mut self, mut other: Self) {
        self.deals.append(&mut other.deals);
        for (own, others) in self.conduct.iter_mut().zip(&other.conduct) {
            own.add(others);
        }
    }
}
