//! Tokens.

use std::fmt;
use std::str::FromStr;

use boneyard_store::TokenHash;
use hex::FromHex as _;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// Bytes of a token: 256 bits that nobody can predict.
const TOKEN_BYTES: usize = 32;

/// The secret of an identity, 64 hexadecimal digits as text. Neither `Debug` nor `Display` show it.
#[derive(Clone)]
pub struct Token([u8; TOKEN_BYTES]);

/// The text is not a token's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a token has 64 hexadecimal digits")]
pub struct NotAToken;

impl Token {
    /// The token of these bytes. A new token's bytes come from a [`Dealer`](crate::dealer::Dealer).
    #[must_use]
    pub const fn of(bytes: [u8; TOKEN_BYTES]) -> Self {
        Self(bytes)
    }

    /// The token as its owner keeps it. It may go into one message to the owner and nowhere else.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// What the store has of it. A token has enough entropy to need no slower hash.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

impl FromStr for Token {
    type Err = NotAToken;

    fn from_str(text: &str) -> Result<Self, NotAToken> {
        <[u8; TOKEN_BYTES]>::from_hex(text)
            .map(Self)
            .map_err(|_| NotAToken)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_back_and_has_one_hash() {
        let token = Token::of([1; 32]);
        let again: Token = token.reveal().parse().unwrap();
        assert_eq!(again.hash(), token.hash());
        assert_ne!(Token::of([2; 32]).hash(), token.hash());
    }

    #[test]
    fn a_token_does_not_show_itself() {
        let token = Token::of([1; 32]);
        let shown = format!("{token:?} {:?}", token.hash());
        assert_eq!(shown, "Token(secret) TokenHash(..)");
    }

    #[test]
    fn other_texts_are_not_tokens() {
        let short = "0".repeat(63);
        let strange = "g".repeat(64);
        for text in ["", short.as_str(), strange.as_str()] {
            assert_eq!(text.parse::<Token>().unwrap_err(), NotAToken);
        }
    }
}
