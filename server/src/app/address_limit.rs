//! How often one address may do something.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::gate::network_of;
use crate::clock::Clock;
use crate::sliding_window::SlidingWindow;

const MINUTE_MS: u64 = 60_000;

/// Counts what each address does within a minute.
pub(crate) struct AddressLimit {
    done: Mutex<SlidingWindow<IpAddr>>,
    clock: Arc<dyn Clock>,
}

impl AddressLimit {
    /// At most `count` times within any minute.
    pub(crate) fn per_minute(count: u32, clock: &Arc<dyn Clock>) -> Self {
        Self {
            done: Mutex::new(SlidingWindow::new(count, MINUTE_MS)),
            clock: Arc::clone(clock),
        }
    }

    /// Counts one more for this address.
    ///
    /// # Errors
    ///
    /// The milliseconds, at least 1, after which the address may try again.
    pub(crate) fn take(&self, address: IpAddr) -> Result<(), u32> {
        let now = self.clock.now().mono;
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.count(network_of(address), (), now)
            .map_err(|wait_ms| u32::try_from(wait_ms).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn every_address_has_its_own_limit() {
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
