//! `boneyard-lab arena` as people run it: figures that repeat, programs that play, and what is refused.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test says where and why"
)]

use std::process::{Command, Output};

use serde_json::Value;

/// A bot that plays the first legal action, in the language that is on every machine.
const FIRST_LEGAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/arena/first-legal.sh");
/// One that always passes.
const ALWAYS_PASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/arena/always-passes.sh");
/// As many deals as a test has time for.
const DEALS: &str = if cfg!(debug_assertions) {
    "200"
} else {
    "2000"
};

fn arena(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boneyard-lab"));
    command.arg("arena").args(words).output().unwrap()
}

/// The lines of an arena that has ended well.
fn lines(words: &[&str]) -> Vec<String> {
    let output = arena(words);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The figures of an arena that has ended well.
fn figures(words: &[&str]) -> Value {
    let words: Vec<&str> = words.iter().copied().chain(["--json"]).collect();
    serde_json::from_str(&lines(&words).join("\n")).unwrap()
}

fn without_times(lines: Vec<String>) -> Vec<String> {
    let is_time = |line: &String| line.starts_with("time ");
    assert_eq!(lines.iter().filter(|line| is_time(line)).count(), 2);
    lines.into_iter().filter(|line| !is_time(line)).collect()
}

#[test]
fn steady_beats_random_beyond_the_error_bar_and_a_seed_repeats_its_figures() {
    let match_up = ["steady", "random", "--sheet", "kozel", "--duplicate"];
    let rest = ["--deals", DEALS, "--seed", "7"];
    let words = [match_up.as_slice(), rest.as_slice()].concat();
    let figures = figures(&words);
    assert!(figures["elo"]["low"].as_f64().unwrap() > 0.0, "{figures}");
    let first = without_times(lines(&words));
    let one_thread = [words.as_slice(), &["--threads", "1"]].concat();
    assert_eq!(without_times(lines(&one_thread)), first);
    let other_seed = [match_up.as_slice(), &["--deals", DEALS, "--seed", "8"]].concat();
    assert_ne!(without_times(lines(&other_seed))[1..], first[1..]);
}

#[test]
fn a_bot_against_itself_is_level_where_it_draws_nothing() {
    let words = [
        "steady",
        "steady",
        "--duplicate",
        "--deals",
        "40",
        "--sheet",
    ];
    for sheet in ["block", "kozel-pairs"] {
        let figures = figures(&[words.as_slice(), &[sheet]].concat());
        let elo = &figures["elo"];
        let (low, high) = (elo["low"].as_f64().unwrap(), elo["high"].as_f64().unwrap());
        assert!(low <= 0.0 && high >= 0.0, "{sheet}: {figures}");
    }
}

#[test]
fn every_sheet_is_played_at_its_fewest_and_its_most_seats() {
    for sheet in boneyard_engine::presets() {
        for seats in [sheet.players.min, sheet.players.max] {
            let seats = seats.to_string();
            let words = ["steady", "random", "--sheet", &sheet.id, "--seats", &seats];
            let figures = figures(&[words.as_slice(), &["--deals", "4", "--duplicate"]].concat());
            let of = |owner: usize| figures["contenders"][owner].clone();
            let won = of(0)["won"].as_f64().unwrap() + of(1)["won"].as_f64().unwrap();
            assert!((won - 8.0).abs() < 1e-9, "{figures}");
            let by_seat: f64 = figures["places"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|place| place.as_array().unwrap())
                .map(|place| place["won"].as_f64().unwrap())
                .sum();
            // Both seats of a pair win with it.
            let expected = if sheet.pairs { 16.0 } else { 8.0 };
            assert!((by_seat - expected).abs() < 1e-9, "{figures}");
            assert_eq!(of(0)["illegal"], serde_json::json!({}), "{}", sheet.id);
            assert_eq!(of(1)["illegal"], serde_json::json!({}), "{}", sheet.id);
        }
    }
}

#[test]
fn a_program_plays_by_the_messages_of_the_socket() {
    let program = format!("sh {FIRST_LEGAL}");
    for (sheet, seats) in [
        ("kozel", "2"),
        ("kozel", "3"),
        ("kozel-pairs", "4"),
        ("fives", "2"),
    ] {
        let words = [
            "--sheet",
            sheet,
            "--seats",
            seats,
            "--deals",
            "5",
            "--duplicate",
        ];
        let figures = figures(&[&[program.as_str(), "steady"], words.as_slice()].concat());
        let own = &figures["contenders"][0];
        assert_eq!(own["illegal"], serde_json::json!({}), "{sheet}: {figures}");
        assert!(own["decisions"].as_u64().unwrap() > 10, "{figures}");
    }
}

#[test]
fn a_refused_act_is_counted_by_its_code_and_the_clock_plays() {
    let program = format!("sh {ALWAYS_PASSES}");
    let figures = figures(&[&program, "random", "--deals", "5", "--duplicate"]);
    let illegal = figures["contenders"][0]["illegal"].as_object().unwrap();
    assert!(illegal["not_allowed"].as_u64().unwrap() > 5, "{figures}");
    assert_eq!(illegal.len(), 1, "{figures}");
}

#[test]
fn a_program_that_says_nothing_in_time_is_late_and_the_clock_plays() {
    let words = ["sleep 60", "random", "--deals", "1", "--think-ms", "10"];
    let figures = figures(&words);
    let own = &figures["contenders"][0];
    assert_eq!(own["illegal"]["late"], own["decisions"]);
}

#[test]
fn a_program_that_never_stops_talking_does_not_keep_the_arena_from_ending() {
    let figures = figures(&["yes {}", "random", "--deals", "1"]);
    let own = &figures["contenders"][0];
    assert_eq!(own["illegal"]["bad_message"], own["decisions"], "{figures}");
}

#[test]
fn a_program_that_ends_or_cannot_be_started_ends_the_arena() {
    for (program, why) in [
        ("sh -c true", "has ended before the last deal"),
        ("./no/such/program", "cannot be started"),
    ] {
        let output = arena(&[program, "random", "--deals", "2"]);
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(program) && errors.contains(why), "{errors}");
    }
}

#[test]
fn unknown_bots_sheets_and_seats_are_refused_with_the_reason() {
    for (words, why) in [
        (
            ["stedy", "random", "--sheet", "kozel"].as_slice(),
            "no bot `stedy`",
        ),
        (
            &["steady", "random", "--sheet", "kosel"],
            "no sheet `kosel`",
        ),
        (
            &["steady", "random", "--sheet", "kozel-pairs", "--seats", "3"],
            "played by 4 to 4, not by 3",
        ),
        (&["steady", "random", "--deals", "0"], "--deals"),
        (&["steady"], "<B>"),
    ] {
        let output = arena(words);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(why), "{errors}");
    }
}
