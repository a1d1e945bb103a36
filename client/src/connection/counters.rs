//! What a connection has been through, in numbers.

use std::sync::atomic::{AtomicU64, Ordering};

/// A connection's troubles since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Sockets lost and replaced.
    pub reconnects: u64,
    /// Facts missing in a living stream. Each was mended by a resume; a faithful server causes none.
    pub gaps: u64,
    /// Resumes sent.
    pub resumes: u64,
    /// Commands that the server had no time for (`rate_limited`, `table_busy`), and that were sent again.
    pub slowed: u64,
}

/// The counters as the connection's task keeps them.
#[derive(Default)]
pub(super) struct Tally {
    reconnects: AtomicU64,
    gaps: AtomicU64,
    resumes: AtomicU64,
    slowed: AtomicU64,
}

impl Tally {
    pub(super) fn reconnected(&self) {
        self.reconnects.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn missed(&self) {
        self.gaps.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn resumed(&self) {
        self.resumes.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn slowed(&self) {
        self.slowed.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn read(&self) -> Counters {
        Counters {
            reconnects: self.reconnects.load(Ordering::Relaxed),
            gaps: self.gaps.load(Ordering::Relaxed),
            resumes: self.resumes.load(Ordering::Relaxed),
            slowed: self.slowed.load(Ordering::Relaxed),
        }
    }
}
