//! Who a player is: an opaque token of his own, a public id and a name.
//!
//! The token is 256 random bits, known to its owner alone: the store has only its SHA-256. There is nothing
//! to guess and nothing to compare byte by byte: a token is found by its hash, so that the time of a look-up
//! says nothing about any stored token.

mod invented;
mod likeness;
mod name;
mod token;

use std::sync::Arc;

use boneyard_protocol::{PlayerId, PlayerInfo, PlayerKind};
use thiserror::Error;

pub use invented::{Language, invented_name};
pub use likeness::Likeness;
pub use name::{NameError, PlayerName, plain_line};
pub use token::{Token, TokenHash};

use crate::clock::UnixMillis;
use crate::dealer::{Dealer, NoEntropy};
use crate::journal::Answer;

/// A player as the store knows him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// His public id.
    pub player: PlayerId,
    /// His name.
    pub name: PlayerName,
    /// Person or bot; fixed for ever.
    pub kind: PlayerKind,
    /// The language in which his name was invented.
    pub language: Language,
    /// When it was made.
    pub created: UnixMillis,
}

impl Identity {
    /// The player as others see him.
    #[must_use]
    pub fn info(&self) -> PlayerInfo {
        PlayerInfo {
            id: self.player,
            name: self.name.to_string(),
            kind: self.kind,
        }
    }
}

/// Where identities are kept. Everything is durable when the answer comes.
pub trait IdentityStore: Send + Sync + 'static {
    /// Keeps a new identity.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    fn add_identity(
        &self,
        token: TokenHash,
        identity: Identity,
    ) -> Answer<Result<(), IdentityError>>;

    /// The identity that this token belongs to.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn find_identity(&self, token: TokenHash) -> Answer<Result<Option<Identity>, IdentityError>>;

    /// Gives a player another name.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or has no such player.
    fn rename(&self, player: PlayerId, name: PlayerName) -> Answer<Result<(), IdentityError>>;
}

/// Why the store could not do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IdentityError {
    /// The store does not answer. The cause is in the program's log.
    #[error("the store of identities is unavailable")]
    Unavailable,
    /// There is no such player.
    #[error("there is no such player")]
    NoSuchPlayer,
    /// The operating system gives no random bytes.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
}

/// What somebody without a token says about himself.
#[derive(Clone, Debug)]
pub struct Newcomer {
    /// Person or bot.
    pub kind: PlayerKind,
    /// The wished name; one is invented if there is none.
    pub name: Option<PlayerName>,
    /// The language for an invented name.
    pub language: Language,
}

/// Makes, finds and renames identities. Cheap to clone.
#[derive(Clone)]
pub struct Identities {
    store: Arc<dyn IdentityStore>,
    dealer: Arc<dyn Dealer>,
}

impl Identities {
    /// The identities in this store; tokens and ids are made of the dealer's bytes.
    pub fn new(store: Arc<dyn IdentityStore>, dealer: Arc<dyn Dealer>) -> Self {
        Self { store, dealer }
    }

    /// Makes an identity. The token is told to its owner and to nobody else.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or there is no entropy.
    pub async fn make(
        &self,
        newcomer: Newcomer,
        now: UnixMillis,
    ) -> Result<(Token, Identity), IdentityError> {
        let token = Token::of(self.dealer.bytes()?);
        let random = self.dealer.array()?;
        let player = PlayerId(uuid::Builder::from_random_bytes(random).into_uuid());
        let name = newcomer
            .name
            .unwrap_or_else(|| invented_name(newcomer.language, u128::from_be_bytes(random)));
        let identity = Identity {
            player,
            name,
            kind: newcomer.kind,
            language: newcomer.language,
            created: now,
        };
        self.store
            .add_identity(token.hash(), identity.clone())
            .await?;
        Ok((token, identity))
    }

    /// Whose token this is; `None` if it is nobody's, or no token at all.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub async fn find(&self, token: &str) -> Result<Option<Identity>, IdentityError> {
        match token.parse::<Token>() {
            Ok(token) => self.store.find_identity(token.hash()).await,
            Err(_not_a_token) => Ok(None),
        }
    }

    /// Gives a player another name.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or has no such player.
    pub async fn rename(&self, player: PlayerId, name: PlayerName) -> Result<(), IdentityError> {
        self.store.rename(player, name).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::SystemDealer;
    use crate::journal::MemoryStore;

    #[tokio::test]
    async fn a_guest_is_known_again_by_the_token_alone() {
        let store = Arc::new(MemoryStore::new());
        let identities = Identities::new(store, Arc::new(SystemDealer));
        let newcomer = Newcomer {
            kind: PlayerKind::Person,
            name: None,
            language: Language::Hu,
        };
        let (token, made) = identities
            .make(newcomer.clone(), UnixMillis(5))
            .await
            .unwrap();
        let (other, twin) = identities.make(newcomer, UnixMillis(6)).await.unwrap();
        assert_ne!((made.player, token.hash()), (twin.player, other.hash()));
        let found = identities.find(&token.reveal()).await.unwrap();
        assert_eq!(found, Some(made.clone()));

        let name: PlayerName = "Ödön".parse().unwrap();
        identities.rename(made.player, name.clone()).await.unwrap();
        let found = identities.find(&token.reveal()).await.unwrap();
        assert_eq!(found.map(|identity| identity.name), Some(name));
        for unknown in ["", "token", &made.player.to_string(), &"0".repeat(64)] {
            assert_eq!(identities.find(unknown).await.unwrap(), None, "{unknown}");
        }
    }
}
