//! Where the randomness of a deal comes from: from the plan's seed, the number of the deal and what it is for, so
//! that no order of playing and no other deal can change it.

use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use boneyard_engine::Seat;

/// Which playing of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Round {
    /// The first contender has the even seats.
    First,
    /// The first contender has the odd seats.
    Exchanged,
}

impl Round {
    /// Whose the seat (or the side) with this number is: 0 for the first contender, 1 for the second.
    pub(super) fn owner(self, place: u8) -> usize {
        usize::from((place + self.number()) % 2)
    }

    pub(super) const fn number(self) -> u8 {
        match self {
            Self::First => 0,
            Self::Exchanged => 1,
        }
    }
}

/// The random streams of one deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dice {
    seed: u64,
    deal: u32,
}

impl Dice {
    pub(super) fn new(seed: u64, deal: u32) -> Self {
        Self { seed, deal }
    }

    /// The entries: the same in both rounds.
    pub(super) fn entries(self) -> ChaCha20Rng {
        self.stream(0)
    }

    /// What the clock plays for a seat whose time is up.
    pub(super) fn clock(self, round: Round) -> ChaCha20Rng {
        self.stream(0x100 + u64::from(round.number()))
    }

    /// A bot's own.
    pub(super) fn bot(self, round: Round, seat: Seat) -> ChaCha20Rng {
        self.stream(0x200 + 0x100 * u64::from(round.number()) + u64::from(seat.get()))
    }

    fn stream(self, purpose: u64) -> ChaCha20Rng {
        let mut stream = ChaCha20Rng::seed_from_u64(self.seed);
        stream.set_stream((u64::from(self.deal) << 16) | purpose);
        stream
    }
}
