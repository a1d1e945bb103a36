//! The Rust SDK for Boneyard: everything that a client of the protocol can do.
//!
//! - [`Connection`] speaks with a server over one socket after another: it comes back by itself when one is
//!   lost, resumes every followed table without a gap, and sends unanswered commands again under their first id.
//!   Each command of the protocol is a method of it.
//! - [`TableMirror`] folds the events of one table into the table as this player may see it, and says what the
//!   table waits for: [`TableMirror::duty`].
//! - [`Seat`] brings both together: it waits for what is due, and does it.
//!
//! Like every client it knows no rules: it shows what it is sent, and acts by the legal actions that come with
//! the turn.
//!
//! # Connect
//!
//! An [`Identity`] says who comes: a new player, a token of an earlier time, a transfer code of another device,
//! and the server's password where it asks for one. [`Options`] say how: `wss:` addresses are checked against the
//! roots that the system trusts, or against a certificate of your own.
//!
//! ```no_run
//! use boneyard_client::{Connection, Identity, Options, Trust};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let identity = Identity {
//!     token: std::fs::read_to_string("ada.token").ok(),
//!     password: std::env::var("BONEYARD_PASSWORD").ok(),
//!     ..Identity::bot("Ada")
//! };
//! let options = Options {
//!     trust: Trust::root_file("our-root.pem")?,
//!     ..Options::default()
//! };
//! let (connection, events) =
//!     Connection::open_with("wss://dominoes.example/ws", identity, options).await?;
//! std::fs::write("ada.token", connection.token())?;
//! # drop(events);
//! # Ok(())
//! # }
//! ```
//!
//! # Play
//!
//! ```no_run
//! use boneyard_client::{Connection, Duty, Identity, Seat};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let (connection, events) =
//!     Connection::open("ws://127.0.0.1:8080/ws", Identity::bot("Ada")).await?;
//! let joined = connection.join("ABCD2345WXYZ".parse()?, None).await?;
//! let table = joined.table.ok_or("no table")?;
//! let mut seat = Seat::new(connection, events, table);
//! while let Some(duty) = seat.duty().await? {
//!     match duty {
//!         Duty::Ready => seat.ready().await?,
//!         Duty::Act { turn, legal } => seat.act(turn, &legal[0]).await?,
//!         Duty::Arrange { entry, action } => seat.arrange(entry, &action).await?,
//!         Duty::Rematch => break,
//!     }
//! }
//! seat.leave().await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Look on
//!
//! ```no_run
//! use boneyard_client::{Connection, Event, Identity, Notice, TableMirror};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let (connection, mut events) =
//!     Connection::open("ws://127.0.0.1:8080/ws", Identity::person("Wanda")).await?;
//! connection.follow_lobby().await?;
//! let mut watched: Option<TableMirror> = None;
//! while let Some(event) = events.next().await {
//!     match event {
//!         Event::Notice(Notice::Lobby(tables)) => {
//!             if let Some(newest) = tables.first() {
//!                 connection.watch(newest.table).await?;
//!             }
//!         }
//!         Event::Snapshot(snapshot) => watched = Some(TableMirror::new(*snapshot)),
//!         Event::Facts(facts) => {
//!             if let Some(mirror) = &mut watched {
//!                 mirror.apply(&facts)?;
//!                 println!("score {:?}", mirror.now().score);
//!             }
//!         }
//!         Event::Notice(Notice::Announcement(text)) => println!("{text}"),
//!         _ => {}
//!     }
//! }
//! # Ok(())
//! # }
//! ```

pub mod backoff;
mod clock;
pub mod connection;
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
