//! Seats, sides, and arrays indexed by them (SPEC 1.2).

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A place at the table, numbered clockwise from 0; at most 28 take part in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(u8);

/// Who scores together: a lone seat, or a pair (pair 0 is seats 0 and 2, pair 1 is seats 1 and 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Side(u8);

macro_rules! place {
    ($place:ident, $by:ident, $what:literal) => {
        impl $place {
            /// The place with this number.
            #[must_use]
            pub const fn new(number: u8) -> Self {
                Self(number)
            }

            /// Its number, counted from 0.
            #[must_use]
            pub const fn get(self) -> u8 {
                self.0
            }

            /// Its number as an index.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $place {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        #[doc = concat!("One value for each ", $what, " of a match.")]
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $by<T>(Vec<T>);

        impl<T> $by<T> {
            #[doc = concat!("A value for each of `count` ", $what, "s.")]
            #[must_use]
            pub fn from_fn(count: usize, mut value: impl FnMut($place) -> T) -> Self {
                Self(
                    (0..)
                        .take(count)
                        .map(|number| value($place(number)))
                        .collect(),
                )
            }

            /// How many values there are.
            #[must_use]
            pub fn len(&self) -> usize {
                self.0.len()
            }

            /// Whether there is no value.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.0.is_empty()
            }

            #[doc = concat!("The value of a ", $what, ", `None` if it takes no part.")]
            #[must_use]
            pub fn get(&self, place: $place) -> Option<&T> {
                self.0.get(place.index())
            }

            /// The values in order.
            pub fn iter(&self) -> std::slice::Iter<'_, T> {
                self.0.iter()
            }

            /// The values in order, to be changed.
            pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
                self.0.iter_mut()
            }

            /// The places in order.
            pub fn places(&self) -> impl Iterator<Item = $place> + use<T> {
                (0..).take(self.0.len()).map($place)
            }

            /// The places in order, each with its value.
            pub fn pairs(&self) -> impl Iterator<Item = ($place, &T)> {
                (0..).map($place).zip(self.0.iter())
            }

            /// The same shape with other values.
            #[must_use]
            pub fn map<U>(&self, value: impl FnMut(&T) -> U) -> $by<U> {
                $by(self.0.iter().map(value).collect())
            }

            /// The values as a slice.
            #[must_use]
            pub fn as_slice(&self) -> &[T] {
                &self.0
            }
        }

        impl<T> Index<$place> for $by<T> {
            type Output = T;

            fn index(&self, place: $place) -> &T {
                &self.0[place.index()]
            }
        }

        impl<T> IndexMut<$place> for $by<T> {
            fn index_mut(&mut self, place: $place) -> &mut T {
                &mut self.0[place.index()]
            }
        }

        impl<T> From<Vec<T>> for $by<T> {
            fn from(values: Vec<T>) -> Self {
                Self(values)
            }
        }

        impl<T> FromIterator<T> for $by<T> {
            fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
                Self(values.into_iter().collect())
            }
        }

        impl<'a, T> IntoIterator for &'a $by<T> {
            type Item = &'a T;
            type IntoIter = std::slice::Iter<'a, T>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }
    };
}

place!(Seat, BySeat, "seat");
place!(Side, BySide, "side");
