//! Damaged folders, and what is said of each.

use std::fs;
use std::fs::{File, Permissions};

use sqlx::ConnectOptions;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnectOptions;
use tempfile::TempDir;

use super::*;
use crate::Journal;
use crate::contract::{append, opened, passed, table};
use crate::sqlite::SqliteStore;

/// Later than any record of these tests.
const NOW: UnixMillis = UnixMillis(1_796_000_000_000);

#[test]
fn a_clock_that_was_turned_back_is_noticed() {
    let grade = |newest, now| {
        let mut checkup = Checkup::default();
        check_clock(newest, now, &mut checkup);
        checkup.findings()[0].grade
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
    let outer = TempDir::new().unwrap();
    let checkup = check(&outer.path().join("none"), NOW).await;
    assert!(!checkup.is_well(), "{checkup}");
}

/// What is done to a folder whose server has ended in order.
enum Damage {
    None,
    /// A file, or the folder itself, has these permissions.
    #[cfg(unix)]
    Mode(&'static str, u32),
    /// A file holds this.
    Write(&'static str, &'static str),
    /// A file is gone.
    Remove(&'static str),
    /// A file is as long as this, in bytes.
    Grow(&'static str, u64),
    /// The database was changed by these statements.
    Sql(&'static str),
}

impl Damage {
    async fn apply(&self, folder: &Path) {
        match self {
            Self::None => {}
            #[cfg(unix)]
            Self::Mode(file, mode) => set_mode(&folder.join(file), *mode),
            Self::Write(file, text) => fs::write(folder.join(file), text).unwrap(),
            Self::Remove(file) => fs::remove_file(folder.join(file)).unwrap(),
            Self::Grow(file, bytes) => {
                let file = File::create(folder.join(file)).unwrap();
                file.set_len(*bytes).unwrap();
            }
            Self::Sql(statements) => {
                let options = SqliteConnectOptions::new().filename(folder.join(FILE));
                let mut connection = options.connect().await.unwrap();
                let done = sqlx::raw_sql(*statements).execute(&mut connection).await;
                done.unwrap();
                connection.close().await.unwrap();
            }
        }
    }
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    let permissions: Permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
    fs::set_permissions(path, permissions).unwrap();
}

/// A folder with one table of two records, for its user alone.
async fn well_folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    #[cfg(unix)]
    set_mode(folder.path(), 0o700);
    let (store, writer) = SqliteStore::open(folder.path()).await.unwrap();
    let played = async {
        let facts = vec![opened(), passed(0)];
        store.append(append(table(1), 1, facts)).await.unwrap();
        store.shut_down().await;
    };
    let (ended, ()) = tokio::join!(writer.run(), played);
    ended.unwrap();
    folder
}

/// Damage, how bad the line about it is, and a part of that line.
const CASES: &[(Damage, Grade, &str)] = &[
    (Damage::None, Grade::Well, "the last server ended in order"),
    (Damage::None, Grade::Well, "2 records, their chains whole"),
    #[cfg(unix)]
    (Damage::None, Grade::Well, "boneyard.sqlite3 is closed to"),
    #[cfg(unix)]
    (Damage::Mode("", 0o755), Grade::Doubtful, "mode 755"),
    #[cfg(unix)]
    (
        Damage::Mode(FILE, 0o640),
        Grade::Doubtful,
        "sqlite3 is open to other users of this machine: mode 640",
    ),
    #[cfg(unix)]
    (Damage::Mode(NOTE, 0o604), Grade::Doubtful, "mode 604"),
    (
        Damage::Remove(FILE),
        Grade::Bad,
        "boneyard.sqlite3 is missing",
    ),
    (
        Damage::Write(FILE, "no database, however long it is read"),
        Grade::Bad,
        "boneyard.sqlite3: ",
    ),
    (
        Damage::Remove(NOTE),
        Grade::Well,
        "no server of this version",
    ),
    (Damage::Write(NOTE, "open 1"), Grade::Bad, "-wal is missing"),
    (
        Damage::Write(NOTE, "nonsense"),
        Grade::Bad,
        "this is no note of a tenure",
    ),
    (
        Damage::Write(NOTE, "restoring 5"),
        Grade::Bad,
        "a restore was broken off",
    ),
    (
        Damage::Write(NOTE, "closed 9"),
        Grade::Bad,
        "it is an older copy",
    ),
    (
        Damage::Grow(LOG, LARGE_LOG + (1 << 20)),
        Grade::Doubtful,
        "log has 257 MiB",
    ),
    (
        Damage::Sql("PRAGMA user_version = 99"),
        Grade::Bad,
        "start a newer program",
    ),
    (
        Damage::Sql("PRAGMA application_id = 7"),
        Grade::Bad,
        "not a Boneyard database",
    ),
    (
        Damage::Sql("PRAGMA journal_mode = DELETE"),
        Grade::Doubtful,
        "journal mode delete",
    ),
    (
        Damage::Sql("UPDATE journal SET epoch = 5 WHERE seq = 2"),
        Grade::Bad,
        "is damaged and is left alone: record 2",
    ),
    (
        Damage::Sql("DELETE FROM journal WHERE seq = 1"),
        Grade::Bad,
        "is damaged and is left alone: record 1",
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_damage_has_its_line_and_its_grade() {
    for &(ref damage, grade, part) in CASES {
        let folder = well_folder().await;
        damage.apply(folder.path()).await;
        let checkup = check(folder.path(), NOW).await;
        let line = checkup
            .findings()
            .iter()
            .find(|line| line.text.contains(part));
        assert_eq!(
            line.map(|line| line.grade),
            Some(grade),
            "{part}:\n{checkup}"
        );
        assert_eq!(checkup.is_well(), grade != Grade::Bad, "{part}:\n{checkup}");
    }
}

#[cfg(unix)]
#[test]
fn a_mode_that_cannot_be_read_is_told() {
    let outer = TempDir::new().unwrap();
    let mut checkup = Checkup::default();
    // A link to itself leads nowhere, which is not the same as a missing file.
    std::os::unix::fs::symlink(outer.path().join(FILE), outer.path().join(FILE)).unwrap();
    check_modes(outer.path(), &mut checkup);
    let line = checkup
        .findings()
        .iter()
        .find(|line| line.text.contains(FILE));
    assert_eq!(
        line.map(|line| line.grade),
        Some(Grade::Doubtful),
        "{checkup}"
    );
}
