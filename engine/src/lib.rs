//! The rules of dominoes: pure, without I/O, clock, randomness of its own, async or logging.

mod action;
mod bot;
mod entry;
mod event;
mod hidden;
mod match_state;
mod points;
mod record;
mod result;
mod seat;
mod sheet;
mod shuffle;
mod tile;
mod tile_set;
mod view;

pub use action::*;
pub use bot::*;
pub use entry::*;
pub use event::*;
pub use hidden::*;
pub use match_state::*;
pub use points::*;
pub use record::*;
pub use result::*;
pub use seat::*;
pub use sheet::*;
pub use shuffle::*;
pub use tile::*;
pub use tile_set::*;
pub use view::*;
