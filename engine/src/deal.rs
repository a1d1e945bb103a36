//! One dealing and its play: hands, stock, line, the running turn, and what may be done in it
//! (SPEC 4, 7).

use crate::action::{Action, End, Lay, LegalActions};
use crate::line::Line;
use crate::seat::{BySeat, Seat};
use crate::sheet::{DrawRule, LayRule, LeadTile, MustLay, PlayDrawn, Sheet};
use crate::tile::Tile;
use crate::tile_set::{NumberSet, TileSet};

/// The tiles of a seat, in the order in which they came, and the same as a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hand {
    tiles: Vec<Tile>,
    set: TileSet,
}

impl Hand {
    pub(crate) fn new(tiles: Vec<Tile>) -> Self {
        let set = tiles.iter().copied().collect();
        Self { tiles, set }
    }

    pub(crate) fn set(&self) -> TileSet {
        self.set
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    pub(crate) fn push(&mut self, tile: Tile) {
        self.tiles.push(tile);
        self.set.insert(tile);
    }

    pub(crate) fn remove(&mut self, tile: Tile) {
        self.tiles.retain(|held| *held != tile);
        self.set.remove(tile);
    }
}

/// All consecutive actions of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) seat: Seat,
    /// The tiles laid in this turn, in order.
    pub(crate) laid: Vec<Tile>,
    /// Whether a tile was drawn in this turn.
    pub(crate) drew: bool,
    pub(crate) last: Last,
}

/// What the turn's last action was, as far as the next one depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    Nothing,
    Led,
    Laid { tile: Tile, end: End },
    Drew { tile: Tile },
}

/// What the seat on turn may do, as bits: the legal list is spelled from it, and an action is
/// looked up in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moves {
    pub(crate) leads: TileSet,
    pub(crate) plays: [TileSet; 4],
    pub(crate) draw: bool,
    pub(crate) stop: bool,
    pub(crate) pass: bool,
}

impl Moves {
    pub(crate) fn has_play(&self) -> bool {
        self.plays.iter().any(|tiles| !tiles.is_empty())
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn at(&self, end: End) -> TileSet {
        self.plays[end as usize]
    }

    /// The legal list. Only for bits that may be spelled `along` where the sheet allows it.
    pub(crate) fn list(&self, along: bool) -> LegalActions {
        let mut list = Vec::new();
        let lays = |tile: Tile| {
            let along = (along && tile.is_double()).then_some(Lay::Along);
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
        LegalActions::from_sorted(list)
    }
}

/// A deal in play, or as it lay when it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deal {
    pub(crate) lead_tile: LeadTile,
    /// Known once the first turn has begun.
    pub(crate) leader: Option<Seat>,
    pub(crate) hands: BySeat<Hand>,
    /// The undealt tiles, the front last: drawing is `pop`.
    pub(crate) stock: Vec<Tile>,
    pub(crate) line: Line,
    pub(crate) turn: Option<Turn>,
    /// How many turns of the deal have begun.
    pub(crate) turns: u32,
    /// Turns in a row without a tile laid or drawn (SPEC 7.6).
    pub(crate) idle: u32,
    /// The seat that laid the last tile.
    pub(crate) closer: Option<Seat>,
}

impl Deal {
    /// How many tiles of the stock may still be drawn (SPEC 1.3).
    pub(crate) fn drawable(&self, sheet: &Sheet) -> usize {
        match sheet.turn.draw {
            DrawRule::Never => 0,
            DrawRule::One | DrawRule::UntilFit => {
                let reserve = usize::try_from(sheet.deal.reserve).unwrap_or(usize::MAX);
                self.stock.len().saturating_sub(reserve)
            }
        }
    }

    /// What the seat on turn may do; nothing if nobody is on turn. Empty in the middle of a turn
    /// means that the turn is over (SPEC 3.4).
    pub(crate) fn moves(&self, sheet: &Sheet) -> Moves {
        let Some(turn) = &self.turn else {
            return Moves::default();
        };
        let hand = self.hands[turn.seat].set();
        if self.line.is_empty() {
            return self.leads(sheet, hand);
        }
        match turn.last {
            Last::Nothing => self.opening(sheet, hand),
            Last::Drew { tile } => self.after_draw(sheet, tile),
            Last::Led if !sheet.turn.lead_continues => Moves::default(),
            Last::Led => self.after_placement(sheet, turn, hand, None),
            Last::Laid { tile, end } => self.after_placement(sheet, turn, hand, Some((tile, end))),
        }
    }

    /// SPEC 5.4.
    fn leads(&self, sheet: &Sheet, hand: TileSet) -> Moves {
        let leads = match self.lead_tile {
            LeadTile::Any => hand,
            // The leader holds the foremost dealt tile, so it is the foremost of his hand.
            LeadTile::Named => {
                crate::lead::foremost(&sheet.lead, hand).map_or(TileSet::EMPTY, TileSet::of)
            }
            // Rows cannot be started yet (`playable`).
            LeadTile::Rightmost => TileSet::EMPTY,
        };
        Moves {
            leads,
            ..Moves::default()
        }
    }

    /// SPEC 7.2: the start of a turn.
    fn opening(&self, sheet: &Sheet, hand: TileSet) -> Moves {
        let plays = self.fitting(hand);
        if plays.has_play() {
            return plays;
        }
        self.drawing(
            sheet,
            Moves {
                pass: true,
                ..Moves::default()
            },
        )
    }

    /// SPEC 7.3.
    fn after_draw(&self, sheet: &Sheet, tile: Tile) -> Moves {
        let plays = self.fitting(TileSet::of(tile));
        if plays.has_play() {
            return match sheet.turn.play_drawn {
                PlayDrawn::Must => plays,
                PlayDrawn::May => Moves {
                    stop: true,
                    ..plays
                },
                PlayDrawn::No => Moves::default(),
            };
        }
        match sheet.turn.draw {
            DrawRule::UntilFit => self.drawing(sheet, Moves::default()),
            DrawRule::Never | DrawRule::One => Moves::default(),
        }
    }

    /// SPEC 7.4. `laid` is the placement, unless it was the lead.
    fn after_placement(
        &self,
        sheet: &Sheet,
        turn: &Turn,
        hand: TileSet,
        laid: Option<(Tile, End)>,
    ) -> Moves {
        match sheet.turn.lay {
            LayRule::One => Moves::default(),
            LayRule::TwinDoubles => laid
                .filter(|_| turn.laid.len() == 1)
                .and_then(|(tile, end)| self.twin(tile, end, hand))
                .unwrap_or_default(),
            LayRule::Any => {
                let plays = self.fitting(hand);
                let stop = plays.has_play() && sheet.turn.must_lay == MustLay::One;
                Moves { stop, ..plays }
            }
            // Rows cannot be started yet (`playable`).
            LayRule::Chain | LayRule::AllOrOne => Moves::default(),
        }
    }

    /// The second of two doubles: that of the other end, if it shows another number.
    fn twin(&self, tile: Tile, end: End, hand: TileSet) -> Option<Moves> {
        let other = end.opposite();
        let number = self.line.end(other)?.number;
        let twin = Tile::double(number);
        if !tile.is_double() || tile.has(number) || !hand.contains(twin) {
            return None;
        }
        let mut moves = Moves {
            stop: true,
            ..Moves::default()
        };
        moves.plays[other as usize] = TileSet::of(twin);
        Some(moves)
    }

    /// The plays of the tiles that fit.
    pub(crate) fn fitting(&self, tiles: TileSet) -> Moves {
        let mut moves = Moves::default();
        for open in self.line.ends() {
            let fits = TileSet::having(NumberSet::of(open.number));
            moves.plays[open.end as usize] = tiles.and(fits);
        }
        moves
    }

    fn drawing(&self, sheet: &Sheet, otherwise: Moves) -> Moves {
        if self.drawable(sheet) == 0 {
            return otherwise;
        }
        Moves {
            draw: true,
            stop: sheet.turn.draw_optional,
            ..Moves::default()
        }
    }
}
