//! What must hold after every step, whatever is played.

use std::collections::BTreeSet;

use boneyard_engine::{MatchRecord, Viewer, commitment};
use boneyard_protocol::Events;
use boneyard_protocol::limits::RESUME_FACTS;
use serde_json::Value;

use super::*;
use crate::journal::hex;
use crate::table::answers::Known;
use crate::table::wire;

const SHEETS: [(&str, u8); 4] = [("kozel", 3), ("kozel-pairs", 4), ("draw", 2), ("block", 4)];

/// Every tile that is written somewhere in a message.
fn tiles(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => found.extend(
            text.split(' ')
                .filter(|word| word.parse::<boneyard_engine::Tile>().is_ok())
                .map(str::to_owned),
        ),
        Value::Array(items) => items.iter().for_each(|item| tiles(item, found)),
        Value::Object(fields) => fields.values().for_each(|item| tiles(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The tiles a viewer may know of while a deal runs: his own hand, the line, hands opened by void deals.
fn known(world: &World, viewer: Option<Seat>) -> BTreeSet<String> {
    let game = world.table.state.game.as_ref().unwrap();
    let view = game
        .play()
        .unwrap()
        .view(viewer.map_or(Viewer::Watcher, Viewer::Seat));
    let own = viewer.and_then(|seat| view.hands.get(seat).cloned());
    let own = own.into_iter().flat_map(|hand| hand.tiles).flatten();
    let line = &view.line;
    let arms = [&line.left, &line.right, &line.up, &line.down];
    let laid = line
        .lead
        .iter()
        .chain(arms.into_iter().flatten())
        .map(|tile| tile.tile);
    let mut known: BTreeSet<String> = own.chain(laid).map(|tile| tile.to_string()).collect();
    for record in &world.journal {
        if let Fact::Game {
            event: boneyard_engine::Event::Voided { hand, .. },
            ..
        } = &record.fact
        {
            known.extend(hand.value.iter().map(ToString::to_string));
        }
    }
    known
}

#[test]
fn no_viewer_is_sent_a_tile_of_another_hand_or_of_the_stock() {
    for (sheet, seats) in SHEETS {
        let mut world = World::playing(sheet, seats, 3);
        let mut seen = 0;
        while world.table.state.phase == TablePhase::Playing {
            let fresh = world.sent.split_off(0);
            for viewer in world.viewers() {
                let known = known(&world, viewer);
                let facts = fresh
                    .iter()
                    .map(|fact| fact.shown.to(viewer).clone())
                    .collect();
                let now = world.table.position(viewer, world.now.mono);
                let events = Events {
                    table: TABLE,
                    seq: 1,
                    facts,
                    now,
                };
                let view = world.table.view(viewer, world.now.mono);
                let mut sent = BTreeSet::new();
                tiles(&serde_json::to_value(events).unwrap(), &mut sent);
                tiles(&serde_json::to_value(view).unwrap(), &mut sent);
                assert!(
                    sent.is_subset(&known),
                    "{sheet}, {viewer:?}: {sent:?} beyond {known:?}"
                );
                seen += sent.len();
            }
            world.act();
        }
        assert!(seen > 100, "{sheet}: too few tiles were looked at");
    }
}

#[test]
fn the_fold_of_the_journal_is_the_live_table_after_every_append() {
    for (sheet, seats) in SHEETS {
        let mut world = World::playing(sheet, seats, 5);
        let mut steps = 0;
        while world.table.state.phase != TablePhase::MatchOver && steps < 120 {
            steps += 1;
            let recovered = State::from_records(&world.journal).unwrap();
            assert_eq!(recovered, world.table.state, "{sheet}");
            let table = world.table.reloaded(recovered, world.now.mono);
            for viewer in world.viewers() {
                let live = world.table.view(viewer, world.now.mono);
                let mut again = table.view(viewer, world.now.mono);
                again.now.clock = live.now.clock;
                again.seats.clone_from(&live.seats);
                assert_eq!(again, live, "{sheet}");
            }
            match world.table.state.phase {
                TablePhase::Playing => drop(world.act()),
                TablePhase::BetweenDeals => {
                    world.pass_time(12_000);
                    world.wake();
                }
                TablePhase::Arranging => world.arrange(),
                TablePhase::Seating | TablePhase::MatchOver | TablePhase::Closed => {}
            }
        }
    }
}

#[test]
fn viewers_are_sent_every_number_once() {
    let mut world = World::playing("kozel", 2, 7);
    world.play_deal();
    let numbers: Vec<u64> = world.sent.iter().map(|fact| fact.seq.0).collect();
    let first = numbers[0];
    assert!(numbers.iter().copied().eq((first..).take(numbers.len())));
    assert_eq!(world.table.state.seq.0, *numbers.last().unwrap());
}

#[test]
fn the_record_of_a_finished_match_replays_to_its_result_and_proves_its_deals() {
    for (sheet, seats) in SHEETS {
        let mut world = World::playing(sheet, seats, 11);
        world.play_match(seats);
        let game = world.table.state.game.as_ref().unwrap();
        let names = (0..seats).map(|number| Some(person(number).name)).collect();
        let json = game.finished_record(names).unwrap().to_json();
        let record = MatchRecord::from_json(&json).unwrap();
        let replayed = record.replay().unwrap();
        assert_eq!(replayed.result(), game.play().unwrap().result(), "{sheet}");
        assert_eq!(record.deals.len(), game.seals.len());
        for deal in &record.deals {
            let salt = hex::decode(deal.salt.as_ref().unwrap()).unwrap();
            let commitment = hex::encode(&commitment(&salt, &deal.entry));
            assert_eq!(Some(commitment), deal.commitment);
        }
    }
}

#[test]
fn a_command_is_known_after_a_restart() {
    let mut world = World::playing("kozel", 2, 1);
    world.act();
    let record = world.journal.last().unwrap();
    let cause = record.cause.unwrap();
    let recovered = State::from_records(&world.journal).unwrap();
    assert_eq!(recovered.answers.look_up(&cause), Known::Done(record.seq));
    let other = Cause {
        body: BodyHash::of(b"other"),
        ..cause
    };
    assert_eq!(recovered.answers.look_up(&other), Known::Reused);
}

#[test]
fn the_log_of_a_snapshot_begins_with_the_deal() {
    let mut world = World::playing("kozel", 2, 1);
    world.act();
    let view = world.table.view(Some(Seat::new(0)), world.now.mono);
    let log = view.game.unwrap().log;
    assert!(
        matches!(log[0], boneyard_protocol::Fact::Dealt { .. }),
        "{log:?}"
    );
    assert!(
        matches!(log[1], boneyard_protocol::Fact::Led { .. }),
        "{log:?}"
    );
    assert!(wire::hands_are_seen(&world.table.state));
}

#[test]
fn whoever_comes_back_after_a_restart_is_told_what_was_told_before_it() {
    let mut world = World::playing("kozel", 4, 3);
    world.play_match(4);
    let (_, told) = State::retold(&world.journal).unwrap();
    assert_eq!(told.len(), RESUME_FACTS);
    let before = world.sent.split_off(world.sent.len() - RESUME_FACTS);
    for ((seq, shown), outgoing) in told.into_iter().zip(before) {
        assert_eq!((seq, shown), (outgoing.seq, outgoing.shown));
    }
}
