//! Who leads, and with what (SPEC 5).

use crate::result::{DealEnd, LeadBy, LeadReason};
use crate::seat::{BySeat, Seat};
use crate::sheet::{AfterBlock, FirstLead, LeadRules, LeadTie, NamedLead, NextLead};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// The foremost tile in the order of named leads (SPEC 5.2).
pub(crate) fn foremost(rules: &LeadRules, tiles: TileSet) -> Option<Tile> {
    tiles.iter().min_by_key(|&tile| rank(rules, tile))
}

/// Less is sought earlier: class (doubles before plain tiles, where they are), pips, tie.
fn rank(rules: &LeadRules, tile: Tile) -> (bool, i16, (bool, i16)) {
    let pips = i16::from(tile.pips());
    let plain = !tile.is_double();
    let by_pips = match rules.named {
        NamedLead::HighDouble => (plain, -pips),
        NamedLead::OneDouble if plain => (true, -pips),
        // 0-0 comes after 6-6.
        NamedLead::OneDouble => (false, if pips == 0 { i16::MAX } else { pips }),
        NamedLead::LowDouble => (plain, pips),
        NamedLead::Zero => (false, pips),
    };
    let difference = i16::from(tile.high().get() - tile.low().get());
    let tie = match rules.tie {
        LeadTie::Wide => (false, -difference),
        LeadTie::Narrow => (false, difference),
        LeadTie::Double => (plain, -difference),
    };
    (by_pips.0, by_pips.1, tie)
}

/// How the first deal is led.
pub(crate) fn first(rules: &LeadRules) -> LeadBy {
    match rules.first {
        FirstLead::Lot => LeadBy::Lot,
        FirstLead::Named => LeadBy::NamedTile,
        FirstLead::FewestPips => LeadBy::FewestPips,
        FirstLead::MostPips => LeadBy::MostPips,
    }
}

/// How a deal after another is led: `winner` and `rotation` say what those methods come to.
pub(crate) fn next(rules: &LeadRules, winner: LeadBy, rotation: Seat) -> LeadBy {
    match rules.next {
        NextLead::Lot => LeadBy::Lot,
        NextLead::Named => LeadBy::NamedTile,
        NextLead::FewestPips => LeadBy::FewestPips,
        NextLead::MostPips => LeadBy::MostPips,
        NextLead::Rotate => LeadBy::Seat {
            seat: rotation,
            reason: LeadReason::Rotation,
        },
        NextLead::Winner => winner,
    }
}

/// What "the winner leads" comes to (SPEC 5.3). `lowest` is the seat with the lowest hand of the
/// only side that won a block, `again` the deal's leader if its side won.
pub(crate) fn winner(
    rules: &LeadRules,
    end: DealEnd,
    lowest: Option<Seat>,
    again: Option<Seat>,
    rotation: Seat,
) -> LeadBy {
    let rotate = LeadBy::Seat {
        seat: rotation,
        reason: LeadReason::Rotation,
    };
    match end {
        DealEnd::Out { seat } => LeadBy::Seat {
            seat,
            reason: LeadReason::Winner,
        },
        DealEnd::Fault { .. } | DealEnd::Warning { .. } => {
            again.map_or(rotate, |seat| LeadBy::Seat {
                seat,
                reason: LeadReason::Again,
            })
        }
        DealEnd::Block { closer } => match rules.after_block {
            AfterBlock::Lot => LeadBy::Lot,
            AfterBlock::Closer => LeadBy::Seat {
                seat: closer,
                reason: LeadReason::Closer,
            },
            AfterBlock::Rotate => rotate,
            AfterBlock::Winner => lowest.map_or(rotate, |seat| LeadBy::Seat {
                seat,
                reason: LeadReason::Winner,
            }),
        },
    }
}

/// The leader of a deal (SPEC 5.1). `in_order` are the seats in order of play from the lot.
pub(crate) fn leader(
    by: LeadBy,
    rules: &LeadRules,
    hands: &BySeat<TileSet>,
    in_order: impl Iterator<Item = Seat>,
    lot: Seat,
) -> Seat {
    let first_by = |pips: fn(TileSet) -> i64| in_order.min_by_key(|&seat| pips(hands[seat]));
    let found = match by {
        LeadBy::Seat { seat, .. } => Some(seat),
        LeadBy::Lot => Some(lot),
        LeadBy::NamedTile => {
            let dealt = hands.iter().fold(TileSet::EMPTY, |all, hand| all.or(*hand));
            foremost(rules, dealt).and_then(|tile| {
                hands
                    .pairs()
                    .find(|(_, hand)| hand.contains(tile))
                    .map(|(seat, _)| seat)
            })
        }
        LeadBy::FewestPips => first_by(|hand| i64::from(hand.pips())),
        LeadBy::MostPips => first_by(|hand| -i64::from(hand.pips())),
    };
    found.unwrap_or(lot)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(named: NamedLead, tie: LeadTie) -> String {
        let rules = LeadRules {
            named,
            tie,
            ..LeadRules::default()
        };
        let mut left = TileSet::ALL;
        let mut order = Vec::new();
        while let Some(tile) = foremost(&rules, left) {
            left.remove(tile);
            order.push(tile.to_string());
        }
        order.join(" ")
    }

    #[test]
    fn named_orders_begin_as_the_rules_say() {
        let starts = |named, tie, start: &str| {
            let order = order(named, tie);
            assert!(order.starts_with(start), "{order}");
        };
        starts(
            NamedLead::HighDouble,
            LeadTie::Wide,
            "6-6 5-5 4-4 3-3 2-2 1-1 0-0 6-5 6-4 6-3 5-4 6-2 5-3",
        );
        starts(
            NamedLead::LowDouble,
            LeadTie::Wide,
            "0-0 1-1 2-2 3-3 4-4 5-5 6-6 1-0 2-0 3-0 2-1",
        );
        starts(
            NamedLead::OneDouble,
            LeadTie::Wide,
            "1-1 2-2 3-3 4-4 5-5 6-6 0-0 6-5 6-4",
        );
        starts(NamedLead::Zero, LeadTie::Wide, "0-0 1-0 2-0 1-1 3-0 2-1");
        starts(
            NamedLead::Zero,
            LeadTie::Narrow,
            "0-0 1-0 1-1 2-0 2-1 3-0 2-2 3-1 4-0",
        );
        starts(
            NamedLead::Zero,
            LeadTie::Double,
            "0-0 1-0 1-1 2-0 3-0 2-1 2-2 4-0 3-1",
        );
    }
}
