//! Where deals come from, and the only reader of the operating system's entropy.
//!
//! An entry is a pure function of 32 bytes (the engine's verifiable shuffle). Its commitment is what every
//! viewer is sent before play; anybody can recompute it from the match record afterwards.

use std::sync::Mutex;

use boneyard_engine::{DealEntry, commitment, deal_entry};
use boneyard_protocol::JoinCode;
use boneyard_protocol::ids::{JOIN_CODE_ALPHABET, JOIN_CODE_LENGTH};
use rand::rngs::SysRng;
use rand::{Rng, SeedableRng, TryRng};
use rand_chacha::ChaCha20Rng;

/// An entry with its commitment.
#[derive(Clone, Debug, PartialEq)]
pub struct SealedEntry {
    /// The entry.
    pub entry: DealEntry,
    /// The salt of the commitment.
    pub salt: [u8; 32],
    /// SHA-256 of the salt followed by the record's deal line.
    pub commitment: [u8; 32],
}

/// There is no entropy, so nothing may be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no random numbers")]
pub struct NoEntropy;

/// A source of random bytes, and of deals, codes and streams made from them.
pub trait Dealer: Send + Sync {
    /// Bytes that nobody can predict.
    ///
    /// # Errors
    ///
    /// [`NoEntropy`]. The caller must not use anything else in place of the bytes.
    fn bytes(&self) -> Result<[u8; 32], NoEntropy>;

    /// A new entry for this number of players.
    ///
    /// # Errors
    ///
    /// [`NoEntropy`].
    fn entry(&self, players: u8) -> Result<SealedEntry, NoEntropy> {
        let (seed, salt) = (self.bytes()?, self.bytes()?);
        let entry = deal_entry(seed, players);
        Ok(SealedEntry {
            commitment: commitment(&salt, &entry),
            entry,
            salt,
        })
    }

    /// A random stream for one table, for the clock's choices, server bots and ids.
    ///
    /// # Errors
    ///
    /// [`NoEntropy`].
    fn stream(&self) -> Result<ChaCha20Rng, NoEntropy> {
        self.bytes().map(ChaCha20Rng::from_seed)
    }

    /// A join code that nobody can guess.
    ///
    /// # Errors
    ///
    /// [`NoEntropy`].
    fn join_code(&self) -> Result<JoinCode, NoEntropy> {
        let mut stream = self.stream()?;
        let text: String = (0..JOIN_CODE_LENGTH)
            .map(|_| {
                char::from(
                    pick(&mut stream, JOIN_CODE_ALPHABET)
                        .copied()
                        .unwrap_or(b'X'),
                )
            })
            .collect();
        Ok(text
            .parse()
            .expect("it has the alphabet and the length of a code"))
    }
}

impl dyn Dealer {
    /// `N` bytes that nobody can predict, for ids.
    ///
    /// # Errors
    ///
    /// [`NoEntropy`].
    pub fn array<const N: usize>(&self) -> Result<[u8; N], NoEntropy> {
        let mut bytes = [0; N];
        self.stream()?.fill_bytes(&mut bytes);
        Ok(bytes)
    }
}

/// A uniform choice; `None` only from an empty slice.
pub fn pick<'a, T>(rng: &mut dyn Rng, from: &'a [T]) -> Option<&'a T> {
    let count = u64::try_from(from.len()).ok().filter(|count| *count > 0)?;
    let fair = u64::MAX - u64::MAX % count;
    let word = std::iter::repeat_with(|| rng.next_u64()).find(|word| *word < fair)?;
    from.get(usize::try_from(word % count).ok()?)
}

/// Deals from the operating system's entropy.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDealer;

impl Dealer for SystemDealer {
    fn bytes(&self) -> Result<[u8; 32], NoEntropy> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes).map_err(|_| NoEntropy)?;
        Ok(bytes)
    }
}

/// Deals the same entries every time; for tests.
#[derive(Debug)]
pub struct SeededDealer(Mutex<ChaCha20Rng>);

impl SeededDealer {
    /// A dealer with this seed.
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(ChaCha20Rng::seed_from_u64(seed)))
    }
}

impl Dealer for SeededDealer {
    fn bytes(&self) -> Result<[u8; 32], NoEntropy> {
        let mut stream = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut bytes = [0; 32];
        stream.fill_bytes(&mut bytes);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_keeps_its_commitment() {
        let sealed = SystemDealer.entry(4).unwrap();
        assert_eq!(sealed.commitment, commitment(&sealed.salt, &sealed.entry));
        assert!(sealed.entry.lot().get() < 4);
        assert_ne!(SystemDealer.entry(4).unwrap(), sealed);
    }

    #[test]
    fn a_seeded_dealer_repeats_itself() {
        let (one, two) = (SeededDealer::new(7), SeededDealer::new(7));
        assert_eq!(one.entry(3), two.entry(3));
        assert_eq!(one.join_code(), two.join_code());
    }

    #[test]
    fn a_choice_reaches_everything() {
        let mut stream = SeededDealer::new(1).stream().unwrap();
        let picked: std::collections::BTreeSet<u8> = (0..200)
            .filter_map(|_| pick(&mut stream, &[1, 2, 3, 4, 5]).copied())
            .collect();
        assert_eq!(picked.len(), 5);
        assert_eq!(pick::<u8>(&mut stream, &[]), None);
    }
}
