//! Many worlds, one on each core at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::failure::Failure;
use super::{Counters, Keep, Options, run};
use boneyard_server::clock::Stopwatch;

/// The worlds to be lived through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The first seed.
    pub first: u64,
    /// How many.
    pub count: u64,
    /// How each is lived.
    pub options: Options,
    /// Every so many worlds one is lived through twice, and must leave the same trace. 0: none.
    pub twice_every: u64,
}

/// What came of them.
#[derive(Debug)]
pub struct Done {
    /// Worlds that were lived through.
    pub worlds: u64,
    /// Those that were lived through twice.
    pub twice: u64,
    /// Together.
    pub counters: Counters,
    /// Together, in milliseconds of the worlds.
    pub lasted_ms: u64,
    /// The failure with the lowest seed.
    pub failure: Option<Failure>,
    /// How long it took.
    pub took: Duration,
    /// On so many threads.
    pub threads: usize,
}

#[derive(Default)]
struct Sum {
    worlds: u64,
    twice: u64,
    counters: Counters,
    lasted_ms: u64,
    failure: Option<Failure>,
}

/// Lives through many worlds. After a failure no further one is begun.
pub fn work(work: Work) -> Done {
    let began = Stopwatch::start();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(work.first);
    let end = work.first.saturating_add(work.count);
    let sum = Mutex::new(Sum::default());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end {
                        return;
                    }
                    let runs = if work.twice_every > 0 && seed.is_multiple_of(work.twice_every) {
                        Runs::Twice
                    } else {
                        Runs::Once
                    };
                    let lived = live(seed, work.options, runs);
                    let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                    if sum.add(lived, runs) {
                        next.store(end, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let sum = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
    Done {
        worlds: sum.worlds,
        twice: sum.twice,
        counters: sum.counters,
        lasted_ms: sum.lasted_ms,
        failure: sum.failure,
        took: began.elapsed(),
        threads,
    }
}

impl Sum {
    /// Adds a world. Returns whether it failed.
    fn add(&mut self, (counters, lasted_ms, failure): Lived, runs: Runs) -> bool {
        self.worlds += 1;
        self.twice += u64::from(runs == Runs::Twice);
        self.counters.add(&counters);
        self.lasted_ms += lasted_ms;
        let fails = failure.is_some();
        let before = self.failure.take();
        let all = before.into_iter().chain(failure);
        self.failure = all.min_by_key(|failure| failure.seed);
        fails
    }
}

/// How often a world is lived through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runs {
    Once,
    /// To compare the traces.
    Twice,
}

type Lived = (Counters, u64, Option<Failure>);

/// Lives through one world, and through one that fails a second time to keep its last lines.
fn live(seed: u64, options: Options, runs: Runs) -> Lived {
    let with = |keep| Options { keep, ..options };
    let lived = || {
        let (one, other) = match runs {
            Runs::Once => (run(seed, options), None),
            Runs::Twice => {
                let one = run(seed, with(Keep::Last));
                (one, Some(run(seed, with(Keep::Last))))
            }
        };
        let differs = other
            .filter(|other| other.hash != one.hash)
            .map(|_| "the same seed has left two traces: something is not the seed's".to_owned());
        (one.counters, one.lasted_ms, one.broken.or(differs))
    };
    // The harness itself may be wrong.
    let (counters, lasted_ms, broken) =
        catch_unwind(AssertUnwindSafe(lived)).unwrap_or_else(|_| {
            (
                Counters::default(),
                0,
                Some("the world itself panicked".to_owned()),
            )
        });
    let failure = broken.map(|broken| {
        let again = catch_unwind(AssertUnwindSafe(|| run(seed, with(Keep::Last))));
        let lines = again.map(|outcome| outcome.lines).unwrap_or_default();
        Failure {
            seed,
            options,
            broken,
            lines,
        }
    });
    (counters, lasted_ms, failure)
}
