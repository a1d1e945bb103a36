//! What a client makes of the facts is what a snapshot shows, in every game and for every viewer.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test says where and why"
)]

use std::sync::Arc;

use boneyard_client::{LeftOut, TableMirror, difference};
use boneyard_engine::{
    Action, Event, Match, MatchSetup, Options, Phase, Ruling, Seat, Viewer, commitment, deal_entry,
    presets,
};
use boneyard_protocol::table::TableSettings;
use boneyard_protocol::{AbsenceEnd, MatchId, PlayerId, PlayerInfo, PlayerKind, TableId, Tempo};
use boneyard_server::table::desk::Desk;
use boneyard_store::fact::{Fact, Opening, Origin};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use uuid::Uuid;

/// Steps of each game that are compared.
const STEPS: u32 = 60;
const THINK_MS: u64 = 5_000;

/// A table of a sheet, its match, and what every viewer has folded.
struct World {
    desk: Desk,
    game: Match,
    rng: ChaCha20Rng,
    entries: u32,
    viewers: Vec<Option<Seat>>,
    mirrors: Vec<TableMirror>,
}

impl World {
    fn new(sheet: &str, seats: u8) -> Self {
        let setup = MatchSetup::preset(sheet, Options::default(), seats).unwrap();
        let opening = Opening {
            sheet: setup.rules.clone(),
            options: setup.options.clone(),
            rules: Some(Arc::clone(&setup.sheet)),
            seats,
            settings: TableSettings {
                private: true,
                watchers: true,
                clock_ms: THINK_MS,
                absence_ms: 0,
                absence_end: AbsenceEnd::Bot,
                pause_ms: 0,
                tempo: Tempo::Plain,
            },
            code: "ABCD2345WXYZ".parse().unwrap(),
        };
        let player = |number: u8| PlayerInfo {
            id: PlayerId(Uuid::from_u128(number.into())),
            name: format!("Player {number}"),
            kind: PlayerKind::Person,
        };
        let started = Match::start(setup).unwrap();
        let (table, match_id) = (TableId(Uuid::from_u128(100)), MatchId(Uuid::from_u128(200)));
        let players = (0..seats).map(player).collect();
        let desk = Desk::open(table, opening, players, match_id, &started).unwrap();
        let viewers: Vec<Option<Seat>> = (0..seats)
            .map(|seat| Some(Seat::new(seat)))
            .chain([None])
            .collect();
        let mirrors = viewers
            .iter()
            .map(|viewer| TableMirror::new(desk.snapshot(*viewer, THINK_MS)))
            .collect();
        Self {
            desk,
            game: Match::from_events([&started]).unwrap(),
            rng: ChaCha20Rng::seed_from_u64(9),
            entries: 0,
            viewers,
            mirrors,
        }
    }

    /// What happens next: a fact before it, its events and whose it is; `None` at the end of the match.
    fn next(&mut self) -> Option<(Option<Fact>, Vec<Event>, Origin)> {
        let game = &self.game;
        match game.phase() {
            Phase::AwaitingEntry => {
                let mut seed = [0; 32];
                self.rng.fill_bytes(&mut seed);
                let entry = deal_entry(seed, game.setup().players);
                let sealed = Fact::Entry {
                    index: self.entries,
                    salt: seed,
                    commitment: commitment(&seed, &entry),
                };
                self.entries += 1;
                Some((Some(sealed), game.enter(entry).unwrap(), Origin::Table))
            }
            Phase::Arranging => {
                let seat = game.view(Viewer::Watcher).awaiting[0];
                let hands = game.view(Viewer::Seat(seat)).hands;
                let row = hands[seat].tiles.iter().map(|tile| tile.unwrap()).collect();
                Some((
                    None,
                    game.decide(seat, &Action::Arrange { row }).unwrap(),
                    Origin::Seat,
                ))
            }
            Phase::Playing => {
                let seat = game.on_turn().unwrap();
                let legal = game.legal_actions(seat);
                let actions = legal.as_slice();
                let at = usize::try_from(self.rng.next_u32()).unwrap() % actions.len();
                Some((None, game.decide(seat, &actions[at]).unwrap(), Origin::Seat))
            }
            Phase::DealOver => Some((None, game.rule(Ruling::Deal).unwrap(), Origin::Table)),
            Phase::MatchOver => None,
        }
    }

    /// Tells everybody what happens next, and compares; returns whether anything happened.
    fn step(&mut self, sheet: &str) -> bool {
        let Some((before, events, by)) = self.next() else {
            return false;
        };
        let fact = |event: &Event| Fact::Game {
            event: event.clone(),
            by,
            lengthwise: false,
        };
        let facts: Vec<Fact> = before.into_iter().chain(events.iter().map(fact)).collect();
        events.iter().for_each(|event| self.game.apply(event));
        let batch = self.desk.tell(&facts);
        for (viewer, mirror) in self.viewers.iter().zip(&mut self.mirrors) {
            let events = self.desk.events(&batch, *viewer, THINK_MS);
            mirror.apply(&events).unwrap();
            let shown = self.desk.snapshot(*viewer, THINK_MS).view;
            let differs = difference(mirror.view(), &shown, LeftOut::Clocks);
            assert_eq!(differs, None, "{sheet}, {viewer:?}, {:?}", events.facts);
        }
        true
    }
}

#[test]
fn the_mirror_of_the_facts_is_the_snapshot() {
    let sheets = presets();
    assert!(sheets.len() >= 16);
    for sheet in sheets {
        let seats = u8::try_from(sheet.players.min).unwrap();
        let mut world = World::new(&sheet.id, seats);
        for _ in 0..STEPS {
            if !world.step(&sheet.id) {
                break;
            }
        }
    }
}
