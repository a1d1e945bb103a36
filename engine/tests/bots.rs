//! The bots, fed like sockets: seen events and views only.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use boneyard_engine::{
    Bot, DealEnd, Match, MatchSetup, Options, Phase, Points, Ruling, Seat, Side, Viewer, bot,
    deal_entry,
};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// Plays whole matches until `deals` are completed; the bots' names by seat. Returns, per side, the
/// deals won by going out and the points got.
fn play(rules: &str, seats: &[&str], deals: u32, seed: u64) -> (Vec<u32>, Vec<Points>) {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let (mut outs, mut points) = (vec![0; seats.len()], vec![Points::ZERO; seats.len()]);
    let mut completed = 0;
    while completed < deals {
        let setup = MatchSetup::preset(
            rules,
            Options::default(),
            u8::try_from(seats.len()).unwrap(),
        );
        let started = Match::start(setup.unwrap()).unwrap();
        let mut game = Match::from_events([&started]).unwrap();
        let mut bots: Vec<Box<dyn Bot>> = seats.iter().map(|name| bot(name).unwrap()).collect();
        while let Some(events) = step(&game, &mut bots, &mut rng) {
            for event in &events {
                game.apply(event);
                for (seat, bot) in (0..).zip(&mut bots) {
                    bot.observe(&event.seen_by(Viewer::Seat(Seat::new(seat))));
                }
            }
            if game.phase() == Phase::DealOver
                && let DealEnd::Out { seat } = game.last_result().unwrap().end
            {
                outs[seat.index()] += 1;
            }
        }
        for (side, score) in game.scores().pairs() {
            points[side.index()] += *score;
        }
        completed += game.completed();
    }
    (outs, points)
}

fn step(
    game: &Match,
    bots: &mut [Box<dyn Bot>],
    rng: &mut ChaCha20Rng,
) -> Option<Vec<boneyard_engine::Event>> {
    match game.phase() {
        Phase::AwaitingEntry => {
            let mut seed = [0; 32];
            rng.fill_bytes(&mut seed);
            let players = u8::try_from(game.players()).unwrap();
            Some(game.enter(deal_entry(seed, players)).unwrap())
        }
        Phase::Playing => {
            let seat = game.on_turn().unwrap();
            let view = game.view(Viewer::Seat(seat));
            let legal = game.legal_actions(seat);
            let action = bots[seat.index()].choose(&view, &legal, rng);
            Some(game.decide(seat, &action).unwrap())
        }
        Phase::DealOver => Some(game.rule(Ruling::Deal).unwrap()),
        Phase::MatchOver => None,
    }
}

fn of(points: &[Points], side: u8) -> i64 {
    points[Side::new(side).index()].halves() / 2
}

#[test]
fn steady_beats_random_at_kozel() {
    let (outs, points) = play("kozel", &["steady", "random"], 300, 1);
    println!("outs {outs:?}, points {points:?}");
    assert!(
        of(&points, 0) * 3 < of(&points, 1) * 2,
        "points against: {points:?}"
    );
    assert!(outs[0] > outs[1], "{outs:?}");
}

#[test]
fn steady_pairs_beat_random_pairs() {
    let seats = ["steady", "random", "steady", "random"];
    let (_, points) = play("kozel-pairs", &seats, 300, 2);
    println!("points {points:?}");
    assert!(
        of(&points, 0) * 3 < of(&points, 1) * 2,
        "points against: {points:?}"
    );
}

#[test]
fn steady_beats_random_at_draw_and_block() {
    for rules in ["draw", "block"] {
        let (outs, points) = play(rules, &["steady", "random", "random"], 300, 3);
        println!("{rules}: outs {outs:?}, points {points:?}");
        let best = of(&points, 1).max(of(&points, 2));
        assert!(of(&points, 0) * 2 > best * 3, "{rules}: {points:?}");
    }
}
