//! Codes by which an identity moves to another device.
//!
//! Only the player who asked for a code knows it. It works once, within [`TRANSFER_MS`]. The device that brings it is
//! sent a new token. The connection may be lost before the token arrives, so it is only promised at first: the older
//! token stays valid until the newer one is known to have arrived and is stored. Offers and promises are kept in
//! memory, as hashes: a restart of the server ends them, and the older token still works.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use boneyard_protocol::limits::TRANSFER_MS;
use boneyard_protocol::{JoinCode, PlayerId};
use sha2::{Digest, Sha256};

use super::TokenHash;
use crate::clock::MonoMillis;

/// How many offers may stand at the same time. Beyond that the one that ends first is withdrawn.
const OFFERS: usize = 1_024;
/// How many promises may stand at the same time. Beyond that the oldest is broken, and its player's older token stays
/// valid.
const PROMISES: usize = 1_024;
/// How many moves are remembered. They matter only to a hello that is being answered while its identity moves.
const MOVES: usize = 1_024;

/// The offers of this server, and the identities that have moved.
#[derive(Debug, Default)]
pub(super) struct Transfers(Mutex<Shelf>);

#[derive(Debug, Default)]
struct Shelf {
    offers: HashMap<CodeHash, Offer>,
    promises: VecDeque<(PlayerId, TokenHash)>,
    moves: VecDeque<(PlayerId, TokenHash)>,
}

/// SHA-256 of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct CodeHash([u8; 32]);

impl CodeHash {
    fn of(code: &JoinCode) -> Self {
        Self(Sha256::digest(code.as_str()).into())
    }
}

/// A device that brings the code before this moment becomes this player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) player: PlayerId,
    until: MonoMillis,
}

impl Transfers {
    fn lock(&self) -> MutexGuard<'_, Shelf> {
        // Every change is one insertion or removal.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player offers their identity to the device that brings the code. Their earlier offer is withdrawn.
    pub(super) fn offer(&self, code: &JoinCode, player: PlayerId, now: MonoMillis) {
        let mut shelf = self.lock();
        shelf
            .offers
            .retain(|_, offer| offer.player != player && now < offer.until);
        if shelf.offers.len() >= OFFERS {
            let first = shelf.offers.iter().min_by_key(|(_, offer)| offer.until);
            if let Some(code) = first.map(|(code, _)| *code) {
                shelf.offers.remove(&code);
            }
        }
        let until = now.plus(TRANSFER_MS);
        shelf
            .offers
            .insert(CodeHash::of(code), Offer { player, until });
    }

    /// Whether the offer of a code stands.
    pub(super) fn stands(&self, code: &JoinCode, now: MonoMillis) -> bool {
        let shelf = self.lock();
        let offer = shelf.offers.get(&CodeHash::of(code));
        offer.is_some_and(|offer| now < offer.until)
    }

    /// Takes the offer of a code, if it stands. If two devices bring the code, only one gets it.
    pub(super) fn take(&self, code: &JoinCode, now: MonoMillis) -> Option<Offer> {
        let offer = self.lock().offers.remove(&CodeHash::of(code));
        offer.filter(|offer| now < offer.until)
    }

    /// Puts back an offer whose transfer failed, unless the player has made another one meanwhile.
    pub(super) fn put_back(&self, code: &JoinCode, offer: Offer) {
        let mut shelf = self.lock();
        if shelf
            .offers
            .values()
            .all(|other| other.player != offer.player)
        {
            shelf.offers.insert(CodeHash::of(code), offer);
        }
    }

    /// Promises a player this token. An earlier promise to the player is void.
    pub(super) fn promise(&self, player: PlayerId, token: TokenHash) {
        let mut shelf = self.lock();
        shelf.promises.retain(|(of, _)| *of != player);
        if shelf.promises.len() >= PROMISES {
            shelf.promises.pop_front();
        }
        shelf.promises.push_back((player, token));
    }

    /// The player this token is promised to.
    pub(super) fn promised(&self, token: TokenHash) -> Option<PlayerId> {
        let shelf = self.lock();
        let promise = shelf.promises.iter().find(|(_, known)| *known == token);
        promise.map(|(player, _)| *player)
    }

    /// Notes that the store has a player's new token.
    pub(super) fn moved(&self, player: PlayerId, token: TokenHash) {
        let mut shelf = self.lock();
        shelf.promises.retain(|(_, known)| *known != token);
        if shelf.moves.len() >= MOVES {
            shelf.moves.pop_front();
        }
        shelf.moves.push_back((player, token));
    }

    /// Calls `enter` for a player who has shown this token, unless the identity has moved since the token was looked
    /// up. No move can happen between the check and `enter`, so the older device never enters after the newer one.
    pub(super) fn admit<T>(
        &self,
        player: PlayerId,
        token: TokenHash,
        enter: impl FnOnce() -> T,
    ) -> Option<T> {
        let shelf = self.lock();
        let last = shelf.moves.iter().rev().find(|(of, _)| *of == player);
        let is_newest = last.is_none_or(|(_, newest)| *newest == token);
        let is_promised = shelf.promises.contains(&(player, token));
        (is_newest || is_promised).then(enter)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::identity::Token;

    const NOW: MonoMillis = MonoMillis(1_000);

    fn code(letter: &str) -> JoinCode {
        letter.repeat(12).parse().unwrap()
    }

    fn player(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    #[test]
    fn a_code_is_good_once_and_for_its_time() {
        let transfers = Transfers::default();
        transfers.offer(&code("A"), player(1), NOW);
        assert_eq!(transfers.take(&code("B"), NOW), None);
        let last = NOW.plus(TRANSFER_MS - 1);
        assert!(transfers.stands(&code("A"), last) && !transfers.stands(&code("B"), NOW));
        assert!(!transfers.stands(&code("A"), NOW.plus(TRANSFER_MS)));
        let offer = transfers.take(&code("A"), last).unwrap();
        assert_eq!(offer.player, player(1));
        assert_eq!(transfers.take(&code("A"), last), None, "used");

        transfers.put_back(&code("A"), offer);
        assert_eq!(transfers.take(&code("A"), NOW.plus(TRANSFER_MS)), None);
        assert_eq!(
            transfers.take(&code("A"), NOW),
            None,
            "an ended offer does not come back"
        );
    }

    #[test]
    fn a_player_has_one_offer_the_newest() {
        let transfers = Transfers::default();
        transfers.offer(&code("A"), player(1), NOW);
        transfers.offer(&code("B"), player(2), NOW);
        transfers.offer(&code("C"), player(1), NOW);
        assert_eq!(transfers.take(&code("A"), NOW), None);
        let old = transfers.take(&code("C"), NOW).unwrap();
        transfers.offer(&code("D"), player(1), NOW);
        transfers.put_back(&code("C"), old);
        assert_eq!(transfers.take(&code("C"), NOW), None);
        assert!(transfers.take(&code("D"), NOW).is_some());
        assert!(transfers.take(&code("B"), NOW).is_some());
    }

    #[test]
    fn the_oldest_offer_makes_room() {
        let transfers = Transfers::default();
        let code = |number: usize| {
            let text = format!("{number:012}").replace('0', "A").replace('1', "B");
            text.parse::<JoinCode>().unwrap()
        };
        for number in 0..=OFFERS {
            let of = player(u128::try_from(number).unwrap());
            let now = NOW.plus(u64::try_from(number).unwrap());
            transfers.offer(&code(number), of, now);
        }
        assert_eq!(transfers.lock().offers.len(), OFFERS);
        let now = NOW.plus(2_000);
        assert_eq!(transfers.take(&code(0), now), None);
        assert!(transfers.take(&code(2), now).is_some());
    }

    #[test]
    fn the_older_token_is_not_let_in_after_the_move() {
        let transfers = Transfers::default();
        let (old, new) = (Token::of([1; 32]).hash(), Token::of([2; 32]).hash());
        assert_eq!(transfers.admit(player(1), old, || 5), Some(5));
        transfers.promise(player(1), new);
        assert_eq!(transfers.admit(player(1), old, || 5), Some(5));
        assert_eq!(transfers.admit(player(1), new, || 5), Some(5));
        transfers.moved(player(1), new);
        assert_eq!(transfers.admit(player(1), old, || 5), None);
        assert_eq!(transfers.admit(player(1), new, || 5), Some(5));
        assert_eq!(transfers.admit(player(2), old, || 5), Some(5));

        let newest = Token::of([3; 32]).hash();
        transfers.promise(player(1), newest);
        assert_eq!(transfers.admit(player(1), newest, || 5), Some(5));
    }

    #[test]
    fn a_promise_stands_until_it_is_kept_or_another_is_made() {
        let transfers = Transfers::default();
        let token = |number| Token::of([number; 32]).hash();
        assert_eq!(transfers.promised(token(1)), None);
        transfers.promise(player(1), token(1));
        transfers.promise(player(2), token(2));
        transfers.promise(player(1), token(3));
        assert_eq!(transfers.promised(token(1)), None);
        assert_eq!(transfers.promised(token(2)), Some(player(2)));
        transfers.moved(player(1), token(3));
        assert_eq!(transfers.promised(token(3)), None);

        for number in 0..PROMISES {
            let of = player(u128::try_from(10 + number).unwrap());
            transfers.promise(of, token(9));
        }
        assert_eq!(transfers.promised(token(2)), None, "the oldest");
        assert_eq!(transfers.lock().promises.len(), PROMISES);
    }
}
