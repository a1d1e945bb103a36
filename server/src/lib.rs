//! The Boneyard server: tables, the lobby, sessions, and who may enter.
#![deny(clippy::as_conversions, clippy::indexing_slicing)]

pub mod admin;
pub mod admission;
mod app;
mod bots;
pub mod clock;
pub mod config;
pub mod dealer;
pub mod exposure;
pub mod headless;
mod http;
pub mod http_client;
pub mod identity;
pub mod lobby;
pub mod metrics;
pub mod outbox;
pub mod probe;
pub mod replay;
pub mod report;
mod server;
mod session;
pub mod sheet_files;
mod sliding_window;
pub mod table;
pub mod tasks;
mod tls;
pub mod verify;

pub use app::{Next, Times};
pub use server::{Parts, RunError, Server, StartError};
