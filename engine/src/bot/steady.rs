//! A bot that plays sensibly.

use rand_core::Rng;

use super::memory::Memory;
use super::thought::Thought;
use super::{Bot, arrangement, own_tiles};
use crate::action::{Action, LegalActions};
use crate::event::SeenEvent;
use crate::hidden::Viewer;
use crate::line::{LaidTile, Line};
use crate::scoring::side_of;
use crate::sheet::Enforcement;
use crate::shuffle::below;
use crate::tile::Tile;
use crate::tile_set::TileSet;
use crate::view::SeatView;

/// Lays what scores, sheds what costs, keeps its own numbers open, and remembers what the others
/// lack and how rows lie.
#[derive(Clone, Debug, Default)]
pub struct SteadyBot {
    memory: Memory,
}

impl Bot for SteadyBot {
    fn observe(&mut self, event: &SeenEvent) {
        self.memory.observe(event);
    }

    fn choose(&mut self, view: &SeatView, legal: &LegalActions, rng: &mut dyn Rng) -> Action {
        self.memory.catch_up(view);
        let honest = honest(view, self.memory.line(), legal);
        let thought = Thought::of(&self.memory, view, &honest);
        let worths: Vec<i32> = honest.iter().map(|action| thought.worth(action)).collect();
        let most = worths.iter().max();
        let best: Vec<&Action> = honest
            .iter()
            .zip(&worths)
            .filter(|(_, worth)| Some(*worth) == most)
            .map(|(action, _)| *action)
            .collect();
        best[below(rng, best.len())].clone()
    }

    fn arrange(&mut self, view: &SeatView, _rng: &mut dyn Rng) -> Vec<Tile> {
        self.memory.catch_up(view);
        let row = arrangement::of(own_tiles(view).into_iter().collect::<TileSet>());
        if let Viewer::Seat(seat) = view.viewer {
            self.memory.arranged(seat, &row);
        }
        row
    }

    /// Only when it is certain: a tile of the other pair lies where it does not fit.
    fn challenges(&mut self, view: &SeatView) -> bool {
        let Viewer::Seat(me) = view.viewer else {
            return false;
        };
        let sheet = &view.setup.sheet;
        let of_others = |laid: &LaidTile| side_of(sheet, laid.seat) != side_of(sheet, me);
        sheet.referee.enforcement == Enforcement::Penalize && wrong_tiles(view).any(of_others)
    }
}

/// The legal actions that are no fault (SPEC 10.1). Where impossible moves are refused: all.
fn honest<'a>(view: &SeatView, line: &Line, legal: &'a LegalActions) -> Vec<&'a Action> {
    if view.setup.sheet.referee.enforcement == Enforcement::Refuse {
        return legal.iter().collect();
    }
    let fits = |action: &&Action| match **action {
        Action::Lead { .. } => true,
        Action::Play { tile, end, .. } => line.end(end).is_some_and(|open| tile.has(open.number)),
        _ => false,
    };
    let fitting: Vec<&Action> = legal.iter().filter(fits).collect();
    if fitting.is_empty() {
        legal
            .iter()
            .filter(|action| **action == Action::Pass)
            .collect()
    } else {
        fitting
    }
}

/// The tiles that do not touch an equal number. Strict tables have two arms.
fn wrong_tiles(view: &SeatView) -> impl Iterator<Item = &LaidTile> {
    let line = &view.line;
    let roots = line.lead.map(|lead| [lead.inner, lead.outer]);
    let arms = roots.map(|[left, right]| [(left, &line.left), (right, &line.right)]);
    arms.into_iter().flatten().flat_map(|(root, arm)| {
        let before = std::iter::once(root).chain(arm.iter().map(|laid| laid.outer));
        before
            .zip(arm)
            .filter(|(number, laid)| *number != laid.inner)
            .map(|(_, laid)| laid)
    })
}
