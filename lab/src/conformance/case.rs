//! The kinds of cases.

use boneyard_engine::{
    Invalid, MatchRecord, Options, ReplayError, SeatDraw, StartError, Tile, effective_sheet,
    preset, seat_draw,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::play;
use super::spelling::{same, state};

/// What became of a case.
pub(crate) enum Verdict {
    Passed,
    Failed(String),
}

impl Verdict {
    /// Passed if got is what was expected.
    pub(crate) fn compare(what: &str, expected: &Value, got: &Value) -> Self {
        if same(expected, got) {
            Self::Passed
        } else {
            Self::Failed(format!("{what}\n  expected {expected}\n  got      {got}"))
        }
    }

    /// The first of both that is not passed.
    pub(crate) fn and(self, next: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Passed => next(),
            Self::Failed(_) => self,
        }
    }
}

impl From<StartError> for Verdict {
    fn from(error: StartError) -> Self {
        Self::Failed(format!("does not start: {error}"))
    }
}

/// Runs one line; its id and what became of it.
pub(crate) fn run(line: &str) -> serde_json::Result<(String, Verdict)> {
    let case: Value = serde_json::from_str(line)?;
    let id = case["id"].as_str().unwrap_or("(no id)").to_owned();
    let verdict = if case.get("seat_draw").is_some() {
        seats(&case)?
    } else if case.get("invalid").is_some() {
        sheet(&case)?
    } else if case.get("record").is_some() {
        record(&case)
    } else {
        play::run(&play::Case::deserialize(&case)?)
    };
    Ok((id, verdict))
}

fn seats(case: &Value) -> serde_json::Result<Verdict> {
    let tiles = <[Tile; 4]>::deserialize(&case["seat_draw"]["tiles"])?;
    let rule = SeatDraw::deserialize(&case["seat_draw"]["rule"])?;
    let got = json!({ "order": seat_draw(tiles, rule) });
    Ok(Verdict::compare("seat draw", &case["expect"], &got))
}

fn sheet(case: &Value) -> serde_json::Result<Verdict> {
    let Some(preset) = case["rules"].as_str().and_then(preset) else {
        return Ok(StartError::UnknownRules.into());
    };
    let options = Options::deserialize(&case["options"])?;
    let codes = effective_sheet(&preset, &options).err().unwrap_or_default();
    let codes: Vec<&str> = codes.into_iter().map(Invalid::code).collect();
    Ok(Verdict::compare(
        "validation",
        &case["invalid"],
        &json!(codes),
    ))
}

fn record(case: &Value) -> Verdict {
    let text = case["record"].as_str().unwrap_or_default();
    let record = match MatchRecord::from_text(text) {
        Ok(record) => record,
        Err(error) => return Verdict::Failed(error.to_string()),
    };
    let expected = case.get("text").unwrap_or(&case["record"]);
    Verdict::compare("text", expected, &json!(record.to_text()))
        .and(|| json_form(case.get("json"), &record))
        .and(|| last(&case["last"], &record))
}

/// The JSON form must be written as it stands, and read as the same record.
fn json_form(expected: Option<&Value>, record: &MatchRecord) -> Verdict {
    let written = record.to_json();
    let expected = expected.unwrap_or(&written);
    Verdict::compare("json", expected, &written).and(|| match MatchRecord::from_json(expected) {
        Ok(read) if read.same_match(record) => Verdict::Passed,
        Ok(read) => Verdict::Failed(format!("the JSON form reads as {}", read.to_text())),
        Err(error) => Verdict::Failed(format!("the JSON form does not read: {error}")),
    })
}

fn last(expected: &Value, record: &MatchRecord) -> Verdict {
    let mut got = Value::Null;
    let mut before = None;
    let played = record.replay_each(|_, game| {
        got = state(game, before.as_ref());
        before = Some(game.scores().clone());
    });
    match played {
        Ok(_) => Verdict::compare("last state", expected, &got),
        Err(ReplayError::Start(error)) => error.into(),
        Err(error) => Verdict::Failed(error.to_string()),
    }
}
