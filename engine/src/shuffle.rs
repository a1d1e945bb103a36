//! Verifiable shuffling: a seed becomes an entry the same way on every machine, and an entry can be
//! committed to before it is shown.

use std::fmt::Write as _;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::entry::DealEntry;
use crate::record::deal_line;
use crate::seat::Seat;
use crate::tile::Tile;

/// The name of the method of [`deal_entry`]. Another method gets another name.
pub const SHUFFLE_VERSION: &str = "shuffle-v1";

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
/// ASCII without line feed (`deal 1 63 52 ...`), as lower-case hex.
#[must_use]
pub fn commitment(salt: &[u8; 32], entry: &DealEntry) -> String {
    let digest = Sha256::new()
        .chain_update(salt)
        .chain_update(deal_line(entry))
        .finalize();
    digest
        .iter()
        .fold(String::with_capacity(64), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("writing to a String cannot fail");
            hex
        })
}
