//! The cases by name.

use std::fmt;
use std::str::FromStr;

use super::found::Found;
use super::ground::Ground;
use super::{commands, crowds, floods, frames, fuzz, http, messages, network, quotas, watchers};

/// Something that is done to the server. P: the protocol is broken; O: too much of something; N: the network fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each says in `what` what it does")]
pub enum Case {
    P1,
    P2,
    P3,
    P4,
    P5,
    P6,
    P7,
    P8,
    P9,
    P10,
    P11,
    P12,
    P13,
    P14,
    P15,
    P16,
    P17,
    O1,
    O2,
    O3,
    O4,
    O5,
    O6,
    O8,
    O12,
    N1,
}

impl Case {
    /// Every case.
    pub const ALL: [Self; 26] = [
        Self::P1,
        Self::P2,
        Self::P3,
        Self::P4,
        Self::P5,
        Self::P6,
        Self::P7,
        Self::P8,
        Self::P9,
        Self::P10,
        Self::P11,
        Self::P12,
        Self::P13,
        Self::P14,
        Self::P15,
        Self::P16,
        Self::P17,
        Self::O1,
        Self::O2,
        Self::O3,
        Self::O4,
        Self::O5,
        Self::O6,
        Self::O8,
        Self::O12,
        Self::N1,
    ];

    /// What it does.
    pub const fn what(self) -> &'static str {
        match self {
            Self::P1 => "text that is not UTF-8",
            Self::P2 => "broken frames",
            Self::P3 => "a message of a byte a second",
            Self::P4 => "half frames, then silence or a reset",
            Self::P5 => "frames too large",
            Self::P6 => "JSON horrors",
            Self::P7 => "messages that are none",
            Self::P8 => "hello absent, late, twice, of other versions",
            Self::P9 => "commands at the wrong moment",
            Self::P10 => "the same command a thousand times",
            Self::P11 => "acts of another turn",
            Self::P12 => "tiles of others",
            Self::P13 => "wrong handshakes",
            Self::P14 => "giant heads",
            Self::P15 => "smuggled requests, paths that lead out",
            Self::P16 => "bytes at random",
            Self::P17 => "replayed sessions",
            Self::O1 => "a silent crowd",
            Self::O2 => "200 files, 1,000 connections",
            Self::O3 => "floods of frames",
            Self::O4 => "clients that never read",
            Self::O5 => "a crowd of watchers",
            Self::O6 => "more than one may have",
            Self::O8 => "connections that come and go",
            Self::O12 => "forged addresses",
            Self::N1 => "a network that fails",
        }
    }

    /// Whether it costs the machine so little that others may run beside it.
    pub(super) const fn is_light(self) -> bool {
        matches!(self, Self::P3 | Self::P4 | Self::P8)
    }

    pub(super) async fn run(self, ground: &Ground) -> Found {
        match self {
            Self::P1 => frames::not_utf8(ground).await,
            Self::P2 => frames::broken_frames(ground).await,
            Self::P3 => frames::trickle(ground).await,
            Self::P4 => frames::half_frames(ground).await,
            Self::P5 => frames::too_large(ground).await,
            Self::P6 => messages::json_horrors(ground).await,
            Self::P7 => messages::nonsense_messages(ground).await,
            Self::P8 => messages::hellos(ground).await,
            Self::P9 => commands::wrong_moments(ground).await,
            Self::P10 => commands::same_ids(ground).await,
            Self::P11 => commands::stale_acts(ground).await,
            Self::P12 => commands::others_tiles(ground).await,
            Self::P13 => http::handshakes(ground).await,
            Self::P14 => http::giant_heads(ground).await,
            Self::P15 => http::smuggling(ground).await,
            Self::P16 => fuzz::random_bytes(ground).await,
            Self::P17 => commands::replays(ground).await,
            Self::O1 => crowds::silent_crowd(ground).await,
            Self::O2 => crowds::few_files(ground).await,
            Self::O3 => floods::floods(ground).await,
            Self::O4 => floods::deaf_clients(ground).await,
            Self::O5 => watchers::watchers(ground).await,
            Self::O6 => quotas::quotas(ground).await,
            Self::O8 => crowds::hasty_crowd(ground).await,
            Self::O12 => quotas::forged_addresses(ground).await,
            Self::N1 => network::failing_network(ground).await,
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{self:?}"))
    }
}

/// No case has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no case {0}; they are P1 to P17, O1 to O6, O8, O12 and N1")]
pub struct NoSuchCase(String);

impl FromStr for Case {
    type Err = NoSuchCase;

    fn from_str(text: &str) -> Result<Self, NoSuchCase> {
        let found = Self::ALL
            .into_iter()
            .find(|case| case.to_string().eq_ignore_ascii_case(text));
        found.ok_or_else(|| NoSuchCase(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_found_by_name() {
        for case in Case::ALL {
            assert_eq!(case.to_string().to_lowercase().parse(), Ok(case));
        }
        assert!("P18".parse::<Case>().is_err());
    }
}
