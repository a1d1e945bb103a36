//! The Boneyard server: tables, their journal, and the door to them.
#![deny(clippy::as_conversions, clippy::indexing_slicing)]

pub mod archive;
mod bots;
pub mod clock;
pub mod config;
pub mod data_folder;
pub mod dealer;
pub mod identity;
pub mod journal;
pub mod lobby;
pub mod metrics;
pub mod outbox;
pub mod table;
pub mod tasks;
pub mod verify;
