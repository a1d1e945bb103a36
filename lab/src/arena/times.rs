//! How long decisions took, in little room: counted by buckets, each at most a sixteenth wide.

use std::time::Duration;

/// Buckets for each power of two.
const PARTS: u64 = 16;
/// Powers of two of nanoseconds that are told apart; up to some 300 years.
const BUCKETS: usize = 64 * 16;

/// The times of many decisions.
#[derive(Clone, Debug)]
pub(super) struct TimeTally {
    counts: Vec<u64>,
    count: u64,
    slowest: Duration,
}

impl Default for TimeTally {
    fn default() -> Self {
        Self {
            counts: vec![0; BUCKETS],
            count: 0,
            slowest: Duration::ZERO,
        }
    }
}

impl TimeTally {
    /// One decision more.
    pub(super) fn note(&mut self, took: Duration) {
        let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        if let Some(count) = self.counts.get_mut(bucket(nanos)) {
            *count += 1;
        }
        self.count += 1;
        self.slowest = self.slowest.max(took);
    }

    /// Those of another tally, too.
    pub(super) fn add(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.count += other.count;
        self.slowest = self.slowest.max(other.slowest);
    }

    /// How many decisions there were.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The longest time, exactly.
    pub(super) fn slowest(&self) -> Duration {
        self.slowest
    }

    /// The time within which `of_hundred` of a hundred decisions were made, to a sixteenth; zero without any.
    pub(super) fn percentile(&self, of_hundred: u64) -> Duration {
        let wanted = (self.count * of_hundred).div_ceil(100).max(1);
        let mut seen = 0;
        let reached = self.counts.iter().position(|count| {
            seen += count;
            seen >= wanted
        });
        let nanos = reached.map_or(0, highest);
        Duration::from_nanos(nanos).min(self.slowest)
    }
}

/// The bucket of a time: below 16 each its own, above so that its 4 bits after the first tell.
fn bucket(nanos: u64) -> usize {
    let power = u64::from(63 - nanos.max(1).leading_zeros());
    let index = if power < 4 {
        nanos
    } else {
        (power - 3) * PARTS + (nanos >> (power - 4)) % PARTS
    };
    usize::try_from(index).unwrap_or(BUCKETS)
}

/// The longest time of a bucket.
fn highest(bucket: usize) -> u64 {
    let bucket = u64::try_from(bucket).unwrap_or(u64::MAX);
    if bucket < PARTS {
        return bucket;
    }
    let (power, part) = (bucket / PARTS + 3, bucket % PARTS);
    let least = (PARTS + part) << (power - 4);
    least + ((1 << (power - 4)) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_holds_what_is_put_in_it_and_is_a_sixteenth_wide() {
        for nanos in (0..5_000).chain([1_000_000, 123_456_789, 3_600_000_000_000]) {
            let most = highest(bucket(nanos));
            assert!(most >= nanos && most - nanos <= nanos / 16, "{nanos}");
        }
    }

    #[test]
    fn percentiles_count_decisions_and_never_pass_the_slowest() {
        let mut times = TimeTally::default();
        assert_eq!(times.percentile(50), Duration::ZERO);
        (1..=100).for_each(|ms| times.note(Duration::from_millis(ms)));
        let near = |of_hundred: u64, ms: u64| {
            let found = times.percentile(of_hundred);
            found >= Duration::from_millis(ms) && found < Duration::from_millis(ms + ms / 15 + 1)
        };
        assert!(near(50, 50) && near(99, 99));
        assert_eq!(times.slowest(), Duration::from_millis(100));
        let mut twice = times.clone();
        twice.add(&times);
        assert_eq!(
            (twice.count(), twice.percentile(100)),
            (200, Duration::from_millis(100))
        );
    }
}
