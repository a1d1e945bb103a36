//! `boneyard-lab validate-bot` on a bot that is right and on bots that are wrong, each in one way.
//!
//! The bots are programs: this one, told to run nothing but the "test" that plays.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test says where and why"
)]

mod quirky;
mod right;

use std::process::{Command, Output};

/// Tries the bot that is played by a test of this name.
fn validate(bot: &str, flags: &[&str]) -> (Option<i32>, String) {
    let this = std::env::current_exe().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_boneyard-lab"));
    command.arg("validate-bot").args(flags).arg(this);
    // A setting of some server in the same shell. The trial's own is not that one.
    command.env("BONEYARD_SERVER_PASSWORD", "our kitchen");
    let Output { status, stdout, .. } = command
        .args(["--exact", bot, "--ignored"])
        .output()
        .unwrap();
    (status.code(), String::from_utf8(stdout).unwrap())
}

/// What a wrong bot is told.
fn wrong(bot: &str) -> Vec<String> {
    let (code, text) = validate(bot, &["--patience", "8"]);
    assert_eq!(code, Some(1), "{text}");
    let wrong = text.lines().filter(|line| line.starts_with("WRONG"));
    wrong.map(str::to_owned).collect()
}

#[track_caller]
fn says(lines: &[String], words: &[&str]) {
    let says_all = |line: &String| words.iter().all(|word| line.contains(word));
    assert!(lines.iter().any(says_all), "{words:?} in {lines:#?}");
}

#[test]
fn a_right_bot_passes_in_everything() {
    let sheets = ["--sheet", "kozel", "--sheet", "blind-memory"];
    let (code, text) = validate("right::plays", &sheets);
    assert_eq!(code, Some(0), "{text}");
    for tried in [
        "connection reset in its turn: back after",
        "connection reset in another's turn: back after",
        "server restarts (1012) in its turn: back after",
        "server restarts (1012) in another's turn: back after",
        "connection reset before the answer to its act: back after",
        "act refused with rate_limited: acted",
        "act refused by the rules: acted",
        "message of an unknown type: acted",
        "fact of an unknown type: acted",
        "unknown fields: ",
        "ping: ",
        "started again: it is the same player",
        "match of kozel: played to its end",
        "match of blind-memory: played to its end",
        "end of a match: it ends",
        "replaced by another connection (4409): it stays away",
    ] {
        let is_ok = |line: &str| line.starts_with(&format!("ok     {tried}"));
        assert!(text.lines().any(is_ok), "{tried:?} in\n{text}");
    }
    assert!(text.ends_with(" 0 wrong\n"), "{text}");
}

#[test]
fn a_bot_that_never_comes_back_is_wrong() {
    let lines = wrong("quirky::never_comes_back");
    says(
        &lines,
        &[
            "connection reset in its turn",
            "it ended before the match of kozel was over",
        ],
    );
}

#[test]
fn a_bot_that_comes_back_as_another_player_is_wrong() {
    let lines = wrong("quirky::comes_back_as_another");
    says(&lines, &["coming back", "its hello has no token"]);
}

#[test]
fn a_bot_that_repeats_what_was_refused_at_once_is_wrong() {
    let lines = wrong("quirky::repeats_at_once");
    says(
        &lines,
        &["act refused with rate_limited", "was asked to wait 400"],
    );
}

#[test]
fn a_bot_that_answers_too_late_is_wrong() {
    let lines = wrong("quirky::answers_too_late");
    says(&lines, &["3 turns of 5 s were not played in time"]);
}

#[test]
fn a_bot_that_ends_on_what_it_does_not_know_is_wrong() {
    let lines = wrong("quirky::ends_on_the_unknown");
    says(&lines, &["message of an unknown type", "it ended before"]);
}

#[test]
fn what_is_no_bot_and_what_is_no_sheet_are_told() {
    let (code, text) = validate("no::such::test", &["--patience", "1"]);
    assert_eq!(code, Some(1), "{text}");
    let (code, text) = validate("right::plays", &["--sheet", "kosel"]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
}
