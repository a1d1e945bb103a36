//! The shared vectors, run by the program that anybody can run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::{Command, Output};

fn conformance(files: &[&str]) -> (Output, String) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors");
    let output = Command::new(env!("CARGO_BIN_EXE_conformance"))
        .args(files)
        .current_dir(folder)
        .output()
        .unwrap();
    let report = String::from_utf8(output.stdout.clone()).unwrap();
    (output, report)
}

/// Files that run whole: no case of them is left out.
#[test]
fn the_four_games_and_all_sheets_agree_with_every_case() {
    let (output, report) = conformance(&[
        "kozel.jsonl.gz",
        "kozel-pairs.jsonl.gz",
        "draw.jsonl.gz",
        "block.jsonl.gz",
        "sheets.jsonl",
    ]);
    assert!(output.status.success(), "{report}");
    assert_eq!(report, "221 passed, 0 failed\n");
}

/// Files in which some cases need a spinner, points in play, rows or a ladder.
#[test]
fn the_examples_switches_and_records_that_can_be_played_agree() {
    let (output, report) = conformance(&["examples.jsonl", "switches.jsonl", "records.jsonl"]);
    assert!(output.status.success(), "{report}");
    assert!(
        report.ends_with("242 not yet run\n118 passed, 0 failed\n"),
        "{report}"
    );
}

#[test]
fn a_wrong_expectation_is_a_failure_and_names_its_case() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/wrong.jsonl");
    let case = r#"{"id":"wrong","rules":"kozel","options":{"pairs":true},"invalid":[]}"#;
    std::fs::write(file, case).unwrap();
    let (output, report) = conformance(&[file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        report.starts_with("FAILED wrong: validation\n  expected []\n  got "),
        "{report}"
    );
    assert!(report.ends_with("0 passed, 1 failed\n"), "{report}");
}
