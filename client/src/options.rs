//! How a connection behaves.

use boneyard_protocol::{PROTOCOL_VERSION, Versions};
use rand::Rng;

use crate::backoff::Backoff;
use crate::trust::Trust;

/// How a connection behaves.
pub struct Options {
    /// Waits between attempts to come back.
    pub backoff: Backoff,
    /// Where the jitter of the waits and the ids of commands come from.
    pub rng: Box<dyn Rng + Send>,
    /// The protocol versions this program speaks. Default: the one of this crate.
    pub versions: Versions,
    /// Which certificates are trusted at a `wss:` address. Default: those the system trusts.
    pub trust: Trust,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            backoff: Backoff::default(),
            rng: Box::new(rand::make_rng::<rand::rngs::StdRng>()),
            versions: Versions {
                from: PROTOCOL_VERSION,
                to: PROTOCOL_VERSION,
            },
            trust: Trust::default(),
        }
    }
}
