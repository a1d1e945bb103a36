//! What lasts: the facts of every table, finished matches, players, bans and reports.
//!
//! Each concern is a trait: [`Journal`], [`Archive`], [`People`], [`Bans`], [`Reports`]; together they are a [`Store`].
//! [`Maintenance`] is what is done to a store besides playing on it. [`open()`] and [`maintenance()`] are the only
//! places that choose a backend, and nothing outside this crate knows which it is. Every backend passes the suite in
//! `contract`, behind the feature of that name.
#![deny(clippy::as_conversions, clippy::indexing_slicing)]

pub mod archive;
pub mod backup;
pub mod bans;
pub mod chain;
pub mod check;
pub mod codec;
#[cfg(any(test, feature = "contract"))]
pub mod contract;
mod encoded;
pub mod fact;
pub mod folder;
#[cfg(any(test, feature = "contract"))]
pub mod frozen;
mod heads;
pub mod journal;
pub mod maintenance;
pub mod memory;
pub mod open;
pub mod people;
pub mod record;
pub mod reports;
mod space;
mod sqlite;
pub mod stored;
pub mod time;

pub use archive::{Archive, ArchivedMatch, FinishedMatch};
pub use bans::{AccessChange, BanTarget, Bans, BansUnavailable, Mark, StoredBan};
pub use chain::Checksum;
pub use fact::Fact;
pub use journal::{Answer, Append, AppendError, Journal, ReadError, Recovered};
pub use maintenance::{CACHE_KIB, Files, Maintenance, files, maintenance};
pub use memory::MemoryStore;
pub use open::{Opened, open};
pub use people::{People, PeopleError, StoredIdentity, TokenHash};
pub use record::{BodyHash, Cause, Epoch, JournalRecord, Seq};
pub use reports::{Report, ReportError, Reports};
pub use stored::{Broken, Fault};
pub use time::UnixMillis;

/// Everything that lasts, in one place.
pub trait Store: Journal + Archive + People + Bans + Reports {}

impl<S: Journal + Archive + People + Bans + Reports> Store for S {}
