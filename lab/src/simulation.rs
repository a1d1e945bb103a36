//! Seeded worlds: the real sessions, lobby, tables and bots over channels instead of sockets, on a clock
//! that is moved, with a store that fails, and persons who drop, repeat, reorder, stall and come back.
//!
//! A world follows from its seed, to the byte: one thread, paused time, one source of random numbers. Its
//! laws are checked at every frame, at every append, and when it has come to rest. What is simulated is the
//! code that a server runs; it has no branch for it. See `docs/simulation.md`.

mod book;
mod clock;
mod commands;
mod counters;
mod crew;
mod deeds;
mod dice;
mod ear;
mod failure;
mod knowledge;
mod line;
mod moods;
mod panics;
mod person;
mod plant;
mod play;
mod rest;
mod retelling;
mod store;
mod tab;
#[cfg(test)]
mod tests;
mod timing;
mod trace;
mod volume;
mod world;

use tokio::runtime::Builder;

pub use counters::{Counters, MUST_HAPPEN};
pub use crew::{Done, Work, work};
pub use failure::{Failure, NotAFailure};
pub use plant::Plant;
pub use trace::Keep;

use world::{Ending, World};

/// Steps of a world, unless others are asked for.
pub const STEPS: u32 = 240;

/// How a world is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Steps before it comes to rest.
    pub steps: u32,
    /// What is kept of what happens. Changes nothing of it.
    pub keep: Keep,
    /// A fault to be planted.
    pub plant: Option<Plant>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            steps: STEPS,
            keep: Keep::default(),
            plant: None,
        }
    }
}

/// What became of a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The first law that was broken.
    pub broken: Option<String>,
    /// What the world contained.
    pub counters: Counters,
    /// SHA-256 of its trace; of nothing if none was kept.
    pub hash: String,
    /// The lines of the trace that were kept.
    pub lines: Vec<String>,
    /// Milliseconds that passed in it.
    pub lasted_ms: u64,
}

/// Lives through the world of a seed.
///
/// # Panics
///
/// The system gives no runtime.
pub fn run(seed: u64, options: Options) -> Outcome {
    let mut world = World::new(seed, options);
    loop {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime of one thread needs nothing but memory");
        let ending = runtime.block_on(world.live());
        // Whatever still runs is dropped where it stands, as by a kill.
        drop(runtime);
        match ending {
            Ending::Again { .. } if !world.is_broken() => {}
            Ending::Again { .. } | Ending::Over => return world.outcome(),
        }
    }
}
