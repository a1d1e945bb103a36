//! What a seat may do, as bits.

use crate::action::{Action, End, Lay, LegalActions};
use crate::sheet::LineRules;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What the seat on turn may do, as bits: the legal list is spelled from it, and an action is
/// looked up in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moves {
    pub(crate) leads: TileSet,
    /// By `End`.
    pub(crate) plays: [TileSet; 4],
    pub(crate) draw: bool,
    pub(crate) stop: bool,
    pub(crate) pass: bool,
    pub(crate) turn_up: bool,
}

impl Moves {
    pub(crate) fn pass() -> Self {
        Self {
            pass: true,
            ..Self::default()
        }
    }

    pub(crate) fn turn_up() -> Self {
        Self {
            turn_up: true,
            ..Self::default()
        }
    }

    pub(crate) fn leads(leads: TileSet) -> Self {
        Self {
            leads,
            ..Self::default()
        }
    }

    pub(crate) fn has_play(&self) -> bool {
        self.plays.iter().any(|tiles| !tiles.is_empty())
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn at(&self, end: End) -> TileSet {
        self.plays[end as usize]
    }

    /// The legal list. A double may also lie along where the rules of the line allow it.
    pub(crate) fn list(&self, rules: &LineRules) -> LegalActions {
        let mut list = Vec::new();
        let lays = |tile: Tile| {
            let along = (rules.along && tile.is_double()).then_some(Lay::Along);
            std::iter::once(Lay::Across).chain(along)
        };
        if self.draw {
            list.push(Action::Draw);
        }
        for tile in self.leads.iter() {
            list.extend(lays(tile).map(|lay| Action::Lead { tile, lay }));
        }
        if self.pass {
            list.push(Action::Pass);
        }
        let playable = self
            .plays
            .iter()
            .fold(TileSet::EMPTY, |all, tiles| all.or(*tiles));
        for tile in playable.iter() {
            for end in End::ALL
                .into_iter()
                .filter(|end| self.at(*end).contains(tile))
            {
                list.extend(lays(tile).map(|lay| Action::Play { tile, end, lay }));
            }
        }
        if self.stop {
            list.push(Action::Stop);
        }
        if self.turn_up {
            list.push(Action::TurnUp);
        }
        LegalActions::from_sorted(list)
    }
}
