//! What frames with commands have always meant: the bytes of their bodies, and the refusals of wrong ones.
//!
//! `commands.jsonl` was written down when commands were first grouped by what they address. A body's bytes must never
//! change: the journal holds their hashes, and a command repeated after an upgrade is recognised by them.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use boneyard_protocol::{ClientMessage, decode};
use serde_json::Value;

fn lines() -> impl Iterator<Item = Value> {
    let lines = include_str!("commands.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).unwrap())
}

#[test]
fn every_body_keeps_its_bytes() {
    let mut count = 0;
    for line in lines() {
        let Some(body) = line["body"].as_str() else {
            continue;
        };
        let frame = line["frame"].as_str().unwrap();
        let Ok(ClientMessage::Command(envelope)) = decode(frame) else {
            panic!("{frame} is a command");
        };
        let written = serde_json::to_string(&envelope.command).unwrap();
        assert_eq!(written, body, "{frame}");
        // The id comes last, behind the same bytes.
        let whole = serde_json::to_string(&ClientMessage::Command(envelope.clone())).unwrap();
        let id = envelope.id;
        let open = body.strip_suffix('}').unwrap();
        assert_eq!(whole, format!("{open},\"id\":\"{id}\"}}"));
        let again: ClientMessage = serde_json::from_str(&whole).unwrap();
        assert_eq!(again, ClientMessage::Command(envelope));
        count += 1;
    }
    assert!(count > 50, "{count}");
}

#[test]
fn every_wrong_frame_keeps_its_refusal() {
    let mut count = 0;
    for line in lines() {
        let Some(refused) = line["refused"].as_str() else {
            continue;
        };
        let frame = line["frame"].as_str().unwrap();
        let refusal = decode(frame).unwrap_err();
        assert_eq!(serde_json::to_string(&refusal).unwrap(), refused, "{frame}");
        count += 1;
    }
    assert!(count > 80, "{count}");
}
