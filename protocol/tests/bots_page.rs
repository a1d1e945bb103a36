//! `docs/bots.md` tells the limits that are in force.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::fs;
use std::path::Path;

use boneyard_protocol::limits::*;
use boneyard_protocol::{CloseCode, PROTOCOL_VERSION};

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/bots.md");
    fs::read_to_string(path).unwrap()
}

#[test]
fn the_limits_of_the_page_are_those_in_force() {
    let seconds = |ms: u64| format!("{} seconds", ms / 1_000);
    let expected = [
        ("a message to the server", format!("{MESSAGE_BYTES} bytes")),
        ("`hello` after the connection", seconds(HELLO_MS)),
        ("commands in one burst", BURST.to_string()),
        (
            "commands in the long run",
            format!("{COMMANDS_PER_SECOND} a second"),
        ),
        (
            "refused commands (`rate_limited`) in a minute before the socket is closed",
            FLOOD.to_string(),
        ),
        (
            "phrases at one table",
            format!("{PHRASES_PER_MINUTE} a minute"),
        ),
        ("reports", format!("{REPORTS_PER_HOUR} an hour")),
        (
            "commands whose answers a table remembers for a player",
            REMEMBERED_COMMANDS.to_string(),
        ),
        (
            "facts that `resume` may bring without a snapshot",
            RESUME_FACTS.to_string(),
        ),
        (
            "a name",
            format!("{NAME_CHARS} characters, {NAME_BYTES} bytes"),
        ),
        ("seats of a table", SEATS.to_string()),
        ("the server's ping", format!("every {}", seconds(PING_MS))),
        ("silence before a socket is closed", seconds(SILENCE_MS)),
        ("the code of a `transfer`", seconds(TRANSFER_MS)),
    ];
    let page = page();
    let (_, rest) = page.split_once("<!-- limits -->\n").unwrap();
    let (table, _) = rest.split_once("<!-- /limits -->").unwrap();
    let rows = expected.map(|(what, limit)| format!("| {what} | {limit} |\n"));
    let expected = format!("| what | limit |\n|---|---|\n{}", rows.concat());
    assert_eq!(table, expected);
}

/// The numbers between two texts of a file.
fn numbers(text: &str, open: &str, close: &str) -> Vec<u16> {
    let (_, rest) = text.split_once(open).unwrap();
    let (list, _) = rest.split_once(close).unwrap();
    list.split(", ").map(|code| code.parse().unwrap()).collect()
}

#[test]
fn the_page_and_the_example_bots_know_after_which_closes_nobody_comes_back() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/bots");
    let source = |bot: &str| fs::read_to_string(examples.join(bot)).unwrap();
    let lists = [
        numbers(&page(), "must not reconnect: ", ". "),
        numbers(&source("python/player.py"), "NOT_AGAIN = {", "}"),
        numbers(&source("javascript/player.js"), "NOT_AGAIN = [", "]"),
    ];
    for list in lists {
        for code in CloseCode::ALL {
            let is_told = list.contains(&code.number());
            assert_eq!(is_told, !code.come_back(), "{} in {list:?}", code.number());
        }
    }
}

#[test]
fn the_page_speaks_of_this_version() {
    let versions =
        format!("versions: {{\"from\": {PROTOCOL_VERSION}, \"to\": {PROTOCOL_VERSION}}}");
    assert!(page().contains(&versions));
}
