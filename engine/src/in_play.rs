//! Points in play (SPEC 9.2).

use crate::line::Line;
use crate::points::Points;
use crate::result::ScoreReason;
use crate::sheet::{InPlay, Sheet, Unit};
use crate::tile::Tile;

/// What the placement of this tile gives; `line` as it lies after it.
pub(crate) fn points_in_play(
    sheet: &Sheet,
    line: &Line,
    tile: Tile,
) -> Option<(Points, ScoreReason)> {
    let rules = &sheet.score;
    let (points, reason) = match rules.in_play {
        InPlay::None => return None,
        InPlay::EqualEnds if line.is_lead_alone() => {
            let points = if tile.is_double() {
                rules.lead_double
            } else {
                0
            };
            (points, ScoreReason::LeadDouble)
        }
        InPlay::EqualEnds => {
            let (left, right) = line.both()?;
            if left.number != right.number {
                return None;
            }
            if left.double || right.double {
                (rules.equal_ends_double, ScoreReason::EqualEndsDouble)
            } else {
                (rules.equal_ends, ScoreReason::EqualEnds)
            }
        }
        InPlay::Multiples => {
            let value = line.value(sheet.line.spinner_value);
            if !value.is_multiple_of(rules.divisor.max(1)) {
                return None;
            }
            let points = match rules.unit {
                Unit::Per => value / rules.divisor.max(1),
                Unit::Sum => value,
            };
            (points, ScoreReason::Multiple { value })
        }
    };
    (points > 0).then(|| (Points::from(points), reason))
}
