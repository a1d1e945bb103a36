//! From what a deal gives a side to what it writes (SPEC 9.5, 9.8, 10.4).

use super::Count;
use crate::points::Points;
use crate::result::{Adjusted, DealEnd, SideResult};
use crate::seat::Side;
use crate::sheet::{Goal, Overshoot, ResultRule, Sheet, ThresholdMode};

impl Count<'_> {
    /// The fine that counts: none in a deal ended by a fault or a warning (SPEC 10.3).
    pub(super) fn fine(&self, side: Side) -> u32 {
        match self.end {
            DealEnd::Out { .. } | DealEnd::Block { .. } => self.fines[side],
            DealEnd::Fault { .. } | DealEnd::Warning { .. } => 0,
        }
    }

    /// What a side writes or gets with its fine, if it has one (SPEC 10.4).
    pub(super) fn fined(&self, side: Side, winners: &[Side], entry: Points) -> Points {
        let fine = Points::from(self.fine(side));
        let wins = winners.contains(&side);
        match self.sheet.score.result {
            ResultRule::Fixed | ResultRule::Set => entry,
            ResultRule::Own | ResultRule::Collect if fine == Points::ZERO => entry,
            ResultRule::Own if wins => fine + fine,
            ResultRule::Own => entry + fine,
            ResultRule::Collect if wins => Points::ZERO,
            ResultRule::Collect => entry - fine,
        }
    }

    /// Threshold (SPEC 9.5) and overshoot (SPEC 9.8): from the entry to what is written.
    pub(super) fn write(&self, side: Side, mut result: SideResult) -> SideResult {
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
        _ => return points,
    };
    match sheet.goal.overshoot {
        Overshoot::Stop => points,
        Overshoot::Cap => room.max(Points::ZERO),
        Overshoot::Exact => Points::ZERO,
    }
}
