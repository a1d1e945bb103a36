//! Every message has a fixture; every fixture reads and writes alike.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use boneyard_protocol::http::{HttpError, SheetPage};
use boneyard_protocol::{ClientMessage, Fact, ServerMessage, admin, decode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The fixtures of one folder: name and text.
fn fixtures(folder: &str) -> Vec<(String, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(folder);
    let mut all: Vec<_> = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    all.sort();
    assert!(!all.is_empty(), "{folder} holds no fixture");
    all
}

fn assert_writes_as(name: &str, message: &impl Serialize, text: &str) {
    let written = serde_json::to_string(message).unwrap();
    assert!(
        written.starts_with("{\"type\":\""),
        "{name}: type must lead: {written}"
    );
    let read: Value = serde_json::from_str(text).unwrap();
    let again: Value = serde_json::from_str(&written).unwrap();
    assert!(same(&read, &again), "{name}:\n{read}\n{again}");
}

/// Equal as JSON, with 1 and 1.0 the same number.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(k, v)| b.get(k).is_some_and(|w| same(v, w)))
        }
        _ => a == b,
    }
}

/// The types named in a committed schema's `oneOf` or `anyOf` of tagged objects, found by their `const`.
fn types_in(schema: &Value, definition: &str) -> BTreeSet<String> {
    fn walk(value: &Value, found: &mut BTreeSet<String>) {
        if let Some(kind) = value
            .pointer("/properties/type/const")
            .and_then(Value::as_str)
        {
            found.insert(kind.to_owned());
        }
        for key in ["oneOf", "anyOf", "allOf"] {
            for item in value
                .get(key)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                walk(item, found);
            }
        }
    }
    let mut found = BTreeSet::new();
    walk(&schema["$defs"][definition], &mut found);
    found
}

fn schema() -> Value {
    serde_json::to_value(boneyard_protocol::schema::protocol_schema()).unwrap()
}

fn covered(folder: &str) -> BTreeSet<String> {
    let kind = |text: &str| {
        let value: Value = serde_json::from_str(text).unwrap();
        value["type"].as_str().unwrap().to_owned()
    };
    fixtures(folder)
        .iter()
        .map(|(_, text)| kind(text))
        .collect()
}

#[test]
fn client_messages_read_and_write_alike() {
    for (name, text) in fixtures("client") {
        let message = decode(&text).unwrap_or_else(|refused| panic!("{name}: {refused:?}"));
        assert_writes_as(&name, &message, &text);
        let derived: ClientMessage = serde_json::from_str(&text).unwrap();
        assert_eq!(message, derived, "{name}");
    }
}

#[test]
fn server_messages_read_and_write_alike() {
    for (name, text) in fixtures("server") {
        let message: ServerMessage =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_ne!(message, ServerMessage::Unknown, "{name}");
        assert_writes_as(&name, &message, &text);
    }
}

#[test]
fn facts_read_and_write_alike() {
    for (name, text) in fixtures("facts") {
        let fact: Fact = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_ne!(fact, Fact::Unknown, "{name}");
        assert_writes_as(&name, &fact, &text);
    }
}

/// Reads a text as its type, writes it again, and compares.
fn assert_reads_as<T: Serialize + DeserializeOwned>(name: &str, text: &str) {
    let value: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (read, again): (Value, Value) = (
        serde_json::from_str(text).unwrap(),
        serde_json::to_value(&value).unwrap(),
    );
    assert!(same(&read, &again), "{name}:\n{read}\n{again}");
}

#[test]
fn the_hosts_messages_read_and_write_alike() {
    for (name, text) in fixtures("admin") {
        let assert_alike: fn(&str, &str) = match name.as_str() {
            "state" => assert_reads_as::<admin::AdminState>,
            "tables" => assert_reads_as::<Vec<admin::AdminTable>>,
            "players" => assert_reads_as::<Vec<admin::AdminPlayer>>,
            "close" => assert_reads_as::<admin::CloseTable>,
            "kick" => assert_reads_as::<admin::Kick>,
            "ban" => assert_reads_as::<admin::NewBan>,
            "unban" => assert_reads_as::<admin::Unban>,
            "bans" => assert_reads_as::<Vec<admin::Ban>>,
            "announce" => assert_reads_as::<admin::Announce>,
            "announced" => assert_reads_as::<admin::Announced>,
            "drain" | "drain_cancel" => assert_reads_as::<admin::Drain>,
            "draining" => assert_reads_as::<admin::Draining>,
            "new_backup" => assert_reads_as::<admin::NewBackup>,
            "backup" => assert_reads_as::<admin::Backup>,
            "backups" => assert_reads_as::<Vec<admin::BackupFile>>,
            "restore" => assert_reads_as::<admin::Restore>,
            "check" => assert_reads_as::<admin::CheckReport>,
            "new_bot" => assert_reads_as::<admin::NewBot>,
            "bot_token" => assert_reads_as::<admin::BotToken>,
            "reports_asked" => assert_reads_as::<admin::ReportsAsked>,
            "reports" => assert_reads_as::<Vec<admin::AdminReport>>,
            unknown => panic!("{unknown} is of no known type"),
        };
        assert_alike(&name, &text);
    }
}

#[test]
fn every_action_of_the_host_has_a_fixture() {
    let schema = schema();
    let actions = schema["$defs"]["Admin"]["properties"].as_object().unwrap();
    let there: BTreeSet<String> = fixtures("admin")
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let missing: Vec<&String> = actions
        .keys()
        .filter(|action| !there.contains(*action))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_host_who_misspells_a_field_is_told_so() {
    for text in [r#"{"player":null,"until":5}"#, r#"{"ban":1,"reason":"x"}"#] {
        assert!(
            serde_json::from_str::<admin::NewBan>(text).is_err(),
            "{text}"
        );
        assert!(
            serde_json::from_str::<admin::Unban>(text).is_err(),
            "{text}"
        );
    }
    assert!(serde_json::from_str::<admin::Nothing>(r#"{"all":true}"#).is_err());
}

#[test]
fn pages_of_sheets_read_and_write_alike() {
    for (name, text) in fixtures("http")
        .into_iter()
        .filter(|(name, _)| name.starts_with("sheet_page"))
    {
        assert_reads_as::<SheetPage>(&name, &text);
    }
}

#[test]
fn errors_of_the_api_read_and_write_alike() {
    for (name, text) in fixtures("http")
        .into_iter()
        .filter(|(name, _)| name.starts_with("error"))
    {
        assert_reads_as::<HttpError>(&name, &text);
    }
}

#[test]
fn every_type_has_a_fixture() {
    let schema = schema();
    let mut client = types_in(&schema, "ClientMessage");
    client.extend(types_in(&schema, "Command"));
    let listed = boneyard_protocol::decode::CLIENT_TYPES.map(str::to_owned);
    assert_eq!(covered("client"), BTreeSet::from(listed));
    assert!(client.is_subset(&covered("client")), "{client:?}");

    let expected = |definition| -> BTreeSet<String> {
        types_in(&schema, definition)
            .into_iter()
            .filter(|kind| kind != "unknown")
            .collect()
    };
    assert_eq!(covered("server"), expected("ServerMessage"));
    assert_eq!(covered("facts"), expected("Fact"));
}

/// A file in `schema` that must be what the types say now.
fn assert_committed(file: &str, now: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("schema")
        .join(file);
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(&path, now).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == now,
        "protocol/schema is stale: UPDATE_SCHEMA=1 cargo test -p boneyard-protocol"
    );
}

#[test]
fn the_committed_schema_is_true() {
    let now = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    assert_committed("protocol.schema.json", &now);
}

#[test]
fn the_committed_asyncapi_document_is_true_and_names_every_message() {
    let document = boneyard_protocol::asyncapi::document();
    for side in ["client", "server"] {
        for kind in covered(side) {
            let name = &document["components"]["messages"][format!("{side}_{kind}")]["name"];
            assert_eq!(*name, Value::from(kind));
        }
    }
    assert_committed(
        "asyncapi.yaml",
        &serde_saphyr::to_string(&document).unwrap(),
    );
}

#[test]
fn unknown_fields_are_ignored_and_unknown_types_are_named() {
    let act = r#"{"type":"ready","table":"0198c1de-7b4e-7000-8000-0000000000a1",
        "id":"0198c1de-7b4e-4000-8000-0000000000d1","shoe":{"size":46}}"#;
    assert!(decode(act).is_ok());
    let fact: Fact = serde_json::from_str(r#"{"type":"sneezed","seat":1}"#).unwrap();
    assert_eq!(fact, Fact::Unknown);
    let message: ServerMessage =
        serde_json::from_str(r#"{"type":"weather","wind":[1,2]}"#).unwrap();
    assert_eq!(message, ServerMessage::Unknown);
}
