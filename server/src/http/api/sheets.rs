//! The games and their rules.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use boneyard_engine::{Options, Sheet, clauses, effective_sheet, preset, presets};
use boneyard_protocol::http::{Clause, SheetPage, SheetSummary};
use boneyard_protocol::{ErrorCode, limits};
use serde::Deserialize;

use super::Failure;

/// The games change with the program only.
const CACHED: &str = "public, max-age=300";

/// `/api/sheets`: every game.
pub(in crate::http) async fn sheets() -> Response {
    let games: Vec<SheetSummary> = presets().iter().map(|sheet| summary(sheet)).collect();
    ([(CACHE_CONTROL, CACHED)], Json(games)).into_response()
}

/// The query of `/api/sheets/{id}`.
#[derive(Debug, Deserialize)]
pub(in crate::http) struct SheetQuery {
    /// Overrides by dotted field (SPEC 2.1), a JSON object.
    options: Option<String>,
}

/// `/api/sheets/{id}`: one game's fields and rules, with a table's overrides put in.
pub(in crate::http) async fn sheet(
    Path(id): Path<String>,
    query: Result<Query<SheetQuery>, QueryRejection>,
) -> Result<Response, Failure> {
    let unreadable = Failure::new(StatusCode::BAD_REQUEST, ErrorCode::BadMessage);
    let Ok(Query(SheetQuery { options })) = query else {
        return Err(unreadable);
    };
    let options: Options = match options {
        Some(text) => serde_json::from_str(&text).map_err(|_| unreadable)?,
        None => Options::default(),
    };
    let game = preset(&id).ok_or(Failure::new(StatusCode::NOT_FOUND, ErrorCode::NoSuchSheet))?;
    let sheet = effective_sheet(&game, &options).map_err(|invalid| Failure {
        codes: invalid.iter().map(|one| one.code().to_owned()).collect(),
        ..Failure::new(StatusCode::BAD_REQUEST, ErrorCode::SheetInvalid)
    })?;
    let page = SheetPage {
        sheet: serde_json::to_value(&sheet).expect("a sheet is plain data with text keys"),
        clauses: clauses(&sheet).into_iter().map(clause).collect(),
        playable: true,
    };
    Ok(([(CACHE_CONTROL, CACHED)], Json(page)).into_response())
}

fn summary(sheet: &Sheet) -> SheetSummary {
    let names = [
        ("en", &sheet.names.en),
        ("ru", &sheet.names.ru),
        ("hu", &sheet.names.hu),
    ];
    let (min, max) = (seats(sheet.players.min), seats(sheet.players.max));
    SheetSummary {
        id: sheet.id.clone(),
        names: names
            .into_iter()
            .map(|(code, name)| (code.to_owned(), name.clone()))
            .collect(),
        min,
        max,
        pairs: sheet.pairs,
        goal: sheet.goal.goal.name().to_owned(),
        target: targets(sheet, min, max),
        deals: sheet.goal.deals,
        clock_s: sheet.referee.clock,
        playable: true,
        clauses: clauses(sheet).into_iter().map(clause).collect(),
    }
}

fn targets(sheet: &Sheet, min: u8, max: u8) -> BTreeMap<String, u32> {
    (min..=max)
        .filter_map(|seats| Some((seats.to_string(), sheet.target(usize::from(seats))?)))
        .collect()
}

/// A number of seats that a table here may have.
fn seats(players: u32) -> u8 {
    u8::try_from(players).unwrap_or(u8::MAX).min(limits::SEATS)
}

fn clause(clause: boneyard_engine::Clause) -> Clause {
    Clause {
        code: clause.code.to_owned(),
        params: clause
            .params
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        changed: false,
    }
}
