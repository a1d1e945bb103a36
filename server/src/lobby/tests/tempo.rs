//! The time that bots take says nothing about their hands.

use std::collections::BTreeMap;

use super::*;
use crate::dealer::{NoEntropy, SealedEntry};

/// A dealer that takes the deals from one seed and everything else from another.
#[derive(Debug)]
struct OtherDeals {
    all: SeededDealer,
    deals: SeededDealer,
}

impl Dealer for OtherDeals {
    fn bytes(&self) -> Result<[u8; 32], NoEntropy> {
        self.all.bytes()
    }

    fn entry(&self, players: u8) -> Result<SealedEntry, NoEntropy> {
        self.deals.entry(players)
    }
}

/// How long bots took, by the number of the fact after which they acted. The person acts at once.
async fn bots_times(deals: u64, tempo: &str) -> BTreeMap<u64, u64> {
    let dealer = OtherDeals {
        all: SeededDealer::new(1),
        deals: SeededDealer::new(deals),
    };
    let server = TestServer::open(MemoryStore::new(), Arc::new(dealer)).await;
    let mut guest = server.hello(1, 1);
    let request = json!({"seats": 3, "bots": 2, "tempo": tempo, "pause_s": 0});
    let table = guest.ask(create(request)).await.unwrap().table.unwrap();
    guest.snapshot().await;
    let mut times = BTreeMap::new();
    let mut since: Option<(u64, MonoMillis)> = None;
    while times.len() < 40 && guest.now.phase != TablePhase::MatchOver {
        if let Some(action) = guest.answer(table) {
            guest.ask(action).await.unwrap();
        }
        guest.events().await;
        let now = server.clock.now().mono;
        if let Some((after, at)) = since {
            times.insert(after, now.since(at));
        }
        let is_bots = guest.now.seat.is_some_and(|seat| seat != 0);
        since = is_bots.then_some((guest.seq, now));
    }
    times
}

#[tokio::test(start_paused = true)]
async fn at_an_even_table_bots_take_the_same_time_whatever_was_dealt() {
    let (one, other) = (bots_times(5, "even").await, bots_times(6, "even").await);
    // The runtime's timer may be a millisecond or two late.
    for time in one.values().chain(other.values()) {
        assert!((800..=2_502).contains(time), "{time}");
    }
    let both = one
        .iter()
        .filter_map(|(after, time)| Some((*time, *other.get(after)?)));
    let both: Vec<(u64, u64)> = both.collect();
    assert!(both.len() > 5, "{one:?}, {other:?}");
    assert!(both.iter().all(|(a, b)| a.abs_diff(*b) <= 2), "{both:?}");
}

#[tokio::test(start_paused = true)]
async fn at_a_plain_table_bots_act_at_once() {
    let times = bots_times(5, "plain").await;
    assert!(
        times.len() > 5 && times.values().all(|time| *time <= 2),
        "{times:?}"
    );
}
