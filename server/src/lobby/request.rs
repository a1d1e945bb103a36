//! Checks requests for tables: a request is checked whole before anything is made of it.

use std::sync::Arc;

use boneyard_engine::{Match, MatchSetup, Options, Sheet, Sheets, effective_sheet};
use boneyard_protocol::limits::SEATS;
use boneyard_protocol::table::TableSettings;
use boneyard_protocol::{AbsenceEnd, ErrorCode, JoinCode, Refusal, TableRequest, Tempo};

use crate::config::{ABSENCE_S, CLOCK_S, PAUSE_S, TableTimes};
use crate::table::{sheet_refused, start_refused};
use boneyard_store::fact::Opening;

/// Checks a request.
///
/// # Errors
///
/// What is wrong with it.
pub(super) fn check(
    sheets: &Sheets,
    request: &TableRequest,
    times: &TableTimes,
) -> Result<(), Refusal> {
    let sheet = sheet(sheets, request)?;
    settings(request, &sheet, times).map(|_| ())
}

/// The opening of the requested table.
///
/// # Errors
///
/// What is wrong with the request.
pub(super) fn opening(
    sheets: &Sheets,
    request: &TableRequest,
    times: &TableTimes,
    code: JoinCode,
) -> Result<Opening, Refusal> {
    let sheet = sheet(sheets, request)?;
    Ok(Opening {
        sheet: request.sheet.clone(),
        options: Options(request.options.clone()),
        rules: Some(Arc::clone(&sheet)),
        seats: request.seats,
        settings: settings(request, &sheet, times)?,
        code,
    })
}

/// The sheet of the request, with its overrides. Checks that they fit and that the sheet allows this many players.
fn sheet(sheets: &Sheets, request: &TableRequest) -> Result<Arc<Sheet>, Refusal> {
    let base = sheets.get(&request.sheet);
    let base = base.ok_or_else(|| Refusal::from(ErrorCode::NoSuchSheet))?;
    let options = Options(request.options.clone());
    let sheet = effective_sheet(base, &options).map_err(|codes| sheet_refused(&codes))?;
    let sheet = Arc::new(sheet);
    let seats = u32::from(request.seats);
    if request.seats > SEATS || !(sheet.players.min..=sheet.players.max).contains(&seats) {
        return Err(Refusal::of_field(ErrorCode::PlayersRange, "seats"));
    }
    let setup = MatchSetup {
        rules: request.sheet.clone(),
        options,
        sheet: Arc::clone(&sheet),
        players: request.seats,
        prior: None,
        standing: None,
    };
    Match::start(setup).map_err(|error| start_refused(&error))?;
    if request.bots >= request.seats {
        return Err(Refusal::of_field(ErrorCode::SettingRange, "bots"));
    }
    Ok(sheet)
}

fn settings(
    request: &TableRequest,
    sheet: &Sheet,
    times: &TableTimes,
) -> Result<TableSettings, Refusal> {
    let in_range = |value: Option<u32>, range: &std::ops::RangeInclusive<u32>, default, field| {
        let value = value.unwrap_or(default);
        if range.contains(&value) {
            Ok(u64::from(value) * 1_000)
        } else {
            Err(Refusal::of_field(ErrorCode::SettingRange, field))
        }
    };
    let clock_s = times.clock_s.unwrap_or(sheet.referee.clock);
    let clock_s = clock_s.clamp(*CLOCK_S.start(), *CLOCK_S.end());
    Ok(TableSettings {
        private: request.private,
        watchers: request.watchers,
        clock_ms: in_range(request.clock_s, &CLOCK_S, clock_s, "clock_s")?,
        absence_ms: in_range(request.absence_s, &ABSENCE_S, times.absence_s, "absence_s")?,
        absence_end: request.absence_end.unwrap_or(AbsenceEnd::Ask),
        pause_ms: in_range(request.pause_s, &PAUSE_S, times.pause_s, "pause_s")?,
        tempo: request.tempo.unwrap_or_else(|| usual_tempo(request)),
    })
}

/// Plain if all others are server bots: then their timing can give nothing away to anybody.
fn usual_tempo(request: &TableRequest) -> Tempo {
    let is_alone = request.bots.saturating_add(1) == request.seats;
    if is_alone { Tempo::Plain } else { Tempo::Even }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(request: serde_json::Value) -> Option<(ErrorCode, Option<String>, Vec<String>)> {
        let request: TableRequest = serde_json::from_value(request).unwrap();
        check(&Sheets::presets(), &request, &TableTimes::default())
            .err()
            .map(|why| (why.code, why.field, why.codes))
    }

    #[test]
    fn an_impossible_request_is_refused_with_what_is_wrong() {
        use ErrorCode::{NoSuchSheet, PlayersRange, SettingRange, SheetInvalid};
        let field = |name: &str| Some(name.to_owned());
        for (request, code, field, codes) in [
            (
                json!({"sheet": "whist", "seats": 2}),
                NoSuchSheet,
                None,
                vec![],
            ),
            (
                json!({"sheet": "kozel", "seats": 5}),
                PlayersRange,
                field("seats"),
                vec![],
            ),
            (
                json!({"sheet": "kozel", "seats": 1}),
                PlayersRange,
                field("seats"),
                vec![],
            ),
            (
                json!({"sheet": "kozel", "seats": 2, "bots": 2}),
                SettingRange,
                field("bots"),
                vec![],
            ),
            (
                json!({"sheet": "kozel", "seats": 2, "clock_s": 4}),
                SettingRange,
                field("clock_s"),
                vec![],
            ),
            (
                json!({"sheet": "kozel", "seats": 2, "options": {"turn.draw": "never"}}),
                SheetInvalid,
                None,
                vec!["undealt_draw".to_owned()],
            ),
        ] {
            assert_eq!(
                refused(request.clone()),
                Some((code, field, codes)),
                "{request}"
            );
        }
    }

    #[test]
    fn settings_that_are_left_out_have_their_defaults() {
        let request: TableRequest =
            serde_json::from_value(json!({"sheet": "kozel", "seats": 3})).unwrap();
        let opening = opening(
            &Sheets::presets(),
            &request,
            &TableTimes::default(),
            "ABCD2345WXYZ".parse().unwrap(),
        )
        .unwrap();
        let settings = opening.settings;
        assert_eq!(
            (settings.clock_ms, settings.absence_ms, settings.pause_ms),
            (30_000, 120_000, 12_000)
        );
        assert!(settings.watchers && !settings.private);
        assert_eq!(settings.absence_end, AbsenceEnd::Ask);
    }

    #[test]
    fn the_hosts_times_are_for_tables_that_do_not_say() {
        let times = TableTimes {
            clock_s: Some(15),
            absence_s: 60,
            pause_s: 5,
            ..TableTimes::default()
        };
        let opened = |request: serde_json::Value| {
            let request: TableRequest = serde_json::from_value(request).unwrap();
            let code = "ABCD2345WXYZ".parse().unwrap();
            let opened = opening(&Sheets::presets(), &request, &times, code).unwrap();
            let settings = opened.settings;
            (settings.clock_ms, settings.absence_ms, settings.pause_ms)
        };
        let (silent, own) = (
            json!({"sheet": "kozel", "seats": 3}),
            json!({"sheet": "kozel", "seats": 3, "clock_s": 20, "absence_s": 0, "pause_s": 1}),
        );
        assert_eq!(opened(silent), (15_000, 60_000, 5_000));
        assert_eq!(opened(own), (20_000, 0, 1_000));
    }

    #[test]
    fn the_tempo_is_even_unless_server_bots_have_all_other_seats_or_it_is_asked_for() {
        for (request, tempo) in [
            (json!({"sheet": "kozel", "seats": 3}), Tempo::Even),
            (
                json!({"sheet": "kozel", "seats": 3, "bots": 1}),
                Tempo::Even,
            ),
            (
                json!({"sheet": "kozel", "seats": 3, "bots": 2}),
                Tempo::Plain,
            ),
            (
                json!({"sheet": "kozel", "seats": 3, "bots": 2, "tempo": "even"}),
                Tempo::Even,
            ),
            (
                json!({"sheet": "kozel", "seats": 3, "tempo": "plain"}),
                Tempo::Plain,
            ),
        ] {
            let parsed: TableRequest = serde_json::from_value(request.clone()).unwrap();
            let code = "ABCD2345WXYZ".parse().unwrap();
            let opening =
                opening(&Sheets::presets(), &parsed, &TableTimes::default(), code).unwrap();
            assert_eq!(opening.settings.tempo, tempo, "{request}");
        }
    }
}
