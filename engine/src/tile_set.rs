//! Sets of tiles and of numbers, as bits.

use std::fmt;

use crate::tile::{Number, Tile};

/// A set of tiles: 28 bits, `Copy`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TileSet(u32);

impl TileSet {
    /// No tile.
    pub const EMPTY: Self = Self(0);
    /// All 28 tiles.
    pub const ALL: Self = Self((1 << Tile::COUNT) - 1);

    /// Every tile that has one of the numbers.
    #[must_use]
    pub fn having(numbers: NumberSet) -> Self {
        const BY_NUMBER: [u32; 7] = {
            let mut by_number = [0; 7];
            let mut at = 0;
            while at < Tile::COUNT {
                let tile = Tile::ALL[at];
                by_number[tile.high().get() as usize] |= 1 << at;
                by_number[tile.low().get() as usize] |= 1 << at;
                at += 1;
            }
            by_number
        };
        numbers.iter().fold(Self::EMPTY, |set, n| {
            Self(set.0 | BY_NUMBER[usize::from(n.get())])
        })
    }

    /// The seven doubles.
    #[must_use]
    pub fn doubles() -> Self {
        Number::ALL.into_iter().map(Tile::double).collect()
    }

    /// The set of one tile.
    #[must_use]
    pub const fn of(tile: Tile) -> Self {
        Self(1 << tile.index())
    }

    /// Whether the tile is in the set.
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & (1 << tile.index()) != 0
    }

    /// Puts a tile in.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.index();
    }

    /// Takes a tile out.
    pub const fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.index());
    }

    /// How many tiles are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no tile is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tiles in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The tiles in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The tiles of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The tiles, ascending.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let tile = Tile::ALL
                .get(usize::try_from(bits.trailing_zeros()).ok()?)
                .copied()?;
            bits &= bits - 1;
            Some(tile)
        })
    }

    /// The sum of the pips of all tiles, 0..=168.
    #[must_use]
    pub fn pips(self) -> u32 {
        self.iter().map(|tile| u32::from(tile.pips())).sum()
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles
            .into_iter()
            .fold(Self::EMPTY, |set, tile| set.or(Self::of(tile)))
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|tile| tile.to_string()))
            .finish()
    }
}

/// A set of the numbers 0..=6: seven bits, `Copy`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct NumberSet(u8);

impl NumberSet {
    /// No number.
    pub const EMPTY: Self = Self(0);

    /// The set of one number.
    #[must_use]
    pub const fn of(number: Number) -> Self {
        Self(1 << number.get())
    }

    /// Whether the number is in the set.
    #[must_use]
    pub const fn contains(self, number: Number) -> bool {
        self.0 & (1 << number.get()) != 0
    }

    /// Puts a number in.
    pub const fn insert(&mut self, number: Number) {
        self.0 |= 1 << number.get();
    }

    /// The numbers in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The numbers of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many numbers are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no number is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers, ascending.
    pub fn iter(self) -> impl Iterator<Item = Number> {
        Number::ALL
            .into_iter()
            .filter(move |number| self.contains(*number))
    }
}

impl FromIterator<Number> for NumberSet {
    fn from_iter<I: IntoIterator<Item = Number>>(numbers: I) -> Self {
        numbers
            .into_iter()
            .fold(Self::EMPTY, |set, number| set.or(Self::of(number)))
    }
}

impl fmt::Debug for NumberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Number::get)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_tiles_have_a_number_and_seven_are_doubles() {
        for number in Number::ALL {
            assert_eq!(TileSet::having(NumberSet::of(number)).len(), 7);
        }
        assert_eq!(TileSet::doubles().len(), 7);
        assert_eq!(TileSet::ALL.pips(), 168);
        assert_eq!(TileSet::ALL.iter().count(), 28);
    }
}
