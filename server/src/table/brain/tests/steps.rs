//! What the server does before a deadline, and what it never does.

use boneyard_protocol::ErrorCode;

use super::super::ServerMove;
use super::*;
use boneyard_store::fact::Origin;

const AUTO_PASS: TableCommand = TableCommand::AutoPass { on: true };

/// A match in which the seat on turn can do nothing but pass.
fn at_a_forced_pass(sheet: &str, seats: u8, wish: Option<TableCommand>) -> World {
    for seed in 1..50 {
        let mut world = World::playing(sheet, seats, seed);
        for number in 0..seats {
            if let Some(wish) = &wish {
                world.command(number, wish.clone()).unwrap();
            }
        }
        while world.table.state.phase == TablePhase::Playing {
            let seat = world.table.state.on_turn().unwrap();
            let play = world.table.state.game.as_deref().unwrap().play().unwrap();
            if matches!(play.legal_actions(seat).as_slice(), [Action::Pass]) {
                return world;
            }
            world.act();
        }
    }
    panic!("nobody had to pass");
}

#[test]
fn without_a_wish_the_server_does_nothing_before_the_deadline() {
    let mut world = at_a_forced_pass("kozel", 3, None);
    let seat = world.table.state.on_turn().unwrap();
    assert_eq!(world.table.next_step(), None);
    assert!(world.input(&Input::AutoPass { seat }).unwrap().is_empty());
    assert_eq!(world.table.wake_at(), Some(world.now.mono.plus(30_000)));
    world.pass_time(29_999);
    assert!(world.wake().is_empty());
}

#[test]
fn by_a_players_wish_the_server_passes_and_others_see_an_ordinary_pass() {
    let passed = |world: &World| world.told(None);
    let mut world = at_a_forced_pass("kozel", 3, Some(AUTO_PASS));
    let seat = world.table.state.on_turn().unwrap();
    assert_eq!(world.table.next_step(), Some(ServerMove::AutoPass(seat)));
    world.sent.clear();
    let facts = world.input(&Input::AutoPass { seat }).unwrap();
    let by_wish = |fact: &Fact| {
        matches!(
            fact,
            Fact::Game {
                by: Origin::AutoPass,
                ..
            }
        )
    };
    assert!(facts.iter().all(by_wish), "{facts:?}");
    let mut by_hand = at_a_forced_pass("kozel", 3, Some(AUTO_PASS));
    by_hand.sent.clear();
    by_hand.act();
    assert_eq!(passed(&world), passed(&by_hand));
}

#[test]
fn the_server_never_draws_lays_or_stops_for_a_player() {
    for (sheet, seats) in [("draw", 2), ("kozel", 3), ("fives", 2), ("blind-unseen", 2)] {
        let mut world = World::playing(sheet, seats, 2);
        (0..seats).for_each(|number| drop(world.command(number, AUTO_PASS).unwrap()));
        let mut steps = 0;
        while world.table.state.phase == TablePhase::Playing {
            let seat = world.table.state.on_turn().unwrap();
            let play = world.table.state.game.as_deref().unwrap().play().unwrap();
            let must_pass = matches!(play.legal_actions(seat).as_slice(), [Action::Pass]);
            let expected = must_pass.then_some(ServerMove::AutoPass(seat));
            assert_eq!(world.table.next_step(), expected, "{sheet}");
            world.act();
            steps += 1;
        }
        assert!(steps > 5);
    }
}

#[test]
fn at_a_strict_table_a_pass_is_the_players_own_judgement() {
    let options = [("referee.enforcement", "penalize")];
    let options = options.into_iter().collect();
    let mut world = World::playing_with("sport-points", options, 4, 1);
    let why = world.command(0, AUTO_PASS).unwrap_err();
    assert_eq!(why.code, ErrorCode::NotNow);
    assert!(
        world
            .command(0, TableCommand::AutoPass { on: false })
            .unwrap()
            .is_empty()
    );
    while world.table.state.phase == TablePhase::Playing {
        assert_eq!(world.table.next_step(), None);
        world.act();
    }
}

#[test]
fn the_wish_is_the_seats_own_secret_and_outlives_matches_and_restarts() {
    let mut world = World::playing("kozel", 2, 1);
    world.sent.clear();
    world.command(0, AUTO_PASS).unwrap();
    assert!(
        world.command(0, AUTO_PASS).unwrap().is_empty(),
        "it is so already"
    );
    let told = |viewer| world.told(viewer).remove(0);
    let hidden = boneyard_protocol::Fact::Hidden;
    assert_eq!(
        (told(None), told(Some(Seat::new(1)))),
        (hidden.clone(), hidden)
    );
    let own = boneyard_protocol::Fact::AutoPass { seat: 0, on: true };
    assert_eq!(told(Some(Seat::new(0))), own);
    let shown = |world: &World, viewer: Option<u8>| {
        world
            .table
            .view(viewer.map(Seat::new), world.now.mono)
            .auto_pass
    };
    let all = [None, Some(0), Some(1)];
    assert_eq!(
        all.map(|viewer| shown(&world, viewer)),
        [false, true, false]
    );
    world.play_match(2);
    for number in 0..2 {
        world.command(number, TableCommand::Rematch).unwrap();
    }
    let recovered = State::from_records(&world.journal).unwrap();
    assert!(recovered.seats[Seat::new(0)].auto_pass);
    world.command(0, TableCommand::Leave).unwrap();
    assert!(
        !world.table.state.seats[Seat::new(0)].auto_pass,
        "the next player has no such wish"
    );
}
