//! Who may enter: the server's password and the host's bans.

mod bans;

use std::net::IpAddr;
use std::sync::Arc;

use boneyard_protocol::PlayerId;
use boneyard_store::{AccessChange, BansUnavailable};
use thiserror::Error;

pub use bans::{Ban, Banned};
use boneyard_store::bans::KEPT;

use self::bans::Bans;
use crate::clock::UnixMillis;
use crate::config::ServerPassword;

/// Why the bans or the password marks could not be read or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AdmissionError {
    /// The store does not answer, or holds a ban that cannot be read. The cause is in the server's log.
    #[error("the store of bans is unavailable")]
    Unavailable,
    /// The list of bans is full.
    #[error("there are {KEPT} bans already")]
    TooMany,
}

impl From<BansUnavailable> for AdmissionError {
    fn from(BansUnavailable: BansUnavailable) -> Self {
        Self::Unavailable
    }
}

/// The admission rules of one server: its password and its bans.
pub struct Admission {
    password: Option<ServerPassword>,
    bans: Bans,
    store: Arc<dyn boneyard_store::Bans>,
}

impl Admission {
    /// Loads the bans in force from the store.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub async fn open(
        password: Option<ServerPassword>,
        store: Arc<dyn boneyard_store::Bans>,
    ) -> Result<Self, AdmissionError> {
        let kept = store.bans().await?.into_iter().map(Ban::try_from);
        let bans = Bans::new(kept.collect::<Result<_, _>>()?);
        Ok(Self {
            password,
            bans,
            store,
        })
    }

    /// The server's password, if there is one.
    pub const fn password(&self) -> Option<&ServerPassword> {
        self.password.as_ref()
    }

    /// Whether a player has shown the current password. Without a password the answer is always yes.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub async fn has_admitted(&self, player: PlayerId) -> Result<bool, AdmissionError> {
        let Some(password) = &self.password else {
            return Ok(true);
        };
        let admission = self.store.admission(player).await?;
        Ok(admission.is_some_and(|mark| mark == password.mark(player)))
    }

    /// Notes that a player has shown the password: their token is enough until the password changes.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub async fn admit(&self, player: PlayerId) -> Result<(), AdmissionError> {
        match &self.password {
            Some(password) => {
                let mark = password.mark(player);
                let admit = AccessChange::Admit { player, mark };
                Ok(self.store.change_access(admit).await?)
            }
            None => Ok(()),
        }
    }

    /// Whether a player is banned.
    pub fn keeps_out(&self, player: PlayerId, now: UnixMillis) -> bool {
        self.bans.has(|who| *who == Banned::Player(player), now)
    }

    /// Whether an address is banned.
    pub fn keeps_out_address(&self, address: IpAddr, now: UnixMillis) -> bool {
        self.bans.has(|who| who.is_at(address), now)
    }

    /// Makes a ban.
    ///
    /// # Errors
    ///
    /// See [`AdmissionError`]. No ban is made then.
    pub async fn ban(
        &self,
        who: Banned,
        reason: String,
        at: UnixMillis,
        until: Option<UnixMillis>,
    ) -> Result<Ban, AdmissionError> {
        let ban = self.bans.number(who, reason, at, until)?;
        self.store
            .change_access(AccessChange::Ban(ban.clone().into()))
            .await?;
        self.bans.add(ban.clone());
        Ok(ban)
    }

    /// Lifts a ban. Returns whether there was one with this number.
    ///
    /// # Errors
    ///
    /// The store cannot be written; the ban stays.
    pub async fn unban(&self, number: u64) -> Result<bool, AdmissionError> {
        self.store
            .change_access(AccessChange::Unban(number))
            .await?;
        Ok(self.bans.remove(number))
    }

    /// The bans in force, by number.
    pub fn bans(&self, now: UnixMillis) -> Vec<Ban> {
        self.bans.list(now)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use boneyard_store::MemoryStore;
    use boneyard_store::memory::Storage;

    const NOW: UnixMillis = UnixMillis(1_000);

    async fn admission(store: &MemoryStore, password: Option<&str>) -> Admission {
        let password = password.map(|text| text.parse().unwrap());
        Admission::open(password, Arc::new(store.clone()))
            .await
            .unwrap()
    }

    fn player(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    #[tokio::test]
    async fn a_player_who_knew_the_password_needs_it_again_when_it_changes() {
        let store = MemoryStore::new();
        let first = admission(&store, Some("kitchen table")).await;
        assert!(!first.has_admitted(player(1)).await.unwrap());
        first.admit(player(1)).await.unwrap();
        assert!(first.has_admitted(player(1)).await.unwrap());
        assert!(!first.has_admitted(player(2)).await.unwrap());
        let same = admission(&store, Some("kitchen table")).await;
        assert!(same.has_admitted(player(1)).await.unwrap());
        let other = admission(&store, Some("cellar table")).await;
        assert!(!other.has_admitted(player(1)).await.unwrap());
        let open = admission(&store, None).await;
        assert!(open.has_admitted(player(2)).await.unwrap());
    }

    #[tokio::test]
    async fn bans_outlive_the_server_and_end_in_time() {
        let store = MemoryStore::new();
        let first = admission(&store, None).await;
        let network = Banned::Network("203.0.113.0/24".parse().unwrap());
        let (ada, ben) = (Banned::Player(player(1)), Banned::Player(player(2)));
        let until = Some(UnixMillis(2_000));
        first.ban(ada, "noise".into(), NOW, None).await.unwrap();
        first.ban(ben, String::new(), NOW, until).await.unwrap();
        let third = first.ban(network, String::new(), NOW, None).await.unwrap();
        for admission in [first, admission(&store, None).await] {
            assert!(admission.keeps_out(player(1), NOW) && admission.keeps_out(player(2), NOW));
            assert!(!admission.keeps_out(player(2), UnixMillis(2_000)));
            assert!(!admission.keeps_out(player(3), NOW));
            assert!(admission.keeps_out_address("203.0.113.9".parse().unwrap(), NOW));
            assert!(!admission.keeps_out_address("203.0.114.9".parse().unwrap(), NOW));
            assert_eq!(admission.bans(NOW).len(), 3);
            assert_eq!(admission.bans(UnixMillis(2_000)).len(), 2);
        }
        let again = admission(&store, None).await;
        assert!(again.unban(third.number).await.unwrap());
        assert!(!again.unban(third.number).await.unwrap());
        assert_eq!(admission(&store, None).await.bans(NOW).len(), 2);
    }

    #[tokio::test]
    async fn a_ban_that_cannot_be_stored_is_not_in_force() {
        let store = MemoryStore::new();
        let admission = admission(&store, None).await;
        store.set_storage(Storage::Failing);
        let who = Banned::Player(player(1));
        let refused = admission.ban(who, String::new(), NOW, None).await;
        assert_eq!(refused, Err(AdmissionError::Unavailable));
        assert!(!admission.keeps_out(player(1), NOW));
    }
}
