//! A clock that leaves out the time in which the whole process stood still: stopped by a signal, frozen with its
//! container, or starved of the processor. Nobody could play in that time, so nobody is charged for it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Clock, Moment, MonoMillis, SystemClock};

/// How often the clock is read when nobody asks for the time.
const PULSE: Duration = Duration::from_millis(250);
/// If more milliseconds than this pass between two readings, the process has stood still. Longer than a task waits on a
/// busy machine, shorter than a player's patience.
const STALL_MS: u64 = 2_000;
/// Milliseconds of a stall that are charged: the readings are this far apart anyway.
const CHARGED_MS: u64 = 250;

/// The system's clocks without stalls. It needs its [`pulse`](SteadyClock::pulse): without that a quiet hour would look
/// like a stall.
#[derive(Debug, Default)]
pub struct SteadyClock {
    system: SystemClock,
    last: Mutex<LastReading>,
}

/// When the clock was last read, and what had been left out until then.
#[derive(Clone, Copy, Debug, Default)]
struct LastReading {
    last: u64,
    left_out_ms: u64,
}

/// The result of reading the clock once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    mono: u64,
    stall_ms: Option<u64>,
}

impl LastReading {
    fn look(&mut self, real: u64) -> Look {
        let gap = real.saturating_sub(self.last);
        self.last = self.last.max(real);
        let stall_ms = (gap > STALL_MS).then_some(gap);
        if stall_ms.is_some() {
            self.left_out_ms += gap - CHARGED_MS;
        }
        Look {
            mono: self.last - self.left_out_ms,
            stall_ms,
        }
    }
}

impl SteadyClock {
    /// A clock whose monotonic zero is now.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the clock again and again until `stop`.
    pub async fn pulse(&self, stop: CancellationToken) {
        while tokio::time::timeout(PULSE, stop.cancelled()).await.is_err() {
            self.now();
        }
    }
}

impl Clock for SteadyClock {
    fn now(&self) -> Moment {
        let now = self.system.now();
        let look = self
            .last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .look(now.mono.0);
        if let Some(ms) = look.stall_ms {
            tracing::warn!(ms, "the process stood still; nobody is charged for it");
        }
        Moment {
            mono: MonoMillis(look.mono),
            wall: now.wall,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stall_is_left_out_for_good() {
        let mut reading = LastReading::default();
        assert_eq!(reading.look(1_000).mono, 1_000);
        assert_eq!(reading.look(3_000).mono, 3_000);
        let stalled = reading.look(33_000);
        assert_eq!((stalled.mono, stalled.stall_ms), (3_250, Some(30_000)));
        let later = reading.look(33_500);
        assert_eq!((later.mono, later.stall_ms), (3_750, None));
    }

    #[test]
    fn two_threads_that_read_out_of_order_never_turn_the_clock_back() {
        let mut reading = LastReading::default();
        assert_eq!(reading.look(1_001).mono, 1_001);
        assert_eq!(reading.look(1_000).mono, 1_001);
    }
}
