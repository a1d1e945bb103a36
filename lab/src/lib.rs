//! Everything that tries, measures or compares Boneyard. The program `boneyard-lab` has a subcommand for each.
//!
//! - [`conformance`] and [`laws`] try the engine alone;
//! - `simulation` lives through seeded worlds of the whole server but its sockets;
//! - `fuzz` feeds every reader of texts with anything;
//! - `drill` plays at a real server over real sockets, measures it, kills it, breaks its disk and abuses it;
//! - `arena` lets bots play against each other, and `validate` tries a bot on a server of its own.
//!
//! All but the first two need the feature `server`, which is on by default: without it nothing but the engine is
//! built, which is what a search for planted leaks wants.

#![expect(
    clippy::print_stdout,
    reason = "the reports of the laws and of the conformance cases are what they are for"
)]

#[cfg(feature = "server")]
#[deny(clippy::as_conversions, clippy::indexing_slicing)]
pub mod arena;
#[cfg(feature = "server")]
pub mod clock;
pub mod conformance;
#[cfg(feature = "server")]
pub mod drill;
#[cfg(feature = "server")]
pub mod fuzz;
pub mod laws;
#[cfg(feature = "server")]
pub mod not_tried;
#[cfg(feature = "server")]
#[deny(clippy::as_conversions, clippy::indexing_slicing)]
pub mod simulation;
#[cfg(feature = "server")]
#[deny(clippy::as_conversions, clippy::indexing_slicing)]
pub mod validate;
