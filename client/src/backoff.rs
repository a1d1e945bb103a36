//! How long to wait before the next attempt to connect.

use std::time::Duration;

use rand::{Rng, RngExt};

/// Waits that double from [`first`](Self::first) up to [`most`](Self::most).
///
/// Of each, a random share between a half and the whole is waited, so that the clients of a restarted server
/// do not all come back in the same instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    /// The longest wait before the first new attempt.
    pub first: Duration,
    /// The longest wait before any attempt.
    pub most: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self {
            first: Duration::from_millis(250),
            most: Duration::from_secs(15),
        }
    }
}

impl Backoff {
    /// The wait before attempt number `attempt`, counted from 0.
    pub fn wait(&self, attempt: u32, rng: &mut dyn Rng) -> Duration {
        let factor = 2_u32.checked_pow(attempt).unwrap_or(u32::MAX);
        let longest = self.first.saturating_mul(factor).min(self.most);
        longest.mul_f64(rng.random_range(0.5..=1.0))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    #[test]
    fn waits_double_up_to_the_most_and_are_spread_over_their_upper_half() {
        let backoff = Backoff {
            first: Duration::from_millis(100),
            most: Duration::from_secs(1),
        };
        let mut rng = StdRng::seed_from_u64(7);
        for (attempt, longest) in [
            (0, 100),
            (1, 200),
            (2, 400),
            (3, 800),
            (4, 1000),
            (200, 1000),
        ] {
            for _ in 0..100 {
                let wait = backoff.wait(attempt, &mut rng).as_millis();
                assert!(
                    (longest / 2..=longest).contains(&wait),
                    "attempt {attempt}: {wait} ms"
                );
            }
        }
    }
}
