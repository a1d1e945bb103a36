//! The HTTP API: see [`boneyard_protocol::http`].

mod sheets;

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use boneyard_engine::MatchRecord;
use boneyard_protocol::documents::{ASYNCAPI, DECLARATIONS, SCHEMA};
use boneyard_protocol::{ErrorCode, MatchId};
use serde::Deserialize;
use serde_json::Value;

use super::account::LetIn;
use super::error::Failure;
use crate::app::App;

pub(super) use sheets::{sheet, sheets};

/// `/api/tables`: the listed tables.
pub(super) async fn tables(State(app): State<Arc<App>>, _: LetIn) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(app.lobby.summaries())).into_response()
}

/// The forms of a match record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Format {
    #[default]
    Json,
    Text,
}

/// The query of `/api/matches/{id}`.
#[derive(Debug, Deserialize)]
pub(super) struct MatchQuery {
    #[serde(default)]
    format: Format,
}

/// `/api/matches/{id}`: a finished match's record. It never changes.
pub(super) async fn finished_match(
    State(app): State<Arc<App>>,
    _: LetIn,
    Path(id): Path<String>,
    query: Result<Query<MatchQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Failure> {
    let no_such_match = || Failure::new(StatusCode::NOT_FOUND, ErrorCode::NoSuchMatch);
    let Ok(Query(query)) = query else {
        return Err(Failure::new(StatusCode::BAD_REQUEST, ErrorCode::BadMessage));
    };
    let id: MatchId = id.parse().map_err(|_| no_such_match())?;
    let found = app.archive.find_match(id).await.map_err(|error| {
        tracing::error!(%error, "a finished match cannot be read");
        Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::StorageUnavailable,
        )
    })?;
    let record = found.ok_or_else(no_such_match)?.record;
    let (kind, body) = match query.format {
        Format::Json => ("application/json", record),
        Format::Text => ("text/plain; charset=utf-8", as_text(&record)?),
    };
    let cache = "public, max-age=31536000, immutable";
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, cache)], body).into_response())
}

/// The text form of SPEC 11 from a stored record.
fn as_text(record: &str) -> Result<String, Failure> {
    let unreadable = |error: &dyn std::fmt::Display| {
        tracing::error!(%error, "a stored match record cannot be read back");
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::NoSuchMatch)
    };
    let json = serde_json::from_str(record).map_err(|error| unreadable(&error))?;
    let record = MatchRecord::from_json(&json).map_err(|error| unreadable(&error))?;
    Ok(record.to_text())
}

/// `/api/protocol`: the JSON Schema of every message.
pub(super) async fn protocol() -> Response {
    static COMPACT: LazyLock<String> = LazyLock::new(|| {
        let schema: Value = serde_json::from_str(SCHEMA).expect("the committed schema is JSON");
        schema.to_string()
    });
    let headers = [
        (CONTENT_TYPE, "application/schema+json"),
        (CACHE_CONTROL, "public, max-age=300"),
    ];
    (headers, COMPACT.as_str()).into_response()
}

/// `/api/asyncapi.yaml`: the socket as an AsyncAPI 3 document.
pub(super) async fn asyncapi_document() -> Response {
    let headers = [
        (CONTENT_TYPE, "application/yaml"),
        (CACHE_CONTROL, "public, max-age=300"),
    ];
    (headers, ASYNCAPI).into_response()
}

/// `/api/protocol.d.ts`: every message as a TypeScript declaration.
pub(super) async fn declarations() -> Response {
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
        (CACHE_CONTROL, "public, max-age=300"),
    ];
    (headers, DECLARATIONS).into_response()
}

/// Every other path below `/api`.
pub(super) async fn no_such_path() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, ErrorCode::NoSuchPath)
}
