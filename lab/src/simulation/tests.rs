//! A few worlds, and faults that must be found.

use super::*;

/// Worlds of a short run.
const WORLDS: u64 = 60;
/// Worlds within which everything has happened that must: what is rare may miss the first ones.
const SEEN_WITHIN: u64 = 240;
/// Worlds within which every planted fault is found.
const FOUND_WITHIN: u64 = 40;

#[test]
fn a_few_worlds_keep_every_law_and_contain_what_can_go_wrong() {
    let mut counters = Counters::default();
    let mut missing = counters.missing();
    for round in 0..SEEN_WITHIN / WORLDS {
        let done = work(Work {
            first: round * WORLDS,
            count: WORLDS,
            options: Options::default(),
            twice_every: 10,
        });
        if let Some(failure) = &done.failure {
            panic!("{failure}");
        }
        assert_eq!((done.worlds, done.twice), (WORLDS, WORLDS / 10));
        counters.add(&done.counters);
        missing = counters.missing();
        if missing.is_empty() {
            break;
        }
    }
    assert!(missing.is_empty(), "{missing:?} of {counters:?}");
}

#[test]
fn a_seed_lives_the_same_life_to_the_byte() {
    let options = Options {
        keep: Keep::All,
        ..Options::default()
    };
    let (one, other) = (run(17, options), run(17, options));
    assert_eq!(one.lines, other.lines);
    assert_eq!(one.hash, other.hash);
    assert!(one.lines.len() > 500, "{}", one.lines.len());
    assert_ne!(one.hash, run(18, options).hash);
}

/// The first law that a planted fault breaks.
fn found(plant: Plant) -> Failure {
    let done = work(Work {
        first: 0,
        count: FOUND_WITHIN,
        options: Options {
            plant: Some(plant),
            ..Options::default()
        },
        twice_every: 0,
    });
    done.failure
        .unwrap_or_else(|| panic!("{} was not found", plant.name()))
}

#[test]
fn planted_faults_are_found_as_what_they_are() {
    for (plant, word) in [
        (Plant::EarlyAnswer, "durable"),
        (Plant::LostFacts, "was due"),
        (Plant::Leak, "was shown"),
        (Plant::FastClock, "the clock acted after"),
        (Plant::LateStamp, "was in time"),
    ] {
        let failure = found(plant);
        assert!(failure.broken.contains(word), "{}", failure.broken);
    }
    for plant in [Plant::ForgottenCause, Plant::WrongNumber] {
        assert_eq!(found(plant).options.plant, Some(plant));
    }
}

#[test]
fn a_failure_is_a_file_that_lives_through_it_again() {
    let failure = found(Plant::LostFacts);
    let read: Failure = failure.to_string().parse().unwrap();
    assert_eq!(read, failure);
    let again = run(read.seed, read.options);
    assert_eq!(again.broken.as_deref(), Some(read.broken.as_str()));
    assert!("seed: 1".parse::<Failure>().is_err());
}
