//! The shared records in words.

use super::*;

fn shared() -> Vec<(String, String)> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/tests/vectors/records.jsonl"
    );
    let lines = std::fs::read_to_string(path).unwrap();
    let of = |line: &str| {
        let case: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| case[name].as_str().unwrap().to_owned();
        (text("id"), text("record"))
    };
    lines.lines().map(of).collect()
}

fn tale_of(text: &str) -> Tale {
    tell(&read(text).unwrap(), &Sheets::presets())
}

#[test]
fn every_shared_record_is_told_to_its_end_in_both_forms() {
    let records = shared();
    assert!(records.len() > 10);
    for (id, text) in records {
        let tale = tale_of(&text);
        assert_eq!(tale.failure, None, "{id}\n{}", tale.text);
        let record = read(&text).unwrap();
        let acts = record.actions.len();
        let last = format!("{acts:>4} ");
        assert!(
            acts == 0 || tale.text.lines().any(|line| line.starts_with(&last)),
            "{id}"
        );
        assert_eq!(tale_of(&record.to_json().to_string()), tale, "{id}");
    }
}

#[test]
fn hands_actions_ends_results_and_warnings_are_told() {
    let (_, fault) = shared()
        .into_iter()
        .find(|(id, _)| id == "record/SP8")
        .unwrap();
    let text = tale_of(&fault).text;
    for line in [
        "sport-points, 4 players",
        "  referee.enforcement = \"penalize\"",
        "       deal 1 (entry 0), lot 0",
        "         0: 3-3 0-0 5-5 6-0 3-0 2-2 5-0",
        "   1 0: lead 3-3   [left 3d, right 3d]",
        "   2 1: pass   [left 3d, right 3d]",
        "       the deal is over: lost by a false pass of 1, won by side 0",
        "         side 1: entry 10, written 10, score 10",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    }
    let (_, overtimes) = shared()
        .into_iter()
        .find(|(id, _)| id == "record/SP9")
        .unwrap();
    let text = tale_of(&overtimes).text;
    for line in [
        "   2 table: overtime 1",
        "       side 1 is warned: 2 in this match, 2 in all, fine 10",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    }
}

#[test]
fn the_action_that_fails_is_named() {
    let (_, text) = shared()
        .into_iter()
        .find(|(id, _)| id == "record/SP9")
        .unwrap();
    let broken = text.replace("play 0*61 #o1", "play 0*61 3- #o1");
    let tale = tale_of(&broken);
    let why = tale.failure.unwrap().to_string();
    assert_eq!(why, "action 2 (3: pass): somebody else is on turn");
    assert!(tale.text.contains("   1 0: lead 6-1"), "{}", tale.text);
}

#[test]
fn a_missing_sheet_and_other_files_are_told_apart() {
    let (_, text) = shared().into_iter().next().unwrap();
    let own = text.replace("rules sport-points", "rules our-game");
    let why = tale_of(&own).failure.unwrap().to_string();
    assert!(
        why.contains("`our-game`") && why.contains("--sheets"),
        "{why}"
    );
    assert!(matches!(read("{"), Err(NotARecord::NotJson)));
    assert!(matches!(read("hello"), Err(NotARecord::Malformed(_))));
}
