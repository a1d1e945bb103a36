//! The AsyncAPI 3 document of the socket, made from the same schemas as [`protocol_schema`].
//!
//! It speaks of the server: what it receives and what it sends. Every message type is a message of its own.

use serde_json::{Map, Value, json};

use crate::PROTOCOL_VERSION;
use crate::schema::protocol_schema;

/// A message: its type, and the schema of its payload.
struct Message {
    kind: String,
    payload: Value,
}

/// The document that is committed in `schema/asyncapi.yaml`.
#[must_use]
pub fn document() -> Value {
    let mut root = protocol_schema().to_value();
    settle(&mut root);
    let schemas = match root.get("$defs") {
        Some(Value::Object(schemas)) => schemas.clone(),
        _ => Map::new(),
    };
    let received = of_client(&schemas);
    let sent = of_server(&schemas);
    let names = |side: &str, messages: &[Message]| -> Vec<String> {
        let name = |message: &Message| format!("{side}_{}", message.kind);
        messages.iter().map(name).collect()
    };
    let (received_names, sent_names) = (names("client", &received), names("server", &sent));
    let all = received_names.iter().chain(&sent_names);
    let in_channel: Map<String, Value> = all
        .map(|name| (name.clone(), reference("#/components/messages", name)))
        .collect();
    let messages: Map<String, Value> = received_names
        .iter()
        .chain(&sent_names)
        .cloned()
        .zip(received.into_iter().chain(sent).map(in_words))
        .collect();
    json!({
        "asyncapi": "3.0.0",
        "info": info(),
        "defaultContentType": "application/json",
        "servers": {"loopback": {
            "host": "127.0.0.1:8080",
            "protocol": "ws",
            "description": "A server as it is started without flags; others are reached by their own address, over `wss` where they have TLS.",
        }},
        "channels": {"socket": {
            "address": "/ws",
            "description": "One WebSocket for people, bots and programs: text frames, one JSON object each.",
            "messages": in_channel,
        }},
        "operations": operations(&received_names, &sent_names),
        "components": {"messages": messages, "schemas": without_sides(schemas)},
    })
}

fn info() -> Value {
    json!({
        "title": "Boneyard",
        "version": PROTOCOL_VERSION.to_string(),
        "description": "The socket of a Boneyard dominoes server. The version is the protocol's. Fields and message types that a client does not know are to be ignored: they may be added within a version.",
        "license": {"name": "MIT OR Apache-2.0"},
    })
}

/// What the server does: answers a hello, answers a heartbeat, answers commands, and speaks by itself.
fn operations(received_names: &[String], sent_names: &[String]) -> Value {
    const GREETING: [&str; 1] = ["client_hello"];
    const BEAT: [&str; 1] = ["client_heartbeat"];
    const ANSWERS: [&str; 4] = [
        "server_welcome",
        "server_ack",
        "server_refused",
        "server_heartbeat",
    ];
    let refer = |names: &mut dyn Iterator<Item = &str>| -> Vec<Value> {
        names
            .map(|name| reference("#/channels/socket/messages", name))
            .collect()
    };
    let receive = |summary: &str, names: &mut dyn Iterator<Item = &str>, answers: [&str; 2]| {
        json!({
            "action": "receive",
            "channel": {"$ref": "#/channels/socket"},
            "summary": summary,
            "messages": refer(names),
            "reply": {
                "channel": {"$ref": "#/channels/socket"},
                "messages": refer(&mut answers.into_iter()),
            },
        })
    };
    let of_commands = |name: &&str| !GREETING.contains(name) && !BEAT.contains(name);
    let of_its_own = |name: &&str| !ANSWERS.contains(name);
    json!({
        "greet": receive(
            "The first message on a socket, within five seconds.",
            &mut GREETING.into_iter(),
            ["server_welcome", "server_refused"],
        ),
        "obey": receive(
            "A command with an id of the client's own. The same id with the same body has one effect and one answer.",
            &mut received_names.iter().map(String::as_str).filter(of_commands),
            ["server_ack", "server_refused"],
        ),
        "beat": receive(
            "Is anybody there? At any time.",
            &mut BEAT.into_iter(),
            ["server_heartbeat", "server_refused"],
        ),
        "tell": {
            "action": "send",
            "channel": {"$ref": "#/channels/socket"},
            "summary": "What happens: sequenced facts of tables, and what carries no number and may be lost.",
            "messages": refer(&mut sent_names.iter().map(String::as_str).filter(of_its_own)),
        },
    })
}

fn reference(place: &str, name: &str) -> Value {
    json!({"$ref": format!("{place}/{name}")})
}

fn in_words(message: Message) -> Value {
    let summary = message.payload.get("description").cloned();
    json!({
        "name": message.kind,
        "summary": summary.unwrap_or_default(),
        "payload": message.payload,
    })
}

/// The sides' own schemas are told by their messages.
fn without_sides(mut schemas: Map<String, Value>) -> Map<String, Value> {
    for side in ["ClientMessage", "ServerMessage", "Envelope"] {
        schemas.remove(side);
    }
    schemas
}

fn of_server(schemas: &Map<String, Value>) -> Vec<Message> {
    variants(schemas, "ServerMessage", "oneOf")
}

/// The hello, the heartbeat, and every command with its id.
fn of_client(schemas: &Map<String, Value>) -> Vec<Message> {
    let mut messages = variants(schemas, "ClientMessage", "anyOf");
    let id = schemas
        .get("Envelope")
        .and_then(|envelope| envelope.pointer("/properties/id"));
    for mut message in variants(schemas, "Envelope", "oneOf") {
        if let (Some(Value::Object(fields)), Some(id)) = (message.payload.get_mut("properties"), id)
        {
            fields.insert("id".to_owned(), id.clone());
        }
        if let Some(Value::Array(required)) = message.payload.get_mut("required") {
            required.push(json!("id"));
        }
        messages.push(message);
    }
    messages
}

/// The tagged variants of a schema. The one for types that are not known is no message.
fn variants(schemas: &Map<String, Value>, name: &str, keyword: &str) -> Vec<Message> {
    let list = schemas.get(name).and_then(|schema| schema.get(keyword));
    let list = list.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(|payload| {
        let kind = payload.pointer("/properties/type/const")?.as_str()?;
        let message = Message {
            kind: kind.to_owned(),
            payload: payload.clone(),
        };
        (kind != "unknown").then_some(message)
    })
    .collect()
}

/// Makes the schemas those of the document: references lead to its components, and none has siblings, which
/// AsyncAPI's form of JSON Schema would pass over.
fn settle(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.values_mut().for_each(settle);
            let target = fields.get("$ref").and_then(Value::as_str);
            let target = target.and_then(|target| target.strip_prefix("#/$defs/"));
            if let Some(target) = target.map(|name| reference("#/components/schemas", name)) {
                fields.shift_remove("$ref");
                if fields.is_empty() {
                    *value = target;
                } else {
                    fields.insert("allOf".to_owned(), json!([target]));
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(settle),
        _ => {}
    }
}
