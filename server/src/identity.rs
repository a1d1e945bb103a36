//! Who a player is: a secret token, a public id and a name.
//!
//! The token is 256 random bits that only its owner knows; the store has only its SHA-256. A token is found by its hash
//! and never compared byte by byte, so the time of a look-up says nothing about any stored token.

mod invented;
mod likeness;
mod name;
mod token;
mod transfer;

use std::sync::Arc;

use boneyard_protocol::{JoinCode, PlayerId, PlayerInfo, PlayerKind};
use boneyard_store::{People, StoredIdentity};
use thiserror::Error;

pub use boneyard_store::{PeopleError, TokenHash};
pub use invented::{Language, invented_name};
pub use likeness::Likeness;
pub use name::{NameError, PlayerName, plain_line};
pub use token::Token;

use transfer::Transfers;

use crate::clock::{MonoMillis, UnixMillis};
use crate::dealer::{Dealer, NoEntropy};

/// A player as the server knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The public id.
    pub player: PlayerId,
    /// The name.
    pub name: PlayerName,
    /// Person or bot; it never changes.
    pub kind: PlayerKind,
    /// The language in which the name was invented.
    pub language: Language,
    /// When the identity was made.
    pub created: UnixMillis,
}

impl Identity {
    /// The player as others see them.
    #[must_use]
    pub fn info(&self) -> PlayerInfo {
        PlayerInfo {
            id: self.player,
            name: self.name.to_string(),
            kind: self.kind,
        }
    }
}

impl From<&Identity> for StoredIdentity {
    fn from(identity: &Identity) -> Self {
        Self {
            player: identity.player,
            name: identity.name.to_string(),
            kind: identity.kind,
            language: identity.language.tag().to_owned(),
            created: identity.created,
        }
    }
}

impl From<StoredIdentity> for Identity {
    /// A stored name that is no longer accepted is replaced, always by the same one, so that nobody is locked out
    /// because of a name.
    fn from(stored: StoredIdentity) -> Self {
        let language = Language::of_tag(&stored.language);
        let name = stored.name.parse();
        Self {
            player: stored.player,
            name: name
                .unwrap_or_else(|_: NameError| invented_name(language, stored.player.0.as_u128())),
            kind: stored.kind,
            language,
            created: stored.created,
        }
    }
}

/// Why something could not be done with identities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IdentityError {
    /// The store does not answer, or there is no such player.
    #[error(transparent)]
    Store(#[from] PeopleError),
    /// The operating system gives no random bytes.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
}

/// What a newcomer without a token says about themselves.
#[derive(Clone, Debug)]
pub struct Newcomer {
    /// Person or bot.
    pub kind: PlayerKind,
    /// The name they ask for; `None` if one is to be invented.
    pub name: Option<PlayerName>,
    /// The language for an invented name.
    pub language: Language,
}

/// Makes, finds, renames and moves identities. Cheap to clone.
#[derive(Clone)]
pub struct Identities {
    store: Arc<dyn People>,
    dealer: Arc<dyn Dealer>,
    transfers: Arc<Transfers>,
}

impl Identities {
    /// The identities in this store. Tokens and ids are made from the dealer's bytes.
    pub fn new(store: Arc<dyn People>, dealer: Arc<dyn Dealer>) -> Self {
        Self {
            store,
            dealer,
            transfers: Arc::default(),
        }
    }

    /// Makes an identity. Only its owner may be sent the token.
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
            .add_identity(token.hash(), StoredIdentity::from(&identity))
            .await?;
        Ok((token, identity))
    }

    /// The owner of this token; `None` if it has none or is not a token.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub async fn find(&self, token: &str) -> Result<Option<Identity>, IdentityError> {
        let Ok(token) = token.parse::<Token>() else {
            return Ok(None);
        };
        // Promises are checked first: one ends only when the store has the token.
        let found = match self.transfers.promised(token.hash()) {
            Some(player) => self.store.find_player(player).await?,
            None => self.store.find_identity(token.hash()).await?,
        };
        Ok(found.map(Identity::from))
    }

    /// Gives a player another name.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or has no such player.
    pub async fn rename(&self, player: PlayerId, name: PlayerName) -> Result<(), IdentityError> {
        Ok(self.store.rename(player, name.to_string()).await?)
    }

    /// A code with which another device takes over this identity, once and within
    /// [`TRANSFER_MS`](boneyard_protocol::limits::TRANSFER_MS). The player's earlier code is void.
    ///
    /// # Errors
    ///
    /// There is no entropy.
    pub fn offer(&self, player: PlayerId, now: MonoMillis) -> Result<JoinCode, IdentityError> {
        let code = self.dealer.join_code()?;
        self.transfers.offer(&code, player, now);
        Ok(code)
    }

    /// Whether an identity may be taken over by this code now.
    pub fn is_offered(&self, code: &JoinCode, now: MonoMillis) -> bool {
        self.transfers.stands(code, now)
    }

    /// The identity that this code offers, and a new token for the device that brings it; `None` if the code is wrong,
    /// used or too old. Both tokens are valid until the new one is known to have arrived: see [`settle`](Self::settle).
    ///
    /// # Errors
    ///
    /// The store cannot be read, or there is no entropy. The code stays valid.
    pub async fn take_over(
        &self,
        code: &JoinCode,
        now: MonoMillis,
    ) -> Result<Option<(Token, Identity)>, IdentityError> {
        let token = Token::of(self.dealer.bytes()?);
        let Some(offer) = self.transfers.take(code, now) else {
            return Ok(None);
        };
        let found = self.store.find_player(offer.player).await;
        match found.and_then(|found| found.ok_or(PeopleError::NoSuchPlayer)) {
            Ok(stored) => {
                self.transfers.promise(offer.player, token.hash());
                Ok(Some((token, stored.into())))
            }
            Err(error) => {
                self.transfers.put_back(code, offer);
                Err(error.into())
            }
        }
    }

    /// Notes that the player has this token. If it was promised by [`take_over`](Self::take_over), their older token is
    /// void from now on.
    ///
    /// # Errors
    ///
    /// The store cannot be written. Both tokens stay valid until this succeeds.
    pub async fn settle(&self, player: PlayerId, token: TokenHash) -> Result<(), IdentityError> {
        if self.transfers.promised(token) == Some(player) {
            self.store.replace_token(player, token).await?;
            self.transfers.moved(player, token);
        }
        Ok(())
    }

    /// Calls `enter` for a player who has shown this token, unless the identity has moved to another device since.
    pub fn admit<T>(
        &self,
        player: PlayerId,
        token: TokenHash,
        enter: impl FnOnce() -> T,
    ) -> Option<T> {
        self.transfers.admit(player, token, enter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::SystemDealer;
    use boneyard_store::MemoryStore;
    use boneyard_store::memory::Storage;

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

    #[test]
    fn a_name_that_is_no_longer_accepted_is_always_replaced_by_the_same_one() {
        let stored = |name: &str| StoredIdentity {
            player: PlayerId(uuid::Uuid::from_u128(7)),
            name: name.to_owned(),
            kind: PlayerKind::Person,
            language: "ru".to_owned(),
            created: UnixMillis(5),
        };
        let of_today = Identity::from(stored("Анна"));
        assert_eq!(of_today.name.as_str(), "Анна");
        assert_eq!(StoredIdentity::from(&of_today), stored("Анна"));
        let replaced = Identity::from(stored("admin"));
        assert_eq!(replaced.name, invented_name(Language::Ru, 7));
        assert_eq!(replaced, Identity::from(stored("Аdmin")));
    }

    #[tokio::test]
    async fn the_older_token_is_good_until_the_newer_one_is_kept() {
        let store = MemoryStore::new();
        let started = || Identities::new(Arc::new(store.clone()), Arc::new(SystemDealer));
        let identities = started();
        let newcomer = Newcomer {
            kind: PlayerKind::Person,
            name: None,
            language: Language::En,
        };
        let (old, made) = identities.make(newcomer, UnixMillis(5)).await.unwrap();
        let now = MonoMillis(7);
        let code = identities.offer(made.player, now).unwrap();
        let (new, moved) = identities.take_over(&code, now).await.unwrap().unwrap();
        assert_eq!(moved, made);

        store.set_storage(Storage::Failing);
        let settled = identities.settle(made.player, new.hash()).await;
        assert_eq!(settled, Err(IdentityError::Store(PeopleError::Unavailable)));
        for token in [&old, &new] {
            let found = identities.find(&token.reveal()).await.unwrap();
            assert_eq!(found.as_ref(), Some(&made));
        }
        let restarted = started();
        assert_eq!(restarted.find(&new.reveal()).await.unwrap(), None);
        let found = restarted.find(&old.reveal()).await.unwrap();
        assert_eq!(found.as_ref(), Some(&made));

        store.set_storage(Storage::Working);
        identities.settle(made.player, new.hash()).await.unwrap();
        for identities in [identities, restarted] {
            assert_eq!(identities.find(&old.reveal()).await.unwrap(), None);
            let found = identities.find(&new.reveal()).await.unwrap();
            assert_eq!(found.as_ref(), Some(&made));
        }
    }
}
