//! What the steady bot thinks of each thing it may do.

use super::memory::Memory;
use super::prospect::{best_points, goes_out, laid, led};
use super::worth;
use crate::action::{Action, End};
use crate::hidden::Viewer;
use crate::in_play::points_in_play;
use crate::line::{Line, can_lay_all};
use crate::scoring::side_of;
use crate::seat::{Seat, Side};
use crate::sheet::{HandRule, InPlay, LayRule, OpenedLay, PlayDrawn, Sheet};
use crate::tile::Tile;
use crate::tile_set::{NumberSet, TileSet};
use crate::view::SeatView;

/// The table as the seat sees it, and what it remembers.
pub(super) struct Thought<'a> {
    memory: &'a Memory,
    view: &'a SeatView,
    sheet: &'a Sheet,
    me: Seat,
    /// The tiles that it knows to be its own.
    hand: TileSet,
    /// How many tiles it holds that it does not know.
    unknown: u32,
    /// Tiles that may be anywhere: in the stock, set aside, in closed hands.
    unseen: TileSet,
    /// Whether a tile may be laid now.
    can_lay: bool,
}

impl<'a> Thought<'a> {
    pub(super) fn of(memory: &'a Memory, view: &'a SeatView, choices: &[&Action]) -> Self {
        let me = match view.viewer {
            Viewer::Seat(seat) => seat,
            Viewer::Watcher | Viewer::Referee => view.on_turn.unwrap_or(Seat::new(0)),
        };
        let row = memory.row(me);
        let hand: TileSet = row.iter().copied().flatten().collect();
        let on_line: TileSet = memory.line().tiles().collect();
        let known = hand.or(on_line).or(memory.known(view.viewer));
        let lays = |action: &&Action| matches!(action, Action::Play { .. } | Action::Lead { .. });
        Self {
            memory,
            view,
            sheet: &view.setup.sheet,
            me,
            hand,
            unknown: worth::count(row.iter().filter(|tile| tile.is_none()).count()),
            unseen: TileSet::ALL.without(known),
            can_lay: choices.iter().any(lays),
        }
    }

    pub(super) fn worth(&self, action: &Action) -> i32 {
        match *action {
            Action::Lead { tile, lay } => {
                self.laying(tile, None, &led(self.memory.line(), tile, lay))
            }
            Action::Play { tile, end, lay } => {
                self.laying(tile, Some(end), &laid(self.memory.line(), tile, end, lay))
            }
            Action::Draw => self.drawing(),
            Action::TurnUp => self.turning_up(),
            Action::Stop if self.can_lay => worth::STOP,
            _ => 0,
        }
    }

    /// `line` lies after the tile. `end`: where, unless it is led.
    fn laying(&self, tile: Tile, end: Option<End>, line: &Line) -> i32 {
        let mut left = self.hand;
        left.remove(tile);
        let scored = points_in_play(self.sheet, line, tile);
        let mut sum = scored.map_or(0, |(points, _)| worth::of_points(self.sheet, points));
        if left.is_empty() && self.unknown == 0 {
            return sum + worth::OUT;
        }
        if self.goes_out_now(tile, end, line, left) {
            return sum + worth::OUT_NEXT;
        }
        let open = line.numbers();
        let fitting = TileSet::having(open);
        let ways = left.and(fitting).len();
        sum += self.weight(self.hand) - self.weight(left);
        if tile.is_double() {
            sum += worth::DOUBLE;
        }
        sum += if ways == 0 && self.unknown == 0 {
            worth::STUCK
        } else {
            worth::WAY_ON * worth::small(ways.min(worth::WAYS))
        };
        sum += self.others(open) - self.risk(line) - self.kept_for_last(tile);
        if ways == 0 && self.unseen.and(fitting).is_empty() {
            sum += self.block(left);
        }
        sum
    }

    /// Whether the turn goes on after the tile and all others can follow.
    fn goes_out_now(&self, tile: Tile, end: Option<End>, line: &Line, left: TileSet) -> bool {
        let turn = &self.sheet.turn;
        if self.unknown > 0 || (end.is_none() && !turn.lead_continues) {
            return false;
        }
        let seen = self.sheet.deal.hand == HandRule::Seen;
        let opened = self.view.opened.contains(&self.me);
        let lay = match turn.opened_lay {
            OpenedLay::One if opened => LayRule::One,
            OpenedLay::Any if opened => LayRule::Any,
            OpenedLay::One | OpenedLay::Any => turn.lay,
        };
        match lay {
            LayRule::One => false,
            // A row that is not opened comes up from the right.
            LayRule::Chain | LayRule::AllOrOne if !seen => {
                let row = self.memory.row(self.me).iter().copied().flatten();
                let rest: Vec<Tile> = row.filter(|held| *held != tile).collect();
                can_lay_all(line, &rest)
            }
            LayRule::Any | LayRule::Chain | LayRule::AllOrOne => goes_out(line, left),
            LayRule::TwinDoubles => {
                let mut twins = left.iter();
                let twin = twins.next().filter(|twin| twin.is_double());
                let other = end.and_then(|end| line.end(end.opposite()));
                let fits = |twin: Tile| other.is_some_and(|open| twin.has(open.number));
                tile.is_double() && twins.next().is_none() && twin.is_some_and(fits)
            }
        }
    }

    /// A chain may go on, or a turn begins with the only thing to do.
    fn turning_up(&self) -> i32 {
        let fitting = TileSet::having(self.memory.line().numbers());
        let misfit = if self.view.drawable > 0 && !self.sheet.turn.draw_optional {
            worth::MISFIT_DRAWS
        } else {
            worth::MISFIT
        };
        match self.memory.row(self.me).last().copied().flatten() {
            Some(tile) if fitting.contains(tile) => worth::FITS,
            Some(_) => misfit,
            None => self.by_chance(worth::FITS, misfit, self.unseen.and(fitting)),
        }
    }

    /// Where drawing is optional, not drawing is worth nothing.
    fn drawing(&self) -> i32 {
        if self.can_lay {
            return worth::DRAW;
        }
        let fitting = self
            .unseen
            .and(TileSet::having(self.memory.line().numbers()));
        match self.sheet.turn.play_drawn {
            PlayDrawn::No => worth::DRAW,
            PlayDrawn::Must | PlayDrawn::May => {
                self.by_chance(worth::FITS, worth::DRAW * 2, fitting)
            }
        }
    }

    /// The mean of what an unseen tile brings.
    fn by_chance(&self, good: i32, bad: i32, among: TileSet) -> i32 {
        let (all, good_ones) = (worth::small(self.unseen.len()), worth::small(among.len()));
        (good * good_ones + bad * (all - good_ones)) / all.max(1)
    }

    fn weight(&self, hand: TileSet) -> i32 {
        worth::of_hand(self.sheet, self.view.scores[self.side(self.me)], hand)
    }

    /// A tile that wins the match as the last one is kept.
    fn kept_for_last(&self, tile: Tile) -> i32 {
        let goal = &self.sheet.goal;
        let wins = (goal.out_wins_blank && tile == crate::scoring::BLANK)
            || (goal.out_wins_six && tile == crate::scoring::SIX);
        if wins { worth::KEPT } else { 0 }
    }

    /// What the next rival may be expected to score on this line.
    fn risk(&self, line: &Line) -> i32 {
        let rival = self
            .view
            .hands
            .places()
            .find(|seat| self.is_next(*seat) && self.side(*seat) != self.side(self.me));
        let (Some(seat), false) = (rival, self.sheet.score.in_play == InPlay::None) else {
            return 0;
        };
        let points = |tile| worth::of_points(self.sheet, best_points(self.sheet, line, tile));
        let all: Vec<i32> = self.unseen.iter().map(points).collect();
        let held = worth::small(worth::count(self.view.hands[seat].tiles.len()));
        let expected = all.iter().sum::<i32>() * held / worth::small(self.unseen.len()).max(1);
        expected.min(all.iter().copied().max().unwrap_or(0)) / 2
    }

    /// How the open numbers suit the others.
    fn others(&self, open: NumberSet) -> i32 {
        let seats = self.view.hands.places().filter(|seat| *seat != self.me);
        let worth = |seat: Seat| {
            let partner = self.side(seat) == self.side(self.me);
            let lacked = worth::small(self.memory.lacks_of(seat, open));
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
            let tiles = worth::count(self.view.hands[seat].tiles.len());
            worth::small(tiles * mean)
        };
        let seats = || self.view.hands.places().filter(|seat| *seat != self.me);
        let (partners, rivals): (Vec<Seat>, Vec<Seat>) =
            seats().partition(|seat| self.side(*seat) == self.side(self.me));
        let ours: i32 = partners.into_iter().map(thought).sum();
        let theirs = if self.sheet.pairs {
            rivals.into_iter().map(thought).sum()
        } else {
            rivals.into_iter().map(thought).min().unwrap_or(0)
        };
        (theirs - ours - self.weight(left)).clamp(-worth::BLOCK, worth::BLOCK)
    }

    fn side(&self, seat: Seat) -> Side {
        side_of(self.sheet, seat)
    }

    fn is_next(&self, seat: Seat) -> bool {
        let players = self.view.setup.players;
        seat == self.sheet.turn.direction.next(self.me, players)
    }
}
