//! Points, which end in .5 only where a tied set is shared (SPEC 9.3).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// An amount of points, kept in halves so that sums are exact. On the wire a JSON number: whole,
/// or ending in .5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i64);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);
    /// Half a point.
    pub const HALF: Self = Self(1);

    /// A whole amount.
    #[must_use]
    pub const fn whole(points: i64) -> Self {
        Self(points * 2)
    }

    /// The amount in halves: 3 is one and a half.
    #[must_use]
    pub const fn from_halves(halves: i64) -> Self {
        Self(halves)
    }

    /// The amount in halves.
    #[must_use]
    pub const fn halves(self) -> i64 {
        self.0
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Points {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl From<u32> for Points {
    fn from(points: u32) -> Self {
        Self::whole(i64::from(points))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % 2 == 0 {
            (self.0 / 2).fmt(f)
        } else {
            let sign = if self.0 < 0 { "-" } else { "" };
            write!(f, "{sign}{}.5", self.0.abs() / 2)
        }
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 2 == 0 {
            serializer.serialize_i64(self.0 / 2)
        } else {
            // Halves of a score stay far below 2^53, where f64 is exact.
            #[expect(clippy::cast_precision_loss)]
            serializer.serialize_f64(self.0 as f64 / 2.0)
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = Points;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number of at most nine digits, or one ending in .5")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Points, E> {
                self.visit_f64(value as f64)
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Points, E> {
                self.visit_f64(value as f64)
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Points, E> {
                let halves = value * 2.0;
                if halves.fract() == 0.0 && halves.abs() < 2e9 {
                    #[expect(clippy::cast_possible_truncation)]
                    Ok(Points(halves as i64))
                } else {
                    Err(E::custom("not an amount of points"))
                }
            }
        }

        deserializer.deserialize_any(Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_written_as_json_numbers_and_read_back() {
        for (points, json) in [
            (Points::whole(13), "13"),
            (Points::HALF, "0.5"),
            (Points::from_halves(-3), "-1.5"),
        ] {
            assert_eq!(serde_json::to_string(&points).unwrap(), json);
            assert_eq!(serde_json::from_str::<Points>(json).unwrap(), points);
            assert_eq!(points.to_string(), json);
        }
        assert!(serde_json::from_str::<Points>("0.25").is_err());
    }
}
