//! A Rust client for Boneyard.
//!
//! - [`Connection`] speaks with a server over one socket after another: it comes back by itself when one is
//!   lost, resumes every followed table without a gap, and sends unanswered commands again under their first id.
//! - [`TableMirror`] folds the events of one table into the table as this player may see it, and says what the
//!   table waits for: [`TableMirror::duty`].
//! - [`Seat`] brings both together: it waits for what is due, and does it.
//! - [`drill`] tries a server: `boneyard-load` measures it, `boneyard-crash` kills it.
//!
//! Like every client it knows no rules: it shows what it is sent, and acts by the legal actions that come with
//! the turn.
//!
//! ```no_run
//! use boneyard_client::{Connection, Event, Identity};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let (connection, mut events) =
//!     Connection::open("ws://127.0.0.1:8080/ws", Identity::bot("Ada")).await?;
//! let seat = connection.join("ABCD2345WXYZ".parse()?, None).await?;
//! while let Some(event) = events.next().await {
//!     if let Event::Snapshot(snapshot) = event {
//!         println!("seat {:?} at {}", seat.seat, snapshot.table);
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Addresses are `ws://`; for a server behind TLS run a local TLS proxy, or build
//! tokio-tungstenite with one of its TLS features in your own program.

pub mod backoff;
pub mod clock;
pub mod connection;
pub mod drill;
pub mod error;
pub mod event;
pub mod identity;
pub mod mirror;
pub mod notice;
pub mod options;
pub mod seat;
pub mod trust;

pub use backoff::Backoff;
pub use connection::{AutoPass, Connection, Counters, EventStream};
pub use error::{CloseReason, CommandError, OpenError};
pub use event::Event;
pub use identity::Identity;
pub use mirror::{Duty, LeftOut, OutOfStep, TableMirror, difference};
pub use notice::{AbsenceClock, Notice, Presence};
pub use options::Options;
pub use seat::Seat;
pub use trust::{Trust, TrustError};
