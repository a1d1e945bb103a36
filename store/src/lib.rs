//! What lasts: the facts of every table, finished matches, players, bans and reports.
//!
//! Each concern is a trait: [`Journal`], [`Archive`], [`People`], [`Bans`], [`Reports`]. A backend implements all of
//! them and passes the [`contract`] suite.
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
pub mod memory;
pub mod people;
pub mod record;
pub mod reports;
pub mod sqlite;
pub mod stored;
pub mod time;

pub use archive::{Archive, ArchivedMatch, FinishedMatch};
pub use bans::{AccessChange, BanTarget, Bans, BansUnavailable, Mark, StoredBan};
pub use chain::Checksum;
pub use fact::Fact;
pub use journal::{Answer, Append, AppendError, Journal, ReadError, Recovered};
pub use memory::MemoryStore;
pub use people::{People, PeopleError, StoredIdentity, TokenHash};
pub use record::{BodyHash, Cause, Epoch, JournalRecord, Seq};
pub use reports::{Report, ReportError, Reports};
pub use sqlite::SqliteStore;
pub use stored::{Broken, Fault};
pub use time::UnixMillis;
