//! Two worlds that look the same to a viewer and differ in what is hidden from that viewer.

use boneyard_engine::{Act, Action, DealEntry, HandRule, Seat, Tile, TileSet};

use crate::laws::knowledge::looks_alike;
use crate::laws::world::{Input, World};

/// How often another world is tried before a pair is given up.
const TRIES: usize = 12;
/// The first tries, this many of them, shuffle everything that is hidden.
const BOLD_TRIES: usize = 4;

/// How many of the hidden tiles change places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moved {
    All,
    Few,
}

/// A world like this one to a viewer who has seen these tiles of each entry. `None` if chance has not
/// found one in which the same happens.
pub(crate) fn like(world: &mut World, seen: &[TileSet]) -> Option<World> {
    (0..TRIES).find_map(|attempt| {
        let moved = if attempt < BOLD_TRIES {
            Moved::All
        } else {
            Moved::Few
        };
        let moves: Vec<Permutation> = seen
            .iter()
            .map(|seen| Permutation::of_hidden(*seen, moved, world))
            .collect();
        replayed(world, &moves)
    })
}

/// Each tile's place taken by another.
struct Permutation([Tile; Tile::COUNT]);

impl Permutation {
    /// Moves only tiles that were not seen: all of them, or a few.
    fn of_hidden(seen: TileSet, moved: Moved, world: &mut World) -> Self {
        let hidden: Vec<Tile> = TileSet::ALL.without(seen).iter().collect();
        let mut tiles = Tile::ALL;
        if hidden.len() < 2 {
            return Self(tiles);
        }
        if moved == Moved::All {
            let mut shuffled = hidden.clone();
            world.shuffle(&mut shuffled);
            for (from, to) in hidden.iter().zip(shuffled) {
                tiles[place(*from)] = to;
            }
        } else {
            for _ in 0..=world.below(3) {
                let (one, other) = (world.below(hidden.len()), world.below(hidden.len()));
                tiles.swap(place(hidden[one]), place(hidden[other]));
            }
        }
        Self(tiles)
    }

    fn is_identity(&self) -> bool {
        self.0 == Tile::ALL
    }

    fn moved(&self, tile: Tile) -> Tile {
        self.0[place(tile)]
    }

    fn entry(&self, entry: &DealEntry, world: &mut World) -> DealEntry {
        let mut order: Vec<Tile> = entry.order().iter().map(|tile| self.moved(*tile)).collect();
        let players = world.game.players();
        if world.game.sheet().deal.hand == HandRule::Seen {
            // Nobody sees the order in which a hand was dealt.
            let each = world.game.sheet().tiles_each(players);
            for hand in order.chunks_mut(each).take(players) {
                world.shuffle(hand);
            }
        }
        let lot = if world.below(4) == 0 {
            Seat::new(u8::try_from(world.below(players)).expect("at most 28 players"))
        } else {
            entry.lot()
        };
        DealEntry::new(order, lot).expect("a permutation keeps every tile")
    }

    fn act(&self, act: &Act) -> Act {
        match act {
            Act::Seat(seat, Action::Arrange { row }) => {
                let row = row.iter().map(|tile| self.moved(*tile)).collect();
                Act::Seat(*seat, Action::Arrange { row })
            }
            // Tiles that were laid have been seen.
            Act::Seat(..) | Act::Table(_) => act.clone(),
        }
    }
}

fn place(tile: Tile) -> usize {
    usize::from(tile.index())
}

/// The other world, given the same with tiles moved, as long as it looks alike.
fn replayed(world: &mut World, moves: &[Permutation]) -> Option<World> {
    if moves.last()?.is_identity() {
        return None;
    }
    let mut other = world.again();
    let mut entries = 0;
    for at in 0..world.inputs.len() {
        match world.inputs[at].clone() {
            Input::Entry(entry) => {
                let moved = moves.get(entries)?.entry(&entry, world);
                entries += 1;
                other.enter(moved);
            }
            Input::Act(act) => {
                let moves = &moves[entries.checked_sub(1)?];
                other.act(moves.act(&act))?;
            }
        }
        let here = world.events_of(at);
        let there = other.events_of(at);
        let alike = here.len() == there.len()
            && here
                .iter()
                .zip(there)
                .all(|(one, other)| looks_alike(one, other));
        if !alike {
            return None;
        }
    }
    Some(other)
}
