//! What worlds contained: a world in which nothing goes wrong proves nothing.

use std::collections::BTreeMap;

/// What must happen somewhere in a run of many worlds.
pub const MUST_HAPPEN: [&str; 53] = [
    "act sent",
    "acts",
    "answer: ack",
    "answers the same again",
    "append failed",
    "append lost its answer",
    "append stalled",
    "automatic passes",
    "bot acts",
    "choices about them",
    "clock's choices",
    "close 1001",
    "close 1008",
    "close 1012",
    "close 4408",
    "close 4409",
    "commands on a replaced tab",
    "deals",
    "drops",
    "drops with loss",
    "fold = snapshot",
    "frames read",
    "id with another body",
    "illegal acts",
    "kills",
    "matches broken off",
    "matches over",
    "orderly ends",
    "overtimes",
    "phrases",
    "questions about absent players",
    "reads failed",
    "refused: id_reused",
    "refused: not_your_tile",
    "refused: rate_limited",
    "refused: stale",
    "refused: storage_unavailable",
    "reloads",
    "renames",
    "reordered",
    "repeats",
    "reports kept",
    "resume from 0",
    "resume from the last",
    "second tabs",
    "stale acts",
    "stalls",
    "stand-ins",
    "starts that failed",
    "stops of the machine",
    "wall jumps",
    "watchers",
    "wishes to pass",
];

/// Counts by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters(BTreeMap<String, u64>);

impl Counters {
    /// One more.
    pub(super) fn count(&mut self, what: &str) {
        match self.0.get_mut(what) {
            Some(count) => *count += 1,
            None => drop(self.0.insert(what.to_owned(), 1)),
        }
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: &Self) {
        for (what, count) in &other.0 {
            *self.0.entry(what.clone()).or_default() += count;
        }
    }

    /// Every count, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(what, count)| (what.as_str(), *count))
    }

    /// How often something happened.
    pub fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }

    /// What must happen and did not.
    pub fn missing(&self) -> Vec<&'static str> {
        let missing = MUST_HAPPEN.into_iter().filter(|what| self.of(what) == 0);
        missing.collect()
    }
}
