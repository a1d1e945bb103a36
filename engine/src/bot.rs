//! Players that are programs. A bot is fed like a socket: it cannot see more than a player.

mod arrangement;
mod memory;
mod prospect;
mod random;
mod steady;
mod thought;
mod worth;

use rand_core::Rng;

pub use random::RandomBot;
pub use steady::SteadyBot;

use crate::action::{Action, LegalActions};
use crate::event::SeenEvent;
use crate::hidden::Viewer;
use crate::tile::Tile;
use crate::view::SeatView;

/// A program that plays one seat of one match.
pub trait Bot: Send {
    /// Sees an event, as its seat may see it. Every event of the match is shown once, in order;
    /// a bot that takes a seat later starts from the view it is given.
    fn observe(&mut self, event: &SeenEvent);

    /// Chooses one of the legal actions, of which there is at least one.
    fn choose(&mut self, view: &SeatView, legal: &LegalActions, rng: &mut dyn Rng) -> Action;

    /// The row of its seat, left to right: needed once in a deal with arranged hands, while the seat
    /// is awaited (SPEC 4.4). Names exactly the tiles that the view shows of the seat's hand. As
    /// they were dealt, unless the bot knows better.
    fn arrange(&mut self, view: &SeatView, _rng: &mut dyn Rng) -> Vec<Tile> {
        own_tiles(view)
    }

    /// Whether it says that the other pair has laid a wrong tile (SPEC 10.2): called after a
    /// tile of another seat at a strict table. Never, unless the bot knows better.
    fn challenges(&mut self, _view: &SeatView) -> bool {
        false
    }
}

/// The tiles of the viewer's own hand, as far as the view shows them, left to right.
fn own_tiles(view: &SeatView) -> Vec<Tile> {
    let own = match view.viewer {
        Viewer::Seat(seat) => view.hands.get(seat),
        Viewer::Watcher | Viewer::Referee => None,
    };
    own.map_or_else(Vec::new, |hand| {
        hand.tiles.iter().copied().flatten().collect()
    })
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
