//! Texts of others in lines of words: nothing in them may end the line, colour it or turn it round.

use std::fmt;

/// A text as it may stand in a line for a terminal or a log: what is not [`is_plain`] is written as `\u{…}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain<'a>(pub &'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            if is_plain(c) {
                fmt::Write::write_char(f, c)?;
            } else {
                write!(f, "{}", c.escape_unicode())?;
            }
        }
        Ok(())
    }
}

/// Whether a character only shows itself: it is no control character (line feeds and escapes included), no
/// separator of lines, does not change the direction of its surroundings and is not invisible.
#[must_use]
pub const fn is_plain(c: char) -> bool {
    !matches!(c,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_plain_is_written_out() {
        assert_eq!(
            Plain("Ödön 7-1 \"麻將\" \\").to_string(),
            "Ödön 7-1 \"麻將\" \\"
        );
        assert_eq!(
            Plain("a\u{1b}[31m\r\nb\u{202e}c").to_string(),
            "a\\u{1b}[31m\\u{d}\\u{a}b\\u{202e}c"
        );
        assert!(
            Plain("\u{85}\u{9b}\u{2028}\u{2066}\u{e0041}")
                .to_string()
                .is_ascii()
        );
    }
}
