//! The bans, and the players who have shown the server's password.

use boneyard_protocol::PlayerId;
use thiserror::Error;

use crate::{Answer, UnixMillis};

/// Bans that the store reads at most.
pub const KEPT: u32 = 10_000;

/// What the store keeps of a player who knew the password: a keyed hash, which the server makes.
pub type Mark = [u8; 32];

/// A ban.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBan {
    /// Its number.
    pub number: u64,
    /// Who is banned.
    pub who: BanTarget,
    /// The host's own words; may be empty.
    pub reason: String,
    /// Since when.
    pub at: UnixMillis,
    /// Until when; `None`: for ever.
    pub until: Option<UnixMillis>,
}

/// Who is banned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BanTarget {
    /// A player.
    Player(PlayerId),
    /// Everybody in a network, as the server writes it: an address with the length of its prefix.
    Network(String),
}

/// A change of who is let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessChange {
    /// A new ban.
    Ban(StoredBan),
    /// The ban with this number ends, if there is one.
    Unban(u64),
    /// A player knew the password of this mark. The player's earlier marks are forgotten.
    Admit {
        /// Who.
        player: PlayerId,
        /// The mark.
        mark: Mark,
    },
}

/// Where bans and admissions are kept. Everything is durable when the answer comes.
pub trait Bans: Send + Sync + 'static {
    /// Keeps a change.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    fn change_access(&self, change: AccessChange) -> Answer<Result<(), BansUnavailable>>;

    /// Every ban, by number, [`KEPT`] at most.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn bans(&self) -> Answer<Result<Vec<StoredBan>, BansUnavailable>>;

    /// The mark of the password that a player knew last.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn admission(&self, player: PlayerId) -> Answer<Result<Option<Mark>, BansUnavailable>>;
}

/// The store does not answer. The cause is in the program's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the store of bans is unavailable")]
pub struct BansUnavailable;
