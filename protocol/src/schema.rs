//! The JSON Schema of the whole protocol, made from the types.

use schemars::{JsonSchema, Schema, schema_for};

use crate::http::{HttpError, SheetPage, SheetSummary};
use crate::table::TableSummary;
use crate::{ClientMessage, ServerMessage};

/// Everything that goes over the wire; only its schema is used.
#[derive(JsonSchema)]
#[schemars(title = "Boneyard protocol")]
#[expect(dead_code, reason = "only its schema is used")]
struct Protocol {
    /// A frame from a client.
    client: ClientMessage,
    /// A frame from the server.
    server: ServerMessage,
    /// `/api/sheets`.
    sheets: Vec<SheetSummary>,
    /// `/api/sheets/{id}`.
    sheet: SheetPage,
    /// `/api/tables`.
    tables: Vec<TableSummary>,
    /// Any error of the HTTP API.
    error: HttpError,
}

/// The schema, as served under `/api/protocol` and committed in `schema/protocol.schema.json`.
pub fn protocol_schema() -> Schema {
    schema_for!(Protocol)
}
