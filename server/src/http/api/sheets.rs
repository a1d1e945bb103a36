//! The games and their rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use boneyard_engine::{Invalid, Options, Sheet, clauses, effective_sheet, switches};
use boneyard_protocol::http::{Clause, SheetPage, SheetSummary, Switch, SwitchChoice, SwitchGroup};
use boneyard_protocol::{ErrorCode, limits};
use serde::Deserialize;

use super::Failure;
use crate::app::App;

/// The games change only with the program or its folder of sheets.
const CACHED: &str = "public, max-age=300";

/// The query of `/api/sheets/{id}`.
#[derive(Debug, Deserialize)]
pub(in crate::http) struct SheetQuery {
    /// Overrides by dotted field, as a JSON object.
    options: Option<String>,
    /// The number of seats to list the switches for.
    seats: Option<u8>,
}

/// `/api/sheets`: every game.
pub(in crate::http) async fn sheets(State(app): State<Arc<App>>) -> Response {
    let games: Vec<SheetSummary> = app.sheets.iter().map(|sheet| summary(sheet)).collect();
    ([(CACHE_CONTROL, CACHED)], Json(games)).into_response()
}

/// `/api/sheets/{id}`: one game's fields and rules with overrides applied, and its switches.
pub(in crate::http) async fn sheet(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    query: Result<Query<SheetQuery>, QueryRejection>,
) -> Result<Response, Failure> {
    let bad = || Failure::new(StatusCode::BAD_REQUEST, ErrorCode::BadMessage);
    let Query(query) = query.map_err(|_| bad())?;
    let base = app.sheets.get(&id);
    let base = base.ok_or(Failure::new(StatusCode::NOT_FOUND, ErrorCode::NoSuchSheet))?;
    let options: Options = match &query.options {
        Some(text) => serde_json::from_str(text).map_err(|_| bad())?,
        None => Options::default(),
    };
    let invalid = |codes: Vec<Invalid>| Failure {
        codes: codes.iter().map(|code| code.code().to_owned()).collect(),
        ..Failure::new(StatusCode::BAD_REQUEST, ErrorCode::SheetInvalid)
    };
    let Some(seats) = query.seats else {
        let sheet = effective_sheet(base, &options).map_err(invalid)?;
        return Ok(answer(page(base, &sheet)));
    };
    if seats > limits::SEATS {
        return Err(invalid(vec![Invalid::PlayersRange]));
    }
    let offered = switches(base, &options, usize::from(seats)).map_err(invalid)?;
    Ok(answer(SheetPage {
        options: Some(offered.options),
        switches: offered.list.into_iter().map(switch).collect(),
        ..page(base, &offered.sheet)
    }))
}

fn answer(page: SheetPage) -> Response {
    ([(CACHE_CONTROL, CACHED)], Json(page)).into_response()
}

/// A sheet and its rules. Rules that differ from the game's own are marked.
fn page(base: &Sheet, sheet: &Sheet) -> SheetPage {
    let usual = clauses(base);
    let rules = clauses(sheet).into_iter().map(|rule| Clause {
        changed: !usual.contains(&rule),
        ..clause(rule)
    });
    SheetPage {
        sheet: serde_json::to_value(sheet).expect("a sheet is plain data with text keys"),
        clauses: rules.collect(),
        options: None,
        switches: Vec::new(),
    }
}

fn switch(switch: boneyard_engine::Switch) -> Switch {
    use boneyard_engine::SwitchGroup as Group;
    let choices = switch.choices.into_iter().map(|choice| SwitchChoice {
        value: choice.value,
        changes: choice.changes,
    });
    Switch {
        field: switch.field,
        group: match switch.group {
            Group::First => SwitchGroup::First,
            Group::Deal => SwitchGroup::Deal,
            Group::Lead => SwitchGroup::Lead,
            Group::Turn => SwitchGroup::Turn,
            Group::Line => SwitchGroup::Line,
            Group::Score => SwitchGroup::Score,
            Group::Match => SwitchGroup::Match,
            Group::Referee => SwitchGroup::Referee,
        },
        value: switch.value,
        usual: switch.usual,
        choices: choices.collect(),
        most: switch.most,
    }
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
        goal: sheet.goal.goal,
        target: targets(sheet, min, max),
        deals: sheet.goal.deals,
        clock_s: sheet.referee.clock,
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

/// A rule that is the game's own.
fn clause(clause: boneyard_engine::Clause) -> Clause {
    Clause {
        code: clause.code,
        params: clause
            .params
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        changed: false,
    }
}
