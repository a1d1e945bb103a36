//! Backups and checks made by the running server.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use boneyard_protocol::ErrorCode;
use boneyard_protocol::admin::{
    Backup, BackupFile, CheckLine, CheckReport, Draining, Grade, NewBackup, Restore,
};

use super::{Refused, folder, state, wait};
use crate::app::{App, Next};
use crate::clock::UnixMillis;
use boneyard_store::backup::{BackupError, ENDING, Existing};
use boneyard_store::check;
use boneyard_store::folder::make_private_folder;
use boneyard_store::maintenance::{InspectError, maintenance};

/// The folder of backups in the data folder.
const FOLDER: &str = "backups";
/// Characters of a backup's name.
const NAME_CHARS: usize = 64;

/// Writes a backup into the data folder's folder of backups.
pub(crate) async fn backup(app: &App, request: NewBackup) -> Result<Backup, Refused> {
    let data = folder(app)?;
    let file = match request.file {
        Some(name) => named(&name, "file")?,
        None => by_time(app.clock.now().wall),
    };
    let backups = data.join(FOLDER);
    make_private_folder(&backups).map_err(|error| failed(&error))?;
    let store = maintenance(data);
    store.sweep(&backups).map_err(|error| failed(&error))?;
    let path = backups.join(&file);
    let written = store.backup(&path, Existing::Keep).await;
    let contents = written.map_err(|error| match error {
        BackupError::FileExists(_) | BackupError::BeingWritten(_) => Refused::BackupExists,
        _ => failed(&error),
    })?;
    tracing::info!(file, "a backup was written");
    let open = contents.tables + contents.broken.len();
    let count = |number: i64| u64::try_from(number).unwrap_or_default();
    Ok(Backup {
        bytes: fs::metadata(&path).map_or(0, |found| found.len()),
        file,
        tables: u64::try_from(open).unwrap_or(u64::MAX),
        matches: count(contents.matches),
        players: count(contents.players),
    })
}

fn failed(error: &dyn std::error::Error) -> Refused {
    tracing::error!(%error, "a backup was not written");
    Refused::Unavailable
}

/// The file name for a name given by the host. It cannot leave its folder: it has no slash and does not begin with a
/// dot.
fn named(name: &str, field: &'static str) -> Result<String, Refused> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let bare = name.strip_suffix(ENDING).unwrap_or(name);
    let fits = (1..=NAME_CHARS).contains(&bare.len())
        && !bare.starts_with('.')
        && bare.bytes().all(allowed);
    if fits {
        Ok(format!("{bare}{ENDING}"))
    } else {
        Err(Refused::of_field(ErrorCode::BadMessage, field))
    }
}

fn by_time(now: UnixMillis) -> String {
    let time = now.to_string().replace(' ', "T").replace(':', "-");
    format!("{time}{ENDING}")
}

/// The existing backups, newest first.
pub(crate) fn backups(app: &App) -> Result<Vec<BackupFile>, Refused> {
    let backups = folder(app)?.join(FOLDER);
    if !backups.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(&backups).map_err(|error| {
        tracing::error!(%error, "the backups cannot be listed");
        Refused::Unavailable
    })?;
    let mut files: Vec<BackupFile> = entries
        .flatten()
        .filter_map(|entry| listed(&entry.path()))
        .collect();
    files.sort_by(|one, other| (other.at, &other.file).cmp(&(one.at, &one.file)));
    Ok(files)
}

/// A finished backup; unfinished ones have another ending.
fn listed(path: &Path) -> Option<BackupFile> {
    let file = path.file_name()?.to_str()?.to_owned();
    let found = fs::metadata(path).ok()?;
    let written = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    (found.is_file() && file.ends_with(ENDING)).then(|| BackupFile {
        file,
        bytes: found.len(),
        at: u64::try_from(written.as_millis()).unwrap_or(u64::MAX),
    })
}

/// Announces the end, after which a backup is restored and the server starts again. If the backup cannot be restored,
/// nothing ends.
pub(crate) async fn restore(app: &Arc<App>, request: Restore) -> Result<Draining, Refused> {
    let wait = wait(request.in_s.unwrap_or_default())?;
    let data = folder(app)?;
    let backup = data.join(FOLDER).join(named(&request.backup, "backup")?);
    let inspected = maintenance(data).inspect_backup(&backup).await;
    inspected.map_err(|error| cannot_restore(&error))?;
    if app.draining.is_cancelled() {
        return Err(Refused::Ending);
    }
    app.restart_in(wait, Next::Restore(backup));
    Ok(state::draining(app).unwrap_or_default())
}

fn cannot_restore(error: &BackupError) -> Refused {
    tracing::warn!(%error, "a backup cannot be restored");
    match error {
        BackupError::Database(InspectError::Missing(_)) => Refused::NoSuchBackup,
        BackupError::Damaged { .. }
        | BackupError::Database(
            InspectError::Unreadable { .. } | InspectError::HasLog(_) | InspectError::NotWhole(_),
        ) => Refused::BackupUnusable,
        _ => Refused::Unavailable,
    }
}

/// Checks whether the data folder is well.
pub(crate) async fn check(app: &App) -> Result<CheckReport, Refused> {
    let checkup = maintenance(folder(app)?).check(app.clock.now().wall).await;
    let findings = checkup.findings().iter().map(|finding| CheckLine {
        grade: match finding.grade {
            check::Grade::Well => Grade::Well,
            check::Grade::Doubtful => Grade::Doubtful,
            check::Grade::Bad => Grade::Bad,
        },
        text: finding.text.clone(),
    });
    Ok(CheckReport {
        well: checkup.is_well(),
        findings: findings.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_stays_in_its_folder() {
        for (name, file) in [("before", "before"), ("v1.2", "v1.2")] {
            let file = format!("{file}{ENDING}");
            assert_eq!(named(name, "file").unwrap(), file);
            assert_eq!(named(&file, "file").unwrap(), file);
        }
        let long = "a".repeat(65);
        for name in [
            "", ".", "..", "../x", "a/b", "a b", ".hidden", ENDING, "é", &long,
        ] {
            let refused = named(name, "file").unwrap_err();
            let expected = Refused::of_field(ErrorCode::BadMessage, "file");
            assert_eq!(refused, expected, "{name}");
        }
    }

    #[test]
    fn without_a_name_it_has_its_time() {
        let name = by_time(UnixMillis(1_796_028_302_000));
        assert_eq!(name, format!("2026-11-30T08-45-02{ENDING}"));
        assert_eq!(named(&name, "file").unwrap(), name);
    }
}
