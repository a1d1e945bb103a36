//! What a thing is worth to the steady bot, in pips shed.

use crate::points::Points;
use crate::scoring::hand_value;
use crate::sheet::{BlockRule, Goal, ResultRule, Sheet, ThresholdMode, Unit};
use crate::tile_set::TileSet;

/// Going out with this tile.
pub(super) const OUT: i32 = 2000;
/// Going out in this turn, with others to follow.
pub(super) const OUT_NEXT: i32 = 1000;
/// One more way to go on next time.
pub(super) const WAY_ON: i32 = 3;
/// At most so many ways count.
pub(super) const WAYS: u32 = 4;
/// Nothing to go on with.
pub(super) const STUCK: i32 = -6;
/// A double is laid while it can be.
pub(super) const DOUBLE: i32 = 4;
/// A tile that wins the match when it is the last one.
pub(super) const KEPT: i32 = 12;
/// The next opponent can do nothing.
pub(super) const NEXT_BLOCKED: i32 = 9;
/// Another opponent can do nothing.
pub(super) const OTHER_BLOCKED: i32 = 3;
/// The partner can do nothing.
pub(super) const PARTNER_BLOCKED: i32 = -7;
/// An end that somebody cannot serve.
pub(super) const END_BLOCKED: i32 = 2;
/// The most that a block is thought to win or lose.
pub(super) const BLOCK: i32 = 25;
/// One tile more in the hand.
pub(super) const DRAW: i32 = -4;
/// Ending the turn while a tile can be laid: only if laying is clearly bad.
pub(super) const STOP: i32 = -5;
/// A tile turned up that fits.
pub(super) const FITS: i32 = 8;
/// One that does not.
pub(super) const MISFIT: i32 = -1;
/// One that does not, and costs a tile drawn.
pub(super) const MISFIT_DRAWS: i32 = -8;

/// A point where going out is worth a few.
const FIXED_POINT: i32 = 12;
/// A tile in the hand where its pips do not count but at a block.
const FIXED_TILE: i32 = 3;
/// A double in the hand where a block is decided by them.
const FIXED_DOUBLE: i32 = 8;

/// Points in play.
pub(super) fn of_points(sheet: &Sheet, points: Points) -> i32 {
    let whole = i32::try_from(points.halves() / 2).unwrap_or(i32::MAX / 100);
    match sheet.score.result {
        ResultRule::Fixed => match sheet.score.unit {
            Unit::Per => whole * FIXED_POINT,
            Unit::Sum => whole * FIXED_POINT / small(sheet.score.divisor.max(1)),
        },
        // Pips shed are lost only if another goes out; points are sure.
        ResultRule::Collect | ResultRule::Own | ResultRule::Set => match sheet.score.unit {
            Unit::Per => whole * 2 * small(sheet.score.round_to.max(1)),
            Unit::Sum => whole * 2,
        },
    }
}

/// What the tiles of a hand would cost. While they are below the threshold of an account that is not
/// open they cost next to nothing, but a smaller hand still wins more often.
pub(super) fn of_hand(sheet: &Sheet, score: Points, hand: TileSet) -> i32 {
    let rules = &sheet.score;
    let value = hand_value(rules, hand);
    if rules.result == ResultRule::Fixed {
        let tiles = FIXED_TILE * small(hand.len());
        return match rules.block {
            BlockRule::Doubles => {
                let doubles = FIXED_DOUBLE * small(hand.and(TileSet::doubles()).len());
                tiles + doubles + small(value) / 4
            }
            _ => tiles + small(value) / 2,
        };
    }
    let against = matches!(sheet.goal.goal, Goal::ReachLoses | Goal::Fewest);
    let free = match rules.threshold_mode {
        ThresholdMode::Drop => score <= Points::ZERO,
        ThresholdMode::Always => true,
        ThresholdMode::Carry => false,
    };
    let lost = against && free && value < rules.threshold && !sheet.pairs;
    if lost { small(value) / 2 } else { small(value) }
}

/// Counts of pips and tiles are small.
pub(super) fn small(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / 4)
}

/// A number of tiles.
pub(super) fn count(tiles: usize) -> u32 {
    u32::try_from(tiles).unwrap_or(u32::MAX)
}
