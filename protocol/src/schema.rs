//! The JSON Schema of the whole protocol, made from the types.

use schemars::{JsonSchema, Schema, schema_for};

use crate::admin;
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
    /// The host's API, `/api/admin/…`.
    admin: Admin,
}

/// Every request and answer of the host's API, by its action.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Admin {
    state: admin::AdminState,
    tables: Vec<admin::AdminTable>,
    players: Vec<admin::AdminPlayer>,
    close: admin::CloseTable,
    kick: admin::Kick,
    ban: admin::NewBan,
    unban: admin::Unban,
    bans: Vec<admin::Ban>,
    announce: admin::Announce,
    announced: admin::Announced,
    drain: admin::Drain,
    draining: admin::Draining,
    new_backup: admin::NewBackup,
    backup: admin::Backup,
    backups: Vec<admin::BackupFile>,
    restore: admin::Restore,
    check: admin::CheckReport,
    new_bot: admin::NewBot,
    bot_token: admin::BotToken,
    reports_asked: admin::ReportsAsked,
    reports: Vec<admin::AdminReport>,
}

/// The schema that is committed in `schema/protocol.schema.json`.
pub fn protocol_schema() -> Schema {
    schema_for!(Protocol)
}
