//! `docs/protocol.md` names everything that goes over the socket.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use boneyard_protocol::CloseCode;
use boneyard_protocol::schema::protocol_schema;
use serde_json::Value;

/// The page without the match at its end, which names much by chance.
fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.md");
    let page = fs::read_to_string(path).unwrap();
    let (before, _match) = page.split_once("<!-- transcript -->").unwrap();
    before.to_owned()
}

/// The constants of a definition: the types of its messages, or its values.
fn names(schema: &Value, of: &Value, found: &mut BTreeSet<String>) {
    let constant = of.pointer("/properties/type/const").or(of.get("const"));
    found.extend(constant.and_then(Value::as_str).map(str::to_owned));
    let definition = of.get("$ref").and_then(Value::as_str);
    if let Some(definition) = definition.and_then(|path| path.strip_prefix('#')) {
        names(schema, schema.pointer(definition).unwrap(), found);
    }
    for kind in ["oneOf", "anyOf", "allOf"] {
        let choices = of.get(kind).and_then(Value::as_array);
        for choice in choices.into_iter().flatten() {
            names(schema, choice, found);
        }
    }
}

#[test]
fn every_message_fact_and_code_is_named() {
    let page = page();
    let schema = serde_json::to_value(protocol_schema()).unwrap();
    for (definition, least) in [
        ("ClientMessage", 15),
        ("ServerMessage", 15),
        ("Fact", 30),
        ("ErrorCode", 50),
    ] {
        let mut found = BTreeSet::new();
        names(&schema, &schema["$defs"][definition], &mut found);
        // What a reader makes of types that it does not know.
        found.remove("unknown");
        assert!(found.len() > least, "{definition}: {found:?}");
        let is_named = |name: &&String| page.contains(&format!("`{name}`"));
        let missing: Vec<_> = found.iter().filter(|name| !is_named(name)).collect();
        assert_eq!(missing, Vec::<&String>::new(), "{definition}");
    }
}

#[test]
fn every_close_code_is_named() {
    let page = page();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).collect();
    for code in CloseCode::ALL {
        let number = code.number().to_string();
        assert!(
            rows.iter().any(|row| row.contains(&number)),
            "{code:?} ({number})"
        );
    }
}
