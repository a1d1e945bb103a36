//! Whole numbers and tables of them by player count (SPEC 2.1).

use std::collections::BTreeMap;

use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};

/// The greatest whole number a sheet may hold.
const MOST: u32 = 1_000_000;

/// Reads an "int" of SPEC 2.1: 0 to 1,000,000.
pub(super) fn int<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let value = u32::deserialize(deserializer)?;
    if value <= MOST {
        Ok(value)
    } else {
        Err(D::Error::custom("greater than 1,000,000"))
    }
}

/// A table from a player count, 1 to 28, to a whole number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table(BTreeMap<u8, u32>);

impl Table {
    /// The entry for so many players.
    #[must_use]
    pub fn get(&self, players: usize) -> Option<u32> {
        self.0.get(&u8::try_from(players).ok()?).copied()
    }

    /// The entries, fewest players first.
    pub fn iter(&self) -> impl Iterator<Item = (u8, u32)> {
        self.0.iter().map(|(&players, &value)| (players, value))
    }
}

/// A player count as it is spelled in tables and dotted names: decimal, 1 to 28, no leading zero.
pub(super) fn player_count(text: &str) -> Option<u8> {
    let count = text.parse().ok().filter(|count| (1..=28).contains(count))?;
    (u8::to_string(&count) == text).then_some(count)
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.0
                .iter()
                .map(|(players, value)| (players.to_string(), value)),
        )
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Int(#[serde(deserialize_with = "int")] u32);

        let entries = BTreeMap::<String, Int>::deserialize(deserializer)?;
        let entry = |(players, Int(value)): (String, Int)| {
            player_count(&players)
                .map(|players| (players, value))
                .ok_or_else(|| D::Error::custom("not a player count"))
        };
        entries
            .into_iter()
            .map(entry)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}
