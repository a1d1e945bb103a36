//! Tiles and the numbers on their halves (SPEC 1.1).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the numbers 0..=6 that a half of a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Number(u8);

impl Number {
    /// All numbers, ascending.
    pub const ALL: [Self; 7] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
    ];

    /// The number `value`, if it is one of 0..=6.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        if value <= 6 { Some(Self(value)) } else { None }
    }

    /// The number as 0..=6.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl From<Number> for u8 {
    fn from(number: Number) -> Self {
        number.0
    }
}

impl TryFrom<u8> for Number {
    type Error = NotANumber;

    fn try_from(value: u8) -> Result<Self, NotANumber> {
        Self::new(value).ok_or(NotANumber)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The value is not one of 0..=6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber;

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a half shows one of the numbers 0 to 6")
    }
}

impl std::error::Error for NotANumber {}

/// One of the 28 dominoes. Ordered as its text is: `0-0`, `1-0`, `1-1`, `2-0`, ... `6-6`.
///
/// ```
/// use boneyard_engine::Tile;
/// let tile: Tile = "6-4".parse()?;
/// assert_eq!(tile.pips(), 10);
/// assert!("4-6".parse::<Tile>().is_err()); // the high half is written first
/// # Ok::<(), boneyard_engine::NotATile>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Tile {
    high: Number,
    low: Number,
}

impl Tile {
    /// How many tiles there are.
    pub const COUNT: usize = 28;

    /// All tiles, ascending.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self {
            high: Number(0),
            low: Number(0),
        }; Self::COUNT];
        let (mut high, mut low, mut at) = (0, 0, 0);
        while at < Self::COUNT {
            all[at] = Self {
                high: Number(high),
                low: Number(low),
            };
            at += 1;
            if low == high {
                high += 1;
                low = 0;
            } else {
                low += 1;
            }
        }
        all
    };

    /// The tile with these two halves, given in any order.
    #[must_use]
    pub const fn new(a: Number, b: Number) -> Self {
        if a.0 >= b.0 {
            Self { high: a, low: b }
        } else {
            Self { high: b, low: a }
        }
    }

    /// The double of a number.
    #[must_use]
    pub const fn double(number: Number) -> Self {
        Self {
            high: number,
            low: number,
        }
    }

    /// The half with the greater number (either half of a double).
    #[must_use]
    pub const fn high(self) -> Number {
        self.high
    }

    /// The half with the smaller number (either half of a double).
    #[must_use]
    pub const fn low(self) -> Number {
        self.low
    }

    /// The sum of both halves, 0..=12.
    #[must_use]
    pub const fn pips(self) -> u8 {
        self.high.0 + self.low.0
    }

    /// The tile as records of text spell it: two digits, the high half first (SPEC 11.2).
    pub(crate) fn digits(self) -> String {
        format!("{}{}", self.high, self.low)
    }

    /// Whether both halves are equal.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high.0 == self.low.0
    }

    /// Whether a half shows the number.
    #[must_use]
    pub const fn has(self, number: Number) -> bool {
        self.high.0 == number.0 || self.low.0 == number.0
    }

    /// The half that becomes the new end when `touching` is laid inwards; `None` if the tile has no
    /// such half.
    #[must_use]
    pub const fn other_half(self, touching: Number) -> Option<Number> {
        if self.high.0 == touching.0 {
            Some(self.low)
        } else if self.low.0 == touching.0 {
            Some(self.high)
        } else {
            None
        }
    }

    /// The tile's place in [`Tile::ALL`], 0..=27.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.high.0 * (self.high.0 + 1) / 2 + self.low.0
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high, self.low)
    }
}

/// The text is not a tile written high half first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotATile;

impl fmt::Display for NotATile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tile is written high half first, like 6-4")
    }
}

impl std::error::Error for NotATile {}

impl FromStr for Tile {
    type Err = NotATile;

    fn from_str(text: &str) -> Result<Self, NotATile> {
        let &[high, b'-', low] = text.as_bytes() else {
            return Err(NotATile);
        };
        let half = |byte: u8| byte.checked_sub(b'0').and_then(Number::new).ok_or(NotATile);
        let (high, low) = (half(high)?, half(low)?);
        if high >= low {
            Ok(Self { high, low })
        } else {
            Err(NotATile)
        }
    }
}

impl TryFrom<String> for Tile {
    type Error = NotATile;

    fn try_from(text: String) -> Result<Self, NotATile> {
        text.parse()
    }
}

impl From<Tile> for String {
    fn from(tile: Tile) -> Self {
        tile.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tiles_are_ascending_indexed_and_hold_168_pips() {
        assert!(Tile::ALL.is_sorted());
        assert_eq!(
            Tile::ALL
                .iter()
                .map(|tile| u32::from(tile.pips()))
                .sum::<u32>(),
            168
        );
        for (at, tile) in Tile::ALL.iter().enumerate() {
            assert_eq!(usize::from(tile.index()), at);
            assert_eq!(tile.to_string().parse(), Ok(*tile));
        }
    }

    #[test]
    fn other_spellings_are_not_tiles() {
        for text in [
            "", "6", "64", "4-6", "7-0", "6-4 ", " 6-4", "6–4", "06-4", "6-+", "é-4",
        ] {
            assert_eq!(text.parse::<Tile>(), Err(NotATile), "{text:?}");
        }
    }
}
