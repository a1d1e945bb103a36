//! No command of the protocol is without a method, and no method without a test here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Each command of the protocol, and the methods of `Connection` that send it.
const METHODS: [(&str, &[&str]); 17] = [
    ("lobby", &["follow_lobby", "unfollow_lobby"]),
    ("rename", &["rename"]),
    ("transfer", &["transfer"]),
    ("create", &["create"]),
    ("quick_play", &["quick_play"]),
    ("join", &["join"]),
    ("sit", &["sit"]),
    ("watch", &["watch", "watch_by_code"]),
    ("add_bot", &["add_bot"]),
    ("ready", &["ready"]),
    ("act", &["act", "act_lengthwise", "act_in_deal"]),
    ("phrase", &["phrase"]),
    ("report", &["report"]),
    ("rematch", &["rematch"]),
    ("auto_pass", &["auto_pass"]),
    ("absence", &["absence_choice"]),
    ("leave", &["leave"]),
];
/// Sent by the connection itself for every table that is followed.
const RESUME: (&str, &[&str]) = ("resume", &["follow", "follow_from"]);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn methods() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    METHODS.into_iter().chain([RESUME])
}

/// All Rust files in a folder and below.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &sources(&path);
        } else {
            text += &fs::read_to_string(path).unwrap();
        }
    }
    text
}

/// The `type`s of everything that a client says: the constants of the field `type` in all that is reached from here.
fn types_said<'a>(
    part: &'a Value,
    all: &'a Value,
    seen: &mut BTreeSet<&'a str>,
    said: &mut BTreeSet<&'a str>,
) {
    if let Value::Array(items) = part {
        for item in items {
            types_said(item, all, seen, said);
        }
    }
    let Value::Object(fields) = part else { return };
    for (name, below) in fields {
        match (name.as_str(), below) {
            ("$ref", Value::String(to)) => {
                if seen.insert(to) {
                    let name = to.trim_start_matches("#/$defs/");
                    types_said(&all["$defs"][name], all, seen, said);
                }
            }
            ("type", Value::Object(kind)) => said.extend(kind.get("const").and_then(Value::as_str)),
            _ => types_said(below, all, seen, said),
        }
    }
}

#[test]
fn every_command_of_the_protocol_has_a_method() {
    let schema = root().join("protocol/schema/protocol.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let (mut seen, mut said) = (BTreeSet::new(), BTreeSet::new());
    types_said(
        &schema["$defs"]["ClientMessage"],
        &schema,
        &mut seen,
        &mut said,
    );
    let mut known: BTreeSet<&str> = methods().map(|(command, _)| command).collect();
    known.extend(["hello", "heartbeat"]);
    assert_eq!(said, known);
}

#[test]
fn every_method_is_tested_at_a_real_server() {
    let sdk = sources(&root().join("client/src/connection"))
        + &fs::read_to_string(root().join("client/src/connection.rs")).unwrap();
    let tests = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sdk"));
    let mut named = BTreeSet::new();
    for (command, methods) in methods() {
        for method in methods {
            assert!(
                sdk.contains(&format!("pub async fn {method}(")),
                "{command}: no method {method}"
            );
            assert!(
                tests.contains(&format!(".{method}(")),
                "{command}: no test of {method}"
            );
            named.insert(*method);
        }
    }
    // A method that sends a command and is not in the list would go untested.
    let sends = sdk.split("pub async fn ").skip(1).filter_map(|method| {
        let name = method.split(['(', '<']).next().unwrap();
        (name != "command" && method.contains("command(")).then_some(name)
    });
    let unnamed: Vec<&str> = sends.filter(|name| !named.contains(name)).collect();
    assert_eq!(unnamed, [""; 0]);
}
