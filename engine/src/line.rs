//! The line of play: what lies, its open ends, and where a tile may go (SPEC 6). No coordinates.

mod laid;
mod whole_row;

pub use laid::{LaidTile, LinePlace, LineView, OpenEnd};
pub(crate) use whole_row::can_lay_all;

use crate::action::{End, Lay};
use crate::seat::Seat;
use crate::sheet::{LineRules, Spinner, SpinnerValue};
use crate::tile::Tile;
use crate::tile_set::NumberSet;

/// The tiles laid in a deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    /// Which double becomes the spinner.
    spinner_rule: Spinner,
    /// Whether the spinner's left and right must be covered before up and down exist.
    sides_first: bool,
    lead: Option<LaidTile>,
    /// By `End`, nearest to the lead (above and below: to the spinner) first.
    arms: [Vec<LaidTile>; 4],
    spinner: Option<LinePlace>,
    laid: u32,
}

impl Line {
    pub(crate) fn new(rules: &LineRules) -> Self {
        Self {
            spinner_rule: rules.spinner,
            sides_first: rules.sides_first,
            ..Self::default()
        }
    }

    /// The line that a view shows.
    pub(crate) fn of_view(rules: &LineRules, view: &LineView) -> Self {
        let arms = [&view.left, &view.right, &view.up, &view.down];
        let mut line = Self {
            lead: view.lead,
            spinner: view.spinner,
            ..Self::new(rules)
        };
        for (end, arm) in [End::Left, End::Right, End::Up, End::Down]
            .into_iter()
            .zip(arms)
        {
            line.arms[end as usize].clone_from(arm);
        }
        line.laid = u32::try_from(line.tiles().count()).unwrap_or(u32::MAX);
        line
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lead.is_none()
    }

    /// Whether nothing lies but the led tile.
    pub(crate) fn is_lead_alone(&self) -> bool {
        self.laid == 1
    }

    /// Lays the first tile, its high half to the left (SPEC 6.1).
    pub(crate) fn lead(&mut self, seat: Seat, tile: Tile, lay: Lay) {
        self.lead = Some(LaidTile {
            tile,
            inner: tile.high(),
            outer: tile.low(),
            lay,
            seat,
            order: 0,
        });
        self.laid = 1;
        self.find_spinner(tile, LinePlace::Lead);
    }

    /// Lays a tile at an end (SPEC 6.2). A tile that does not fit lies with its low half inwards
    /// (SPEC 10.1). Without such an end nothing happens.
    pub(crate) fn play(&mut self, seat: Seat, tile: Tile, end: End, lay: Lay) {
        let Some(open) = self.end(end) else {
            return;
        };
        let (inner, outer) = tile
            .other_half(open.number)
            .map_or((tile.low(), tile.high()), |outer| (open.number, outer));
        let arm = &mut self.arms[end as usize];
        let index = u32::try_from(arm.len()).unwrap_or(u32::MAX);
        arm.push(LaidTile {
            tile,
            inner,
            outer,
            lay,
            seat,
            order: self.laid,
        });
        self.laid += 1;
        self.find_spinner(tile, LinePlace::Arm { end, index });
    }

    /// Takes the last tile of an end away again. Only for the tile that was laid last of all, and
    /// never on a line with a spinner (SPEC 10.2).
    pub(crate) fn take_back(&mut self, end: End) {
        if self.arms[end as usize].pop().is_some() {
            self.laid -= 1;
        }
    }

    /// SPEC 6.3: the first double of the deal.
    fn find_spinner(&mut self, tile: Tile, place: LinePlace) {
        let wanted = match self.spinner_rule {
            Spinner::None => false,
            Spinner::FirstDouble => tile.is_double(),
        };
        if wanted {
            self.spinner.get_or_insert(place);
        }
    }

    /// The spinner's tile, once it lies.
    fn spinner_tile(&self) -> Option<&LaidTile> {
        match self.spinner? {
            LinePlace::Lead => self.lead.as_ref(),
            LinePlace::Arm { end, index } => {
                self.arms[end as usize].get(usize::try_from(index).ok()?)
            }
        }
    }

    /// Whether a tile touches this side of the spinner.
    fn is_covered(&self, side: End) -> bool {
        let arm = self.arms[side as usize].len();
        match self.spinner {
            None => false,
            Some(LinePlace::Arm { end, index }) if end == side => {
                arm > usize::try_from(index).unwrap_or(usize::MAX) + 1
            }
            // The side towards the line it was laid at.
            Some(LinePlace::Arm { end, .. }) if end.opposite() == side => true,
            Some(LinePlace::Arm { .. } | LinePlace::Lead) => arm > 0,
        }
    }

    fn are_sides_covered(&self) -> bool {
        self.is_covered(End::Left) && self.is_covered(End::Right)
    }

    /// The open end of this name.
    pub(crate) fn end(&self, end: End) -> Option<OpenEnd> {
        let lead = self.lead.as_ref()?;
        let (number, root) = match end {
            End::Left => (lead.inner, lead),
            End::Right => (lead.outer, lead),
            End::Up | End::Down => {
                let spinner = self.spinner_tile()?;
                if self.sides_first && !self.are_sides_covered() {
                    return None;
                }
                (spinner.outer, spinner)
            }
        };
        let arm = &self.arms[end as usize];
        let (number, last) = arm.last().map_or((number, root), |last| (last.outer, last));
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

    /// The left and the right end, once a tile lies.
    pub(crate) fn both(&self) -> Option<(OpenEnd, OpenEnd)> {
        Some((self.end(End::Left)?, self.end(End::Right)?))
    }

    /// The value of the layout (SPEC 6.5), 0 before the lead.
    pub(crate) fn value(&self, spinner_value: SpinnerValue) -> u32 {
        let Some(lead) = &self.lead else { return 0 };
        let Some(spinner) = self.spinner_tile() else {
            if self.is_lead_alone() && lead.tile.is_double() {
                return 2 * u32::from(lead.inner.get());
            }
            return self.ends().map(weight).sum();
        };
        let number = u32::from(spinner.inner.get());
        let own = match spinner_value {
            SpinnerValue::Sides => {
                let covered = End::ALL.into_iter().filter(|side| self.is_covered(*side));
                match covered.count() {
                    0..=2 => 2 * number,
                    3 => number,
                    _ => 0,
                }
            }
            SpinnerValue::Line if self.are_sides_covered() => 0,
            SpinnerValue::Line => 2 * number,
        };
        let covered = self.ends().filter(|open| self.is_covered(open.end));
        own + covered.map(weight).sum::<u32>()
    }

    /// Every tile that lies.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = Tile> {
        let laid = self.lead.iter().chain(self.arms.iter().flatten());
        laid.map(|laid| laid.tile)
    }

    pub(crate) fn view(&self) -> LineView {
        let arm = |end: End| self.arms[end as usize].clone();
        LineView {
            lead: self.lead,
            left: arm(End::Left),
            right: arm(End::Right),
            up: arm(End::Up),
            down: arm(End::Down),
            spinner: self.spinner,
            ends: self.ends().collect(),
        }
    }
}

/// What an end counts (SPEC 6.5).
fn weight(open: OpenEnd) -> u32 {
    u32::from(open.number.get()) * if open.double { 2 } else { 1 }
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
        line.play(Seat::new(1), "5-3".parse().unwrap(), End::Left, Lay::Across);
        assert_eq!(
            ends(&line),
            "left 5, right 4d",
            "a wrong tile lies with its low half inwards"
        );
        line.take_back(End::Left);
        assert_eq!(ends(&line), "left 2, right 4d");
    }

    /// The note of SPEC 6.5.
    #[test]
    fn the_spinner_counts_by_its_covered_sides() {
        let laid = [
            ("4-4", None, 8, 8),
            ("6-4", Some(End::Left), 14, 14),
            ("4-1", Some(End::Right), 15, 7),
            ("4-0", Some(End::Up), 11, 7),
            ("4-3", Some(End::Down), 10, 10),
        ];
        let rules = LineRules {
            spinner: Spinner::FirstDouble,
            ..LineRules::default()
        };
        let mut line = Line::new(&rules);
        for (tile, end, sides, whole) in laid {
            let tile = tile.parse().unwrap();
            match end {
                None => line.lead(Seat::new(0), tile, Lay::Across),
                Some(end) => line.play(Seat::new(0), tile, end, Lay::Across),
            }
            assert_eq!(line.value(SpinnerValue::Sides), sides, "{tile}");
            assert_eq!(line.value(SpinnerValue::Line), whole, "{tile}");
        }
    }

    #[test]
    fn a_spinner_laid_later_opens_up_and_down() {
        let rules = LineRules {
            spinner: Spinner::FirstDouble,
            sides_first: true,
            ..LineRules::default()
        };
        let mut line = Line::new(&rules);
        line.lead(Seat::new(0), "6-4".parse().unwrap(), Lay::Across);
        line.play(Seat::new(1), "6-6".parse().unwrap(), End::Left, Lay::Across);
        assert_eq!(ends(&line), "left 6d, right 4");
        line.play(Seat::new(0), "6-2".parse().unwrap(), End::Left, Lay::Across);
        assert_eq!(ends(&line), "down 6d, left 2, right 4, up 6d");
        line.play(Seat::new(1), "6-1".parse().unwrap(), End::Up, Lay::Across);
        assert_eq!(ends(&line), "down 6d, left 2, right 4, up 1");
    }
}
