//! What is measured at one table.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boneyard_protocol::ErrorCode;

use tokio::time::Instant;

use crate::clock;

/// The measure of one table, shared by its seats.
pub(super) struct TableMeter {
    seats: usize,
    state: Mutex<TableFigures>,
}

/// Whether an act belongs to the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    /// It was sent while measuring.
    Counted,
    LeftOut,
}

/// An act on its way.
struct Act {
    seat: usize,
    sent: Instant,
    /// How many of the other seats have its facts.
    seen_by: usize,
    sample: Sample,
}

/// The figures of one table.
#[derive(Default)]
pub(super) struct TableFigures {
    /// Acts whose facts are not at every seat yet, by the number of their first fact.
    under_way: BTreeMap<u64, Act>,
    last_fact: Option<Instant>,
    begun: bool,
    /// Acknowledged acts that were sent while measuring.
    pub(super) acts: u64,
    /// From sending until the last of the other seats has the facts.
    pub(super) seen_by_all: Vec<Duration>,
    /// From sending until the acknowledgement.
    pub(super) acknowledged: Vec<Duration>,
    /// Refusals by code, whenever they came.
    pub(super) refused: BTreeMap<String, u64>,
    /// Whether the table was stuck at any time.
    pub(super) stuck: bool,
    /// Connections that ended for good.
    pub(super) lost_seats: u64,
}

impl TableFigures {
    /// Acts that some seat has never seen.
    pub(super) fn lost_acts(&self) -> usize {
        self.under_way.len()
    }
}

impl TableMeter {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            seats,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, TableFigures> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat sends an act, whose first fact will be number `first_fact`: only it is on turn.
    pub(super) fn sent(&self, seat: usize, first_fact: u64, sent: Instant, sample: Sample) {
        self.state().under_way.insert(
            first_fact,
            Act {
                seat,
                sent,
                seen_by: 0,
                sample,
            },
        );
    }

    /// The act was refused, or its connection is over.
    pub(super) fn not_done(&self, first_fact: u64) {
        self.state().under_way.remove(&first_fact);
    }

    pub(super) fn acknowledged(&self, sample: Sample, took: Duration) {
        let mut state = self.state();
        state.begun = true;
        if sample == Sample::Counted {
            state.acts += 1;
            state.acknowledged.push(took);
        }
    }

    /// A seat has seen facts of these numbers.
    pub(super) fn seen(&self, seat: usize, numbers: Range<u64>, now: Instant) {
        let mut state = self.state();
        state.last_fact = Some(now);
        let mut done = Vec::new();
        for (number, act) in state.under_way.range_mut(numbers) {
            if act.seat != seat {
                act.seen_by += 1;
                if act.seen_by + 1 >= self.seats {
                    done.push(*number);
                }
            }
        }
        for number in done {
            if let Some(act) = state.under_way.remove(&number)
                && act.sample == Sample::Counted
            {
                state.seen_by_all.push(now - act.sent);
            }
        }
    }

    pub(super) fn refused(&self, code: ErrorCode) {
        let name = serde_json::to_string(&code)
            .unwrap_or_default()
            .replace('"', "");
        *self.state().refused.entry(name).or_default() += 1;
    }

    pub(super) fn lost_seat(&self) {
        self.state().lost_seats += 1;
    }

    /// Whether an act was done at all.
    pub(super) fn has_begun(&self) -> bool {
        self.state().begun
    }

    /// Whether every act has been seen by every seat.
    pub(super) fn is_drained(&self) -> bool {
        self.state().under_way.is_empty()
    }

    /// Marks the table if nothing has happened for so long.
    pub(super) fn look_for_stuck(&self, after: Duration) {
        let mut state = self.state();
        let still = state
            .last_fact
            .is_some_and(|last| clock::now() - last > after);
        state.stuck |= still;
    }

    /// Takes the figures out.
    pub(super) fn take(&self) -> TableFigures {
        std::mem::take(&mut *self.state())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_counts_when_the_last_of_the_others_has_it() {
        let meter = TableMeter::new(3);
        let start = clock::now();
        let after = |ms| start + Duration::from_millis(ms);
        meter.sent(0, 10, start, Sample::Counted);
        meter.seen(0, 10..13, after(1));
        meter.seen(1, 10..13, after(2));
        assert!(!meter.is_drained());
        meter.seen(2, 10..13, after(5));
        assert!(meter.is_drained());
        assert_eq!(meter.take().seen_by_all, [Duration::from_millis(5)]);
    }

    #[test]
    fn the_next_act_is_told_from_a_late_sight_of_the_last() {
        let meter = TableMeter::new(3);
        let now = clock::now();
        meter.sent(0, 10, now, Sample::Counted);
        meter.seen(1, 10..13, now);
        meter.sent(1, 13, now, Sample::Counted);
        meter.seen(2, 10..13, now);
        let figures = meter.take();
        assert_eq!((figures.seen_by_all.len(), figures.lost_acts()), (1, 1));
    }

    #[test]
    fn a_snapshot_shows_every_act_before_it() {
        let meter = TableMeter::new(2);
        let now = clock::now();
        meter.sent(0, 10, now, Sample::LeftOut);
        meter.seen(1, 0..13, now);
        assert!(meter.is_drained());
        assert!(
            meter.take().seen_by_all.is_empty(),
            "sent before the measuring began"
        );
    }
}
