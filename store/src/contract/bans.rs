//! Bans and admissions, in every backend.

use super::*;
use crate::bans::{AccessChange, BanTarget, BansUnavailable, StoredBan};

fn ban(number: u64, who: BanTarget) -> StoredBan {
    StoredBan {
        number,
        who,
        reason: "noise".to_owned(),
        at: UnixMillis(1_790_000_000_000),
        until: (number == 2).then_some(UnixMillis(1_890_000_000_000)),
    }
}

pub async fn bans_and_admissions_are_kept<S: Subject>() {
    let mut subject = S::new().await;
    let store = subject.open().await;
    assert_eq!(store.bans().await, Ok(Vec::new()));
    let player = PlayerId(Uuid::from_u128(4));
    let all = [
        ban(1, BanTarget::Player(player)),
        ban(2, BanTarget::Network("2001:db8::/32".into())),
        ban(3, BanTarget::Network("203.0.113.7/32".into())),
    ];
    for ban in all.clone() {
        store.change_access(AccessChange::Ban(ban)).await.unwrap();
    }
    store.change_access(AccessChange::Unban(1)).await.unwrap();
    store.change_access(AccessChange::Unban(9)).await.unwrap();
    for mark in [[1; 32], [2; 32]] {
        let admit = AccessChange::Admit { player, mark };
        store.change_access(admit).await.unwrap();
    }
    store.shut_down().await;
    let refused = store.change_access(AccessChange::Unban(2)).await;
    assert_eq!(refused, Err(BansUnavailable));
    drop(store);
    let store = subject.open().await;
    assert_eq!(store.bans().await.unwrap(), all[1..]);
    assert_eq!(store.admission(player).await, Ok(Some([2; 32])));
    let nobody = PlayerId(Uuid::from_u128(5));
    assert_eq!(store.admission(nobody).await, Ok(None));
}
