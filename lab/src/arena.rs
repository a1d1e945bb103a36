//! Bots against each other without a server: the same deals for both, and what the difference between them is.
//!
//! Every deal is a match of its own, played up to the end of its first deal: no score leans on an earlier one,
//! and deals can be compared. Played twice (`--duplicate`), the second time with the seats exchanged, the luck of
//! the tiles falls on both alike. Everything follows from the seed but the times, however many threads there are;
//! a program that is no bot of the engine may of course do something else each time.

mod bout;
mod contender;
mod crew;
mod deal;
mod dice;
mod elo;
mod figures;
mod plan;
mod program;
mod report;
mod tally;
mod times;

pub use contender::{Contender, NoSuchBot};
pub use elo::Elo;
pub use figures::{Figures, PairCount, Place, Standing, Times};
pub use plan::{Plan, PlanError, Playing};

use boneyard_engine::EntryError;

/// Why an arena could not go on.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A program could not be run, or does not do its part.
    #[error("`{command}`: {why}")]
    Program {
        /// As it was given.
        command: String,
        /// What is wrong.
        why: ProgramFault,
    },
    /// By these rules there is no deal (SPEC 4.3).
    #[error("deal {deal}: entry after entry was void")]
    Undealable {
        /// The number of the deal, from 1.
        deal: u32,
    },
    /// A bug: the match waits for something that it refuses.
    #[error("deal {deal}: {what}")]
    Stuck {
        /// The number of the deal, from 1.
        deal: u32,
        /// What the match did not do.
        what: &'static str,
    },
    /// A bug: an entry of the arena's own was refused.
    #[error("an entry was refused: {0}")]
    Entry(#[from] EntryError),
    /// A bug: a thread of the crew has panicked.
    #[error("a thread of the arena has panicked")]
    Panicked,
}

/// What is wrong with a program.
#[derive(Debug, thiserror::Error)]
pub enum ProgramFault {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    NotStarted(std::io::Error),
    /// It has ended, or closed its standard output, before the last deal.
    #[error("has ended before the last deal")]
    Ended,
    /// It does not read what it is told.
    #[error("does not read its standard input: {} messages wait", program::WAITING)]
    Deaf,
    /// It writes longer lines than a socket takes.
    #[error(
        "wrote a line of more than {} bytes",
        boneyard_protocol::limits::MESSAGE_BYTES
    )]
    LongLine,
}

/// Plays all the deals of a plan.
///
/// # Errors
///
/// [`ArenaError`]; the deals that were played until then are lost.
pub fn run(plan: &Plan) -> Result<Figures, ArenaError> {
    let tally = crew::play(plan)?;
    Ok(figures::of(plan, &tally))
}
