//! The Boneyard server: tables, their journal, and the door to them.
#![deny(clippy::as_conversions, clippy::indexing_slicing)]

pub mod clock;
pub mod config;
pub mod metrics;
pub mod outbox;
pub mod tasks;
