//! The only reader of time.
//!
//! Deadlines are monotonic inside the program ([`MonoMillis`]); on the wire and in the journal they are remaining
//! milliseconds. Wall time ([`UnixMillis`]) is written into records and never compared. Code sleeps with tokio's timer,
//! for the [`Duration`] from a [`Clock`]'s now to a deadline.

#[cfg(test)]
mod manual;
mod steady;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

pub use boneyard_store::UnixMillis;
#[cfg(test)]
pub(crate) use manual::ManualClock;
pub use steady::SteadyClock;

/// Milliseconds on a clock that never goes back. Its zero has no meaning: only differences count, and only within one
/// process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MonoMillis(pub u64);

/// One reading of both clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// For deadlines.
    pub mono: MonoMillis,
    /// For records.
    pub wall: UnixMillis,
}

impl MonoMillis {
    /// The moment `millis` milliseconds later; saturates.
    #[must_use]
    pub const fn plus(self, millis: u64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    /// Milliseconds from `earlier` to this moment; 0 if `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// How long to sleep at `now` to wake at this moment; zero if it is past.
    #[must_use]
    pub const fn wait(self, now: Self) -> Duration {
        Duration::from_millis(self.since(now))
    }
}

/// Says what time it is.
pub trait Clock: Send + Sync {
    /// Both clocks, read together.
    fn now(&self) -> Moment;
}

/// The machine's clocks. The monotonic one is tokio's, so that a test with paused time pauses it, too.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    start: tokio::time::Instant,
}

impl SystemClock {
    /// A clock whose monotonic zero is now.
    #[expect(
        clippy::disallowed_methods,
        reason = "this module is the reader of time"
    )]
    pub fn new() -> Self {
        Self {
            start: tokio::time::Instant::now(),
        }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "this module is the reader of time"
    )]
    fn now(&self) -> Moment {
        let wall = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default();
        Moment {
            mono: MonoMillis(millis(self.start.elapsed())),
            wall: UnixMillis(millis(wall)),
        }
    }
}

/// A [`Clock`] for token buckets, so that limits use the same time as everything else. Exact to the millisecond.
#[derive(Clone)]
pub(crate) struct LimitClock(Arc<dyn Clock>);

impl LimitClock {
    pub(crate) fn new(clock: &Arc<dyn Clock>) -> Self {
        Self(Arc::clone(clock))
    }
}

impl governor::clock::Clock for LimitClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        Duration::from_millis(self.0.now().mono.0)
    }
}

/// Measures how long something takes, for the metrics and for bots that play without a table's clock. Nothing at a
/// table depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(tokio::time::Instant);

impl Stopwatch {
    /// Starts a stopwatch.
    #[expect(
        clippy::disallowed_methods,
        reason = "this module is the reader of time"
    )]
    pub fn start() -> Self {
        Self(tokio::time::Instant::now())
    }

    /// The time since its start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// A duration in whole milliseconds; saturates.
pub fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_that_is_past_needs_no_wait() {
        assert_eq!(MonoMillis(5).wait(MonoMillis(9)), Duration::ZERO);
        assert_eq!(MonoMillis(9).wait(MonoMillis(5)), Duration::from_millis(4));
    }

    #[test]
    fn the_system_clock_knows_the_century() {
        assert!(SystemClock::new().now().wall > UnixMillis(1_700_000_000_000));
    }
}
