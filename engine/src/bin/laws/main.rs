//! Tries the engine's laws on as many random matches as one likes.
//!
//! `laws matches COUNT [FIRST]` plays whole matches of every sheet at every number of players.
//! `laws secrecy COUNT [FIRST]` compares what viewers get in worlds that look the same to them, and
//! `laws leaks`, built with the feature `planted-leaks`, lets it find leaks that were planted; with
//! that feature `secrecy` does both. `laws bots EACH` lets steady bots play against random ones.
//!
//! Matches and pairs are numbered. A failure names its number: `laws matches 1 NUMBER` repeats it.
//! Exit code 1 on a failure.

#![expect(
    clippy::print_stdout,
    reason = "the report is what this program is for"
)]

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
mod world;

use std::env;
use std::process::ExitCode;

const USAGE: &str = "usage: laws matches COUNT [FIRST] | secrecy COUNT [FIRST] | leaks | bots EACH";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let numbers: Option<Vec<u64>> = words.iter().skip(1).map(|word| word.parse().ok()).collect();
    let command = words.first().map(String::as_str);
    let passed = match (command, numbers.as_deref()) {
        (Some("matches"), Some([count])) => matches::report(0, *count),
        (Some("matches"), Some([count, first])) => matches::report(*first, *count),
        (Some("secrecy"), Some([count])) => secrecy(0, *count),
        (Some("secrecy"), Some([count, first])) => secrecy(*first, *count),
        (Some("leaks"), Some([])) => leaks(),
        (Some("bots"), Some([each])) => bots::report(*each),
        (_, _) => {
            println!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn secrecy(first: u64, count: u64) -> bool {
    let kept = secrecy::report(first, count);
    if cfg!(feature = "planted-leaks") {
        leaks() && kept
    } else {
        kept
    }
}

#[cfg(feature = "planted-leaks")]
fn leaks() -> bool {
    leaks::report()
}

#[cfg(not(feature = "planted-leaks"))]
fn leaks() -> bool {
    println!("no leaks are planted: build with --features planted-leaks");
    false
}
