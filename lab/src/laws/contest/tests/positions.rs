//! Positions in which one thing is right.

use boneyard_engine::{Action, DealEntry, Event, Match, MatchSetup, Seat, Tile, Viewer, bot};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde_json::{Value, json};

use super::options;

fn tile(digits: &str) -> Tile {
    format!("{}-{}", &digits[..1], &digits[1..])
        .parse()
        .unwrap()
}

/// A match of two in which these hands are dealt, the rest of the tiles after them.
fn dealt(rules: &str, overrides: &Value, hands: [&str; 2]) -> Vec<Event> {
    let setup = MatchSetup::preset(rules, options(overrides), 2).unwrap();
    let mut order: Vec<Tile> = hands
        .iter()
        .flat_map(|hand| hand.split(' '))
        .map(tile)
        .collect();
    let rest = Tile::ALL.into_iter().filter(|tile| !order.contains(tile));
    let rest: Vec<Tile> = rest.collect();
    order.extend(rest);
    let mut events = vec![Match::start(setup).unwrap()];
    let game = Match::from_events(&events).unwrap();
    let entry = DealEntry::new(order, Seat::new(0)).unwrap();
    events.extend(game.enter(entry).unwrap());
    events
}

/// Does these actions, `seat action`, then lets a steady bot choose for the seat on turn.
fn chosen(mut events: Vec<Event>, actions: &[&str]) -> String {
    let mut game = Match::from_events(&events).unwrap();
    for action in actions {
        let (seat, action) = action.split_once(' ').unwrap();
        let seat = Seat::new(seat.parse().unwrap());
        let done = game.decide(seat, &action.parse::<Action>().unwrap());
        for event in done.unwrap() {
            game.apply(&event);
            events.push(event);
        }
    }
    let seat = game.on_turn().unwrap();
    let mut steady = bot("steady").unwrap();
    for event in &events {
        steady.observe(&event.seen_by(Viewer::Seat(seat)));
    }
    let view = game.view(Viewer::Seat(seat));
    let mut rng = ChaCha20Rng::seed_from_u64(0);
    steady.choose(&view, &view.legal, &mut rng).to_string()
}

#[test]
fn it_leads_and_lays_what_scores() {
    // 5-5 counts ten: two points. No other tile of the hand gives any.
    let fives = dealt(
        "fives",
        &json!({}),
        ["55 21 63 62 61 20", "50 64 42 22 11 00"],
    );
    assert_eq!(chosen(fives.clone(), &[]), "lead 5-5");
    // After 5-5, 5-0 leaves ten and nought.
    assert_eq!(chosen(fives, &["0 lead 5-5"]), "play 5-0 left");
    let threes = dealt(
        "threes",
        &json!({}),
        ["33 54 41 10 20 50", "32 61 64 42 22 11"],
    );
    // Nine gives three points, 3-3 only two.
    assert_eq!(chosen(threes, &[]), "lead 5-4");
}

/// The seat with the lot leads any tile, in each deal.
fn free_lead(mut overrides: Value) -> Value {
    for (field, policy) in [
        ("first", "lot"),
        ("next", "lot"),
        ("first_tile", "any"),
        ("next_tile", "any"),
    ] {
        overrides[format!("lead.{field}")] = policy.into();
    }
    overrides
}

#[test]
fn it_makes_the_ends_equal_where_that_scores() {
    let hands = ["64 53 21 20 10 41", "61 66 11 62 30 31"];
    let bergen = dealt("bergen", &free_lead(json!({})), hands);
    let lay = ["0 lead 6-4", "1 play 6-6 left", "0 play 4-1 right"];
    // Two sixes with a double at one of them count three, two ones would count two.
    assert_eq!(chosen(bergen, &lay), "play 6-1 right");
}

#[test]
fn it_lays_both_doubles_to_go_out() {
    let three = free_lead(json!({"deal.tiles.2": 3}));
    let kozel = dealt("kozel", &three, ["62 55 22", "65 41 31"]);
    let lay = ["0 lead 6-2", "1 play 6-5 left", "0 play 5-5 left"];
    assert_eq!(chosen(kozel, &lay), "play 2-2 right");
}

#[test]
fn it_goes_on_when_the_rest_can_follow() {
    // Seat 0 lays any number of tiles: 6-4, 4-3, 3-1, and is out.
    let any = free_lead(json!({"deal.tiles.2": 5, "turn.lay": "any"}));
    let hands = ["66 64 43 31 21", "65 11 22 55 00"];
    let lay = ["0 lead 6-6", "1 play 6-5 left", "1 stop"];
    let block = dealt("block", &any, hands);
    assert_eq!(chosen(block.clone(), &lay), "play 6-4 right");
    let more = [&lay[..], &["0 play 6-4 right", "0 play 4-3 right"]].concat();
    assert_eq!(chosen(block, &more), "play 3-1 right");
}

#[test]
fn it_sheds_doubles_where_a_block_is_decided_by_them() {
    let hands = ["43 65 60 51 20 10", "44 64 53 21 31 30"];
    let bergen = dealt("bergen", &free_lead(json!({})), hands);
    assert_eq!(chosen(bergen, &["0 lead 4-3"]), "play 4-4 left");
}
