//! What a deal gives each side, by the kinds of results (SPEC 9.3).

use super::{Count, side_of};
use crate::points::Points;
use crate::result::{DealEnd, HandResult};
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::sheet::{
    BlockRule, BlockTie, CollectFrom, FaultPrice, ResultRule, ScoreRules, SeveralWithout, Sheet,
    Unit,
};

/// The price of a deal lost by the fourth or a later warning (SPEC 10.4).
const LOST_BY_WARNING: u32 = 40;

/// What the deal gives before threshold and overshoot.
pub(super) struct Given {
    pub(super) winners: Vec<Side>,
    pub(super) entries: BySide<Points>,
    pub(super) eggs: BySide<u32>,
    pub(super) egg_pot: u32,
}

impl Count<'_> {
    pub(super) fn given(&self, seats: &BySeat<HandResult>, values: &BySide<u32>) -> Given {
        let out = match self.end {
            DealEnd::Out { seat } => Some(side_of(self.sheet, seat)),
            DealEnd::Block { .. } => None,
            DealEnd::Fault { seat, .. } => return self.lost(side_of(self.sheet, seat), values),
            DealEnd::Warning { side } => return self.lost(side, values),
        };
        match self.sheet.score.result {
            ResultRule::Collect => self.collect(out, values),
            ResultRule::Own => self.own(out, values),
            ResultRule::Fixed => self.fixed(out, seats, values),
            ResultRule::Set => self.set(out, values),
        }
    }

    fn gives(&self, winners: Vec<Side>, entry: impl Fn(Side, bool) -> Points) -> Given {
        let entries = self
            .scores
            .places()
            .map(|side| entry(side, winners.contains(&side)))
            .collect();
        let eggs = self.scores.map(|_| 0);
        Given {
            winners,
            entries,
            eggs,
            egg_pot: self.egg_pot,
        }
    }

    /// A deal lost by a fault or a warning (SPEC 10.3). The egg pot stays.
    fn lost(&self, offender: Side, values: &BySide<u32>) -> Given {
        let referee = &self.sheet.referee;
        let price = match (self.end, referee.fault) {
            (DealEnd::Warning { .. }, _) => LOST_BY_WARNING,
            (_, FaultPrice::Fixed) => referee.fault_points,
            (_, FaultPrice::Hands) => values[offender],
        };
        let others = self.scores.places().filter(|side| *side != offender);
        self.gives(others.collect(), |_, wins| {
            match (self.sheet.score.result, wins) {
                (ResultRule::Own, true) | (ResultRule::Collect | ResultRule::Set, false) => {
                    Points::ZERO
                }
                (ResultRule::Set, true) => Points::whole(1),
                (ResultRule::Own, false) | (ResultRule::Collect, true) => Points::from(price),
                // A table with referees counts in one of the three other ways (`ladder_base`).
                (ResultRule::Fixed, _) => Points::ZERO,
            }
        })
    }

    fn collect(&self, out: Option<Side>, values: &BySide<u32>) -> Given {
        let all: u32 = values.iter().sum();
        let score = &self.sheet.score;
        let winners = out.map_or_else(|| self.low_or_tie(values), |side| vec![side]);
        let rule = if out.is_some() {
            BlockRule::Others
        } else {
            score.block
        };
        self.gives(winners, |side, wins| {
            let own = values[side];
            let amount = match rule {
                BlockRule::Difference => (all - own).saturating_sub(own),
                // The winner's value is the least, so no difference is negative.
                BlockRule::Pairwise => values.iter().map(|other| other.saturating_sub(own)).sum(),
                _ => match score.collect_from {
                    CollectFrom::Opponents => all - own,
                    CollectFrom::All => all,
                },
            };
            if wins {
                Points::from(rounded(score, amount))
            } else {
                Points::ZERO
            }
        })
    }

    fn own(&self, out: Option<Side>, values: &BySide<u32>) -> Given {
        let low = lowest(values);
        let writes = |winners: Vec<Side>| {
            self.gives(winners, |side, wins| {
                if wins {
                    Points::ZERO
                } else {
                    Points::from(values[side])
                }
            })
        };
        match (out, self.sheet.score.block) {
            (None, BlockRule::All) => writes(Vec::new()),
            (None, BlockRule::LowestExempt) => writes(self.low_or_tie(values)),
            (None, block) if low.len() > 1 => {
                let laid = values.iter().sum::<u32>() - values.iter().min().unwrap_or(&0);
                let eggs = if block == BlockRule::Eggs { laid } else { 0 };
                let nothing = self.gives(Vec::new(), |_, _| Points::ZERO);
                Given {
                    egg_pot: self.egg_pot + eggs,
                    ..nothing
                }
            }
            (out, _) => {
                let mut given = writes(out.map_or(low, |side| vec![side]));
                for side in values.places().filter(|side| !given.winners.contains(side)) {
                    given.entries[side] += Points::from(self.egg_pot);
                    given.eggs[side] = self.egg_pot;
                }
                Given {
                    egg_pot: 0,
                    ..given
                }
            }
        }
    }

    fn fixed(&self, out: Option<Side>, seats: &BySeat<HandResult>, values: &BySide<u32>) -> Given {
        let score = &self.sheet.score;
        let (winners, points) = match out {
            Some(side) => (vec![side], score.out_points),
            None if score.block == BlockRule::Doubles => {
                (self.doubles(seats, values), score.block_points)
            }
            None => (self.low_or_tie(values), score.block_points),
        };
        self.gives(winners, |_, wins| {
            if wins {
                Points::from(points)
            } else {
                Points::ZERO
            }
        })
    }

    fn set(&self, out: Option<Side>, values: &BySide<u32>) -> Given {
        let low = lowest(values);
        let winners = match out {
            Some(side) => vec![side],
            None if low.len() == 1 => low,
            None => return self.gives(Vec::new(), |_, _| Points::HALF),
        };
        self.gives(
            winners,
            |_, wins| if wins { Points::whole(1) } else { Points::ZERO },
        )
    }

    /// SPEC 9.3, low/tie: the lowest side; in a tie nobody, or each.
    fn low_or_tie(&self, values: &BySide<u32>) -> Vec<Side> {
        tie(self.sheet, lowest(values))
    }

    /// SPEC 9.3, block doubles; without pairs, so seats are sides.
    fn doubles(&self, seats: &BySeat<HandResult>, values: &BySide<u32>) -> Vec<Side> {
        let smallest = |hand: &HandResult| hand.tiles.iter().copied().find(|tile| tile.is_double());
        let side = |seat: Seat| side_of(self.sheet, seat);
        let without: Vec<Side> = seats
            .pairs()
            .filter(|(_, hand)| smallest(hand).is_none())
            .map(|(seat, _)| side(seat))
            .collect();
        if without.is_empty() {
            let holder = seats.pairs().min_by_key(|(_, hand)| smallest(hand));
            return holder.map(|(seat, _)| side(seat)).into_iter().collect();
        }
        if self.sheet.score.several_without == SeveralWithout::Each && without.len() < seats.len() {
            return without;
        }
        let least = without.iter().map(|side| values[*side]).min();
        let low = without
            .into_iter()
            .filter(|side| Some(values[*side]) == least)
            .collect();
        tie(self.sheet, low)
    }
}

fn lowest(values: &BySide<u32>) -> Vec<Side> {
    let least = values.iter().min();
    values
        .pairs()
        .filter(|(_, value)| Some(*value) == least)
        .map(|(side, _)| side)
        .collect()
}

fn tie(sheet: &Sheet, low: Vec<Side>) -> Vec<Side> {
    match sheet.score.block_tie {
        BlockTie::Nobody if low.len() > 1 => Vec::new(),
        BlockTie::Nobody | BlockTie::Each => low,
    }
}

/// SPEC 9.4.
fn rounded(rules: &ScoreRules, amount: u32) -> u32 {
    let r = rules.round_to;
    if r == 0 {
        return amount;
    }
    let times = (2 * amount + r) / (2 * r);
    match rules.unit {
        Unit::Per => times,
        Unit::Sum => times * r,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_rounded_half_up_and_divided() {
        let rules = ScoreRules {
            round_to: 5,
            ..ScoreRules::default()
        };
        assert_eq!(
            [12, 13, 2, 0].map(|amount| rounded(&rules, amount)),
            [2, 3, 0, 0]
        );
        let rules = ScoreRules {
            round_to: 4,
            unit: Unit::Sum,
            ..ScoreRules::default()
        };
        assert_eq!([5, 6, 7].map(|amount| rounded(&rules, amount)), [4, 8, 8]);
    }
}
