//! How often one address may do something.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::Clock as _;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use super::gate::network_of;
use crate::clock::{Clock, LimitClock};
use crate::config::at_least_one;

/// Addresses that are remembered before those whose buckets are full again are forgotten.
const SWEEP_ABOVE: usize = 4_096;

type Buckets = RateLimiter<IpAddr, DashMapStateStore<IpAddr>, LimitClock, NoOpMiddleware<Duration>>;

/// One token bucket for each address.
pub(crate) struct AddressLimit {
    buckets: Buckets,
    clock: LimitClock,
}

impl AddressLimit {
    /// So many a minute, and as many at once.
    pub(crate) fn per_minute(count: u32, clock: &Arc<dyn Clock>) -> Self {
        let clock = LimitClock::new(clock);
        let quota = Quota::per_minute(at_least_one(count));
        Self {
            buckets: RateLimiter::dashmap_with_clock(quota, clock.clone()),
            clock,
        }
    }

    /// Takes a token, or says in how many milliseconds there will be one.
    pub(crate) fn take(&self, address: IpAddr) -> Result<(), u32> {
        if self.buckets.len() > SWEEP_ABOVE {
            self.buckets.retain_recent();
        }
        self.buckets
            .check_key(&network_of(address))
            .map_err(|not_before| {
                let wait = not_before.wait_time_from(self.clock.now());
                u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).max(1)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn every_address_has_a_bucket_of_its_own() {
        let manual = Arc::new(ManualClock::default());
        let clock: Arc<dyn Clock> = manual.clone();
        let limit = AddressLimit::per_minute(1, &clock);
        let (here, there) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        limit.take(here).unwrap();
        assert_eq!(limit.take(here), Err(60_000));
        limit.take(there).unwrap();
        manual.advance(60_000);
        limit.take(here).unwrap();
    }
}
