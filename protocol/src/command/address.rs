//! Commands as they lie on the wire: one flat list, told apart by `type`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Command, LobbyCommand, SessionCommand, TableCommand};
use crate::decode::missing_field;
use crate::ids::TableId;

impl From<SessionCommand> for Command {
    fn from(command: SessionCommand) -> Self {
        Self::Session(command)
    }
}

impl From<LobbyCommand> for Command {
    fn from(command: LobbyCommand) -> Self {
        Self::Lobby(command)
    }
}

impl Command {
    /// Reads the fields of a frame. Unknown fields are ignored.
    ///
    /// # Errors
    ///
    /// The first field of a wrong form, otherwise the first missing field: the table's id comes before the others.
    pub(crate) fn of_fields(fields: Map<String, Value>) -> serde_json::Result<Self> {
        let kind = fields.get("type").and_then(Value::as_str);
        let is_one_of = |types: &[&str]| kind.is_some_and(|kind| types.contains(&kind));
        if is_one_of(&SessionCommand::TYPES) {
            return serde_json::from_value(Value::Object(fields)).map(Self::Session);
        }
        if is_one_of(&LobbyCommand::TYPES) {
            return serde_json::from_value(Value::Object(fields)).map(Self::Lobby);
        }
        let table = fields.get("table").map(TableId::deserialize).transpose()?;
        let command = serde_json::from_value::<TableCommand>(Value::Object(fields));
        match (table, command) {
            (Some(table), command) => command.map(|command| command.at(table)),
            (None, Err(error)) if missing_field(&error).is_none() => Err(error),
            (None, _) => Err(serde_json::Error::missing_field("table")),
        }
    }
}

impl Serialize for Command {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Session(command) => command.serialize(serializer),
            Self::Lobby(command) => command.serialize(serializer),
            Self::Table(table, command) => {
                let mut fields = to_fields(command).map_err(serde::ser::Error::custom)?;
                let table = serde_json::to_value(table).map_err(serde::ser::Error::custom)?;
                // Behind the type, where it has always been: the bytes are hashed.
                fields.shift_insert(1, "table".to_owned(), table);
                fields.serialize(serializer)
            }
        }
    }
}

/// The fields of a command in their order, the type first.
fn to_fields(command: &TableCommand) -> serde_json::Result<Map<String, Value>> {
    match serde_json::to_value(command)? {
        Value::Object(fields) => Ok(fields),
        _ => Ok(Map::new()),
    }
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(deserializer)?;
        Self::of_fields(fields).map_err(D::Error::custom)
    }
}
