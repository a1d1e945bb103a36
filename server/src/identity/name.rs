//! Names that may be shown to others.

use std::fmt;
use std::str::FromStr;

use boneyard_protocol::limits::{NAME_BYTES, NAME_CHARS};
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};
use unicode_segmentation::UnicodeSegmentation;

use super::likeness::is_reserved;

/// How many marks one letter may have. More would reach into the lines above and below.
const MARKS: usize = 4;

/// A player's name: 1 to [`NAME_CHARS`] characters as a reader counts them and at most [`NAME_BYTES`] bytes, no white
/// space at its ends, no character that is invisible or changes how its surroundings are shown, letters of one script,
/// and no word that speaks for the server.
///
/// It is stored in the form NFKC, in which a full-width or superscript letter becomes the plain one. Parsing a parsed
/// name again changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerName(String);

/// Why a text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// It has nothing but white space.
    #[error("the name is empty")]
    Empty,
    /// It has more than [`NAME_CHARS`] characters, or they are made of more than [`NAME_BYTES`] bytes.
    #[error("the name has more than {NAME_CHARS} characters, or more than {NAME_BYTES} bytes")]
    TooLong,
    /// It has a control, formatting or invisible character, white space other than single blanks, or marks
    /// without a letter below them.
    #[error("the name has a character that may not be used")]
    Character,
    /// It mixes scripts such as Latin and Cyrillic, or has letters that no living script uses in names.
    #[error("the name mixes letters of several scripts")]
    Mixed,
    /// It would speak for the server: `admin`, `bot`.
    #[error("the name is the server's own")]
    Reserved,
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
        let text = text.trim();
        // Checked first, so that a longer text costs no further work.
        if text.len() > NAME_BYTES {
            return Err(NameError::TooLong);
        }
        check_characters(text)?;
        let name: String = text.nfkc().collect();
        // NFKC may turn one character into a whole phrase, or into a blank.
        let name = name.trim();
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        if name.len() > NAME_BYTES || name.graphemes(true).nth(NAME_CHARS).is_some() {
            return Err(NameError::TooLong);
        }
        check_characters(name)?;
        check_marks(name)?;
        check_scripts(name)?;
        if is_reserved(name) {
            return Err(NameError::Reserved);
        }
        Ok(Self(name.to_owned()))
    }
}

/// A text as one line of at most `most` characters, without white space at its ends and without the characters that
/// are forbidden in names.
///
/// # Errors
///
/// It is empty, too long, or has such a character.
pub fn plain_line(text: &str, most: usize) -> Result<String, NameError> {
    let line = text.trim();
    if line.is_empty() {
        return Err(NameError::Empty);
    }
    if line.chars().nth(most).is_some() {
        return Err(NameError::TooLong);
    }
    if line.chars().any(is_forbidden) {
        return Err(NameError::Character);
    }
    Ok(line.to_owned())
}

fn check_characters(text: &str) -> Result<(), NameError> {
    if text.contains("  ") || text.chars().any(is_forbidden) {
        return Err(NameError::Character);
    }
    Ok(())
}

/// Marks need a letter below them, and a name needs a letter or digit.
fn check_marks(name: &str) -> Result<(), NameError> {
    let mut marks = MARKS;
    for c in name.chars() {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        if marks > MARKS {
            return Err(NameError::Character);
        }
    }
    if name.chars().any(char::is_alphanumeric) {
        Ok(())
    } else {
        Err(NameError::Character)
    }
}

/// UTS 39: letters of one script, or of Latin with Chinese, Japanese or Korean ("highly restrictive"), and none
/// that stand outside the scripts of today.
fn check_scripts(name: &str) -> Result<(), NameError> {
    let letters: String = name.chars().filter(|c| c.is_alphabetic()).collect();
    let level = letters.as_str().detect_restriction_level();
    if level <= RestrictionLevel::HighlyRestrictive
        && letters
            .chars()
            .all(GeneralSecurityProfile::identifier_allowed)
    {
        Ok(())
    } else {
        Err(NameError::Mixed)
    }
}

/// Controls, format characters (bidirectional overrides, joiners, tags), separators other than a blank, private use,
/// unassigned characters, and invisible letters and marks.
fn is_forbidden(c: char) -> bool {
    match c.general_category() {
        GeneralCategory::Control
        | GeneralCategory::Format
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator
        | GeneralCategory::PrivateUse
        | GeneralCategory::Surrogate
        | GeneralCategory::Unassigned => true,
        GeneralCategory::SpaceSeparator => c != ' ',
        _ => matches!(c,
            '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}'),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn name(text: &str) -> Result<String, NameError> {
        text.parse::<PlayerName>().map(|name| name.to_string())
    }

    #[test]
    fn names_of_many_scripts_are_names() {
        for text in [
            "A",
            "Анна",
            "Артём",
            "Ödön-bá'",
            "麻將 7",
            "Quiet Heron",
            "Ken 健",
            "たかし",
            "김민준",
            "राजेश",
            "مريم",
            "שרה",
            "Nguyễn Thị",
            "สมชาย",
            "Γιώργος",
            "Anna ♥",
            "ÁÉÍÓÖŐÚÜŰáéíóöőúüű 12345",
        ] {
            assert_eq!(name(text), Ok(text.nfkc().collect()), "{text}");
        }
        assert_eq!(name("  Anna \n"), Ok("Anna".to_owned()));
        assert_eq!(name("Ａｎｎａ²"), Ok("Anna2".to_owned()));
        assert_eq!(name("O\u{308}do\u{308}n"), Ok("Ödön".to_owned()));
    }

    #[test]
    fn a_line_is_plain() {
        assert_eq!(
            plain_line(" At ten  we stop. ", 20),
            Ok("At ten  we stop.".into())
        );
        for (text, error) in [
            (" ", NameError::Empty),
            ("abcdef", NameError::TooLong),
            ("a\nb", NameError::Character),
            ("a\u{202e}b", NameError::Character),
        ] {
            assert_eq!(plain_line(text, 5), Err(error), "{text:?}");
        }
    }

    #[test]
    fn length_is_counted_as_a_reader_counts() {
        assert_eq!(name(" \t "), Err(NameError::Empty));
        assert_eq!(name(&"ő".repeat(24)), Ok("ő".repeat(24)));
        assert_eq!(name(&"ő".repeat(25)), Err(NameError::TooLong));
        assert_eq!(name(&"o\u{30b}".repeat(24)), Ok("ő".repeat(24)));
        assert_eq!(name(&"कि".repeat(24)), Ok("कि".repeat(24)));
        assert_eq!(name(&"कि".repeat(25)), Err(NameError::TooLong));
        // One visible character.
        assert_eq!(
            name(&format!("a{}", "\u{301}".repeat(200))),
            Err(NameError::TooLong)
        );
        assert_eq!(
            name(&format!("a{}", "\u{323}".repeat(6))),
            Err(NameError::Character)
        );
        // One character that becomes eighteen.
        assert_eq!(name(&"\u{fdfa}".repeat(2)), Err(NameError::TooLong));
    }

    #[test]
    fn characters_that_deceive_are_refused() {
        for text in [
            "a\u{0}b",
            "a\nb",
            "a\u{1b}[31mb",
            "a\u{85}b",
            "a\u{202e}b",
            "a\u{2066}b",
            "a\u{61c}b",
            "a\u{200b}b",
            "a\u{200d}b",
            "a\u{feff}b",
            "a\u{ad}b",
            "a\u{3164}b",
            "a\u{e0041}b",
            "a\u{2028}b",
            "a\u{a0}b",
            "a\u{e000}b",
            "a\u{378}b",
            "👩\u{200d}👧a",
            "a  b",
            "---",
            "\u{301}",
            "\u{301}a",
        ] {
            assert_eq!(name(text), Err(NameError::Character), "{text:?}");
        }
    }

    #[test]
    fn scripts_are_not_mixed() {
        for text in [
            "Аnna",
            "Annа",
            "Αnna",
            "аdmіn1z",
            "Ann aн",
            "ᎪᏁᏁᎪ",
            "Anna ა",
        ] {
            assert_eq!(name(text), Err(NameError::Mixed), "{text}");
        }
    }

    #[test]
    fn nobody_speaks_for_the_server() {
        for text in [
            "admin",
            "ADMIN",
            "Ad min",
            "a.d.m.i.n",
            "Аdmin",
            "ａdmin",
            "Admin 2",
            "BOT",
            "b0t",
            "B O T",
            "Boneyard",
            "The Boneyard Admin",
            "админ",
            "Бот",
            "you",
            "Ты",
            "te",
        ] {
            let error = name(text).unwrap_err();
            assert!(
                matches!(error, NameError::Reserved | NameError::Mixed),
                "{text}: {error}"
            );
        }
        for text in [
            "Abbot",
            "Adminka K",
            "Yousef",
            "crash bot 3",
            "Boney",
            "Tea",
        ] {
            assert_eq!(name(text), Ok(text.to_owned()));
        }
    }

    proptest! {
        #[test]
        fn a_name_is_read_from_any_text_and_reading_it_again_changes_nothing(text in "\\PC{0,40}|(?s).{0,60}") {
            if let Ok(name) = text.parse::<PlayerName>() {
                prop_assert!(name.as_str().len() <= NAME_BYTES);
                prop_assert!(name.as_str().chars().all(boneyard_engine::is_plain));
                prop_assert_eq!(name.as_str().parse::<PlayerName>(), Ok(name));
            }
        }
    }
}
