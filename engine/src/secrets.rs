//! Nothing that holds hidden tiles may be serialized by itself.

use boneyard_layering::assert_not_serializable;

use crate::deal::{Deal, Hand};
use crate::entry::DealEntry;
use crate::event::Event;
use crate::hidden::Hidden;
use crate::match_state::Match;
use crate::tile::Tile;

#[test]
fn what_holds_hidden_tiles_cannot_be_serialized() {
    assert_not_serializable!(
        DealEntry,
        Deal,
        Event,
        Hand,
        Hidden<Tile>,
        Hidden<Vec<Tile>>,
        Match
    );
}
