//! Reading a client's frame, with an answer for everything that can be wrong with it.

use serde::de::Error as _;
use serde_json::{Error, Value};

use crate::code::{ErrorCode, Refusal};
use crate::command::{ClientMessage, Command, Envelope, Hello};
use crate::ids::CommandId;
use crate::message::Refused;
use crate::strict_json::strict_value;

/// Every `type` a client may send.
pub const CLIENT_TYPES: [&str; 20] = [
    "hello",
    "heartbeat",
    "lobby",
    "rename",
    "transfer",
    "create",
    "quick_play",
    "join",
    "sit",
    "watch",
    "add_bot",
    "ready",
    "act",
    "phrase",
    "report",
    "rematch",
    "auto_pass",
    "absence",
    "leave",
    "resume",
];

/// Reads one text frame. Unknown fields are ignored.
///
/// # Errors
///
/// `bad_json` if the frame is not one JSON object, or an object in it names a field twice; `unknown_type` and
/// `bad_message` otherwise. The refusal carries the command's id wherever that can be read.
pub fn decode(frame: &str) -> Result<ClientMessage, Box<Refused>> {
    let refused = |id, why: Refusal| {
        Box::new(Refused {
            id,
            table: None,
            why,
        })
    };
    let value = strict_value(frame).map_err(|_| refused(None, ErrorCode::BadJson.into()))?;
    let Value::Object(fields) = value else {
        return Err(refused(None, ErrorCode::BadJson.into()));
    };
    let id = fields
        .get("id")
        .and_then(Value::as_str)
        .and_then(|id| id.parse::<CommandId>().ok());
    let Some(kind) = fields
        .get("type")
        .and_then(Value::as_str)
        .map(str::to_owned)
    else {
        return Err(refused(
            id,
            Refusal::of_field(ErrorCode::BadMessage, "type"),
        ));
    };
    if !CLIENT_TYPES.contains(&kind.as_str()) {
        return Err(refused(id, ErrorCode::UnknownType.into()));
    }
    match kind.as_str() {
        "heartbeat" => Ok(ClientMessage::Heartbeat),
        "hello" => serde_json::from_value::<Hello>(Value::Object(fields)).map(ClientMessage::Hello),
        _ => match id {
            Some(id) => Command::of_fields(fields)
                .map(|command| ClientMessage::Command(Envelope { command, id })),
            None => Err(Error::missing_field("id")),
        },
    }
    .map_err(|error| {
        refused(
            id,
            Refusal {
                field: missing_field(&error),
                ..ErrorCode::BadMessage.into()
            },
        )
    })
}

/// The field that serde's sentence names as missing, if that is what it says.
pub(crate) fn missing_field(error: &Error) -> Option<String> {
    let text = error.to_string();
    let name = text.strip_prefix("missing field `")?.split('`').next()?;
    Some(name.to_owned())
}
