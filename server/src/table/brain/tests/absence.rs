//! An absent player's time is up: who may choose what, and what comes of it.

use boneyard_protocol::{AbsenceChoice, AbsenceView, ErrorCode};

use super::super::ServerMove;
use super::*;

const WAIT: AbsenceChoice = AbsenceChoice::Wait;
const BOT: AbsenceChoice = AbsenceChoice::Bot;
const END: AbsenceChoice = AbsenceChoice::End;

/// The player on turn is away and their budget is spent.
fn asked(sheet: &str, seats: u8) -> (World, u8) {
    let mut world = World::playing(sheet, seats, 1);
    let absent = world.on_turn();
    world.pass_time(10_000);
    world.depart(absent);
    world.pass_time(120_000);
    let facts = world.wake();
    assert_eq!(
        facts,
        [Fact::Absent {
            seat: Seat::new(absent)
        }]
    );
    (world, absent)
}

fn choose(world: &mut World, number: u8, choice: AbsenceChoice) -> Result<Vec<Fact>, ErrorCode> {
    let turn = world.turn();
    let command = TableCommand::Absence { turn, choice };
    world.command(number, command).map_err(|why| why.code)
}

fn shown(world: &World, viewer: Option<u8>) -> Option<AbsenceView> {
    world
        .table
        .position(viewer.map(Seat::new), world.now.mono)
        .absence
}

fn left_ms(world: &World) -> u64 {
    world
        .table
        .position(None, world.now.mono)
        .clock
        .unwrap()
        .left_ms
}

fn stand_in(seat: u8) -> Fact {
    Fact::StandIn {
        seat: Seat::new(seat),
        absence_left_ms: 0,
    }
}

#[test]
fn without_a_choice_a_bot_plays_after_twenty_seconds() {
    let (mut world, absent) = asked("kozel", 3);
    assert_eq!(world.table.next_step(), None);
    world.pass_time(19_999);
    assert!(world.wake().is_empty());
    world.pass_time(1);
    assert_eq!(world.wake(), [stand_in(absent)]);
    assert_eq!(
        world.table.next_step(),
        Some(ServerMove::ServerBot(Seat::new(absent)))
    );
    assert_eq!(shown(&world, None), None);
}

#[test]
fn one_may_wait_as_often_as_one_likes_and_then_let_a_bot_play() {
    let (mut world, absent) = asked("kozel", 3);
    let other = (absent + 1) % 3;
    for waits in 1..=5 {
        let choice = Fact::AbsenceChoice {
            seat: Seat::new(other),
            choice: WAIT,
        };
        assert_eq!(choose(&mut world, other, WAIT), Ok(vec![choice]));
        assert_eq!(
            (left_ms(&world), shown(&world, None).unwrap().waits),
            (60_000, waits)
        );
        world.pass_time(59_000);
        assert!(world.wake().is_empty());
    }
    let facts = choose(&mut world, (absent + 2) % 3, BOT).unwrap();
    assert_eq!(facts[1..], [stand_in(absent)]);
    assert_eq!(
        choose(&mut world, other, WAIT),
        Err(ErrorCode::Stale),
        "a bot plays already"
    );
}

#[test]
fn the_match_ends_without_a_result_only_if_every_person_who_is_here_wants_it() {
    let (mut world, absent) = asked("kozel", 3);
    let (one, two) = ((absent + 1) % 3, (absent + 2) % 3);
    let match_id = world.table.state.game.as_deref().unwrap().match_id;
    choose(&mut world, one, END).unwrap();
    assert_eq!(choose(&mut world, one, END), Ok(vec![]), "said once");
    assert_eq!(shown(&world, None).unwrap().end, [one]);
    let facts = choose(&mut world, two, END).unwrap();
    assert_eq!(facts[1..], [Fact::Unfinished { match_id }]);
    let state = &world.table.state;
    assert_eq!((state.phase, state.players()), (TablePhase::Seating, 3));
    assert!(state.game.is_none() && state.seats.iter().all(|seat| !seat.ready));
    let again = State::from_records(&world.journal).unwrap();
    assert_eq!(again, world.table.state);
    world.arrive(absent);
    for number in 0..3 {
        world.command(number, TableCommand::Ready).unwrap();
    }
    assert_eq!(world.table.state.match_number, 2);
}

#[test]
fn when_the_only_one_against_the_end_has_given_up_their_seat_it_ends_without_another_word() {
    let (mut world, absent) = asked("kozel", 3);
    let (one, two) = ((absent + 1) % 3, (absent + 2) % 3);
    let match_id = world.table.state.game.as_deref().unwrap().match_id;
    choose(&mut world, one, END).unwrap();
    world.command(two, TableCommand::Leave).unwrap();
    world.input(&Input::Presence).unwrap();
    let last = &world.journal.last().unwrap().fact;
    assert_eq!(*last, Fact::Unfinished { match_id });
    assert_eq!(world.table.state.phase, TablePhase::Seating);
}

#[test]
fn a_player_who_only_lost_the_connection_is_not_passed_over_when_the_others_want_the_end() {
    let (mut world, absent) = asked("kozel", 3);
    let (one, two) = ((absent + 1) % 3, (absent + 2) % 3);
    world.depart(two);
    let facts = choose(&mut world, one, END).unwrap();
    assert_eq!(
        facts.len(),
        1,
        "they have not said that they want it: {facts:?}"
    );
    assert_eq!(world.table.state.phase, TablePhase::Playing);
    world.arrive(two);
    assert_eq!(world.table.state.phase, TablePhase::Playing);
    let facts = choose(&mut world, two, END).unwrap();
    assert!(matches!(facts[1..], [Fact::Unfinished { .. }]), "{facts:?}");
}

#[test]
fn nobody_ends_it_by_going_while_others_are_against_it_or_the_absent_one_is_back() {
    let (mut world, absent) = asked("kozel", 4);
    let others: Vec<u8> = (1..4).map(|n| (absent + n) % 4).collect();
    choose(&mut world, others[0], END).unwrap();
    world.depart(others[1]);
    assert_eq!(
        world.table.state.phase,
        TablePhase::Playing,
        "one is against it"
    );
    world.depart(others[0]);
    assert_eq!(world.table.state.phase, TablePhase::Playing);
    world.depart(others[2]);
    assert_eq!(
        world.table.state.phase,
        TablePhase::Playing,
        "nobody is here"
    );
    let seat = Seat::new(absent);
    world
        .table
        .arrive(person(others[0]).id, ConnectionId(80), world.now.mono);
    world.arrive(absent);
    let last = &world.journal.last().unwrap().fact;
    assert!(matches!(last, Fact::Returned { seat: back, .. } if *back == seat));
}

#[test]
fn a_partner_may_only_want_the_end_while_somebody_of_the_other_side_is_here() {
    let (mut world, absent) = asked("partnership", 4);
    let partner = (absent + 2) % 4;
    let rivals = [(absent + 1) % 4, (absent + 3) % 4];
    assert_eq!(shown(&world, Some(partner)).unwrap().choices, [END]);
    assert_eq!(
        shown(&world, Some(rivals[0])).unwrap().choices,
        [WAIT, BOT, END]
    );
    assert_eq!(shown(&world, None).unwrap().choices, []);
    for choice in [WAIT, BOT] {
        assert_eq!(choose(&mut world, partner, choice), Err(ErrorCode::NotNow));
    }
    for rival in rivals {
        world.depart(rival);
    }
    choose(&mut world, partner, WAIT).unwrap();
}

#[test]
fn with_nobody_here_who_might_choose_a_bot_plays_at_once() {
    let mut world = World::playing("kozel", 3, 1);
    let absent = world.on_turn();
    (0..3).for_each(|number| world.depart(number));
    world.pass_time(120_000);
    assert_eq!(world.wake(), [stand_in(absent)]);
}

#[test]
fn the_owner_comes_back_to_the_clock_that_they_left_and_is_not_waited_for_twice_in_a_turn() {
    let (mut world, absent) = asked("kozel", 3);
    world.pass_time(15_000);
    world.arrive(absent);
    let seat = Seat::new(absent);
    let returned = Fact::Returned {
        seat,
        absence_left_ms: 0,
    };
    assert_eq!(world.journal.last().unwrap().fact, returned);
    assert_eq!((left_ms(&world), shown(&world, None)), (20_000, None));
    world.pass_time(5_000);
    world.depart(absent);
    assert_eq!(
        world.wake(),
        [stand_in(absent)],
        "nothing is gained by coming and going"
    );
    world.arrive(absent);
    assert_eq!(left_ms(&world), 15_000);
    world.act();
}

#[test]
fn a_choice_for_another_turn_or_one_read_too_late_is_stale() {
    let (mut world, absent) = asked("kozel", 3);
    let other = (absent + 1) % 3;
    let turn = world.turn() + 1;
    let early = TableCommand::Absence { turn, choice: BOT };
    assert_eq!(
        world.command(other, early).unwrap_err().code,
        ErrorCode::Stale
    );
    world.pass_time(20_000);
    assert_eq!(choose(&mut world, other, WAIT), Err(ErrorCode::Stale));
    assert_eq!(choose(&mut world, 9, WAIT), Err(ErrorCode::NotSeated));
}

#[test]
fn after_a_restart_the_question_is_still_open() {
    let (mut world, absent) = asked("kozel", 3);
    world.pass_time(5_000);
    let state = State::from_records(&world.journal).unwrap();
    let table = Table::recovered(state, MonoMillis(5));
    let now = table.position(None, MonoMillis(5));
    assert_eq!(now.absence.unwrap().seat, absent);
    let clock = now.clock.unwrap();
    assert!(clock.running && clock.left_ms >= 15_000, "{clock:?}");
}

#[test]
fn a_turn_that_the_question_interrupts_has_the_grace_of_a_restart_when_its_player_is_back() {
    let mut world = World::playing("kozel", 3, 1);
    Arc::make_mut(&mut world.table.state.opening)
        .settings
        .clock_ms = 5_000;
    let absent = world.on_turn();
    world.depart(absent);
    world.pass_time(120_000);
    world.wake();
    world.table = world
        .table
        .reloaded(world.table.state.clone(), world.now.mono);
    world.arrive(absent);
    assert_eq!((left_ms(&world), shown(&world, None)), (15_000, None));
}
