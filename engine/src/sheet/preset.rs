//! The sheets of the folder `engine/sheets`, which the build turns into data.

use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::Sheet;
use super::datum::Datum;

/// One for every file of the folder, in the order of their names.
const SHEETS: &[Datum] = include!(concat!(env!("OUT_DIR"), "/sheets.rs"));

/// The texts of the files.
#[cfg(all(test, feature = "toml"))]
pub(super) const FILES: &[&str] = include!(concat!(env!("OUT_DIR"), "/sheet_texts.rs"));

static PRESETS: LazyLock<Vec<Arc<Sheet>>> = LazyLock::new(|| {
    let sheet =
        |data| Arc::new(Sheet::deserialize(data).expect("a test reads every sheet of the folder"));
    SHEETS.iter().map(sheet).collect()
});

/// All presets, sorted by id.
#[must_use]
pub fn presets() -> &'static [Arc<Sheet>] {
    &PRESETS
}

/// The preset with this id.
#[must_use]
pub fn preset(id: &str) -> Option<Arc<Sheet>> {
    PRESETS.iter().find(|sheet| sheet.id == id).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::Tile;

    #[test]
    fn every_sheet_is_read_valid_and_sorted() {
        assert!(presets().is_sorted_by_key(|sheet| sheet.id.clone()));
        for sheet in presets() {
            assert_eq!(sheet.validate(), Ok(()), "{}", sheet.id);
            let names = [&sheet.names.en, &sheet.names.ru, &sheet.names.hu];
            assert!(
                names.into_iter().all(|name| !name.is_empty()),
                "{}",
                sheet.id
            );
            assert!(sheet.tiles_each(4) * 4 <= Tile::COUNT);
        }
    }

    #[test]
    fn the_sheets_are_the_shared_presets_field_for_field() {
        let shared: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../tests/presets.json")).unwrap();
        assert_eq!(shared.len(), presets().len());
        for preset in shared {
            let sheet = super::preset(preset["id"].as_str().unwrap()).unwrap();
            assert_eq!(serde_json::to_value(&*sheet).unwrap(), preset);
        }
    }
}
