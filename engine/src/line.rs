//! The line of play: what lies, its open ends, and where a tile may go (SPEC 6). No coordinates.

use crate::action::{End, Lay};
use crate::seat::Seat;
use crate::tile::{Number, Tile};
use crate::tile_set::NumberSet;
use crate::view::{LaidTile, LineView, OpenEnd};

/// The tiles laid in a deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    lead: Option<LaidTile>,
    left: Vec<LaidTile>,
    right: Vec<LaidTile>,
    laid: u32,
}

impl Line {
    pub(crate) fn is_empty(&self) -> bool {
        self.lead.is_none()
    }

    /// Lays the first tile, its high half to the left (SPEC 6.1).
    pub(crate) fn lead(&mut self, seat: Seat, tile: Tile, lay: Lay) {
        let lead = LaidTile {
            tile,
            inner: tile.high(),
            outer: tile.low(),
            lay,
            seat,
            order: 0,
        };
        *self = Self {
            lead: Some(lead),
            laid: 1,
            ..Self::default()
        };
    }

    /// Lays a tile at an end that it fits (SPEC 6.2). Without such an end nothing happens.
    pub(crate) fn play(&mut self, seat: Seat, tile: Tile, end: End, lay: Lay) {
        let Some(inner) = self.end(end).map(|open| open.number) else {
            return;
        };
        let Some(outer) = tile.other_half(inner) else {
            return;
        };
        let laid = LaidTile {
            tile,
            inner,
            outer,
            lay,
            seat,
            order: self.laid,
        };
        match end {
            End::Left => self.left.push(laid),
            End::Right => self.right.push(laid),
            End::Up | End::Down => return,
        }
        self.laid += 1;
    }

    /// The open end of this name.
    pub(crate) fn end(&self, end: End) -> Option<OpenEnd> {
        let lead = self.lead.as_ref()?;
        let (arm, bare) = match end {
            End::Left => (&self.left, lead.inner),
            End::Right => (&self.right, lead.outer),
            End::Up | End::Down => return None,
        };
        let (number, last) = arm.last().map_or((bare, lead), |last| (last.outer, last));
        let double = last.tile.is_double() && last.lay == Lay::Across;
        Some(OpenEnd {
            end,
            number,
            double,
        })
    }

    /// The open ends in the order of their names.
    pub(crate) fn ends(&self) -> impl Iterator<Item = OpenEnd> {
        End::ALL.into_iter().filter_map(|end| self.end(end))
    }

    /// The numbers of the open ends.
    pub(crate) fn numbers(&self) -> NumberSet {
        self.ends().map(|end| end.number).collect()
    }

    /// The numbers of the left and the right end, once a tile lies.
    pub(crate) fn both(&self) -> Option<(Number, Number)> {
        Some((self.end(End::Left)?.number, self.end(End::Right)?.number))
    }

    pub(crate) fn view(&self) -> LineView {
        LineView {
            lead: self.lead,
            left: self.left.clone(),
            right: self.right.clone(),
            up: Vec::new(),
            down: Vec::new(),
            spinner: None,
            ends: self.ends().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(laid: &[(&str, Option<End>, Lay)]) -> Line {
        let mut line = Line::default();
        for (tile, end, lay) in laid {
            let tile = tile.parse().unwrap();
            match end {
                None => line.lead(Seat::new(0), tile, *lay),
                Some(end) => line.play(Seat::new(0), tile, *end, *lay),
            }
        }
        line
    }

    fn ends(line: &Line) -> String {
        let end = |open: OpenEnd| {
            format!(
                "{} {}{}",
                open.end,
                open.number,
                if open.double { "d" } else { "" }
            )
        };
        line.ends().map(end).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_led_tile_lies_with_its_high_half_to_the_left() {
        assert_eq!(
            ends(&line(&[("6-4", None, Lay::Across)])),
            "left 6, right 4"
        );
        assert_eq!(
            ends(&line(&[("6-6", None, Lay::Across)])),
            "left 6d, right 6d"
        );
        assert_eq!(ends(&line(&[("6-6", None, Lay::Along)])), "left 6, right 6");
    }

    #[test]
    fn the_other_half_becomes_the_end() {
        let mut line = line(&[
            ("6-4", None, Lay::Across),
            ("6-2", Some(End::Left), Lay::Across),
            ("4-4", Some(End::Right), Lay::Across),
        ]);
        assert_eq!(ends(&line), "left 2, right 4d");
        line.play(Seat::new(1), "5-5".parse().unwrap(), End::Left, Lay::Across);
        assert_eq!(line.laid, 3, "a tile that does not fit is not laid");
    }
}
