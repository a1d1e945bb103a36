//! Backups and checks of the data folder.

use serde::{Deserialize, Serialize};

/// A backup that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Backup {
    /// The file's name in the folder `backups` of the data folder.
    pub file: String,
    /// Its bytes.
    pub bytes: u64,
    /// Open tables in it.
    pub tables: u64,
    /// Finished matches in it.
    pub matches: u64,
    /// Players in it.
    pub players: u64,
}

/// A backup that is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BackupFile {
    /// The file's name.
    pub file: String,
    /// Its bytes.
    pub bytes: u64,
    /// When it was written.
    pub at: u64,
}

/// What a check of the data folder has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckReport {
    /// Whether nothing bad was found.
    pub well: bool,
    /// Everything that was looked at, in order.
    pub findings: Vec<CheckLine>,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckLine {
    /// How bad it is.
    pub grade: Grade,
    /// A sentence in English, for the host alone.
    pub text: String,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// As it should be.
    Well,
    /// Somebody should look at it.
    Doubtful,
    /// Something is lost or cannot be played on.
    Bad,
}
