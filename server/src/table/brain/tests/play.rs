//! Turns, clocks and absence.

use boneyard_engine::{Act, Event, RecordedAction};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::position::ClockView;

use super::super::ServerMove;
use super::laws::sheets;
use super::*;
use crate::table::state::actions_in;
use crate::table::turn_clock::RECOVERY_GRACE_MS;
use boneyard_store::fact::Origin;

fn refused(result: Result<Vec<Fact>, Refusal>) -> ErrorCode {
    result.unwrap_err().code
}

fn clock(world: &World) -> ClockView {
    world.table.position(None, world.now.mono).clock.unwrap()
}

#[test]
fn an_action_of_another_turn_is_stale() {
    let mut world = World::playing("kozel", 2, 1);
    let (number, action) = (world.on_turn(), world.any_action());
    world.command(number, action.clone()).unwrap();
    assert_eq!(refused(world.command(number, action)), ErrorCode::Stale);
}

#[test]
fn an_action_out_of_turn_is_refused_without_a_legal_list() {
    let mut world = World::playing("kozel", 2, 1);
    let (other, action) = (1 - world.on_turn(), world.any_action());
    let why = world.command(other, action).unwrap_err();
    assert_eq!((why.code, why.legal.len()), (ErrorCode::NotYourTurn, 0));
}

#[test]
fn a_refused_action_says_what_would_be_legal() {
    let mut world = World::playing("kozel", 2, 1);
    let turn = Some(world.turn());
    let action = "pass".to_owned();
    let act = TableCommand::Act {
        turn,
        entry: None,
        action,
        lengthwise: false,
    };
    let why = world.command(world.on_turn(), act).unwrap_err();
    assert!(!why.legal.is_empty());
}

#[test]
fn what_is_no_action_and_what_lacks_its_turn_is_refused_by_form() {
    let mut world = World::playing("kozel", 2, 1);
    let act = |turn, action: &str| TableCommand::Act {
        turn,
        entry: None,
        action: action.to_owned(),
        lengthwise: false,
    };
    let number = world.on_turn();
    assert_eq!(
        refused(world.command(number, act(Some(1), "lay 6-6"))),
        ErrorCode::MalformedAction
    );
    let why = world.command(number, act(None, "pass")).unwrap_err();
    assert_eq!(
        (why.code, why.field.as_deref()),
        (ErrorCode::BadMessage, Some("turn"))
    );
}

#[test]
fn an_action_read_in_time_wins_and_one_read_late_is_stale() {
    let mut world = World::playing("kozel", 2, 1);
    let deadline = world.now.mono.plus(30_000);
    world.pass_time(40_000);
    let (number, action) = (world.on_turn(), world.any_action());
    assert_eq!(
        refused(world.command_at(number, action.clone(), deadline)),
        ErrorCode::Stale
    );
    world
        .command_at(number, action, MonoMillis(deadline.0 - 1))
        .unwrap();
}

#[test]
fn when_the_turns_time_is_up_the_clock_does_something_legal() {
    let mut world = World::playing("kozel", 2, 1);
    let seat = world.table.state.on_turn().unwrap();
    world.pass_time(29_999);
    assert!(world.wake().is_empty());
    world.pass_time(1);
    let facts = world.wake();
    assert_eq!(facts[0], Fact::TimeUp { seat });
    assert!(facts[1..].iter().all(|fact| matches!(
        fact,
        Fact::Game {
            by: Origin::Clock,
            ..
        }
    )));
    assert!(facts.len() > 1);
}

#[test]
fn several_actions_of_one_turn_share_one_clock() {
    let mut world = World::playing("draw", 2, 1);
    for _ in 0..2_000 {
        let (turn, left) = (world.turn(), clock(&world).left_ms);
        world.pass_time(1_000);
        world.act();
        if world.table.state.phase == TablePhase::Playing && world.turn() == turn {
            assert_eq!(clock(&world).left_ms, left - 1_000);
            return;
        }
        if world.table.state.phase == TablePhase::BetweenDeals {
            world.go_on();
        }
    }
    panic!("no turn had two actions");
}

#[test]
fn while_the_seat_on_turn_is_away_its_clock_stands_and_then_a_bot_plays() {
    let mut world = World::playing_to("kozel", 2, AbsenceEnd::Bot);
    let seat = world.table.state.on_turn().unwrap();
    world.pass_time(10_000);
    world.depart(seat.get());
    world.pass_time(100_000);
    assert_eq!(
        clock(&world),
        ClockView {
            left_ms: 20_000,
            of_ms: 30_000,
            running: false
        }
    );
    assert_eq!(
        world.table.absence(seat, world.now.mono),
        Some((20_000, true))
    );
    world.pass_time(20_000);
    assert_eq!(
        world.wake(),
        [Fact::StandIn {
            seat,
            absence_left_ms: 0
        }]
    );
    assert_eq!(world.table.next_step(), Some(ServerMove::ServerBot(seat)));
    world.arrive(seat.get());
    let last = &world.journal.last().unwrap().fact;
    assert_eq!(
        *last,
        Fact::Returned {
            seat,
            absence_left_ms: 0
        }
    );
    assert_eq!(world.table.next_step(), None);
    assert!(clock(&world).running);
}

#[test]
fn absence_runs_only_while_the_table_waits_for_that_seat() {
    let mut world = World::playing("kozel", 2, 1);
    let away = Seat::new(1 - world.on_turn());
    world.depart(away.get());
    world.pass_time(10_000);
    assert_eq!(
        world.table.absence(away, world.now.mono),
        Some((120_000, false))
    );
    assert!(clock(&world).running);
}

#[test]
fn while_the_journal_cannot_be_written_nobody_is_charged() {
    let mut world = World::playing("kozel", 2, 1);
    world.table.pause(world.now.mono);
    world.pass_time(100_000);
    assert!(world.wake().is_empty());
    assert!(world.table.view(None, world.now.mono).paused);
    world.table.unpause(world.now.mono);
    assert_eq!(clock(&world).left_ms, 30_000);
}

#[test]
fn after_a_restart_the_turn_goes_on_with_what_was_left_and_a_grace() {
    let mut world = World::playing("kozel", 2, 1);
    world.pass_time(20_000);
    world.input(&Input::Stop).unwrap();
    let state = State::from_records(&world.journal).unwrap();
    let mut table = Table::recovered(state, MonoMillis(5));
    let seat = table.state.on_turn().unwrap();
    assert_eq!(
        table.position(None, MonoMillis(5)).clock,
        Some(ClockView {
            left_ms: 10_000 + RECOVERY_GRACE_MS,
            of_ms: 30_000,
            running: false
        })
    );
    table.arrive(person(seat.get()).id, ConnectionId(9), MonoMillis(50_000));
    assert_eq!(
        table.wake_at(),
        Some(MonoMillis(50_000 + 10_000 + RECOVERY_GRACE_MS))
    );
}

#[test]
fn nobody_sees_two_hands_of_one_deal_by_leaving_and_coming_back() {
    let mut world = World::open("kozel", 4, 2, Opener::NotYet, 1);
    let join = |seat| Request::Join { code: code(), seat };
    let leave = TableCommand::Leave;
    world.command(1, join(None)).unwrap();
    world.arrive(1);
    for number in 0..2 {
        world.command(number, TableCommand::Ready).unwrap();
    }
    world.deal();
    assert_eq!(world.table.state.phase, TablePhase::Playing);
    world.command(0, leave.clone()).unwrap();
    for seat in [1, 2] {
        assert_eq!(
            refused(world.command(0, join(Some(seat)))),
            ErrorCode::NotNow
        );
    }
    // A newcomer may have a bot's seat, and then the place that was left is not theirs.
    world.command(2, join(Some(1))).unwrap();
    world.command(2, leave).unwrap();
    assert_eq!(refused(world.command(2, join(Some(0)))), ErrorCode::NotNow);
    world.command(0, join(None)).unwrap();
    assert_eq!(world.table.state.seat_of(person(0).id), Some(Seat::new(0)));
    let again = State::from_records(&world.journal).unwrap();
    assert_eq!(again.seen_hands, world.table.state.seen_hands);
    assert_eq!(again.seen_hands.get(&person(2).id), Some(&Seat::new(1)));
}

#[test]
fn every_action_is_counted_once_as_the_record_has_it() {
    let mut led_by_turning_up = 0;
    for (sheet, seats) in sheets() {
        let mut world = World::playing(sheet, seats, 3);
        for _ in 0..60 {
            if !world.go_on() {
                break;
            }
        }
        let story = world.table.state.story.as_deref().unwrap();
        let record = story.broken_off_record(Vec::new()).unwrap();
        let of_a_seat = |action: &&RecordedAction| matches!(action.act, Act::Seat(..));
        let recorded = record.actions.iter().filter(of_a_seat).count();
        let facts = || world.journal.iter().map(|record| &record.fact);
        assert_eq!(actions_in(facts()), recorded, "{sheet}");
        let event = |fact: &Fact| {
            let Fact::Game { event, .. } = fact else {
                return None;
            };
            Some(event.clone())
        };
        let (here, next) = (facts().map(event), facts().skip(1).map(event));
        let is_such = |(turned, led): &(Option<Event>, Option<Event>)| {
            matches!(turned, Some(Event::TurnedUp { .. })) && matches!(led, Some(Event::Led { .. }))
        };
        led_by_turning_up += here.zip(next).filter(is_such).count();
    }
    assert!(led_by_turning_up > 0, "no tile was turned up to be led");
}
