//! The sheets in `engine/sheets`, collected by the build.

use std::sync::{Arc, LazyLock};

use super::Sheet;

/// The text of every file of the folder, in the order of their names.
const FILES: &[&str] = include!(concat!(env!("OUT_DIR"), "/sheets.rs"));

static PRESETS: LazyLock<Vec<Arc<Sheet>>> = LazyLock::new(|| {
    let sheet =
        |text: &&str| Arc::new(toml::from_str(text).expect("the build has read every sheet"));
    FILES.iter().map(sheet).collect()
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
