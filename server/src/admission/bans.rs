//! The bans of the host.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use boneyard_protocol::PlayerId;
use boneyard_store::bans::KEPT;
use boneyard_store::{BanTarget, StoredBan};

use super::AdmissionError;
use crate::clock::UnixMillis;
use crate::config::{Network, NotANetwork};

/// The target of a ban.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Banned {
    /// A player.
    Player(PlayerId),
    /// Everybody at an address or in a network.
    Network(Network),
}

impl Banned {
    /// Whether the ban applies to this address.
    pub fn is_at(&self, address: IpAddr) -> bool {
        match self {
            Self::Player(_) => false,
            Self::Network(network) => network.contains(address),
        }
    }
}

/// A ban.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// Its number.
    pub number: u64,
    /// The target.
    pub who: Banned,
    /// The host's note; may be empty.
    pub reason: String,
    /// Since when.
    pub at: UnixMillis,
    /// Until when; `None` means for ever.
    pub until: Option<UnixMillis>,
}

impl Ban {
    fn is_in_force(&self, now: UnixMillis) -> bool {
        self.until.is_none_or(|until| until > now)
    }
}

impl From<Ban> for StoredBan {
    fn from(ban: Ban) -> Self {
        Self {
            number: ban.number,
            who: match ban.who {
                Banned::Player(player) => BanTarget::Player(player),
                Banned::Network(network) => BanTarget::Network(network.to_string()),
            },
            reason: ban.reason,
            at: ban.at,
            until: ban.until,
        }
    }
}

impl TryFrom<StoredBan> for Ban {
    type Error = AdmissionError;

    fn try_from(stored: StoredBan) -> Result<Self, AdmissionError> {
        let who = match stored.who {
            BanTarget::Player(player) => Banned::Player(player),
            BanTarget::Network(network) => match network.parse() {
                Ok(network) => Banned::Network(network),
                Err(error) => {
                    let error: NotANetwork = error;
                    tracing::error!(ban = stored.number, network, %error, "a ban cannot be read");
                    return Err(AdmissionError::Unavailable);
                }
            },
        };
        Ok(Self {
            number: stored.number,
            who,
            reason: stored.reason,
            at: stored.at,
            until: stored.until,
        })
    }
}

/// The bans in memory. They are few and are checked for each connection.
#[derive(Debug)]
pub(super) struct Bans(Mutex<Inner>);

#[derive(Debug)]
struct Inner {
    list: Vec<Ban>,
    next: u64,
}

impl Bans {
    pub(super) fn new(list: Vec<Ban>) -> Self {
        let last = list.iter().map(|ban| ban.number).max().unwrap_or(0);
        let next = last.saturating_add(1);
        Self(Mutex::new(Inner { list, next }))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn has(&self, applies: impl Fn(&Banned) -> bool, now: UnixMillis) -> bool {
        let inner = self.lock();
        let mut bans = inner.list.iter();
        bans.any(|ban| applies(&ban.who) && ban.is_in_force(now))
    }

    /// A ban with a new number, which is not in force yet.
    pub(super) fn number(
        &self,
        who: Banned,
        reason: String,
        at: UnixMillis,
        until: Option<UnixMillis>,
    ) -> Result<Ban, AdmissionError> {
        let mut inner = self.lock();
        inner.list.retain(|ban| ban.is_in_force(at));
        // Every connection is checked against all of them.
        if inner.list.len() >= usize::try_from(KEPT).unwrap_or(usize::MAX) {
            return Err(AdmissionError::TooMany);
        }
        let number = inner.next;
        inner.next = number.saturating_add(1);
        Ok(Ban {
            number,
            who,
            reason,
            at,
            until,
        })
    }

    pub(super) fn add(&self, ban: Ban) {
        self.lock().list.push(ban);
    }

    pub(super) fn remove(&self, number: u64) -> bool {
        let mut inner = self.lock();
        let before = inner.list.len();
        inner.list.retain(|ban| ban.number != number);
        inner.list.len() < before
    }

    pub(super) fn list(&self, now: UnixMillis) -> Vec<Ban> {
        let inner = self.lock();
        let bans = inner.list.iter();
        bans.filter(|ban| ban.is_in_force(now)).cloned().collect()
    }
}
