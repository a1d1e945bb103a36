//! Which tiles each viewer of a table has been shown, as the journal tells it: no other may occur in
//! what the viewer is sent.

use std::collections::BTreeMap;

use boneyard_engine::{Event, Ruling, Seat, SeenEvent, Tile, TileSet, Viewer};
use boneyard_protocol::PlayerId;

use boneyard_store::fact::{Fact, Sitter};

/// What has been shown at one table, deal by deal.
#[derive(Default)]
pub(super) struct Knowledge {
    players: BTreeMap<Seat, PlayerId>,
    /// The next entry begins another deal: until then the last one's result is still told.
    is_over: bool,
    deals: Vec<Deal>,
}

/// One deal, with the void and annulled entries before it.
struct Deal {
    /// The number of its first fact.
    from: u64,
    /// What each seat was shown, and under `None` those without a seat.
    shown: BTreeMap<Option<Seat>, TileSet>,
    /// The seats that each player has had in it.
    held: Vec<(PlayerId, Seat)>,
}

impl Knowledge {
    /// Adds the fact that follows, at a table of so many seats.
    pub(super) fn note(&mut self, seq: u64, fact: &Fact, seats: u8) {
        if let Fact::Seated { seat, who } = fact {
            self.players.remove(seat);
            if let Sitter::Player(player) = who {
                self.players.insert(*seat, player.id);
                if let Some(deal) = self.deals.last_mut() {
                    deal.held.push((player.id, *seat));
                }
            }
        }
        if let Fact::Left { seat, .. } = fact {
            self.players.remove(seat);
        }
        if let Fact::Game { event, .. } = fact {
            self.note_event(seq, event, seats);
        }
    }

    fn note_event(&mut self, seq: u64, event: &Event, seats: u8) {
        self.is_over |= matches!(
            event,
            Event::MatchStarted { .. }
                | Event::Ruled {
                    ruling: Ruling::Deal
                }
        );
        if self.is_over && matches!(event, Event::Dealt { .. } | Event::Voided { .. }) {
            self.is_over = false;
            self.deals.push(Deal {
                from: seq,
                shown: BTreeMap::new(),
                held: self.players.iter().map(|(s, p)| (*p, *s)).collect(),
            });
        }
        let Some(deal) = self.deals.last_mut() else {
            return;
        };
        let viewers = std::iter::once(None).chain((0..seats).map(|seat| Some(Seat::new(seat))));
        for viewer in viewers {
            let seen = event.seen_by(viewer.map_or(Viewer::Watcher, Viewer::Seat));
            let shown = deal.shown.entry(viewer).or_insert(TileSet::EMPTY);
            *shown = shown.or(tiles_of(&seen));
        }
    }

    /// A seat is told tiles by name: the lead that the rules ask of it.
    pub(super) fn name(&mut self, seat: Seat, texts: &[String]) {
        let Some(deal) = self.deals.last_mut() else {
            return;
        };
        let shown = deal.shown.entry(Some(seat)).or_insert(TileSet::EMPTY);
        for text in texts {
            *shown = shown.or(tiles_in(text));
        }
    }

    /// These tiles lie open to everybody.
    pub(super) fn open(&mut self, tiles: TileSet) {
        if let Some(deal) = self.deals.last_mut() {
            let shown = deal.shown.entry(None).or_insert(TileSet::EMPTY);
            *shown = shown.or(tiles);
        }
    }

    /// What a player may find in a message about the facts from `first` to `last`.
    pub(super) fn of(&self, player: PlayerId, first: u64, last: u64) -> TileSet {
        let after = |at: usize| self.deals.get(at + 1).map_or(u64::MAX, |next| next.from);
        let met = self.deals.iter().enumerate();
        let met = met.filter(|(at, deal)| deal.from <= last && after(*at) > first);
        met.fold(TileSet::EMPTY, |known, (_, deal)| {
            known.or(deal.known_to(player))
        })
    }
}

impl Deal {
    fn known_to(&self, player: PlayerId) -> TileSet {
        let held = self.held.iter().filter(|(who, _)| *who == player);
        let viewers = held.map(|(_, seat)| Some(*seat)).chain([None]);
        viewers
            .filter_map(|viewer| self.shown.get(&viewer))
            .fold(TileSet::EMPTY, |known, shown| known.or(*shown))
    }
}

/// The tiles that an event shows.
fn tiles_of(seen: &SeenEvent) -> TileSet {
    match seen {
        SeenEvent::Dealt { hands, .. } => {
            let tiles = hands.iter().flat_map(|hand| &hand.tiles);
            tiles.copied().flatten().collect()
        }
        SeenEvent::Voided { hand, .. } => hand.tiles.iter().copied().flatten().collect(),
        SeenEvent::Opened { row, .. } => row.tiles.iter().copied().flatten().collect(),
        SeenEvent::Led { tile, .. }
        | SeenEvent::Played { tile, .. }
        | SeenEvent::TurnedUp { tile, .. }
        | SeenEvent::TakenBack { tile, .. } => TileSet::of(*tile),
        SeenEvent::Misfit { tile, .. } | SeenEvent::Drew { tile, .. } => {
            tile.iter().copied().collect()
        }
        SeenEvent::DealOver { result } => {
            let tiles = result.seats.iter().flat_map(|seat| &seat.tiles);
            tiles.copied().collect()
        }
        SeenEvent::MatchStarted { .. }
        | SeenEvent::Arranged { .. }
        | SeenEvent::TurnBegan { .. }
        | SeenEvent::Passed { .. }
        | SeenEvent::Stopped { .. }
        | SeenEvent::Challenged { .. }
        | SeenEvent::Warned { .. }
        | SeenEvent::TurnEnded { .. }
        | SeenEvent::Scored { .. }
        | SeenEvent::Ruled { .. }
        | SeenEvent::MatchOver { .. } => TileSet::EMPTY,
    }
}

/// The tiles that are written somewhere in a text, as a word or a JSON string of their own.
pub(super) fn tiles_in(text: &str) -> TileSet {
    let bytes = text.as_bytes();
    let ends = |byte: Option<&u8>| byte.is_none_or(|byte| matches!(*byte, b'"' | b' '));
    let tile = |(dash, _): (usize, &str)| -> Option<Tile> {
        let first = dash.checked_sub(1)?;
        let before = first.checked_sub(1).and_then(|at| bytes.get(at));
        let fits = ends(before) && ends(bytes.get(dash + 2));
        text.get(first..dash + 2).filter(|_| fits)?.parse().ok()
    };
    text.match_indices('-').filter_map(tile).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_found_as_words_and_nothing_else_is() {
        let text = r#"{"id":"01-2","hand":["6-4","0-0"],"legal":["play 5-5 left"],"x":"16-4"}"#;
        let found: Vec<String> = tiles_in(text).iter().map(|t| t.to_string()).collect();
        assert_eq!(found.len(), 3, "{found:?}");
        for tile in ["6-4", "0-0", "5-5"] {
            assert!(tiles_in(text).contains(tile.parse().unwrap()), "{tile}");
        }
    }
}
