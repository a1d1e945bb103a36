//! Refusals say what would be legal, and nothing about hidden tiles.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use boneyard_engine::{
    Action, DealEntry, End, IllegalAction, Lay, Match, MatchSetup, NumberSet, Options, Seat, Tile,
};

const ORDER: &str = "65 55 42 32 21 44 30 \
                     66 64 54 50 10 43 20 \
                     60 61 62 63 51 52 53 40 41 31 33 22 11 00";

fn tile(digits: &str) -> Tile {
    format!("{}-{}", &digits[..1], &digits[1..])
        .parse()
        .unwrap()
}

/// A match of two in which seat 1 has led 6-6 and seat 0 is on turn.
fn led(rules: &str) -> Match {
    let setup = MatchSetup::preset(rules, Options::default(), 2).unwrap();
    let started = Match::start(setup).unwrap();
    let mut game = Match::from_events([&started]).unwrap();
    let order = ORDER.split_whitespace().map(tile).collect();
    let entry = DealEntry::new(order, Seat::new(0)).unwrap();
    game.enter(entry)
        .unwrap()
        .iter()
        .for_each(|event| game.apply(event));
    act(&mut game, 1, "lead 6-6").unwrap();
    game
}

fn act(game: &mut Match, seat: u8, action: &str) -> Result<(), IllegalAction> {
    let action: Action = action.parse().unwrap();
    let events = game.decide(Seat::new(seat), &action)?;
    events.iter().for_each(|event| game.apply(event));
    Ok(())
}

#[test]
fn a_tile_of_another_hand_of_the_stock_and_one_set_aside_are_refused_alike() {
    // In draw the undealt tiles are a stock, in block they are set aside.
    for game in [led("draw"), led("block")] {
        for digits in ["64", "60", "00"] {
            let tile = tile(digits);
            let action = Action::Play {
                tile,
                end: End::Left,
                lay: Lay::Across,
            };
            let refusal = game.decide(Seat::new(0), &action).unwrap_err();
            assert_eq!(refusal, IllegalAction::NotHeld { tile });
        }
    }
}

#[test]
fn a_tile_that_does_not_fit_names_the_numbers_that_would() {
    let mut game = led("draw");
    act(&mut game, 0, "play 6-5 left").unwrap();
    let refusal = act(&mut game, 1, "play 4-3 left").unwrap_err();
    assert_eq!(refusal.to_string(), "4-3 does not fit, 5 or 6 is needed");
    let refusal = act(&mut game, 1, "play 6-4 left").unwrap_err();
    let five = NumberSet::of(tile("55").low());
    let IllegalAction::DoesNotFit { needed, .. } = refusal else {
        panic!("{refusal:?}")
    };
    assert_eq!(
        needed, five,
        "6-4 fits the other end, so only this end's number is named"
    );
}

#[test]
fn other_refusals_say_why() {
    let mut game = led("draw");
    let mut refusal = |seat, action| act(&mut game, seat, action).unwrap_err();
    assert_eq!(refusal(1, "play 6-4 left"), IllegalAction::NotOnTurn);
    assert_eq!(refusal(2, "pass"), IllegalAction::NotOnTurn);
    assert_eq!(refusal(0, "lead 6-5"), IllegalAction::AlreadyLed);
    assert_eq!(
        refusal(0, "play 6-5 up"),
        IllegalAction::NoSuchEnd { end: End::Up }
    );
    assert_eq!(refusal(0, "play 5-5 left along"), IllegalAction::NotAlong);
    assert_eq!(refusal(0, "stop"), IllegalAction::CannotStop);
    assert!(matches!(refusal(0, "draw"), IllegalAction::TileFits { .. }));
    assert!(matches!(refusal(0, "pass"), IllegalAction::TileFits { .. }));
    assert_eq!(refusal(0, "turn_up"), IllegalAction::NothingToTurnUp);
    assert_eq!(refusal(0, "challenge"), IllegalAction::NoChallenge);
}

#[test]
fn after_a_double_only_its_twin_may_follow() {
    let mut game = led("kozel");
    act(&mut game, 0, "play 6-5 left").unwrap();
    act(&mut game, 1, "play 6-4 right").unwrap();
    act(&mut game, 0, "play 5-5 left").unwrap();
    let legal: Vec<String> = game
        .legal_actions(Seat::new(0))
        .iter()
        .map(Action::to_string)
        .collect();
    assert_eq!(legal, ["play 4-4 right", "stop"]);
    let refusal = act(&mut game, 0, "play 4-2 right").unwrap_err();
    assert_eq!(
        refusal,
        IllegalAction::OnlyTwin {
            tile: tile("44"),
            end: End::Right
        }
    );
    assert_eq!(
        act(&mut game, 0, "pass").unwrap_err(),
        IllegalAction::CannotPass
    );
}
