//! `boneyard check`: whether a data folder is well, in lines for people. Changes nothing, and a server may work on
//! the folder meanwhile.

mod space;

use std::fmt;
use std::path::Path;

use crate::clock::{Clock, SystemClock, UnixMillis};
use crate::journal::sqlite::tenure::{Note, Stand};
use crate::journal::sqlite::{FILE, Inspection, inspect_folder, known_schema};
use crate::journal::{Fault, codec};

/// Bytes of a write-ahead log from which on something keeps it from being folded into the file.
const LARGE_LOG: u64 = 256 << 20;
/// Free bytes below which the disk is about to be full.
const LITTLE_SPACE: u64 = 256 << 20;
/// 2026-01-01: no server of this kind ran before.
const EARLIEST: UnixMillis = UnixMillis(1_767_225_600_000);
/// Milliseconds that the newest record may be ahead of this clock.
const AHEAD_MS: u64 = 60_000;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// As it should be.
    Well,
    /// Somebody should look at it.
    Doubtful,
    /// Something is lost or cannot be played on.
    Bad,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub grade: Grade,
    /// A sentence about it.
    pub text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grade = match self.grade {
            Grade::Well => "well",
            Grade::Doubtful => "look",
            Grade::Bad => "BAD ",
        };
        write!(f, "{grade}  {}", self.text)
    }
}

/// What a check has found.
#[derive(Clone, Debug, Default)]
pub struct Report(Vec<Finding>);

impl Report {
    /// Whether nothing bad was found.
    pub fn is_well(&self) -> bool {
        self.0.iter().all(|finding| finding.grade != Grade::Bad)
    }

    /// Everything that was looked at, in order.
    pub fn findings(&self) -> &[Finding] {
        &self.0
    }

    fn add(&mut self, grade: Grade, text: impl Into<String>) {
        let text = text.into();
        self.0.push(Finding { grade, text });
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.0 {
            writeln!(f, "{finding}")?;
        }
        let verdict = if self.is_well() { "well" } else { "BAD" };
        writeln!(f, "all in all: {verdict}")
    }
}

/// Looks at a data folder.
pub async fn check(folder: &Path) -> Report {
    let mut report = Report::default();
    check_modes(folder, &mut report);
    check_note(folder, &mut report);
    match inspect_folder(folder).await {
        Ok(seen) => check_database(&seen, &mut report),
        Err(error) => report.add(Grade::Bad, error.to_string()),
    }
    check_log(folder, &mut report);
    check_space(folder, &mut report);
    report
}

/// Hands lie in the database: it is for one user alone.
#[cfg(unix)]
fn check_modes(folder: &Path, report: &mut Report) {
    use std::os::unix::fs::MetadataExt;
    let mode = |path: &Path| std::fs::metadata(path).map(|file| file.mode() & 0o777);
    let open = |mode: u32| mode & 0o077 != 0;
    match (mode(folder), mode(&folder.join(FILE))) {
        (Err(error), _) => report.add(Grade::Bad, format!("{}: {error}", folder.display())),
        (Ok(folder_mode), Ok(file)) if open(folder_mode) && open(file) => report.add(
            Grade::Doubtful,
            format!(
                "other users of this machine may read the players' hands: {} has mode {folder_mode:03o}, {FILE} \
                 {file:03o}",
                folder.display()
            ),
        ),
        (Ok(_), _) => report.add(
            Grade::Well,
            format!("{} is closed to other users", folder.display()),
        ),
    }
}

#[cfg(not(unix))]
fn check_modes(_folder: &Path, _report: &mut Report) {}

fn check_note(folder: &Path, report: &mut Report) {
    match Note::read(folder) {
        Ok(Some(note)) => match note.check_files(folder) {
            Ok(()) => {
                let stand = match note.stand {
                    Stand::Open => "a server works on it, or was killed; its log is there",
                    Stand::Closed => "the last server ended in order",
                    Stand::Restoring => "a backup is being put in its place",
                };
                report.add(Grade::Well, format!("start {}: {stand}", note.epoch));
            }
            Err(loss) => report.add(Grade::Bad, loss.to_string()),
        },
        Ok(None) => report.add(
            Grade::Well,
            "no server of this version was started here yet",
        ),
        Err(error) => report.add(Grade::Bad, format!("the note of the last start: {error}")),
    }
}

fn check_database(seen: &Inspection, report: &mut Report) {
    match seen.damage.as_slice() {
        [] => report.add(Grade::Well, "the database file is whole"),
        damage => damage
            .iter()
            .for_each(|line| report.add(Grade::Bad, format!("the database file: {line}"))),
    }
    let schema = format!(
        "database version {}, this program knows up to {}; record versions up to {}",
        seen.schema,
        known_schema(),
        codec::VERSION
    );
    report.add(Grade::Well, schema);
    if seen.journal_mode == "wal" {
        report.add(
            Grade::Well,
            "write-ahead log; the server syncs every commit before it is told, and refuses to start otherwise",
        );
    } else {
        let mode = format!(
            "journal mode {}: as in a restored backup that was not started yet",
            seen.journal_mode
        );
        report.add(Grade::Doubtful, mode);
    }
    check_tables(seen, report);
    check_clock(seen.newest, SystemClock::new().now().wall, report);
}

fn check_tables(seen: &Inspection, report: &mut Report) {
    let whole = format!(
        "{} open tables with {} records, their chains whole; {} finished matches, {} players",
        seen.tables, seen.records, seen.matches, seen.players
    );
    report.add(Grade::Well, whole);
    for broken in &seen.broken {
        let what = match &broken.fault {
            Fault::Unreadable(codec::CodecError::Version { .. }) => "needs a newer server",
            Fault::Unreadable(codec::CodecError::Malformed { .. })
            | Fault::Gap { .. }
            | Fault::Chain => "is damaged",
        };
        let text = format!(
            "table {} {what} and is left alone: record {}: {}",
            broken.table, broken.seq, broken.fault
        );
        report.add(Grade::Bad, text);
    }
}

fn check_clock(newest: Option<UnixMillis>, now: UnixMillis, report: &mut Report) {
    let ahead = newest.map_or(0, |newest| newest.0.saturating_sub(now.0));
    if now < EARLIEST {
        report.add(Grade::Doubtful, "this machine's clock is years behind");
    } else if ahead > AHEAD_MS {
        let text = format!(
            "the newest record is {} s ahead of this machine's clock",
            ahead / 1_000
        );
        report.add(Grade::Doubtful, text);
    } else {
        report.add(Grade::Well, "the clock is not behind the newest record");
    }
}

fn check_log(folder: &Path, report: &mut Report) {
    let log = std::fs::metadata(folder.join(format!("{FILE}-wal")));
    let bytes = log.map_or(0, |log| log.len());
    let text = format!("the write-ahead log has {} MiB", bytes >> 20);
    let grade = if bytes > LARGE_LOG {
        Grade::Doubtful
    } else {
        Grade::Well
    };
    report.add(grade, text);
}

fn check_space(folder: &Path, report: &mut Report) {
    match space::free(folder) {
        Some(bytes) => {
            let grade = if bytes < LITTLE_SPACE {
                Grade::Doubtful
            } else {
                Grade::Well
            };
            report.add(grade, format!("{} MiB of disk are free", bytes >> 20));
        }
        None => report.add(
            Grade::Doubtful,
            "the free space of the disk cannot be read here",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_was_turned_back_is_noticed() {
        let grade = |newest, now| {
            let mut report = Report::default();
            check_clock(newest, now, &mut report);
            report.findings()[0].grade
        };
        let now = UnixMillis(EARLIEST.0 + 1_000_000);
        assert_eq!(grade(None, now), Grade::Well);
        assert_eq!(grade(Some(UnixMillis(now.0 + 60_000)), now), Grade::Well);
        assert_eq!(
            grade(Some(UnixMillis(now.0 + 60_001)), now),
            Grade::Doubtful
        );
        assert_eq!(grade(None, UnixMillis(0)), Grade::Doubtful);
    }

    #[tokio::test]
    async fn a_folder_that_is_not_there_is_bad() {
        let outer = tempfile::tempdir().unwrap();
        let report = check(&outer.path().join("none")).await;
        assert!(!report.is_well(), "{report}");
    }
}
