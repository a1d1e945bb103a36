//! The only reader of time in this crate.
//!
//! tokio's instant rather than the standard library's, so that tests may stand the clock still.

use tokio::time::Instant;

/// Now, by the monotonic clock.
#[expect(
    clippy::disallowed_methods,
    reason = "this module is the clock of the client crate"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}
