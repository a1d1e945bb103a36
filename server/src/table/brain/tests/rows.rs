//! Rows that are arranged, and what is closed again.

use boneyard_engine::{Event, Ruling};
use boneyard_protocol::ErrorCode;

use super::super::ServerMove;
use super::*;
use crate::table::turn_clock::RECOVERY_GRACE_MS;
use boneyard_store::fact::Origin;

const ROWS_MS: u64 = 60_000;

fn arranging(world: &World) -> Vec<u8> {
    let now = world.table.position(None, world.now.mono);
    assert_eq!(now.phase, TablePhase::Arranging);
    now.awaiting
}

fn overtimes(facts: &[Fact]) -> Vec<Seat> {
    let of = |fact: &Fact| {
        if let Fact::Game { event, .. } = fact
            && let Event::Ruled { ruling } = event
            && let Ruling::Overtime(seat) = ruling
        {
            return Some(*seat);
        }
        None
    };
    facts.iter().filter_map(of).collect()
}

#[test]
fn seats_arrange_in_any_order_and_the_last_one_begins_the_deal() {
    let mut world = World::playing("blind-memory", 3, 1);
    assert_eq!(arranging(&world), [0, 1, 2]);
    assert_eq!(world.table.position(None, world.now.mono).seat, None);
    for seat in [2, 0] {
        let command = world.arrangement(Seat::new(seat));
        world.command(seat, command).unwrap();
    }
    assert_eq!(arranging(&world), [1]);
    world.arrange();
    assert_eq!(world.table.state.phase, TablePhase::Playing);
    let now = world.table.position(None, world.now.mono);
    assert!(now.seat.is_some() && now.awaiting.is_empty());
}

#[test]
fn an_arranged_row_is_closed_to_its_owner_too() {
    let mut world = World::playing("blind-memory", 2, 1);
    let me = Some(Seat::new(0));
    let mine = |world: &World| {
        let game = world.table.view(me, world.now.mono).game.unwrap();
        game.hands[0].tiles.clone()
    };
    assert_eq!(mine(&world).map(|tiles| tiles.len()), Some(8));
    let command = world.arrangement(Seat::new(0));
    world.command(0, command).unwrap();
    assert_eq!(mine(&world), None);
    let log = world.table.view(me, world.now.mono).game.unwrap().log;
    let is_open = |fact: &&WireFact| matches!(fact, WireFact::Dealt { hand: Some(_), .. });
    assert_eq!(log.iter().filter(is_open).count(), 0, "{log:?}");
}

#[test]
fn another_row_and_another_entry_are_refused() {
    let mut world = World::playing("blind-memory", 2, 1);
    let TableCommand::Act { entry, action, .. } = world.arrangement(Seat::new(0)) else {
        panic!("not an act");
    };
    let act = |entry, action: String| TableCommand::Act {
        turn: None,
        entry,
        action,
        lengthwise: false,
    };
    for (number, command, code) in [
        (1, act(entry, action.clone()), ErrorCode::NotTheRow),
        (0, act(Some(5), action.clone()), ErrorCode::Stale),
        (0, act(None, action.clone()), ErrorCode::BadMessage),
        (0, act(entry, "challenge".into()), ErrorCode::Arranging),
    ] {
        let why = world.command(number, command.clone()).unwrap_err();
        assert_eq!(why.code, code, "{command:?}");
    }
    world.command(0, act(entry, action.clone())).unwrap();
    let why = world.command(0, act(entry, action)).unwrap_err();
    assert_eq!(why.code, ErrorCode::NotAllowed, "the row is fixed");
}

#[test]
fn after_a_minute_all_rows_that_are_left_are_fixed_as_dealt() {
    let mut world = World::playing("blind-memory", 3, 1);
    let command = world.arrangement(Seat::new(1));
    world.command(1, command).unwrap();
    world.pass_time(ROWS_MS - 1);
    assert!(world.wake().is_empty());
    world.pass_time(1);
    let late = world.arrangement(Seat::new(0));
    let why = world.command(0, late).unwrap_err();
    assert_eq!(why.code, ErrorCode::Stale, "read too late");
    let facts = world.wake();
    assert_eq!(overtimes(&facts), [Seat::new(0), Seat::new(2)]);
    assert_eq!(world.table.state.phase, TablePhase::Playing);
}

#[test]
fn an_absent_seats_row_waits_for_its_absence_and_then_a_bot_arranges() {
    let mut world = World::playing("blind-memory", 2, 1);
    world.depart(0);
    let command = world.arrangement(Seat::new(1));
    world.command(1, command).unwrap();
    world.pass_time(119_999);
    assert!(world.wake().is_empty(), "the clock stands");
    world.pass_time(1);
    let seat = Seat::new(0);
    let absence_left_ms = 0;
    assert_eq!(
        world.wake(),
        [Fact::StandIn {
            seat,
            absence_left_ms
        }]
    );
    assert_eq!(world.table.next_step(), Some(ServerMove::ServerBot(seat)));
    let TableCommand::Act { action, .. } = world.arrangement(seat) else {
        panic!("not an act");
    };
    let action = action.parse().unwrap();
    let facts = world.input(&Input::ServerBot { seat, action }).unwrap();
    let by_bot = |fact: &Fact| {
        matches!(
            fact,
            Fact::Game {
                by: Origin::StandIn,
                ..
            }
        )
    };
    assert!(facts.iter().all(by_bot));
    assert_eq!(world.table.state.phase, TablePhase::Playing);
}

#[test]
fn after_a_restart_the_rows_go_on_with_what_was_left_and_a_grace() {
    let mut world = World::playing("blind-memory", 2, 1);
    let command = world.arrangement(Seat::new(0));
    world.command(0, command).unwrap();
    world.pass_time(50_000);
    world.input(&Input::Stop).unwrap();
    let state = State::from_records(&world.journal).unwrap();
    assert_eq!(state, world.table.state);
    let table = Table::recovered(state, MonoMillis(5));
    let now = table.position(Some(Seat::new(1)), MonoMillis(5));
    assert_eq!((now.phase, now.awaiting), (TablePhase::Arranging, vec![1]));
    let clock = now.clock.unwrap();
    assert_eq!(clock.left_ms, 10_000 + RECOVERY_GRACE_MS);
    assert_eq!(clock.of_ms, ROWS_MS);
}
