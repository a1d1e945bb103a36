//! Players that are programs. A bot is fed like a socket: it cannot see more than a player.

mod memory;
mod random;
mod steady;

use rand_core::Rng;

pub use random::RandomBot;
pub use steady::SteadyBot;

use crate::action::{Action, LegalActions};
use crate::view::{SeatView, SeenEvent};

/// A program that plays one seat of one match.
pub trait Bot: Send {
    /// Sees an event, as its seat may see it. Every event of the match is shown once, in order;
    /// a bot that takes a seat later starts from the view it is given.
    fn observe(&mut self, event: &SeenEvent);

    /// Chooses one of the legal actions, of which there is at least one.
    fn choose(&mut self, view: &SeatView, legal: &LegalActions, rng: &mut dyn Rng) -> Action;
}

/// The names of the bots, for [`bot`].
pub const BOTS: [&str; 2] = ["random", "steady"];

/// A fresh bot by name.
#[must_use]
pub fn bot(name: &str) -> Option<Box<dyn Bot>> {
    match name {
        "random" => Some(Box::new(RandomBot)),
        "steady" => Some(Box::new(SteadyBot::default())),
        _ => None,
    }
}
