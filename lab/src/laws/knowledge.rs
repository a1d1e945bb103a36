//! What the rules let a viewer see (SPEC 12.2, 12.3), told without the engine's views, so that those
//! can be held against it.

use boneyard_engine::{Event, HandRule, Openness, Ruling, Seat, Sheet, Tile, TileSet, Viewer};

/// The tiles that a viewer who looks from the event with the index `since` on comes to see, those
/// that lie open included: one set for each entry. Tiles that were laid and dealt hands of completed
/// deals count as seen by later viewers.
pub(crate) fn seen(
    viewer: Viewer,
    sheet: &Sheet,
    players: usize,
    events: &[Event],
    since: usize,
) -> Vec<TileSet> {
    let mut eye = Eye::new(viewer, sheet, players);
    for (at, event) in events.iter().enumerate() {
        if at == since {
            eye.look();
        }
        let presence = if at >= since {
            Presence::Here
        } else {
            Presence::NotYet
        };
        eye.watch(event, presence);
    }
    if since == events.len() {
        eye.look();
    }
    eye.seen
}

/// Whether the viewer is there when something happens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Here,
    NotYet,
}

/// A viewer, and the hands as they are.
pub(crate) struct Eye<'a> {
    viewer: Viewer,
    sheet: &'a Sheet,
    /// The hands as they are, visible to the viewer or not; the order matters only in a row.
    pub(crate) hands: Vec<Vec<Tile>>,
    arranged: Vec<bool>,
    opened: Vec<bool>,
    /// The deal is over.
    over: bool,
    /// By entry.
    seen: Vec<TileSet>,
}

impl<'a> Eye<'a> {
    pub(crate) fn new(viewer: Viewer, sheet: &'a Sheet, players: usize) -> Self {
        Self {
            viewer,
            sheet,
            hands: vec![Vec::new(); players],
            arranged: vec![false; players],
            opened: vec![false; players],
            over: false,
            seen: Vec::new(),
        }
    }

    /// Whether the viewer sees the tiles that lie in a hand now (SPEC 12.2), apart from a turned-up one.
    pub(crate) fn sees(&self, seat: Seat) -> bool {
        let own = self.viewer == Viewer::Seat(seat);
        if self.viewer == Viewer::Referee || self.over {
            return true;
        }
        let closed = match self.sheet.deal.hand {
            HandRule::Seen => return own,
            HandRule::Arranged if !self.arranged[seat.index()] => return own,
            HandRule::Arranged | HandRule::Unseen => !self.opened[seat.index()],
        };
        !closed && self.may(self.sheet.deal.open_to, seat)
    }

    fn may(&self, openness: Openness, seat: Seat) -> bool {
        match openness {
            Openness::All => true,
            Openness::Owner => self.viewer == Viewer::Referee || self.viewer == Viewer::Seat(seat),
        }
    }

    fn note(&mut self, tiles: impl IntoIterator<Item = Tile>) {
        if let Some(seen) = self.seen.last_mut() {
            tiles.into_iter().for_each(|tile| seen.insert(tile));
        }
    }

    /// The hands that may be seen now.
    fn look(&mut self) {
        for seat in (0..).take(self.hands.len()).map(Seat::new) {
            if self.sees(seat) {
                self.note(self.hands[seat.index()].clone());
            }
        }
    }

    /// Something happens, in the viewer's presence or before it.
    pub(crate) fn watch(&mut self, event: &Event, presence: Presence) {
        let live = presence == Presence::Here;
        match event {
            Event::Dealt { hands, .. } => {
                self.seen.push(TileSet::EMPTY);
                self.hands = hands.iter().map(|hand| hand.uncovered().clone()).collect();
                self.arranged.fill(false);
                self.opened.fill(false);
                self.over = false;
                if live {
                    self.look();
                }
            }
            Event::Voided { hand, .. } => {
                self.seen.push(hand.uncovered().iter().copied().collect());
                self.hands.iter_mut().for_each(Vec::clear);
            }
            Event::Arranged { seat, row } => {
                self.hands[seat.index()].clone_from(row.uncovered());
                self.arranged[seat.index()] = true;
            }
            Event::TurnedUp { tile, .. } => self.note([*tile]),
            Event::Led { seat, tile, .. } | Event::Played { seat, tile, .. } => {
                self.note([*tile]);
                self.hands[seat.index()].retain(|held| held != tile);
            }
            Event::TakenBack { seat, tile, .. } => self.hands[seat.index()].push(*tile),
            Event::Misfit { seat, tile } => {
                self.hands[seat.index()].rotate_right(1);
                if live && self.may(self.sheet.deal.misfit_visible, *seat) {
                    self.note([*tile.uncovered()]);
                }
            }
            Event::Opened { seat, .. } => {
                self.opened[seat.index()] = true;
                if live && self.sees(*seat) {
                    self.note(self.hands[seat.index()].clone());
                }
            }
            Event::Drew { seat, tile } => {
                self.hands[seat.index()].push(*tile.uncovered());
                if live && self.sees(*seat) {
                    self.note([*tile.uncovered()]);
                }
            }
            // All hands are open, also to later viewers.
            Event::DealOver { .. } | Event::MatchOver { .. } => {
                self.over = true;
                self.look();
            }
            Event::Ruled {
                ruling: Ruling::Deal | Ruling::Restart,
            } => self.hands.iter_mut().for_each(Vec::clear),
            _ => {}
        }
    }
}

/// Whether the same happened in two worlds as far as everybody may know, and as far as the viewer
/// knows: hidden tiles may differ. What the viewer sees of hands is the same anyway, since the seen tiles
/// lie in the same places in both.
pub(crate) fn looks_alike(one: &Event, other: &Event) -> bool {
    match (one, other) {
        (
            Event::Dealt { deal, stock, .. },
            Event::Dealt {
                deal: d, stock: s, ..
            },
        ) => (deal, stock) == (d, s),
        // The opened hand is seen, the rest of the entry is not.
        (
            Event::Voided { deal, hand, .. },
            Event::Voided {
                deal: d, hand: h, ..
            },
        ) => (deal, hand.owner, hand.uncovered()) == (d, h.owner, h.uncovered()),
        (Event::Arranged { seat, .. }, Event::Arranged { seat: s, .. })
        | (Event::Misfit { seat, .. }, Event::Misfit { seat: s, .. })
        | (Event::Opened { seat, .. }, Event::Opened { seat: s, .. })
        | (Event::Drew { seat, .. }, Event::Drew { seat: s, .. }) => seat == s,
        _ => one == other,
    }
}
