//! Overrides: what a match changes in a preset (SPEC 2.1).

#[cfg(feature = "json")]
use std::collections::BTreeMap;

#[cfg(feature = "json")]
use serde::{Deserialize, Serialize};
#[cfg(feature = "json")]
use serde_json::Value;

/// Overrides by dotted field name, kept sorted.
#[cfg(feature = "json")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(pub BTreeMap<String, Value>);

/// No overrides. Only with the feature `json` can a sheet be changed by them.
#[cfg(not(feature = "json"))]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options(());

impl Options {
    /// Whether nothing is overridden.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(feature = "json")]
impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for Options {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(options: I) -> Self {
        Self(
            options
                .into_iter()
                .map(|(field, value)| (field.into(), value.into()))
                .collect(),
        )
    }
}
