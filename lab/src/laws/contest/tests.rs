//! The bots, fed like sockets: seen events and views only.

mod positions;

use boneyard_engine::{Action, DealEnd, Match, MatchSetup, Options, Phase, Seat, Viewer, presets};
use serde_json::{Value, json};

use super::{Contest, contest};

fn options(options: &Value) -> Options {
    serde_json::from_value(options.clone()).unwrap()
}

fn steady_table(rules: &str, overrides: &Value, players: u8, seed: u64) -> Contest {
    let setup = MatchSetup::preset(rules, options(overrides), players).unwrap();
    Contest::new(setup, &vec!["steady"; usize::from(players)], seed)
}

/// `laws bots 200` tells by how much.
#[test]
fn steady_beats_random_at_every_sheet() {
    const MATCHES: u64 = 24;
    for sheet in presets() {
        let players = u8::try_from(sheet.players.min).unwrap();
        let sides = if sheet.pairs { 2.0 } else { f64::from(players) };
        let plain = Options::default();
        let won: f64 = (0..MATCHES)
            .map(|seed| contest(&sheet.id, &plain, players, ["steady", "random"], seed))
            .sum();
        let expected = MATCHES as f64 / sides;
        assert!(
            won > expected * 1.2,
            "{}: {won} of {MATCHES}, equals would win {expected}",
            sheet.id
        );
    }
}

/// Whether the seat on turn can lay all it holds in this turn, tried out with the engine.
fn can_go_out(game: &Match, seat: Seat) -> bool {
    game.honest_actions(seat).iter().any(|action| {
        if !matches!(action, Action::Play { .. } | Action::TurnUp) {
            return false;
        }
        let mut after = game.clone();
        for event in game.decide(seat, action).unwrap() {
            after.apply(&event);
        }
        let out = match after.phase() {
            Phase::DealOver | Phase::MatchOver => {
                after.last_result().map(|result| result.end) == Some(DealEnd::Out { seat })
            }
            Phase::AwaitingEntry | Phase::Arranging | Phase::Playing => false,
        };
        out || (after.on_turn() == Some(seat)
            && after.turn() == game.turn()
            && can_go_out(&after, seat))
    })
}

#[test]
fn steady_never_stops_when_going_on_wins() {
    let tables = [
        ("blitz", json!({}), 5),
        ("kozel", json!({}), 3),
        ("sea-goat", json!({"turn.lay": "twin_doubles"}), 4),
        ("draw", json!({"turn.lay": "any"}), 2),
        ("fives", json!({"turn.lay": "any"}), 2),
        ("blind-memory", json!({}), 3),
        ("blind-unseen", json!({"turn.lay": "chain"}), 2),
    ];
    let (mut stops, mut outs) = (0, 0);
    for (rules, overrides, players) in tables {
        for seed in 0..4 {
            steady_table(rules, &overrides, players, seed).play(|game, seat, action| {
                let view = game.view(Viewer::Seat(seat));
                let knows = view.hands[seat].tiles.iter().all(Option::is_some);
                let may_stop = view.legal.contains(&Action::Stop);
                if knows && may_stop && can_go_out(game, seat) {
                    outs += 1;
                    assert_ne!(*action, Action::Stop, "{rules}: {:?}", view.hands[seat]);
                }
                stops += u32::from(*action == Action::Stop);
            });
        }
    }
    assert!(
        stops > 20 && outs > 20,
        "{stops} stops, {outs} wins at hand"
    );
}

/// A row that it has arranged and never drawn to is known to it.
#[test]
fn steady_turns_up_no_tile_that_it_knows_to_be_a_misfit() {
    let mut chains = 0;
    for seed in 0..6 {
        steady_table("blind-memory", &json!({}), 2, seed).play(|game, seat, action| {
            let view = game.view(Viewer::Seat(seat));
            // Sixteen tiles are dealt: nobody has drawn as long as twelve are left.
            if *action == Action::TurnUp && view.legal.contains(&Action::Stop) && view.stock == 12 {
                let referee = game.view(Viewer::Referee);
                let next = referee.hands[seat].tiles.last().copied().flatten().unwrap();
                assert!(view.line.ends.iter().any(|open| next.has(open.number)));
                chains += 1;
            }
        });
    }
    assert!(chains > 10, "{chains} chains went on");
}

#[test]
fn steady_commits_no_fault_at_a_strict_table() {
    for rules in ["sport-points", "sport-club"] {
        let strict = json!({"referee.enforcement": "penalize"});
        let mut table = steady_table(rules, &strict, 4, 1);
        table.play(|game, seat, action| {
            assert_ne!(*action, Action::Challenge, "nobody lays a wrong tile");
            let honest = game.honest_actions(seat);
            assert!(honest.contains(action), "{action} of {honest:?}");
        });
    }
}

/// Random players lay wrong tiles all the time; a bot that challenges must be right.
#[test]
fn steady_challenges_only_wrong_tiles_of_the_other_pair() {
    let strict = options(&json!({"referee.enforcement": "penalize"}));
    let mut challenges = 0;
    for seed in 0..10 {
        let setup = MatchSetup::preset("sport-points", strict.clone(), 4).unwrap();
        let names = ["steady", "random", "steady", "random"];
        Contest::new(setup, &names, seed).play(|game, seat, action| {
            if *action == Action::Challenge {
                challenges += 1;
                assert_eq!(seat.get() % 2, 0);
                let events = game.decide(seat, action).unwrap();
                let before = game.view(Viewer::Watcher).warnings.unwrap();
                let mut after = game.clone();
                events.iter().for_each(|event| after.apply(event));
                let mine = boneyard_engine::Side::new(0);
                let warned = after.view(Viewer::Watcher).warnings.unwrap()[mine];
                assert_eq!(warned, before[mine], "an unfounded challenge");
            }
        });
    }
    assert!(challenges > 10, "{challenges}");
}
