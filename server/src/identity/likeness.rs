//! Which names look alike.
//!
//! The skeleton of UTS 39 maps what looks alike to the same text: Cyrillic `а` to Latin `a`, `rn` to `m`. Here it is
//! taken without regard to case, blanks, signs and accents, and `I`, `l` and `i` are one, so that none of these
//! makes a name that passes for another.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// Words that speak for the server. They are reserved anywhere in a name.
const OFFICES: [&str; 9] = [
    "admin",
    "administrator",
    "moderator",
    "boneyard",
    "админ",
    "администратор",
    "модератор",
    "adminisztrátor",
    "moderátor",
];
/// What the page calls somebody or something that is not a player. Reserved as whole names.
const ROLES: [&str; 16] = [
    "bot",
    "бот",
    "server",
    "сервер",
    "szerver",
    "system",
    "система",
    "rendszer",
    "host",
    "you",
    "ты",
    "вы",
    "te",
    "ön",
    "dealer",
    "referee",
];

/// What a name looks like, as written and in small letters. In some scripts only the capital looks like a letter of
/// another script (`Н` looks like `H`, but `н` does not look like `h`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    as_written: String,
    in_small_letters: String,
}

impl Likeness {
    /// The likeness of a name, or of any text.
    #[must_use]
    pub fn of(name: &str) -> Self {
        Self {
            as_written: drawing(name),
            in_small_letters: drawing(&name.to_lowercase()),
        }
    }

    /// Whether two names are easily mistaken for each other.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.as_written == other.as_written || self.in_small_letters == other.in_small_letters
    }
}

/// The skeleton without what makes no difference to the eye.
fn drawing(name: &str) -> String {
    let drawn: String = skeleton(name).collect();
    let again: String = skeleton(&drawn.to_lowercase()).collect();
    let letters = again.to_lowercase();
    let letters = letters
        .nfd()
        .filter(|c| !is_accent(*c) && c.is_alphanumeric() || is_sign(*c));
    letters
        .map(|c| {
            if matches!(c, 'i' | 'ı' | '1') {
                'l'
            } else {
                c
            }
        })
        .collect()
}

/// Accents of scripts in which a name looks the same without them.
const fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Vowel signs and other marks that make a different word in their scripts.
fn is_sign(c: char) -> bool {
    !is_accent(c) && unicode_normalization::char::is_combining_mark(c)
}

/// The likenesses of words that never change, made once.
fn likenesses(words: &[&str]) -> Vec<Likeness> {
    words.iter().map(|word| Likeness::of(word)).collect()
}

/// Whether a name would speak for the server, or is one of the [`ROLES`].
pub(super) fn is_reserved(name: &str) -> bool {
    static OFFICE_LOOKS: LazyLock<Vec<Likeness>> = LazyLock::new(|| likenesses(&OFFICES));
    static ROLE_LOOKS: LazyLock<Vec<Likeness>> = LazyLock::new(|| likenesses(&ROLES));
    let is_among = |looks: &[Likeness], part: &Likeness| looks.iter().any(|one| one.is_like(part));
    let whole = Likeness::of(name);
    let mut words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    is_among(&OFFICE_LOOKS, &whole)
        || is_among(&ROLE_LOOKS, &whole)
        || words.any(|word| is_among(&OFFICE_LOOKS, &Likeness::of(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_have_one_likeness() {
        for (one, other) in [
            ("Anna", "anna"),
            ("Anna", "ANNA"),
            ("Anna", "Ann a"),
            ("Anna", "Anna."),
            ("Anna", "'Anna'"),
            ("Anna", "Аnnа"),
            ("Alice", "AIice"),
            ("Alice", "A1ice"),
            ("Ivan", "ivan"),
            ("Ivan", "lvan"),
            ("IVAN", "ivan"),
            ("Kamil", "Karnil"),
            ("Ödön", "Odon"),
            ("János", "Janos"),
            ("Артём", "Артем"),
            ("Oscar", "0scar"),
            ("рауа", "paya"),
            ("Анна", "АННА"),
            ("АННА", "AHHA"),
            ("Dezső", "Dezso"),
        ] {
            assert!(
                Likeness::of(one).is_like(&Likeness::of(other)),
                "{one} {other}"
            );
        }
    }

    #[test]
    fn different_names_have_different_likenesses() {
        for (one, other) in [
            ("Anna", "Hanna"),
            ("Anna", "Anna 2"),
            ("Mila", "Milla"),
            ("राम", "रमा"),
            ("Иван", "Ivan"),
            ("Ada", "Eda"),
        ] {
            assert!(
                !Likeness::of(one).is_like(&Likeness::of(other)),
                "{one} {other}"
            );
        }
    }
}
