//! The players that the store knows: a public id, a name, and the hash of a secret token.

use std::fmt;

use boneyard_protocol::{PlayerId, PlayerKind};
use thiserror::Error;

use crate::{Answer, UnixMillis};

/// A player as the store keeps them. Name and language are text that the server has checked; what it accepts today may
/// be stricter than what an older one accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredIdentity {
    /// The player's public id.
    pub player: PlayerId,
    /// The name.
    pub name: String,
    /// Person or bot; fixed for ever.
    pub kind: PlayerKind,
    /// The tag of the language that names are invented in for this player: `en`, `ru`, `hu`.
    pub language: String,
    /// When it was made.
    pub created: UnixMillis,
}

/// SHA-256 of a token. The store never has the token itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

/// Where identities are kept. Everything is durable when the answer comes.
pub trait People: Send + Sync + 'static {
    /// Keeps a new identity.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    fn add_identity(
        &self,
        token: TokenHash,
        identity: StoredIdentity,
    ) -> Answer<Result<(), PeopleError>>;

    /// The identity that this token belongs to.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn find_identity(
        &self,
        token: TokenHash,
    ) -> Answer<Result<Option<StoredIdentity>, PeopleError>>;

    /// The identity of a player.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn find_player(&self, player: PlayerId) -> Answer<Result<Option<StoredIdentity>, PeopleError>>;

    /// Gives a player another name.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or has no such player.
    fn rename(&self, player: PlayerId, name: String) -> Answer<Result<(), PeopleError>>;

    /// Gives a player another token; the old one is worth nothing from then on.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or has no such player.
    fn replace_token(&self, player: PlayerId, token: TokenHash) -> Answer<Result<(), PeopleError>>;
}

/// Why the store could not do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PeopleError {
    /// The store does not answer. The cause is in the program's log.
    #[error("the store of identities is unavailable")]
    Unavailable,
    /// There is no such player.
    #[error("there is no such player")]
    NoSuchPlayer,
}
