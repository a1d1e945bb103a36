//! Reports as the host reads them: a table of lines.

use std::fmt;

use boneyard_engine::Plain;

use super::Report;

/// What stands where nothing is known.
const NOTHING: &str = "-";
const HEADS: [&str; COLUMNS] = [
    "TIME (UTC)",
    "REASON",
    "REPORTED",
    "REPORTED NAME",
    "REPORTER",
    "REPORTER NAME",
    "TABLE",
    "MATCH",
];
const COLUMNS: usize = 8;

/// A report, with what its ids stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The report.
    pub report: Report,
    /// When it was made: `2026-11-30 09:15:02`, in UTC.
    pub time: String,
    /// What the reported player is called now; `None` if nobody has the id.
    pub reported: Option<String>,
    /// What the reporter is called now.
    pub by: Option<String>,
}

/// Reports, newest first. Shown as a table whose columns are set apart by two blanks, or as a sentence that there
/// are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportList(pub Vec<Listed>);

impl Listed {
    fn cells(&self) -> [String; COLUMNS] {
        let Self {
            report,
            time,
            reported,
            by,
        } = self;
        let name = |name: &Option<String>| {
            let name = name.as_deref().unwrap_or(NOTHING);
            Plain(name).to_string()
        };
        let match_id = report.match_id;
        [
            time.clone(),
            report.reason.code().to_owned(),
            report.reported.to_string(),
            name(reported),
            report.by.to_string(),
            name(by),
            report.table.to_string(),
            match_id.map_or_else(|| NOTHING.to_owned(), |id| id.to_string()),
        ]
    }
}

impl fmt::Display for ReportList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return writeln!(f, "nobody has been reported");
        }
        let mut lines = vec![HEADS.map(str::to_owned)];
        lines.extend(self.0.iter().map(Listed::cells));
        let mut widths = [0; COLUMNS];
        for line in &lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = cell.chars().count().max(*width);
            }
        }
        for line in lines {
            let cells = line.iter().zip(widths);
            let cells = cells.map(|(cell, width)| format!("{cell:<width$}"));
            let line = cells.collect::<Vec<_>>().join("  ");
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use boneyard_protocol::{CommandId, MatchId, PlayerId, ReportReason, TableId};
    use uuid::Uuid;

    use super::*;
    use crate::UnixMillis;

    fn listed(reason: ReportReason, match_id: Option<u128>, reported: Option<&str>) -> Listed {
        let report = Report {
            at: UnixMillis(1_796_000_000_000),
            by: PlayerId(Uuid::from_u128(1)),
            command: CommandId(Uuid::from_u128(2)),
            table: TableId(Uuid::from_u128(3)),
            match_id: match_id.map(|id| MatchId(Uuid::from_u128(id))),
            seat: 2,
            reported: PlayerId(Uuid::from_u128(5)),
            reason,
        };
        Listed {
            report,
            time: "2026-11-30 09:15:02".to_owned(),
            reported: reported.map(str::to_owned),
            by: Some("Ödön".to_owned()),
        }
    }

    #[test]
    fn every_column_begins_where_its_head_does() {
        let list = ReportList(vec![
            listed(ReportReason::Stalling, Some(4), Some("Оля")),
            listed(ReportReason::Bot, None, None),
        ]);
        let text = list.to_string();
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        assert_eq!(lines.len(), 3, "{text}");
        let rest = |line: &[char], head: &str| -> String {
            let heads: String = lines[0].iter().collect();
            line[heads.find(head).unwrap()..].iter().collect()
        };
        for (head, first, second) in [
            ("TIME", "2026-11-30 09:15:02  stalling", "2026-11-30"),
            ("REASON", "stalling  0", "bot       0"),
            ("REPORTED  ", "00000000-0000-0000-0000-000000000005", "0"),
            ("REPORTED NAME", "Оля  ", "-  "),
            ("REPORTER  ", "00000000-0000-0000-0000-000000000001", "0"),
            ("REPORTER NAME", "Ödön  ", "Ödön  "),
            ("TABLE", "00000000-0000-0000-0000-000000000003", "0"),
            ("MATCH", "00000000-0000-0000-0000-000000000004", "-"),
        ] {
            assert!(rest(&lines[1], head).starts_with(first), "{head}\n{text}");
            assert!(rest(&lines[2], head).starts_with(second), "{head}\n{text}");
        }
    }

    #[test]
    fn no_name_does_anything_to_the_terminal() {
        let list = ReportList(vec![listed(
            ReportReason::Name,
            None,
            Some("a\u{1b}[2J\nb"),
        )]);
        let text = list.to_string();
        assert!(text.contains("a\\u{1b}[2J\\u{a}b"), "{text}");
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn that_there_is_none_is_said() {
        assert_eq!(
            ReportList::default().to_string(),
            "nobody has been reported\n"
        );
    }
}
