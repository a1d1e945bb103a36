//! How much one socket may send.
//!
//! There are two token buckets. The first is for commands: when it is empty a command is refused, and nothing else
//! happens. The second is for refusals: when it is empty, too, this is a flood, and the socket is closed. Heartbeats,
//! pings, pongs and unreadable messages count like commands.

use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::limits;
use governor::clock::Clock as _;
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

use crate::clock::{Clock, LimitClock};
use crate::config::{ServerLimits, at_least_one};

type Bucket = RateLimiter<NotKeyed, InMemoryState, LimitClock, NoOpMiddleware<Duration>>;

/// The buckets of one socket.
pub(super) struct SocketLimit {
    commands: Bucket,
    refusals: Bucket,
    clock: LimitClock,
}

/// What to do with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Take it.
    Take,
    /// Refuse it; the client may try again later.
    Refuse {
        /// Milliseconds until then, at least 1.
        retry_ms: u32,
    },
    /// Close the socket.
    Flood,
}

impl SocketLimit {
    /// Full buckets.
    pub(super) fn new(limits: &ServerLimits, clock: &Arc<dyn Clock>) -> Self {
        let clock = LimitClock::new(clock);
        let commands = Quota::per_second(at_least_one(limits.commands_per_second))
            .allow_burst(at_least_one(limits.burst));
        let refusals = Quota::per_minute(at_least_one(limits::FLOOD));
        Self {
            commands: RateLimiter::direct_with_clock(commands, clock.clone()),
            refusals: RateLimiter::direct_with_clock(refusals, clock.clone()),
            clock,
        }
    }

    /// Takes a token for one frame.
    pub(super) fn take(&self) -> Verdict {
        let Err(not_before) = self.commands.check() else {
            return Verdict::Take;
        };
        if self.refusals.check().is_err() {
            return Verdict::Flood;
        }
        let wait = not_before.wait_time_from(self.clock.now());
        Verdict::Refuse {
            retry_ms: u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn a_burst_is_taken_then_refused_and_only_a_flood_is_closed() {
        let limits = ServerLimits {
            burst: 5,
            commands_per_second: 1,
            ..ServerLimits::default()
        };
        let manual = Arc::new(ManualClock::default());
        let clock: Arc<dyn Clock> = manual.clone();
        let limit = SocketLimit::new(&limits, &clock);
        for _ in 0..5 {
            assert_eq!(limit.take(), Verdict::Take);
        }
        for _ in 0..limits::FLOOD {
            assert!(matches!(limit.take(), Verdict::Refuse { retry_ms: 1_000 }));
        }
        assert_eq!(limit.take(), Verdict::Flood);
        manual.advance(1_000);
        assert_eq!(limit.take(), Verdict::Take);
    }
}
