//! Counting (SPEC 9): from what the hands hold to what each side writes.

use crate::points::Points;
use crate::result::{Adjusted, DealEnd, HandResult, SideResult};
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::sheet::{
    Blank, BlockRule, BlockTie, CollectFrom, FaultPrice, Goal, Overshoot, ResultRule, ScoreRules,
    SeveralWithout, Sheet, ThresholdMode, Unit,
};
use crate::tile::{Number, Tile};
use crate::tile_set::TileSet;

/// 0-0.
pub(crate) const BLANK: Tile = Tile::double(Number::ALL[0]);
/// 6-6.
pub(crate) const SIX: Tile = Tile::double(Number::ALL[6]);

/// The price of a deal lost by the fourth or a later warning (SPEC 10.4).
const LOST_BY_WARNING: u32 = 40;

/// The hand value (SPEC 9.1).
pub(crate) fn hand_value(rules: &ScoreRules, hand: TileSet) -> u32 {
    let sole = hand.len() == 1;
    let blank = hand.contains(BLANK);
    let six = hand.contains(SIX);
    if blank && six && hand.len() == 2 && rules.both_value > 0 {
        return rules.both_value;
    }
    if six && sole && rules.six_value > 0 {
        return rules.six_value;
    }
    let extra = match rules.blank {
        Blank::Zero => false,
        Blank::Always => blank,
        Blank::Sole => blank && sole,
    };
    hand.pips() + if extra { rules.blank_value } else { 0 }
}

/// The side of a seat.
pub(crate) fn side_of(sheet: &Sheet, seat: Seat) -> Side {
    Side::new(if sheet.pairs {
        seat.get() % 2
    } else {
        seat.get()
    })
}

/// How many sides a match of so many players has.
pub(crate) fn side_count(sheet: &Sheet, players: usize) -> usize {
    if sheet.pairs { 2 } else { players }
}

/// What counting needs to know of a deal and of the match before it.
pub(crate) struct Count<'a> {
    pub(crate) sheet: &'a Sheet,
    pub(crate) end: DealEnd,
    pub(crate) hands: BySeat<TileSet>,
    /// Bonuses of the seat going out (SPEC 9.6).
    pub(crate) bonus: u32,
    pub(crate) scores: &'a BySide<Points>,
    pub(crate) waiting: &'a BySide<Points>,
    pub(crate) egg_pot: u32,
    /// Fines of the deal (SPEC 10.4).
    pub(crate) fines: &'a BySide<u32>,
}

/// A deal counted.
pub(crate) struct Counted {
    pub(crate) winners: Vec<Side>,
    pub(crate) seats: BySeat<HandResult>,
    pub(crate) sides: BySide<SideResult>,
    pub(crate) egg_pot: u32,
}

/// What the deal gives before threshold and overshoot.
struct Given {
    winners: Vec<Side>,
    entries: BySide<Points>,
    eggs: BySide<u32>,
    egg_pot: u32,
}

impl Count<'_> {
    /// Counts the deal (SPEC 9.3 to 9.6, 9.8).
    pub(crate) fn count(&self) -> Counted {
        let value = |hand: &TileSet| hand_value(&self.sheet.score, *hand);
        let seats = self.hands.map(|hand| HandResult {
            tiles: hand.iter().collect(),
            value: value(hand),
        });
        let mut values = self.scores.map(|_| 0);
        for (seat, hand) in seats.pairs() {
            values[side_of(self.sheet, seat)] += hand.value;
        }
        let given = self.given(&seats, &values);
        let sides = values
            .pairs()
            .map(|(side, value)| {
                let wins = given.winners.contains(&side);
                let bonus = if wins { self.bonus } else { 0 };
                let fine = self.fine(side);
                let result = SideResult {
                    value: *value,
                    eggs: given.eggs[side],
                    bonus,
                    fine,
                    entry: self.fined(given.entries[side] + Points::from(bonus), fine, wins),
                    ..SideResult::default()
                };
                self.write(side, result)
            })
            .collect();
        Counted {
            winners: given.winners,
            seats,
            sides,
            egg_pot: given.egg_pot,
        }
    }

    /// The fine that counts: none in a deal ended by a fault or a warning (SPEC 10.3).
    fn fine(&self, side: Side) -> u32 {
        match self.end {
            DealEnd::Out { .. } | DealEnd::Block { .. } => self.fines[side],
            DealEnd::Fault { .. } | DealEnd::Warning { .. } => 0,
        }
    }

    /// What a side with a fine writes or gets (SPEC 10.4).
    fn fined(&self, entry: Points, fine: u32, wins: bool) -> Points {
        let fine = Points::from(fine);
        match self.sheet.score.result {
            ResultRule::Fixed | ResultRule::Set => entry,
            ResultRule::Own | ResultRule::Collect if fine == Points::ZERO => entry,
            ResultRule::Own if wins => fine + fine,
            ResultRule::Own => entry + fine,
            ResultRule::Collect if wins => Points::ZERO,
            ResultRule::Collect => entry - fine,
        }
    }

    fn given(&self, seats: &BySeat<HandResult>, values: &BySide<u32>) -> Given {
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
                BlockRule::Others
                | BlockRule::All
                | BlockRule::LowestExempt
                | BlockRule::Eggs
                | BlockRule::Lower
                | BlockRule::Lowest
                | BlockRule::Doubles => match score.collect_from {
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

    /// Threshold (SPEC 9.5) and overshoot (SPEC 9.8): from the entry to what is written.
    fn write(&self, side: Side, mut result: SideResult) -> SideResult {
        let before = self.scores[side];
        let entry = result.entry;
        result.waiting = self.waiting[side];
        result.written = entry;
        let threshold = Points::from(self.sheet.score.threshold);
        let open = before > Points::ZERO;
        let mode = self.sheet.score.threshold_mode;
        let below = threshold > Points::ZERO
            && entry < threshold
            && (!open || mode == ThresholdMode::Always);
        if mode == ThresholdMode::Carry && threshold > Points::ZERO && !open {
            let total = result.waiting + entry;
            (result.written, result.waiting, result.adjusted) = if total < threshold {
                (
                    Points::ZERO,
                    total,
                    (entry > Points::ZERO).then_some(Adjusted::Waits),
                )
            } else {
                (
                    total,
                    Points::ZERO,
                    (total != entry).then_some(Adjusted::WithWaiting),
                )
            };
        } else if below {
            result.written = Points::ZERO;
            result.adjusted = (entry > Points::ZERO).then_some(Adjusted::Lost);
        }
        let awarded = award(self.sheet, self.scores.len(), before, result.written);
        if awarded != result.written {
            result.adjusted = Some(match self.sheet.goal.overshoot {
                Overshoot::Exact => Adjusted::Overshot,
                Overshoot::Cap | Overshoot::Stop => Adjusted::Capped,
            });
            result.written = awarded;
        }
        result.score = before + result.written;
        result
    }
}

/// What counts of an award (SPEC 9.8). `sides` is the number of sides.
pub(crate) fn award(sheet: &Sheet, sides: usize, before: Points, points: Points) -> Points {
    let players = if sheet.pairs { 4 } else { sides };
    let target = match sheet.goal.goal {
        Goal::ReachWins => sheet.target(players).map(Points::from),
        Goal::ReachLoses | Goal::Most | Goal::Fewest => None,
    };
    let room = match target {
        Some(target) if points > Points::ZERO && before + points > target => target - before,
        Some(_) | None => return points,
    };
    match sheet.goal.overshoot {
        Overshoot::Stop => points,
        Overshoot::Cap => room.max(Points::ZERO),
        Overshoot::Exact => Points::ZERO,
    }
}

/// Bonuses for going out with `tile`, the ends having shown `ends` before (SPEC 9.6).
pub(crate) fn out_bonus(rules: &ScoreRules, tile: Tile, ends: Option<(Number, Number)>) -> u32 {
    let both = ends.is_some_and(|(left, right)| left != right && tile == Tile::new(left, right));
    let capicua = if both { rules.capicua } else { 0 };
    let blank = if tile == BLANK { rules.blank_out } else { 0 };
    capicua + blank
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

    fn value(blank: Blank, tiles: &str) -> u32 {
        let hand = tiles
            .split(' ')
            .map(|tile| tile.parse::<Tile>().unwrap())
            .collect();
        hand_value(
            &ScoreRules {
                blank,
                ..ScoreRules::default()
            },
            hand,
        )
    }

    #[test]
    fn the_blank_counts_25_always_or_alone() {
        assert_eq!(value(Blank::Zero, "0-0"), 0);
        assert_eq!(value(Blank::Sole, "0-0"), 25);
        assert_eq!(value(Blank::Sole, "0-0 1-0"), 1);
        assert_eq!(value(Blank::Always, "0-0 1-0"), 26);
    }

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
