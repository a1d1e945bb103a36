//! Answers of the host's API for people: tables with two blanks between columns, or a line for each field.

use boneyard_engine::Plain;
use boneyard_protocol::admin::AdminAction;
use boneyard_server::clock::UnixMillis;
use serde_json::{Map, Value};

/// Stands for a missing value.
const NOTHING: &str = "-";

/// An answer as text.
pub(super) fn of(action: AdminAction, answer: &Value) -> String {
    match answer {
        Value::Array(lines) if lines.is_empty() => "none\n".to_owned(),
        Value::Array(lines) => table(action, lines),
        Value::Object(fields) if fields.is_empty() => "done\n".to_owned(),
        Value::Object(fields) => {
            let mut text = String::new();
            list("", fields, &mut text);
            text
        }
        _ => format!("{}\n", cell("", answer)),
    }
}

/// The columns of each list, by the names of its fields. The other answers are not lists.
fn columns(action: AdminAction) -> &'static [&'static str] {
    match action {
        AdminAction::Tables => &[
            "table",
            "sheet",
            "phase",
            "seats",
            "watchers",
            "opened_at",
            "link",
        ],
        AdminAction::Players => &[
            "player",
            "name",
            "kind",
            "connected",
            "address",
            "since",
            "tables",
        ],
        AdminAction::Bans => &["ban", "player", "address", "at", "until", "reason"],
        AdminAction::Backups => &["file", "bytes", "at"],
        AdminAction::Reports => &[
            "at",
            "reason",
            "whom",
            "whom_name",
            "by",
            "by_name",
            "table",
        ],
        _ => &[],
    }
}

fn table(action: AdminAction, lines: &[Value]) -> String {
    let columns = columns(action);
    let head = columns
        .iter()
        .map(|column| column.to_uppercase().replace('_', " "));
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    rows.extend(lines.iter().map(|line| {
        let cells = columns.iter();
        cells
            .map(|column| cell(column, line.get(*column).unwrap_or(&Value::Null)))
            .collect()
    }));
    let widths: Vec<usize> = (0..columns.len())
        .map(|at| {
            let cells = rows.iter().filter_map(|row| row.get(at));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// A line for each field. A nested field comes with the names of the fields around it.
fn list(before: &str, fields: &Map<String, Value>, text: &mut String) {
    for (name, value) in fields {
        let path = format!("{before}{}", name.replace('_', " "));
        match value {
            Value::Object(inner) => list(&format!("{path}, "), inner, text),
            Value::Array(lines) if lines.iter().any(Value::is_object) => {
                for line in lines {
                    text.push_str(&format!("{path}: {}\n", in_a_line(line)));
                }
            }
            _ => text.push_str(&format!("{path}: {}\n", cell(name, value))),
        }
    }
}

fn in_a_line(value: &Value) -> String {
    let fields = value.as_object().into_iter().flatten();
    let fields = fields.map(|(name, value)| cell(name, value));
    fields.collect::<Vec<_>>().join("  ")
}

/// A value as a word. Text written by players cannot control the terminal.
fn cell(name: &str, value: &Value) -> String {
    match value {
        Value::Null => NOTHING.to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => match number.as_u64() {
            Some(at) if matches!(name, "at" | "until" | "since" | "opened_at" | "started_at") => {
                UnixMillis(at).to_string()
            }
            _ => number.to_string(),
        },
        Value::String(text) if text.is_empty() => NOTHING.to_owned(),
        Value::String(text) => Plain(text).to_string(),
        Value::Array(values) if values.is_empty() => NOTHING.to_owned(),
        Value::Array(values) => {
            let words = values.iter().map(|value| cell(name, value));
            words.collect::<Vec<_>>().join(", ")
        }
        Value::Object(seat) => who_sits(seat),
    }
}

/// A seat: its player's name, in brackets while the player is away.
fn who_sits(seat: &Map<String, Value>) -> String {
    let name = seat
        .get("name")
        .map_or_else(|| NOTHING.to_owned(), |name| cell("name", name));
    let is_away = seat.get("connected") == Some(&Value::Bool(false)) && seat.contains_key("name");
    if is_away { format!("({name})") } else { name }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_are_tables_and_times_are_dates() {
        let bans = json!([
            {"ban": 1, "address": "203.0.113.0/24", "reason": "", "at": 1_796_028_302_000_u64},
            {"ban": 12, "player": "p", "reason": "a\u{1b}[2J", "at": 0, "until": 60_000}
        ]);
        let text = of(AdminAction::Bans, &bans);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[0].starts_with("BAN  PLAYER  ADDRESS "), "{text}");
        assert!(lines[1].contains("2026-11-30 08:45:02  -  "), "{text}");
        assert!(
            lines[2].contains("1970-01-01 00:01:00") && !text.contains('\u{1b}'),
            "{text}"
        );
    }

    #[test]
    fn seats_are_told_by_who_is_there() {
        let tables = json!([{"table": "t", "seats": [
            {"seat": 0, "name": "Anna", "connected": true, "host": true},
            {"seat": 1, "name": "Ben", "connected": false, "host": false},
            {"seat": 2, "connected": false, "host": false}
        ]}]);
        assert!(of(AdminAction::Tables, &tables).contains("Anna, (Ben), -"));
    }

    #[test]
    fn one_thing_is_told_field_by_field() {
        let state = json!({"version": "0.1.0", "counts": {"tables": 2}, "health": [{"name": "storage", "ok": true, "detail": "fine"}]});
        assert_eq!(
            of(AdminAction::State, &state),
            "version: 0.1.0\ncounts, tables: 2\nhealth: storage  yes  fine\n"
        );
        assert_eq!(of(AdminAction::Close, &json!({})), "done\n");
        assert_eq!(of(AdminAction::Bans, &json!([])), "none\n");
    }
}
