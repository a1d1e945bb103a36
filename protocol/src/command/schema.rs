//! The schema of a command: that of the flat list on the wire.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use super::{Command, LobbyCommand, SessionCommand, TableCommand};
use crate::ids::TableId;

impl JsonSchema for Command {
    fn schema_name() -> Cow<'static, str> {
        "Command".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let table = generator.subschema_for::<TableId>().to_value();
        let mut all = variants(&SessionCommand::json_schema(generator));
        all.extend(variants(&LobbyCommand::json_schema(generator)));
        for mut variant in variants(&TableCommand::json_schema(generator)) {
            add_table(&mut variant, &table);
            all.push(variant);
        }
        json_schema!({"description": "A command, by its addressee.", "oneOf": all})
    }
}

/// The alternatives of a tagged enum's schema.
fn variants(schema: &Schema) -> Vec<Value> {
    let list = schema.get("oneOf").and_then(Value::as_array);
    list.cloned().unwrap_or_default()
}

/// Puts the table's id behind the type, as [`Command`]'s `Serialize` does.
fn add_table(variant: &mut Value, table: &Value) {
    let mut table = table.clone();
    if let Value::Object(fields) = &mut table {
        fields.shift_insert(0, "description".to_owned(), "The table.".into());
    }
    if let Some(Value::Object(properties)) = variant.get_mut("properties") {
        properties.shift_insert(1, "table".to_owned(), table);
    }
    if let Some(Value::Array(required)) = variant.get_mut("required") {
        required.insert(1, "table".into());
    }
}
