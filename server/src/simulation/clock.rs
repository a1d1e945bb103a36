//! The clocks of a world: the monotonic one follows tokio's paused time, the wall clock jumps.

use std::sync::{Mutex, PoisonError};

use super::plant::Plant;
use crate::clock::{Clock, Moment, MonoMillis, Stopwatch, UnixMillis, millis};

/// Wall time at the beginning of every world.
const EPOCH_MS: u64 = 1_700_000_000_000;
/// What the monotonic clock of a process begins with: its zero means nothing.
const MONO_MS: u64 = 5_000_000;

/// The clocks during one run of the server.
pub(super) struct WorldClock {
    /// World time at the start of this run.
    began: u64,
    running: Stopwatch,
    /// 1, but for a planted fault.
    pace: u64,
    /// How far the wall clock is off, forwards or back.
    wall_off_ms: Mutex<i64>,
}

impl WorldClock {
    /// The clocks of a run that starts now, at this world time. Needs a runtime.
    pub(super) fn new(began: u64, wall_off_ms: i64, plant: Option<Plant>) -> Self {
        Self {
            began,
            running: Stopwatch::start(),
            pace: if plant == Some(Plant::FastClock) {
                5
            } else {
                1
            },
            wall_off_ms: Mutex::new(wall_off_ms),
        }
    }

    /// Milliseconds since the world began, however often the server was started.
    pub(super) fn world_ms(&self) -> u64 {
        self.began + millis(self.running.elapsed())
    }

    /// Sets the wall clock on or back.
    pub(super) fn jump(&self, by_ms: i64) {
        let mut off = self.off();
        *off = off.saturating_add(by_ms);
    }

    /// How far the wall clock is off.
    pub(super) fn wall_off_ms(&self) -> i64 {
        *self.off()
    }

    fn off(&self) -> std::sync::MutexGuard<'_, i64> {
        self.wall_off_ms
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for WorldClock {
    fn now(&self) -> Moment {
        let running = millis(self.running.elapsed());
        let wall = (EPOCH_MS + self.began + running).saturating_add_signed(self.wall_off_ms());
        Moment {
            mono: MonoMillis(MONO_MS + running * self.pace),
            wall: UnixMillis(wall),
        }
    }
}
