//! The figures of an arena, for people (`Display`) and programs (`Serialize`).

use std::collections::BTreeMap;
use std::time::Duration;

use boneyard_engine::{Goal, Points};
use serde::Serialize;

use super::elo::Elo;
use super::plan::{Plan, Playing};
use super::tally::{Conduct, Tally};
use super::times::TimeTally;

/// What came out. All of it but `times` follows from the plan where no program plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The sheet.
    pub sheet: String,
    /// How many seats.
    pub seats: u8,
    /// How many deals.
    pub deals: u32,
    /// Whether each was played twice.
    pub duplicate: bool,
    /// The seed.
    pub seed: u64,
    /// How many rounds were played: deals, or twice as many.
    pub rounds: u32,
    /// Whether fewer points are better.
    pub fewer_is_better: bool,
    /// The two contenders.
    pub contenders: [Standing; 2],
    /// The deals by who got more of each.
    pub pairs: PairCount,
    /// How much better the first contender is.
    pub elo: Elo,
    /// By seat, from 0.
    pub places: Vec<[Place; 2]>,
    /// How long the contenders took. These differ from run to run.
    pub times: [Times; 2],
}

/// One contender.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its name or command.
    pub name: String,
    /// Rounds won; a shared one counts by its share.
    pub won: f64,
    /// Points of all sides of the contender together.
    pub points: Points,
    /// How often the contender was asked for an action.
    pub decisions: u64,
    /// Refused acts by their codes, and `late`.
    pub illegal: BTreeMap<String, u64>,
}

/// Deals by who got more of each, its rounds together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PairCount {
    /// The first contender.
    pub first: u32,
    /// Both as much.
    pub level: u32,
    /// The second contender.
    pub second: u32,
}

/// A contender on one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Place {
    /// Rounds played from the seat.
    pub rounds: u32,
    /// Of them those that the seat, or its pair, won.
    pub won: f64,
}

/// How long one action took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Times {
    /// Half of them took no longer, in microseconds, to a sixteenth.
    pub median_us: u128,
    /// 99 % of them took no longer.
    pub p99_us: u128,
    /// The longest, exactly.
    pub slowest_us: u128,
}

impl Times {
    fn of(times: &TimeTally) -> Self {
        let us = |time: Duration| time.as_micros();
        Self {
            median_us: us(times.percentile(50)),
            p99_us: us(times.percentile(99)),
            slowest_us: us(times.slowest()),
        }
    }
}

pub(super) fn of(plan: &Plan, tally: &Tally) -> Figures {
    let rounds = tally.deals.iter().flat_map(|deal| &deal.rounds);
    let shares: Vec<f64> = tally.deals.iter().map(|deal| deal.share()).collect();
    let won: f64 = rounds.clone().map(|(_, round)| round.share).sum();
    let count = u32::try_from(rounds.clone().count()).unwrap_or(u32::MAX);
    let points = |owner: usize| {
        let of_owner = |round: &super::tally::RoundScore| round.points.get(owner).copied();
        rounds
            .clone()
            .filter_map(|(_, round)| of_owner(round))
            .sum::<Points>()
    };
    let [first, second] = &plan.contenders;
    let [one, other] = &tally.conduct;
    let standing = |name: String, won: f64, owner: usize, conduct: &Conduct| Standing {
        name,
        won,
        points: points(owner),
        decisions: conduct.times.count(),
        illegal: conduct.illegal.clone(),
    };
    Figures {
        sheet: plan.setup.rules.clone(),
        seats: plan.setup.players,
        deals: plan.deals,
        duplicate: plan.playing == Playing::Duplicate,
        seed: plan.seed,
        rounds: count,
        fewer_is_better: match plan.sheet().goal.goal {
            Goal::ReachWins | Goal::Most => false,
            Goal::ReachLoses | Goal::Fewest => true,
        },
        contenders: [
            standing(first.to_string(), won, 0, one),
            standing(second.to_string(), f64::from(count) - won, 1, other),
        ],
        pairs: pairs(&shares),
        elo: Elo::of(&shares),
        places: places(plan.setup.players, tally),
        times: [Times::of(&one.times), Times::of(&other.times)],
    }
}

fn pairs(shares: &[f64]) -> PairCount {
    let mut pairs = PairCount::default();
    // Shares are sums of a few fractions: what is less than this apart is the same.
    const SAME: f64 = 1e-9;
    for share in shares {
        if share - 0.5 > SAME {
            pairs.first += 1;
        } else if 0.5 - share > SAME {
            pairs.second += 1;
        } else {
            pairs.level += 1;
        }
    }
    pairs
}

fn places(seats: u8, tally: &Tally) -> Vec<[Place; 2]> {
    let mut places = vec![[Place::default(); 2]; usize::from(seats)];
    for (round, score) in tally.deals.iter().flat_map(|deal| &deal.rounds) {
        for ((seat, of_seat), won) in (0_u8..).zip(&mut places).zip(&score.seats) {
            if let Some(place) = of_seat.get_mut(round.owner(seat)) {
                place.rounds += 1;
                place.won += won;
            }
        }
    }
    places
}
