//! The clocks of a world: the monotonic one follows tokio's paused time, the wall clock jumps.

use std::sync::{Mutex, PoisonError};

use super::plant::Plant;
use boneyard_server::clock::{Clock, Moment, MonoMillis, Stopwatch, UnixMillis, millis};

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
    stops: Mutex<Stops>,
    plant: Option<Plant>,
}

/// A machine that is short of time: between two readings of the clock a while may pass, as when somebody else
/// has the processor.
#[derive(Clone, Copy, Debug, Default)]
struct Stops {
    /// After so many readings; 0 for never.
    after: u32,
    /// So many milliseconds.
    millis: u64,
    /// Milliseconds that passed like this and that the runtime's timer does not know of yet.
    owed_ms: u64,
}

impl Stops {
    /// The clock is read.
    fn read(&mut self) {
        if self.after == 0 {
            return;
        }
        self.after -= 1;
        if self.after == 0 {
            self.owed_ms += self.millis;
        }
    }
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
            stops: Mutex::default(),
            plant,
        }
    }

    /// Milliseconds since the world began, however often the server was started.
    pub(super) fn world_ms(&self) -> u64 {
        self.began + self.run_ms()
    }

    /// Milliseconds of this run.
    fn run_ms(&self) -> u64 {
        millis(self.running.elapsed()) + self.stops().owed_ms
    }

    /// After so many more readings so many milliseconds pass at once; never, after 0.
    pub(super) fn stop(&self, after: u32, millis: u64) {
        let mut stops = self.stops();
        (stops.after, stops.millis) = (after, millis);
    }

    /// Milliseconds by which the runtime's timer is to be set on, at once: they count no more here.
    pub(super) fn take_owed(&self) -> u64 {
        std::mem::take(&mut self.stops().owed_ms)
    }

    fn stops(&self) -> std::sync::MutexGuard<'_, Stops> {
        self.stops.lock().unwrap_or_else(PoisonError::into_inner)
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
        // What is read was true before the machine stood, but for a planted fault: a stamp that comes late.
        let is_late = self.plant == Some(Plant::LateStamp);
        if is_late {
            self.stops().read();
        }
        let running = self.run_ms();
        if !is_late {
            self.stops().read();
        }
        let wall = (EPOCH_MS + self.began + running).saturating_add_signed(self.wall_off_ms());
        Moment {
            mono: MonoMillis(MONO_MS + running * self.pace),
            wall: UnixMillis(wall),
        }
    }
}
