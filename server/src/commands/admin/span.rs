//! A span of time in flags.

use std::str::FromStr;

/// `90`, `90s`, `10m`, `12h`, `7d`: a whole number of seconds, or of a larger unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span(u32);

/// The text is not a span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a time is a whole number with s, m, h or d behind it: 90s, 10m, 12h, 7d")]
pub(super) struct NotASpan;

impl Span {
    /// Its seconds.
    pub(super) const fn seconds(self) -> u32 {
        self.0
    }
}

impl FromStr for Span {
    type Err = NotASpan;

    fn from_str(text: &str) -> Result<Self, NotASpan> {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match text.strip_prefix(digits).unwrap_or_default() {
            "" | "s" => 1,
            "m" => 60,
            "h" => 3_600,
            "d" => 86_400,
            _ => return Err(NotASpan),
        };
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotASpan);
        }
        let number: u32 = digits.parse().map_err(|_| NotASpan)?;
        number.checked_mul(unit).map(Self).ok_or(NotASpan)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failing test says where and why")]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_in_their_units() {
        for (text, seconds) in [
            ("0", 0),
            ("90s", 90),
            ("10m", 600),
            ("12h", 43_200),
            ("7d", 604_800),
        ] {
            assert_eq!(text.parse::<Span>().unwrap().seconds(), seconds, "{text}");
        }
        for text in ["", "m", "-1m", "+1m", "1.5h", "10 m", "1w", "99999999d"] {
            assert_eq!(text.parse::<Span>(), Err(NotASpan), "{text}");
        }
    }
}
