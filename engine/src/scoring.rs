//! Counting (SPEC 9): from what the hands hold to what each side writes.

mod given;
mod written;

pub(crate) use written::award;

use crate::points::Points;
use crate::result::{DealEnd, HandResult, SideResult};
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::sheet::{Blank, ScoreRules, Sheet};
use crate::tile::{Number, Tile};
use crate::tile_set::TileSet;

/// 0-0.
pub(crate) const BLANK: Tile = Tile::double(Number::ALL[0]);
/// 6-6.
pub(crate) const SIX: Tile = Tile::double(Number::ALL[6]);

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
                let entry = given.entries[side] + Points::from(bonus);
                let result = SideResult {
                    value: *value,
                    eggs: given.eggs[side],
                    bonus,
                    fine: self.fine(side),
                    entry: self.fined(side, &given.winners, entry),
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
}

/// Bonuses for going out with `tile`, the ends having shown `ends` before (SPEC 9.6).
pub(crate) fn out_bonus(rules: &ScoreRules, tile: Tile, ends: Option<(Number, Number)>) -> u32 {
    let both = ends.is_some_and(|(left, right)| left != right && tile == Tile::new(left, right));
    let capicua = if both { rules.capicua } else { 0 };
    let blank = if tile == BLANK { rules.blank_out } else { 0 };
    capicua + blank
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
}
