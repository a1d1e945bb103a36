//! A sheet as clauses: code and parameters, so that a page can write the rules in any language.

use std::collections::BTreeMap;

use serde::Serialize;

use super::*;

/// One sentence of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Clause {
    /// Which sentence.
    pub code: &'static str,
    /// What stands in it.
    pub params: BTreeMap<&'static str, serde_json::Value>,
}

/// The rules of a sheet in reading order.
#[must_use]
pub fn clauses(sheet: &Sheet) -> Vec<Clause> {
    let _ = sheet;
    Vec::new()
}
