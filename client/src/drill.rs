//! Drills: seats on real sockets that play against a server to find out how fast it is, and whether it keeps
//! its word.
//!
//! - [`load`]: full tables that never stop; how many actions a second, and how late the last of the other
//!   seats has each (`boneyard-load`);
//! - [`crash`]: full tables whose seats keep journals of their own, while the server is killed again and again
//!   (`boneyard-crash`).
//!
//! A drill plays like any client: the legal actions are read from the views.

pub mod crash;
pub mod load;
pub mod machine;
mod seat;
pub mod server_process;
mod tables;

pub use server_process::{ServerError, ServerProcess};
pub use tables::{SetUpError, TablePlan};
