//! A bot that plays sensibly.

use rand_core::Rng;

use super::Bot;
use super::memory::Memory;
use crate::action::{Action, End, LegalActions};
use crate::hidden::Viewer;
use crate::points::Points;
use crate::scoring::{hand_value, side_of};
use crate::seat::{Seat, Side};
use crate::sheet::{Goal, ThresholdMode};
use crate::shuffle::below;
use crate::tile::Tile;
use crate::tile_set::{NumberSet, TileSet};
use crate::view::{SeatView, SeenEvent};

/// What a thing is worth, in pips shed.
mod worth {
    /// Going out.
    pub(super) const OUT: i32 = 1000;
    /// One more way to go on next time.
    pub(super) const WAY_ON: i32 = 3;
    /// At most so many ways count.
    pub(super) const WAYS: u32 = 4;
    /// Nothing to go on with.
    pub(super) const STUCK: i32 = -6;
    /// A double is laid while it can be.
    pub(super) const DOUBLE: i32 = 4;
    /// The next opponent can do nothing.
    pub(super) const NEXT_BLOCKED: i32 = 9;
    /// Another opponent can do nothing.
    pub(super) const OTHER_BLOCKED: i32 = 3;
    /// The partner can do nothing.
    pub(super) const PARTNER_BLOCKED: i32 = -7;
    /// An end that somebody cannot serve.
    pub(super) const END_BLOCKED: i32 = 2;
    /// The most that a block is thought to win or lose.
    pub(super) const BLOCK: i32 = 25;
    /// Anything but laying, when laying is possible: only if it is clearly better.
    pub(super) const DRAW: i32 = -4;
    /// The same for ending the turn.
    pub(super) const STOP: i32 = -5;
}

/// Sheds weight, keeps its own numbers open, and remembers what the others lack.
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
        let thought = Thought::of(&self.memory, view);
        let worths: Vec<i32> = legal.iter().map(|action| thought.worth(action)).collect();
        let most = worths.iter().max();
        let best: Vec<&Action> = legal
            .iter()
            .zip(&worths)
            .filter(|(_, worth)| Some(*worth) == most)
            .map(|(action, _)| action)
            .collect();
        best[below(rng, best.len())].clone()
    }
}

/// The table as the seat sees it.
struct Thought<'a> {
    memory: &'a Memory,
    view: &'a SeatView,
    me: Seat,
    hand: TileSet,
    /// Tiles neither laid nor in the hand.
    unseen: TileSet,
}

impl<'a> Thought<'a> {
    fn of(memory: &'a Memory, view: &'a SeatView) -> Self {
        let me = match view.viewer {
            Viewer::Seat(seat) => seat,
            Viewer::Watcher | Viewer::Referee => view.on_turn.unwrap_or(Seat::new(0)),
        };
        let hand: TileSet = view.hands[me].tiles.iter().flatten().copied().collect();
        let unseen = TileSet::ALL.without(hand.or(memory.laid()));
        Self {
            memory,
            view,
            me,
            hand,
            unseen,
        }
    }

    fn worth(&self, action: &Action) -> i32 {
        match *action {
            Action::Lead { tile, .. } => self.laying(tile, None),
            Action::Play { tile, end, .. } => self.laying(tile, Some(end)),
            Action::Draw => worth::DRAW,
            Action::Stop => worth::STOP,
            Action::Pass | Action::Arrange { .. } | Action::Challenge | Action::TurnUp => 0,
        }
    }

    fn laying(&self, tile: Tile, end: Option<End>) -> i32 {
        let mut left = self.hand;
        left.remove(tile);
        if left.is_empty() {
            return worth::OUT;
        }
        let open = self.memory.numbers_after(tile, end);
        let fitting = TileSet::having(open);
        let ways = left.and(fitting).len();
        let mut sum = self.weight(self.hand) - self.weight(left);
        if tile.is_double() {
            sum += worth::DOUBLE;
        }
        sum += if ways == 0 {
            worth::STUCK
        } else {
            worth::WAY_ON * small(ways.min(worth::WAYS))
        };
        sum += self.others(open);
        if ways == 0 && self.unseen.and(fitting).is_empty() {
            sum += self.block(left);
        }
        sum
    }

    /// What the tiles left in the hand would cost. While they are below the threshold of an account
    /// that is not open they cost next to nothing, but a smaller hand still wins more often.
    fn weight(&self, hand: TileSet) -> i32 {
        let sheet = &self.view.setup.sheet;
        let value = hand_value(&sheet.score, hand);
        let against = matches!(sheet.goal.goal, Goal::ReachLoses | Goal::Fewest);
        let free = match sheet.score.threshold_mode {
            ThresholdMode::Drop => self.view.scores[self.side(self.me)] <= Points::ZERO,
            ThresholdMode::Always => true,
            ThresholdMode::Carry => false,
        };
        let lost = against && free && value < sheet.score.threshold && !sheet.pairs;
        if lost { small(value) / 2 } else { small(value) }
    }

    /// How the open numbers suit the others.
    fn others(&self, open: NumberSet) -> i32 {
        let seats = self.view.hands.places().filter(|seat| *seat != self.me);
        let worth = |seat: Seat| {
            let partner = self.side(seat) == self.side(self.me);
            let lacked = small(self.memory.lacks_of(seat, open));
            match (self.memory.lacks_all(seat, open), partner) {
                (true, true) => worth::PARTNER_BLOCKED,
                (true, false) if self.is_next(seat) => worth::NEXT_BLOCKED,
                (true, false) => worth::OTHER_BLOCKED,
                (false, true) => -worth::END_BLOCKED * lacked,
                (false, false) => worth::END_BLOCKED * lacked,
            }
        };
        seats.map(worth).sum()
    }

    /// Nobody can go on, unless from the stock: good if the others are thought to hold more.
    fn block(&self, left: TileSet) -> i32 {
        let mean = self.unseen.pips() / self.unseen.len().max(1);
        let thought = |seat: Seat| {
            let tiles = u32::try_from(self.view.hands[seat].tiles.len()).unwrap_or(0);
            small(tiles * mean)
        };
        let seats = || self.view.hands.places().filter(|seat| *seat != self.me);
        let (partners, rivals): (Vec<Seat>, Vec<Seat>) =
            seats().partition(|seat| self.side(*seat) == self.side(self.me));
        let ours: i32 = partners.into_iter().map(thought).sum();
        let theirs = if self.view.setup.sheet.pairs {
            rivals.into_iter().map(thought).sum()
        } else {
            rivals.into_iter().map(thought).min().unwrap_or(0)
        };
        (theirs - ours - self.weight(left)).clamp(-worth::BLOCK, worth::BLOCK)
    }

    fn side(&self, seat: Seat) -> Side {
        side_of(&self.view.setup.sheet, seat)
    }

    fn is_next(&self, seat: Seat) -> bool {
        let players = self.view.setup.players;
        let sheet = &self.view.setup.sheet;
        seat == sheet.turn.direction.next(self.me, players)
    }
}

/// Counts of pips and tiles are small.
fn small(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / 4)
}
