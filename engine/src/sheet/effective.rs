//! Putting overrides into a sheet (SPEC 2.1, 2.2).

use serde_json::Value;

use super::table::player_count;
use super::{Invalid, Options, Sheet};

/// The fields that are tables by player count and may be overridden by single entries.
const TABLES: [&str; 2] = ["deal.tiles", "match.target"];

/// The preset with the overrides put in: whole tables first, then single entries, so that the
/// order of writing has no meaning.
///
/// # Errors
///
/// The sorted codes of the first stage of SPEC 2.2 that finds any.
pub fn effective_sheet(preset: &Sheet, options: &Options) -> Result<Sheet, Vec<Invalid>> {
    let sheet = merged(preset, options)?;
    sheet.validate()?;
    Ok(sheet)
}

/// The first two stages of SPEC 2.2: every override names a field and is in its domain. The sheet may
/// still be invalid.
pub(super) fn merged(preset: &Sheet, options: &Options) -> Result<Sheet, Vec<Invalid>> {
    let blank = tree(&Sheet::default());
    if options.0.keys().any(|field| place(&blank, field).is_none()) {
        return Err(vec![Invalid::UnknownField]);
    }
    if options
        .0
        .iter()
        .any(|(field, value)| !in_domain(&blank, field, value))
    {
        return Err(vec![Invalid::BadValue]);
    }
    let mut whole = tree(preset);
    put_all(&mut whole, options);
    serde_json::from_value(whole).map_err(|_| vec![Invalid::BadValue])
}

/// Puts overrides into a tree of fields. Only for fields that have a place.
pub(super) fn put_all(tree: &mut Value, options: &Options) {
    // Sorted names put `deal.tiles` before `deal.tiles.3`.
    for (field, value) in &options.0 {
        put(tree, field, value);
    }
}

/// Whether the field is a table by player count.
pub(super) fn is_table(field: &str) -> bool {
    TABLES.contains(&field)
}

pub(super) fn tree(sheet: &Sheet) -> Value {
    serde_json::to_value(sheet).expect("a sheet is plain data with text keys")
}

/// What stands in a default sheet at a field; for an entry of a table, a number.
pub(super) fn place(blank: &Value, field: &str) -> Option<Value> {
    if let Some((table, count)) = field.rsplit_once('.')
        && TABLES.contains(&table)
    {
        return player_count(count).map(|_| Value::from(0));
    }
    let value = field.split('.').try_fold(blank, |at, key| at.get(key))?;
    (!value.is_object() || TABLES.contains(&field)).then(|| value.clone())
}

/// Whether the value alone would make a readable sheet of the defaults. The kinds of JSON value are
/// compared first, because serde would also read a policy from another kind of value.
pub(super) fn in_domain(blank: &Value, field: &str, value: &Value) -> bool {
    let kind = |value: &Value| match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Number(_) => 2,
        Value::String(_) => 3,
        Value::Array(_) => 4,
        Value::Object(_) => 5,
    };
    let mut one = blank.clone();
    put(&mut one, field, value);
    place(blank, field).is_some_and(|at| kind(&at) == kind(value))
        && serde_json::from_value::<Sheet>(one).is_ok()
}

/// Puts a value in. Only for a field that has a place.
pub(super) fn put(tree: &mut Value, field: &str, value: &Value) {
    let mut at = tree;
    for key in field.split('.') {
        at = &mut at[key];
    }
    *at = value.clone();
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sheet::preset;

    fn codes(options: Value) -> Vec<&'static str> {
        let options: Options = serde_json::from_value(options).unwrap();
        let sheet = effective_sheet(&preset("kozel").unwrap(), &options);
        sheet
            .err()
            .unwrap_or_default()
            .into_iter()
            .map(Invalid::code)
            .collect()
    }

    #[test]
    fn single_entries_go_into_overridden_tables() {
        let options = [
            ("deal.tiles.3", json!(4)),
            ("deal.tiles", json!({"2": 6, "3": 6, "4": 6})),
        ];
        let sheet =
            effective_sheet(&preset("kozel").unwrap(), &options.into_iter().collect()).unwrap();
        assert_eq!(
            sheet.deal.tiles.iter().collect::<Vec<_>>(),
            [(2, 6), (3, 4), (4, 6)]
        );
    }

    #[test]
    fn the_first_stage_that_finds_anything_speaks() {
        assert_eq!(
            codes(json!({"deal.tiles.03": 4, "turn.draw": 1})),
            ["unknown_field"]
        );
        assert_eq!(codes(json!({"deal": {}})), ["unknown_field"]);
        assert_eq!(codes(json!({"deal.tiles": {"03": 4}})), ["bad_value"]);
        assert_eq!(codes(json!({"turn.draw": {"one": null}})), ["bad_value"]);
        assert_eq!(codes(json!({"score.threshold": 1e3})), ["bad_value"]);
        assert_eq!(codes(json!({"score.threshold": 1_000_001})), ["bad_value"]);
        assert_eq!(
            codes(json!({"players.max": 29, "pairs": true})),
            ["players_range"]
        );
        assert_eq!(codes(json!({"turn.draw": "never"})), ["undealt_draw"]);
    }
}
