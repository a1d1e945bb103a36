//! Identifiers. All are UUIDs on the wire but the join code, which people read aloud.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

id! {
    /// A table. Public; knowing it gives no right to a private table.
    TableId
}
id! {
    /// A finished or running match. Public.
    MatchId
}
id! {
    /// A player's public id. Never a credential: a seat is claimed with the token alone.
    PlayerId
}
id! {
    /// A command's id, made by the client. The same id with the same body gets the same answer and has
    /// one effect; with another body it is refused (`id_reused`).
    CommandId
}

/// The characters of a join code: no 0/O, 1/I/L, U, which are taken for each other.
pub const JOIN_CODE_ALPHABET: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of a join code: 30^12 is over 2^58 codes.
pub const JOIN_CODE_LENGTH: usize = 12;

/// The unguessable code of a table, [`JOIN_CODE_LENGTH`] characters of [`JOIN_CODE_ALPHABET`].
///
/// Read leniently (lower case, spaces and hyphens between the characters), written in upper case without
/// separators.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct JoinCode(String);

/// The text is not a join code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAJoinCode;

impl fmt::Display for NotAJoinCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a join code has {JOIN_CODE_LENGTH} letters and digits")
    }
}

impl std::error::Error for NotAJoinCode {}

impl JoinCode {
    /// The code in upper case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for JoinCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for JoinCode {
    type Err = NotAJoinCode;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let code: String = text
            .chars()
            .filter(|c| !matches!(c, ' ' | '-'))
            .take(JOIN_CODE_LENGTH + 1)
            .map(|c| c.to_ascii_uppercase())
            .collect();
        let known = code.bytes().all(|b| JOIN_CODE_ALPHABET.contains(&b));
        if known && code.len() == JOIN_CODE_LENGTH {
            Ok(Self(code))
        } else {
            Err(NotAJoinCode)
        }
    }
}

impl TryFrom<String> for JoinCode {
    type Error = NotAJoinCode;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<JoinCode> for String {
    fn from(code: JoinCode) -> Self {
        code.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_join_code_is_read_as_people_write_it() {
        let code: JoinCode = "abcd-2345 wxyz".parse().unwrap();
        assert_eq!(code.as_str(), "ABCD2345WXYZ");
    }

    #[test]
    fn a_join_code_of_another_length_or_alphabet_is_refused() {
        for text in [
            "",
            "ABCD2345WXY",
            "ABCD2345WXYZ2",
            "ABCD2345WXY0",
            "ABCD2345WXYÉ",
        ] {
            assert_eq!(text.parse::<JoinCode>(), Err(NotAJoinCode), "{text}");
        }
    }
}
