//! The shared vectors, run by the program that anybody can run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::{Command, Output};

fn conformance(files: &[&str]) -> (Output, String) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/tests/vectors");
    let output = Command::new(env!("CARGO_BIN_EXE_boneyard-lab"))
        .arg("conformance")
        .args(files)
        .current_dir(folder)
        .output()
        .unwrap();
    let report = String::from_utf8(output.stdout.clone()).unwrap();
    (output, report)
}

#[test]
fn every_case_of_every_file_agrees() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/tests/vectors");
    let names = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<String> = names
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains(".jsonl"))
        .collect();
    files.sort();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let (output, report) = conformance(&files);
    assert!(output.status.success(), "{report}");
    assert_eq!(report, "871 passed, 0 failed\n");
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
