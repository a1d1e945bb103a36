//! Verifiable shuffling: a seed becomes an entry the same way on every machine, and an entry can be
//! committed to before it is shown.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::entry::{DealEntry, deal_line};
use crate::seat::Seat;
use crate::tile::Tile;

/// The entry of a seed for `players` seats: ChaCha20 keyed with the seed (stream 0); the tiles in
/// ascending order are shuffled from the last place down, each changing places with one of those
/// up to it; then the lot is drawn. A number below n is drawn from 32-bit words, of which those at
/// or above the greatest multiple of n are thrown away.
///
/// # Panics
///
/// If `players` is 0.
#[must_use]
pub fn deal_entry(seed: [u8; 32], players: u8) -> DealEntry {
    let mut rng = ChaCha20Rng::from_seed(seed);
    let mut order = Tile::ALL.to_vec();
    for last in (1..order.len()).rev() {
        order.swap(last, below(&mut rng, last + 1));
    }
    let lot = u8::try_from(below(&mut rng, usize::from(players))).expect("below players, a u8");
    DealEntry::new(order, Seat::new(lot)).expect("a shuffle keeps every tile")
}

/// A uniform number below `n`, which must be 1..=2^32.
pub(crate) fn below(rng: &mut dyn Rng, n: usize) -> usize {
    let n = n as u64;
    let fair = (1 << 32) / n * n;
    loop {
        let word = u64::from(rng.next_u32());
        if word < fair {
            return usize::try_from(word % n).expect("below n, a usize");
        }
    }
}

/// The commitment to an entry: SHA-256 over 32 salt bytes followed by the record's deal line in
/// ASCII without line feed (`deal 1 63 52 ...`).
#[must_use]
pub fn commitment(salt: &[u8; 32], entry: &DealEntry) -> [u8; 32] {
    let digest = Sha256::new()
        .chain_update(salt)
        .chain_update(deal_line(entry));
    digest.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(seed: [u8; 32], players: u8) -> String {
        deal_line(&deal_entry(seed, players))
    }

    /// These lines never change: a seed that somebody has written down must give its deal again.
    #[test]
    fn seeds_give_the_entries_they_have_always_given() {
        assert_eq!(
            line([0; 32], 2),
            "deal 0 62 52 00 50 51 55 54 66 21 32 42 41 10 64 33 40 11 43 \
             31 63 60 61 44 22 30 53 20 65"
        );
        assert_eq!(
            line([7; 32], 4),
            "deal 3 62 51 65 40 61 33 32 55 41 00 11 60 22 21 52 20 44 10 \
             50 43 30 53 31 66 54 63 64 42"
        );
        assert_eq!(
            line(std::array::from_fn(|at| u8::try_from(at).unwrap()), 8),
            "deal 4 40 42 65 63 51 60 10 00 44 50 54 32 66 30 61 55 33 64 \
             21 20 22 53 62 11 41 31 52 43"
        );
    }

    #[test]
    fn a_commitment_is_the_digest_of_salt_and_deal_line() {
        let bytes = commitment(&[1; 32], &deal_entry([0; 32], 2));
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            hex,
            "71bc2a96a0bd27c9e9f523152a63b8e58ef2cec9496fd12c160016333c136cea"
        );
    }

    #[test]
    fn numbers_below_are_uniform_enough() {
        let mut rng = ChaCha20Rng::from_seed([3; 32]);
        let mut counts = [0; 7];
        for _ in 0..7000 {
            counts[below(&mut rng, 7)] += 1;
        }
        assert!(
            counts.iter().all(|count| (900..1100).contains(count)),
            "{counts:?}"
        );
    }
}
