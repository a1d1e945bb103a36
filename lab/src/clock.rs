//! The only reader of time in this crate.
//!
//! Tokio's instant rather than the standard library's, so that tests can stop the clock.

use tokio::time::Instant;

/// Now, by the monotonic clock.
#[expect(
    clippy::disallowed_methods,
    reason = "this module is the clock of the lab"
)]
pub fn now() -> Instant {
    Instant::now()
}
