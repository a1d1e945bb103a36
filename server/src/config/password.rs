//! The password of a server.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use boneyard_protocol::PlayerId;
use sha2::{Digest, Sha256};

/// How many characters a password may have.
const CHARS: std::ops::RangeInclusive<usize> = 4..=128;
/// Rounds of the stored hash: cheap for one hello, expensive for an attacker with a dictionary.
const ROUNDS: u32 = 4_096;

/// What players must know to be let in. Neither `Debug` nor `Display` shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerPassword(String);

impl ServerPassword {
    /// Why it cannot be used, if it cannot. Checked after parsing, because the parser of settings prints a value
    /// that it refuses, and this one must not be printed.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        let fits = CHARS.contains(&self.0.chars().count());
        let is_plain = !self.0.chars().any(char::is_control);
        let fault = "it must have 4 to 128 characters, none of them a control character";
        (!fits || !is_plain).then_some(fault)
    }

    /// Whether this is the password.
    #[must_use]
    pub fn is(&self, given: &str) -> bool {
        // Digests are compared, so that the time says nothing about the password.
        Sha256::digest(self.0.as_bytes()) == Sha256::digest(given.as_bytes())
    }

    /// What the store keeps about a player who knew it. Another password or another player has another mark.
    #[must_use]
    pub fn mark(&self, player: PlayerId) -> [u8; 32] {
        let mut mark = Sha256::new()
            .chain_update(player.0.as_bytes())
            .chain_update(self.0.as_bytes())
            .finalize();
        for _ in 1..ROUNDS {
            mark = Sha256::new()
                .chain_update(mark)
                .chain_update(player.0.as_bytes())
                .finalize();
        }
        mark.into()
    }
}

impl FromStr for ServerPassword {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Debug for ServerPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerPassword(secret)")
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_password_is_itself_alone() {
        let password: ServerPassword = "our kitchen".parse().unwrap();
        assert!(password.is("our kitchen"));
        for other in ["", "our kitche", "our kitchen ", "Our kitchen"] {
            assert!(!password.is(other), "{other:?}");
        }
    }

    #[test]
    fn marks_differ_by_player_and_password() {
        let (one, other): (ServerPassword, ServerPassword) = (
            "our kitchen".parse().unwrap(),
            "our cellar".parse().unwrap(),
        );
        let (ada, ben) = (PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)));
        assert_eq!(one.mark(ada), one.clone().mark(ada));
        assert_ne!(one.mark(ada), one.mark(ben));
        assert_ne!(one.mark(ada), other.mark(ada));
    }

    #[test]
    fn an_unusable_password_has_a_fault() {
        let fault = |text: &str| text.parse::<ServerPassword>().unwrap().fault();
        let long = "a".repeat(129);
        for text in ["", "abc", "ab\ncd", long.as_str()] {
            assert!(fault(text).is_some(), "{text:?}");
        }
        assert_eq!(fault("őőőő"), None);
    }
}
