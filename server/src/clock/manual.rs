//! A clock for tests that stands still until it is moved.

use std::sync::{Mutex, PoisonError};

use super::{Clock, Moment, UnixMillis};

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct ManualClock {
    now: Mutex<Moment>,
}

impl ManualClock {
    /// A clock that shows `now`.
    pub(crate) fn new(now: Moment) -> Self {
        Self {
            now: Mutex::new(now),
        }
    }

    /// Moves both clocks forward.
    pub(crate) fn advance(&self, millis: u64) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        now.mono = now.mono.plus(millis);
        now.wall = UnixMillis(now.wall.0.saturating_add(millis));
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Moment {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

mod tests {
    use super::*;
    use crate::clock::MonoMillis;

    #[test]
    fn a_manual_clock_moves_both_clocks() {
        let clock = ManualClock::new(Moment {
            mono: MonoMillis(1),
            wall: UnixMillis(1_000_000),
        });
        clock.advance(20);
        assert_eq!(
            clock.now(),
            Moment {
                mono: MonoMillis(21),
                wall: UnixMillis(1_000_020)
            }
        );
    }
}
