//! Work that is numbered, done by as many threads as the machine has cores.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// What a crew has done.
pub(crate) struct Done<T> {
    pub(crate) results: T,
    /// The failures with their numbers, lowest first.
    pub(crate) failures: Vec<(u64, String)>,
    pub(crate) took: Duration,
    pub(crate) threads: usize,
}

/// Does the work of the numbers `first..first + count`, each adding to its thread's results. A
/// panic is a failure, too. After a failure no further number is begun.
pub(crate) fn work<T, W, M>(first: u64, count: u64, work: W, merge: M) -> Done<T>
where
    T: Default + Send,
    W: Fn(u64, &mut T) -> Result<(), String> + Sync,
    M: Fn(&mut T, T) + Sync,
{
    #[expect(
        clippy::disallowed_methods,
        reason = "the report says how long it took; no law depends on it"
    )]
    let began = std::time::Instant::now();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(first);
    let end = first.saturating_add(count);
    let all = Mutex::new((T::default(), Vec::new()));
    let one_thread = || {
        let (mut results, mut failures) = (T::default(), Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                break;
            }
            let done = catch_unwind(AssertUnwindSafe(|| work(number, &mut results)));
            let why = match done {
                Ok(Ok(())) => continue,
                Ok(Err(why)) => why,
                Err(panic) => panic_text(panic.as_ref()),
            };
            failures.push((number, why));
            next.store(end, Ordering::Relaxed);
        }
        let mut all = all.lock().expect("merging does not panic");
        merge(&mut all.0, results);
        all.1.append(&mut failures);
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(one_thread);
        }
    });
    let (results, mut failures) = all.into_inner().expect("merging does not panic");
    failures.sort();
    Done {
        results,
        failures,
        took: began.elapsed(),
        threads,
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("without a word"))
}
