//! What must hold after every step, whatever is played.

use hex::FromHex as _;
use std::collections::BTreeSet;

use boneyard_engine::{HandRule, MatchRecord, Viewer, commitment, presets};
use boneyard_protocol::Events;
use boneyard_protocol::limits::RESUME_FACTS;
use serde_json::Value;

use super::*;
use crate::table::answers::Known;

/// Every sheet at every number of players.
pub(super) fn sheets() -> impl Iterator<Item = (&'static str, u8)> {
    presets().iter().flat_map(|sheet| {
        let players = sheet.players.min..=sheet.players.max;
        players.map(|players| (sheet.id.as_str(), u8::try_from(players).unwrap()))
    })
}

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
        _ => {}
    }
}

/// The tiles a viewer may know of while a deal runs: the hands as they are seen now, the line, hands opened
/// by void deals.
fn known(world: &World, viewer: Option<Seat>) -> BTreeSet<String> {
    let game = world.table.state.game.as_deref().unwrap();
    let view = game
        .play()
        .unwrap()
        .view(viewer.map_or(Viewer::Watcher, Viewer::Seat));
    let hands = view.hands.iter().flat_map(|hand| &hand.tiles);
    let open = hands.flatten().copied();
    let line = &view.line;
    let arms = [&line.left, &line.right, &line.up, &line.down];
    let laid = line
        .lead
        .iter()
        .chain(arms.into_iter().flatten())
        .map(|tile| tile.tile);
    let mut known: BTreeSet<String> = open.chain(laid).map(|tile| tile.to_string()).collect();
    // A named lead is told to its leader, though it lies in a closed row (SPEC 5.4, 3.3).
    let legal = view.legal.iter().map(ToString::to_string);
    legal.for_each(|action| tiles(&Value::String(action), &mut known));
    for record in &world.journal {
        if let Fact::Game {
            event: boneyard_engine::Event::Voided { hand, .. },
            ..
        } = &record.fact
        {
            known.extend(hand.uncovered().iter().map(ToString::to_string));
        }
    }
    known
}

/// The misfits among some facts that this viewer may see come by, and then no more (SPEC 12.4).
fn misfits(world: &World, fresh: &[Arc<Occurrence>], viewer: Option<Seat>) -> BTreeSet<String> {
    let viewer = viewer.map_or(Viewer::Watcher, Viewer::Seat);
    let is_fresh = |seq: Seq| fresh.iter().any(|fact| fact.seq == seq);
    let records = world.journal.iter().filter(|record| is_fresh(record.seq));
    let misfit = |record: &JournalRecord| {
        if let Fact::Game {
            event: boneyard_engine::Event::Misfit { tile, .. },
            ..
        } = &record.fact
        {
            return tile.seen_by(viewer).map(ToString::to_string);
        }
        None
    };
    records.filter_map(misfit).collect()
}

#[test]
fn no_viewer_is_sent_a_tile_of_another_hand_or_of_the_stock() {
    for (sheet, seats) in sheets() {
        let mut world = World::playing(sheet, seats, 3);
        let (mut seen, mut passed_by) = (0, 0);
        while world.table.state.deal_runs() {
            for viewer in world.viewers() {
                let known = known(&world, viewer);
                let facts = world.told(viewer);
                let now = world.table.position(viewer, world.now.mono);
                let events = Events {
                    table: TABLE,
                    seq: 1,
                    facts,
                    now,
                };
                let view = world.table.view(viewer, world.now.mono);
                let (mut sent, mut shown) = (BTreeSet::new(), BTreeSet::new());
                tiles(&serde_json::to_value(events).unwrap(), &mut sent);
                tiles(&serde_json::to_value(view).unwrap(), &mut shown);
                assert!(
                    shown.is_subset(&known),
                    "{sheet}, {viewer:?}: {shown:?} beyond {known:?}"
                );
                let live = &known | &misfits(&world, &world.sent, viewer);
                assert!(
                    sent.is_subset(&live),
                    "{sheet}, {viewer:?}: {sent:?} beyond {live:?}"
                );
                passed_by += sent.difference(&known).count();
                seen += sent.len() + shown.len();
            }
            world.sent.clear();
            world.arrange_or_act();
        }
        assert!(seen > 100, "{sheet}: too few tiles were looked at");
        let is_blind = world.table.state.sheet.deal.hand != HandRule::Seen;
        assert_eq!(passed_by > 0, is_blind, "{sheet}: {passed_by} misfits");
    }
}

#[test]
fn the_fold_of_the_journal_is_the_live_table_after_every_append() {
    for (sheet, seats) in sheets() {
        let mut world = World::playing(sheet, seats, 5);
        for _ in 0..50 {
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
            if !world.go_on() {
                break;
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
    for (sheet, seats) in sheets() {
        let mut world = World::playing(sheet, seats, 11);
        world.play_match(seats);
        let game = world.table.state.game.as_deref().unwrap();
        let names = (0..seats).map(|number| Some(person(number).name)).collect();
        let story = world.table.state.story.as_deref().unwrap();
        let json = story.finished_record(game, names).unwrap().to_json();
        let record = MatchRecord::from_json(&json).unwrap();
        let replayed = record.replay().unwrap();
        assert_eq!(replayed.result(), game.play().unwrap().result(), "{sheet}");
        let again = State::from_records(&world.journal).unwrap();
        assert_eq!(again, world.table.state, "{sheet}");
        assert_eq!(record.deals.len(), game.seals.len());
        for deal in &record.deals {
            let salt = <[u8; 32]>::from_hex(deal.salt.as_ref().unwrap()).unwrap();
            let commitment = hex::encode(commitment(&salt, &deal.entry));
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
fn a_viewer_who_comes_back_after_a_restart_is_told_what_was_told_before_it() {
    let mut world = World::playing("kozel", 4, 3);
    world.play_match(4);
    let (_, recent) = State::with_recent(&world.journal).unwrap();
    assert_eq!(recent.len(), RESUME_FACTS);
    assert_eq!(recent, world.sent[world.sent.len() - RESUME_FACTS..]);
}
