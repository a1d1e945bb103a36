//! Tables that an earlier version of the program has begun.

use boneyard_protocol::position::TablePhase;
use serde_json::Value;

use super::*;
use crate::table::state::State;
use boneyard_store::frozen::{self, FROZEN};

/// What shows who is connected and how late it is, not what the journal tells.
const OF_THE_MOMENT: [&str; 3] = ["clock", "here", "absence_ms"];

/// The first field of `then` that is not in `now` as it was; `now` may have more.
fn lost(path: &str, then: &Value, now: &Value) -> Option<String> {
    match (then, now) {
        (Value::Object(fields), Value::Object(_)) => fields
            .iter()
            .filter(|(name, _)| !OF_THE_MOMENT.contains(&name.as_str()))
            .find_map(|(name, then)| lost(&format!("{path}.{name}"), then, &now[name])),
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs.find_map(|(at, (then, now))| lost(&format!("{path}[{at}]"), then, now))
        }
        _ if then == now => None,
        _ => Some(format!("{path}: {then} then, {now} now")),
    }
}

#[test]
fn a_table_of_an_earlier_version_is_shown_as_it_was_then() {
    for journal in &FROZEN {
        let state = State::from_records(&journal.records().unwrap()).unwrap();
        let table = Table::new(state, MonoMillis(0));
        for (viewer, then) in [None, Some(Seat::new(0))].into_iter().zip(journal.shown()) {
            let now = serde_json::to_value(table.view(viewer, MonoMillis(0))).unwrap();
            let sheet = journal.sheet;
            assert_eq!(lost("", &then, &now), None, "{sheet}, {viewer:?}");
        }
        let settings = &table.state.opening.settings;
        // Before there was a choice.
        assert_eq!(settings.absence_end, AbsenceEnd::Bot);
        assert_eq!(settings.tempo, Tempo::Even);
    }
}

#[test]
fn a_table_of_an_earlier_version_is_played_on() {
    assert_eq!(frozen::TABLE, TABLE);
    for journal in &FROZEN {
        let records = journal.records().unwrap();
        let before = records.len();
        let mut world = World::found(records);
        if world.table.state.phase == TablePhase::MatchOver {
            for number in 0..world.table.state.opening.seats {
                let rematch = TableCommand::Rematch;
                world.command(number, rematch).unwrap();
            }
        }
        let match_number = world.table.state.match_number;
        for _ in 0..2_000 {
            if !world.go_on() {
                break;
            }
        }
        let state = &world.table.state;
        assert_eq!(state.phase, TablePhase::MatchOver, "{}", journal.sheet);
        assert_eq!(state.match_number, match_number);
        assert!(world.journal.len() > before);
        // Both versions' facts in one journal are one table.
        assert_eq!(State::from_records(&world.journal).as_ref(), Ok(state));
        let (game, story) = (state.game.as_deref().unwrap(), state.story.as_deref());
        let record = story.unwrap().finished_record(game, Vec::new());
        let text = record.unwrap().to_json().to_string();
        let sheets = boneyard_engine::Sheets::presets();
        let report = crate::verify::verify(&text, &sheets).unwrap();
        assert!(report.holds(), "{}: {report}", journal.sheet);
    }
}
