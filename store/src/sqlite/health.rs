//! Whether the last write went through, for those who ask whether the server can serve.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How the last write ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastWrite {
    Done,
    Failed,
}

/// Known to the writer, which changes it, and to the store's traits, which read it.
#[derive(Clone, Debug)]
pub(super) struct Health(Arc<AtomicBool>);

impl Default for Health {
    fn default() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }
}

impl Health {
    pub(super) fn is_well(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn note(&self, last: LastWrite) {
        self.0.store(last == LastWrite::Done, Ordering::Relaxed);
    }
}
