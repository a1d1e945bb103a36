//! A world's own random numbers: everything that happens in it follows from its seed.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use uuid::{Builder, Uuid};

/// A stream of random numbers.
pub(super) struct Dice(ChaCha8Rng);

impl Dice {
    /// The stream of a purpose within a seed.
    pub(super) fn new(seed: u64, purpose: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(purpose);
        Self(rng)
    }

    /// A number below `count`; 0 below nothing.
    pub(super) fn below(&mut self, count: usize) -> usize {
        let word = self.0.next_u64();
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        let number = word.checked_rem(count).unwrap_or(0);
        usize::try_from(number).unwrap_or(0)
    }

    /// A number of this range, both ends included.
    pub(super) fn between(&mut self, least: u64, most: u64) -> u64 {
        let span = most.saturating_sub(least).saturating_add(1);
        least + self.0.next_u64().checked_rem(span).unwrap_or(0)
    }

    /// Whether something happens that happens `permille` times in a thousand.
    pub(super) fn chance(&mut self, permille: u64) -> bool {
        self.between(0, 999) < permille
    }

    /// One of these.
    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        boneyard_server::dealer::pick(&mut self.0, from)
    }

    /// A fresh id.
    pub(super) fn uuid(&mut self) -> Uuid {
        let mut bytes = [0; 16];
        self.0.fill_bytes(&mut bytes);
        Builder::from_random_bytes(bytes).into_uuid()
    }
}
