//! The sheets that can be played: the presets, and a host's own.

use std::sync::Arc;

use super::{Sheet, presets};

/// Sheets by id: first the presets, then those that were added, in the order of adding.
#[derive(Clone, Debug)]
pub struct Sheets(Vec<Arc<Sheet>>);

/// Another sheet has this id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdTaken;

impl Sheets {
    /// The presets alone.
    #[must_use]
    pub fn presets() -> Self {
        Self(presets().to_vec())
    }

    /// Adds a valid sheet.
    ///
    /// # Errors
    ///
    /// [`IdTaken`], by a preset or by a sheet that was added before.
    pub fn add(&mut self, sheet: Sheet) -> Result<(), IdTaken> {
        if self.get(&sheet.id).is_some() {
            return Err(IdTaken);
        }
        self.0.push(Arc::new(sheet));
        Ok(())
    }

    /// The sheet with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Arc<Sheet>> {
        self.0.iter().find(|sheet| sheet.id == id)
    }

    /// All sheets.
    pub fn iter(&self) -> std::slice::Iter<'_, Arc<Sheet>> {
        self.0.iter()
    }
}

impl Default for Sheets {
    fn default() -> Self {
        Self::presets()
    }
}

impl<'a> IntoIterator for &'a Sheets {
    type Item = &'a Arc<Sheet>;
    type IntoIter = std::slice::Iter<'a, Arc<Sheet>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
