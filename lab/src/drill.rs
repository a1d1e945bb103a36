//! Drills: seats on real sockets that play against a server to find out how fast it is, and whether it keeps
//! its promises.
//!
//! - [`load`]: full tables that never stop; how many actions a second, and how late the last of the other
//!   seats has each (`boneyard-load`);
//! - [`crash`]: full tables whose seats keep journals of their own, while the server is killed again and again
//!   (`boneyard-crash`), also at every call by which records reach the disk (`boneyard-crash points`);
//! - [`faults`]: full disks, failed syncs, stalls and damaged files (`boneyard-crash faults`);
//! - [`crowd`], [`drops`], [`soak`]: what an idle socket costs, how soon a dropped seat is back, what load after
//!   load leaves behind (`boneyard-figures`);
//! - [`abuse`]: clients that misbehave in every way, while honest tables play and are measured
//!   (`boneyard-abuse`); [`raw`] is their client, and [`proxy`] a network that fails (`boneyard-proxy`);
//! - [`network`]: seats behind such a network, which are back in the exact state after each fault.
//!
//! A drill plays like any client: the legal actions are read from the views.

pub mod abuse;
pub mod crash;
pub mod crowd;
pub mod drops;
pub mod faults;
pub mod load;
pub mod machine;
mod memory;
pub mod network;
pub mod proxy;
pub mod raw;
mod seat;
pub mod server_process;
pub mod soak;
pub mod strace;
mod tables;

pub use server_process::{ServerError, ServerProcess};
pub use tables::{SetUpError, TablePlan};

/// Warnings and errors of a drill go to standard error. For programs; a second call is ignored.
pub fn log_to_stderr() {
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let log = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN);
    drop(
        log.with_ansi(colours)
            .with_writer(std::io::stderr)
            .try_init(),
    );
}
