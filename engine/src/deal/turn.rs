//! What may be done in a turn (SPEC 5.4, 7, 10.1).

use super::{Deal, Last, Moves, RowBefore, Turn};
use crate::action::End;
use crate::line::can_lay_all;
use crate::seat::Seat;
use crate::sheet::{
    DrawRule, Enforcement, HandRule, LayRule, LeadTile, MustLay, OpenedLay, PlayDrawn, Sheet,
};
use crate::tile::Tile;
use crate::tile_set::{NumberSet, TileSet};

impl Deal {
    /// What the seat on turn may do; nothing if nobody is on turn. Empty in the middle of a turn
    /// means that the turn is over (SPEC 3.4).
    pub(crate) fn moves(&self, sheet: &Sheet) -> Moves {
        match (sheet.referee.enforcement, &self.turn) {
            (Enforcement::Penalize, Some(turn)) if turn.last == Last::Nothing => {
                self.strict_moves(sheet, turn)
            }
            (Enforcement::Penalize | Enforcement::Refuse, _) => self.honest_moves(sheet),
        }
    }

    /// The honest list (SPEC 10.6): what may be done where impossible moves are refused.
    pub(crate) fn honest_moves(&self, sheet: &Sheet) -> Moves {
        let Some(turn) = &self.turn else {
            return Moves::default();
        };
        let hand = self.hands[turn.seat].set();
        if self.line.is_empty() {
            return self.leads(sheet, hand);
        }
        match turn.last {
            Last::Nothing if self.is_closed(sheet, turn.seat) => Moves::turn_up(),
            Last::Nothing => self.opening(sheet, hand),
            Last::TurnedUp { tile } => self.fitting(TileSet::of(tile)),
            Last::Misfit => self.drawing(sheet, Moves::default()),
            // A row may not lay what it has drawn, whether closed or opened (SPEC 7.5, `hand_draw`).
            Last::Drew { tile } => self.after_draw(sheet, tile),
            Last::Led { .. } if !sheet.turn.lead_continues => Moves::default(),
            Last::Led { row } => self.after_placement(sheet, turn, None, row),
            Last::Laid { tile, end, row } => {
                self.after_placement(sheet, turn, Some((tile, end)), row)
            }
        }
    }

    /// A strict table: every tile at every end, and `pass`, always (SPEC 10.1).
    fn strict_moves(&self, sheet: &Sheet, turn: &Turn) -> Moves {
        let hand = self.hands[turn.seat].set();
        let mut moves = if self.line.is_empty() {
            self.leads(sheet, hand)
        } else {
            let mut moves = Moves::default();
            for open in self.line.ends() {
                moves.plays[open.end as usize] = hand;
            }
            moves
        };
        moves.pass = true;
        moves
    }

    /// SPEC 5.4.
    fn leads(&self, sheet: &Sheet, hand: TileSet) -> Moves {
        match self.lead_tile {
            LeadTile::Any => Moves::leads(hand),
            // The leader holds the foremost dealt tile, so it is the foremost of the leader's hand.
            LeadTile::Named => {
                let named = crate::lead::foremost(&sheet.lead, hand);
                Moves::leads(named.map_or(TileSet::EMPTY, TileSet::of))
            }
            LeadTile::Rightmost => Moves::turn_up(),
        }
    }

    /// SPEC 7.2: the start of a turn.
    fn opening(&self, sheet: &Sheet, hand: TileSet) -> Moves {
        let plays = self.fitting(hand);
        if plays.has_play() {
            return plays;
        }
        self.drawing(sheet, Moves::pass())
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
        laid: Option<(Tile, End)>,
        row: RowBefore,
    ) -> Moves {
        let hand = &self.hands[turn.seat];
        match self.lay_rule(sheet, turn, row) {
            LayRule::One => Moves::default(),
            LayRule::TwinDoubles => laid
                .filter(|_| turn.laid.len() == 1)
                .and_then(|(tile, end)| self.twin(tile, end, hand.set()))
                .unwrap_or_default(),
            LayRule::Any => {
                let plays = self.fitting(hand.set());
                let stop = plays.has_play() && sheet.turn.must_lay == MustLay::One;
                Moves { stop, ..plays }
            }
            LayRule::Chain => Moves {
                stop: true,
                ..Moves::turn_up()
            },
            LayRule::AllOrOne if can_lay_all(&self.line, hand.row()) => Moves::turn_up(),
            LayRule::AllOrOne => Moves::default(),
        }
    }

    /// The rule by which a turn goes on: a row opened before the placement, or opened by it in a
    /// chain, goes on as an open one.
    fn lay_rule(&self, sheet: &Sheet, turn: &Turn, row: RowBefore) -> LayRule {
        let opened =
            row == RowBefore::Opened || self.opened[turn.seat] && sheet.turn.lay == LayRule::Chain;
        match sheet.turn.opened_lay {
            OpenedLay::One if opened => LayRule::One,
            OpenedLay::Any if opened => LayRule::Any,
            OpenedLay::One | OpenedLay::Any => sheet.turn.lay,
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

    /// Whether the seat's hand is a row that has not been opened.
    pub(crate) fn is_closed(&self, sheet: &Sheet, seat: Seat) -> bool {
        sheet.deal.hand != HandRule::Seen && !self.opened[seat]
    }
}
