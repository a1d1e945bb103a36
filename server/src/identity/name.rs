//! Names that may be shown to others.

use std::fmt;
use std::str::FromStr;

use boneyard_protocol::limits::NAME_CHARS;
use thiserror::Error;

/// A player's name: 1 to [`NAME_CHARS`] characters, no white space at its ends, none that is invisible or
/// changes how its surroundings are shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerName(String);

/// Why a text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// Nothing is left once white space is taken off.
    #[error("the name is empty")]
    Empty,
    /// It has more than [`NAME_CHARS`] characters.
    #[error("the name has more than {NAME_CHARS} characters")]
    TooLong,
    /// It has a control, formatting or invisible character, or white space other than single blanks.
    #[error("the name has a character that may not be used")]
    Character,
}

impl PlayerName {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for PlayerName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let name = text.trim();
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        if name.chars().nth(NAME_CHARS).is_some() {
            return Err(NameError::TooLong);
        }
        if name.contains("  ") || name.chars().any(is_forbidden) {
            return Err(NameError::Character);
        }
        // Combining marks need something to stand on, and letters or digits make a name sayable.
        if !name.chars().any(char::is_alphanumeric) {
            return Err(NameError::Character);
        }
        Ok(Self(name.to_owned()))
    }
}

/// Controls, format characters (Unicode category Cf: bidirectional overrides, joiners, tags), line and
/// paragraph separators, white space other than a blank, fillers that look like nothing, private use and
/// non-characters.
fn is_forbidden(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
            | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}'
            | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Result<String, NameError> {
        text.parse::<PlayerName>().map(|name| name.to_string())
    }

    #[test]
    fn names_of_many_scripts_are_names() {
        for text in [
            "A",
            "Анна",
            "Ödön-bá'",
            "麻將 7",
            "Quiet Heron",
            "ÁÉÍÓÖŐÚÜŰáéíóöőúüű 12345",
        ] {
            assert_eq!(name(text), Ok(text.to_owned()));
        }
        assert_eq!(name("  Anna \n"), Ok("Anna".to_owned()));
    }

    #[test]
    fn an_empty_name_and_a_long_one_are_refused() {
        assert_eq!(name(" \t "), Err(NameError::Empty));
        assert_eq!(name(&"ő".repeat(24)), Ok("ő".repeat(24)));
        assert_eq!(name(&"ő".repeat(25)), Err(NameError::TooLong));
    }

    #[test]
    fn characters_that_deceive_are_refused() {
        for text in [
            "a\u{0}b",
            "a\nb",
            "a\u{202e}b",
            "a\u{2066}b",
            "a\u{200b}b",
            "a\u{feff}b",
            "a\u{ad}b",
            "a\u{3164}b",
            "a\u{e0041}b",
            "a\u{2028}b",
            "a\u{a0}b",
            "a  b",
            "---",
            "\u{301}",
        ] {
            assert_eq!(name(text), Err(NameError::Character), "{text:?}");
        }
    }
}
