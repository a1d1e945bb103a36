//! Strict tables, ladders, and what a tile looks like.

use boneyard_engine::{Event, Ruling};
use boneyard_protocol::ErrorCode;

use super::*;
use crate::table::answers::Known;

fn strict(seed: u64) -> World {
    let options = [("referee.enforcement", "penalize")];
    World::playing_with("sport-points", options.into_iter().collect(), 4, seed)
}

fn act(turn: Option<u32>, entry: Option<u32>, action: &str) -> TableCommand {
    TableCommand::Act {
        turn,
        entry,
        action: action.to_owned(),
        lengthwise: false,
    }
}

fn warned(facts: &[Fact]) -> usize {
    let warned = |fact: &&Fact| {
        matches!(
            fact,
            Fact::Game {
                event: Event::Warned { .. },
                ..
            }
        )
    };
    facts.iter().filter(warned).count()
}

fn is_overtime(fact: &Fact, of: Seat) -> bool {
    matches!(fact, Fact::Game { event: Event::Ruled { ruling: Ruling::Overtime(seat) }, .. } if *seat == of)
}

#[test]
fn with_a_ladder_each_period_of_a_turn_is_an_overtime() {
    let mut world = World::playing("sport-points", 4, 1);
    let seat = world.table.state.on_turn().unwrap();
    let turn = world.turn();
    world.pass_time(30_000);
    assert!(world.wake().is_empty(), "exactly the time is no overtime");
    world.pass_time(1);
    let facts = world.wake();
    assert!(is_overtime(&facts[0], seat), "{facts:?}");
    assert_eq!((warned(&facts), world.turn()), (1, turn));
    let clock = world.table.position(None, world.now.mono).clock.unwrap();
    assert_eq!((clock.left_ms, clock.of_ms), (30_000, 30_000));
    world.pass_time(30_001);
    let facts = world.wake();
    assert!(is_overtime(&facts[0], seat), "{facts:?}");
    assert_ne!(world.turn(), turn, "the engine has acted for the player");
    let now = world.table.position(None, world.now.mono);
    assert_eq!(now.warnings.iter().map(|of| of[0]).max(), Some(2));
    assert_eq!(now.fines.iter().max(), Some(&10));
}

#[test]
fn a_late_action_costs_a_warning_and_still_counts() {
    let mut world = World::playing("sport-points", 4, 1);
    let (number, action) = (world.on_turn(), world.any_action());
    world.pass_time(30_001);
    let facts = world.command(number, action).unwrap();
    assert!(is_overtime(&facts[0], Seat::new(number)));
    assert_eq!(warned(&facts), 1);
    assert!(facts.iter().any(|fact| matches!(
        fact,
        Fact::Game {
            event: Event::Led { .. },
            ..
        }
    )));
    let again = State::from_records(&world.journal).unwrap();
    assert_eq!(again, world.table.state);
}

#[test]
fn an_absent_seat_has_no_overtime() {
    let mut world = World::playing("sport-points", 4, 1);
    world.depart(world.on_turn());
    world.pass_time(100_000);
    assert!(world.wake().is_empty());
}

#[test]
fn a_challenge_is_open_to_every_seat_once_a_tile_lies_and_is_done_once() {
    let mut world = strict(1);
    let number = (world.on_turn() + 1) % 4;
    let challenge = act(None, Some(0), "challenge");
    let why = world.command(number, challenge.clone()).unwrap_err();
    assert_eq!(why.code, ErrorCode::NoChallenge);
    let is_open = |world: &World, viewer| world.table.position(viewer, world.now.mono).strict;
    assert!(!is_open(&world, Some(Seat::new(number))));
    world.act();
    assert_eq!(
        world.table.state.phase,
        TablePhase::Playing,
        "this seed leads with a false pass"
    );
    assert!(is_open(&world, Some(Seat::new(number))) && !is_open(&world, None));
    let facts = world.command(number, challenge).unwrap();
    assert_eq!(warned(&facts), 1, "it is unfounded");
    let cause = world.journal.last().unwrap().cause.unwrap();
    let known = world.table.state.answers.look_up(&cause);
    assert_eq!(known, Known::Done(world.table.state.seq));
}

#[test]
fn a_wrong_tile_found_at_once_is_taken_back() {
    let mut world = strict(1);
    let lead = world.any_action_where(|action| action.starts_with("lead"));
    world.command(world.on_turn(), lead).unwrap();
    let number = world.on_turn();
    let honest = {
        let game = world.table.state.game.as_deref().unwrap();
        game.play().unwrap().honest_actions(Seat::new(number))
    };
    let is_wrong = |action: &str| {
        action.starts_with("play") && honest.iter().all(|fits| fits.to_string() != action)
    };
    let wrong = world.any_action_where(is_wrong);
    world.command(number, wrong).unwrap();
    let turn = world.turn();
    world.sent.clear();
    let challenger = (number + 1) % 4;
    world
        .command(challenger, act(None, Some(0), "challenge"))
        .unwrap();
    let is_back =
        |fact: &WireFact| matches!(fact, WireFact::TakenBack { seat, .. } if *seat == number);
    assert!(world.told(None).iter().any(is_back));
    assert_eq!((world.on_turn(), world.turn()), (number, turn + 1));
}

#[test]
fn the_server_never_passes_falsely() {
    let world = strict(1);
    let seat = world.table.state.on_turn().unwrap();
    let play = world.table.state.game.as_deref().unwrap().play().unwrap();
    assert!(play.legal_actions(seat).iter().any(|a| *a == Action::Pass));
    let mut bots = crate::bots::ServerBots::default();
    bots.seat(&[seat]);
    let mut stream = SeededDealer::new(3).stream().unwrap();
    for _ in 0..50 {
        let action = bots.choose(play, seat, &mut stream).unwrap();
        assert!(play.honest_actions(seat).contains(&action));
    }
}

#[test]
fn a_double_may_be_shown_lengthwise_where_it_means_nothing() {
    let lengthwise = |mut command: TableCommand| {
        if let TableCommand::Act { lengthwise, .. } = &mut command {
            *lengthwise = true;
        }
        command
    };
    let is_double = |action: &str| {
        let tile = action.split(' ').nth(1);
        tile.is_some_and(|tile| tile.parse::<boneyard_engine::Tile>().unwrap().is_double())
    };
    let mut world = World::playing("fives", 2, 1);
    let plain = world.any_action_where(|action| !is_double(action));
    let why = world
        .command(world.on_turn(), lengthwise(plain))
        .unwrap_err();
    assert_eq!(why.code, ErrorCode::NotLengthwise);
    let double = lengthwise(world.any_action_where(is_double));
    world.command(world.on_turn(), double).unwrap();
    let line = |table: &Table| {
        let view = table.view(None, MonoMillis(0));
        view.game.unwrap().line.unwrap().lead
    };
    assert!(line(&world.table).lengthwise && !line(&world.table).along);
    let again = State::from_records(&world.journal).unwrap();
    assert_eq!(again, world.table.state);
    let led = world.told(None).iter().any(|fact| {
        matches!(
            fact,
            WireFact::Led {
                lengthwise: true,
                ..
            }
        )
    });
    assert!(led);
    for sheet in ["kozel", "sniff", "bergen"] {
        let mut world = World::playing(sheet, 2, 1);
        let action = lengthwise(world.any_action());
        let why = world.command(world.on_turn(), action).unwrap_err();
        assert_eq!(why.code, ErrorCode::NotLengthwise, "{sheet}");
    }
}
