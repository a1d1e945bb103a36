//! The engine's laws, tried on as many random matches as one likes. `docs/laws.md` tells what is compared.
//!
//! Matches and pairs are numbered, and a failure names its number: [`matches::report`] of that number alone repeats it.

mod bots;
mod contents;
mod contest;
mod crew;
mod games;
mod knowledge;
#[cfg(feature = "planted-leaks")]
mod leaks;
mod matches;
mod pair;
mod secrecy;
mod session;
#[cfg(test)]
mod tests;
mod world;

pub use bots::report as bots;
pub use matches::report as matches;

/// Compares what viewers get in `count` pairs of worlds that look the same to them, from pair `first` on, and prints
/// what was compared. With planted leaks it also looks for those. Returns whether everything held.
pub fn secrecy(first: u64, count: u64) -> bool {
    let kept = secrecy::report(first, count);
    if cfg!(feature = "planted-leaks") {
        leaks() && kept
    } else {
        kept
    }
}

/// Plants one leak after the other and prints how each was found. Returns whether all were.
#[cfg(feature = "planted-leaks")]
pub fn leaks() -> bool {
    leaks::report()
}

/// Says that this build has no leaks to find.
#[cfg(not(feature = "planted-leaks"))]
pub fn leaks() -> bool {
    println!("no leaks are planted: build with --features planted-leaks");
    false
}
