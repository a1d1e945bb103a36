//! Looking whether a data folder with a database is well.

use std::path::Path;

use super::inspect::inspect_folder;
use super::tenure::{NOTE, Note, Stand};
use super::{FILE, LOG, known_schema};
use crate::check::{Checkup, Grade, LITTLE_SPACE};
use crate::maintenance::Inspection;
use crate::space::free_space;
use crate::{Fault, UnixMillis, codec};

/// Bytes of a write-ahead log from which on something keeps it from being folded into the file.
const LARGE_LOG: u64 = 256 << 20;
/// 2026-01-01: no server of this kind ran before.
const EARLIEST: UnixMillis = UnixMillis(1_767_225_600_000);
/// Milliseconds that the newest record may be ahead of this clock.
const AHEAD_MS: u64 = 60_000;

/// Looks at a data folder; `now` is what this machine's clock says.
pub(super) async fn check(folder: &Path, now: UnixMillis) -> Checkup {
    let mut checkup = Checkup::default();
    check_modes(folder, &mut checkup);
    let note = check_note(folder, &mut checkup);
    match inspect_folder(folder).await {
        Ok(seen) => {
            // The note was read before: a server that starts meanwhile only adds to the starts.
            if let Some(Err(loss)) = note.map(|note| note.check_epoch(seen.epoch, folder)) {
                checkup.add(Grade::Bad, loss.to_string());
            }
            check_database(&seen, now, &mut checkup);
        }
        Err(error) => checkup.add(Grade::Bad, error.to_string()),
    }
    check_log(folder, &mut checkup);
    check_space(folder, &mut checkup);
    checkup
}

/// Hands lie in the database and its log: they are for one user alone.
#[cfg(unix)]
fn check_modes(folder: &Path, checkup: &mut Checkup) {
    use std::io::ErrorKind;
    use std::os::unix::fs::MetadataExt;
    let parts = [FILE, LOG, NOTE].map(|part| folder.join(part));
    let paths = std::iter::once(folder.to_owned()).chain(parts);
    for path in paths {
        let name = path.display();
        match std::fs::metadata(&path).map(|file| file.mode() & 0o777) {
            Ok(mode) if mode & 0o077 == 0 => {
                checkup.add(Grade::Well, format!("{name} is closed to other users"));
            }
            Ok(mode) => {
                let text =
                    format!("{name} is open to other users of this machine: mode {mode:03o}");
                checkup.add(Grade::Doubtful, text);
            }
            // Files that must be there are looked for below.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => checkup.add(Grade::Doubtful, format!("{name}: {error}")),
        }
    }
}

#[cfg(not(unix))]
fn check_modes(_folder: &Path, _checkup: &mut Checkup) {}

fn check_note(folder: &Path, checkup: &mut Checkup) -> Option<Note> {
    let found = Note::check(folder);
    match &found {
        Ok(Some(note)) => {
            let stand = match note.stand {
                Stand::Open => "a server works on it, or was killed; its log is there",
                Stand::Closed => "the last server ended in order",
                Stand::Restoring => "a backup is being put in its place",
            };
            checkup.add(Grade::Well, format!("start {}: {stand}", note.epoch));
        }
        Ok(None) => checkup.add(
            Grade::Well,
            "no server of this version was started here yet",
        ),
        Err(loss) => checkup.add(Grade::Bad, loss.to_string()),
    }
    found.ok().flatten()
}

fn check_database(seen: &Inspection, now: UnixMillis, checkup: &mut Checkup) {
    match seen.damage.as_slice() {
        [] => checkup.add(Grade::Well, "the database file is whole"),
        damage => damage
            .iter()
            .for_each(|line| checkup.add(Grade::Bad, format!("the database file: {line}"))),
    }
    let schema = format!(
        "database version {}, this program knows up to {}; record versions up to {}",
        seen.schema,
        known_schema(),
        codec::VERSION
    );
    checkup.add(Grade::Well, schema);
    if seen.journal_mode == "wal" {
        checkup.add(
            Grade::Well,
            "write-ahead log; the server syncs every commit before it is told, and refuses to start otherwise",
        );
    } else {
        let mode = format!(
            "journal mode {}: as in a restored backup that was not started yet",
            seen.journal_mode
        );
        checkup.add(Grade::Doubtful, mode);
    }
    check_tables(seen, checkup);
    check_clock(seen.newest, now, checkup);
}

fn check_tables(seen: &Inspection, checkup: &mut Checkup) {
    let whole = format!(
        "{} open tables with {} records, their chains whole; {} finished matches, {} players",
        seen.tables, seen.records, seen.matches, seen.players
    );
    checkup.add(Grade::Well, whole);
    for broken in &seen.broken {
        let what = match &broken.fault {
            Fault::Unreadable(codec::CodecError::Version { .. }) => "needs a newer server",
            _ => "is damaged",
        };
        let text = format!(
            "table {} {what} and is left alone: record {}: {}",
            broken.table, broken.seq, broken.fault
        );
        checkup.add(Grade::Bad, text);
    }
}

fn check_clock(newest: Option<UnixMillis>, now: UnixMillis, checkup: &mut Checkup) {
    let ahead = newest.map_or(0, |newest| newest.0.saturating_sub(now.0));
    if now < EARLIEST {
        checkup.add(Grade::Doubtful, "this machine's clock is years behind");
    } else if ahead > AHEAD_MS {
        let text = format!(
            "the newest record is {} s ahead of this machine's clock",
            ahead / 1_000
        );
        checkup.add(Grade::Doubtful, text);
    } else {
        checkup.add(Grade::Well, "the clock is not behind the newest record");
    }
}

fn check_log(folder: &Path, checkup: &mut Checkup) {
    let log = std::fs::metadata(folder.join(LOG));
    let bytes = log.map_or(0, |log| log.len());
    let text = format!("the write-ahead log has {} MiB", bytes >> 20);
    let grade = if bytes > LARGE_LOG {
        Grade::Doubtful
    } else {
        Grade::Well
    };
    checkup.add(grade, text);
}

fn check_space(folder: &Path, checkup: &mut Checkup) {
    match free_space(folder) {
        Some(bytes) => {
            let grade = if bytes < LITTLE_SPACE {
                Grade::Doubtful
            } else {
                Grade::Well
            };
            checkup.add(grade, format!("{} MiB of disk are free", bytes >> 20));
        }
        None => checkup.add(
            Grade::Doubtful,
            "the free space of the disk cannot be read here",
        ),
    }
}

#[cfg(test)]
mod tests;
