//! Backups of a store that is being written.

use boneyard_protocol::TableId;
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::restore::{Found, PARTS, begin, copy_synced, move_part, promise, put_in_place};
use super::*;
use crate::contract::{append, opened, passed, table};
use crate::folder::DataFolder;
use crate::maintenance::InspectError;
use crate::open::{Loss, OpenError, StoreFailed};
use crate::sqlite::tenure::NOTE;
use crate::sqlite::{FILE, SqliteStore};
use crate::{Journal, Seq, UnixMillis};

struct Running {
    store: SqliteStore,
    writers: JoinSet<Result<(), StoreFailed>>,
}

impl Running {
    async fn start(folder: &Path) -> Self {
        let (store, writer) = SqliteStore::open(folder).await.unwrap();
        let mut writers = JoinSet::new();
        writers.spawn(writer.run());
        Self { store, writers }
    }

    async fn length(&self, of: TableId) -> usize {
        self.store.read(of, Seq::FIRST).await.unwrap().len()
    }

    async fn stop(mut self) {
        self.store.shut_down().await;
        while let Some(ended) = self.writers.join_next().await {
            ended.unwrap().unwrap();
        }
    }
}

/// A store in a new folder, with one table that is open.
async fn with_a_table(data: &Path) -> Running {
    fs::create_dir(data).unwrap();
    let running = Running::start(data).await;
    running
        .store
        .append(append(table(1), 1, vec![opened()]))
        .await
        .unwrap();
    running
}

/// The same, with a backup in a file, after which somebody has played on.
async fn backed_up_and_played_on(data: &Path, file: &Path) -> Running {
    let running = with_a_table(data).await;
    backup(data, file, Existing::Keep).await.unwrap();
    let further = append(table(1), 2, vec![passed(0)]);
    running.store.append(further).await.unwrap();
    running
}

async fn refusal(folder: &Path) -> OpenError {
    SqliteStore::open(folder).await.map(drop).unwrap_err()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_made_while_it_is_written_is_a_prefix() {
    const FACTS: u64 = 300;
    let outer = TempDir::new().unwrap();
    let (data, file) = (outer.path().join("data"), outer.path().join("copy"));
    let running = with_a_table(&data).await;
    let writing = {
        let store = running.store.clone();
        async move {
            for seq in 2..=FACTS {
                store
                    .append(append(table(1), seq, vec![passed(0)]))
                    .await
                    .unwrap();
            }
        }
    };
    let copying = backup(&data, &file, Existing::Keep);
    let ((), contents) = tokio::join!(writing, copying);
    let contents = contents.unwrap();
    assert!(contents.is_sound());
    assert!((1..=usize::try_from(FACTS).unwrap()).contains(&contents.records));

    let again = backup(&data, &file, Existing::Keep).await.unwrap_err();
    assert!(matches!(again, BackupError::FileExists(_)), "{again}");
    let contents = backup(&data, &file, Existing::Replace).await.unwrap();
    assert_eq!(contents.records, 300);
    running.stop().await;
    let names: Vec<_> = fs::read_dir(outer.path()).unwrap().collect();
    assert_eq!(names.len(), 2, "nothing unfinished lies about: {names:?}");

    let new = outer.path().join("new");
    let restored = restore(&file, &new, Existing::Keep, UnixMillis(5))
        .await
        .unwrap();
    assert_eq!(restored.put_aside, None);
    let running = Running::start(&new).await;
    assert_eq!(running.length(table(1)).await, 300);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_backups_that_are_made_at_the_same_time_one_is_whole_and_the_others_are_refused() {
    let outer = TempDir::new().unwrap();
    let data = outer.path().join("data");
    with_a_table(&data).await.stop().await;
    for round in 0..10 {
        let file = outer.path().join(format!("copy-{round}"));
        let mut makers = JoinSet::new();
        for _ in 0..4 {
            let (data, file) = (data.clone(), file.clone());
            makers.spawn(async move { backup(&data, &file, Existing::Keep).await });
        }
        let made = makers.join_all().await;
        let (whole, refused): (Vec<_>, Vec<_>) = made.into_iter().partition(Result::is_ok);
        assert_eq!(whole.len(), 1, "{refused:?}");
        for refused in refused {
            let error = refused.unwrap_err();
            let is_plain = matches!(
                error,
                BackupError::BeingWritten(_) | BackupError::FileExists(_)
            );
            assert!(is_plain, "{error}");
        }
        assert!(inspect_file(&file).await.unwrap().is_sound());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
    let names: Vec<_> = fs::read_dir(outer.path()).unwrap().collect();
    assert_eq!(names.len(), 11, "nothing unfinished lies about: {names:?}");
}

#[tokio::test]
async fn a_backup_whose_copy_was_broken_off_is_refused() {
    let outer = TempDir::new().unwrap();
    let (data, file) = (outer.path().join("data"), outer.path().join("copy"));
    with_a_table(&data).await.stop().await;
    backup(&data, &file, Existing::Keep).await.unwrap();
    let whole = fs::read(&file).unwrap();
    let (cut, new) = (outer.path().join("cut"), outer.path().join("new"));
    for length in [0, 20, 100, 4_096, whole.len() / 2, whole.len() - 1] {
        fs::write(&cut, &whole[..length]).unwrap();
        let refused = restore(&cut, &new, Existing::Keep, UnixMillis(5)).await;
        let is_told = matches!(
            refused,
            Err(BackupError::Database(InspectError::NotWhole(_)))
        );
        assert!(is_told, "{length}: {refused:?}");
        assert!(!new.exists(), "{length}");
    }
    restore(&file, &new, Existing::Keep, UnixMillis(5))
        .await
        .unwrap();
}

#[tokio::test]
async fn what_a_killed_backup_has_left_is_written_anew() {
    let outer = TempDir::new().unwrap();
    let (data, file) = (outer.path().join("data"), outer.path().join("copy"));
    with_a_table(&data).await.stop().await;
    fs::write(outer.path().join("copy.unfinished"), "half a database").unwrap();
    let contents = backup(&data, &file, Existing::Keep).await.unwrap();
    assert!(contents.is_sound());
    assert!(!outer.path().join("copy.unfinished").exists());
}

#[cfg(unix)]
#[tokio::test]
async fn a_backup_is_for_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let outer = TempDir::new().unwrap();
    let (data, file) = (outer.path().join("data"), outer.path().join("copy"));
    with_a_table(&data).await.stop().await;
    backup(&data, &file, Existing::Keep).await.unwrap();
    for path in [file, data.join(FILE), data.join(NOTE)] {
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", path.display());
    }
}

#[tokio::test]
async fn restoring_puts_aside_what_was_there() {
    let outer = TempDir::new().unwrap();
    let (data, file) = (outer.path().join("data"), outer.path().join("copy"));
    let running = backed_up_and_played_on(&data, &file).await;
    running.stop().await;

    let refused = restore(&file, &data, Existing::Keep, UnixMillis(5))
        .await
        .unwrap_err();
    assert!(matches!(refused, BackupError::FolderInUse(_)), "{refused}");
    let held = DataFolder::open(&data).unwrap();
    let refused = restore(&file, &data, Existing::Replace, UnixMillis(5))
        .await
        .unwrap_err();
    assert!(matches!(refused, BackupError::Folder(_)), "{refused}");
    drop(held);
    let restored = restore(&file, &data, Existing::Replace, UnixMillis(5))
        .await
        .unwrap();
    let aside = restored.put_aside.unwrap();
    let running = Running::start(&data).await;
    assert_eq!(running.length(table(1)).await, 1);
    running.stop().await;
    let running = Running::start(&aside).await;
    assert_eq!(running.length(table(1)).await, 2);
    running.stop().await;
}

#[tokio::test]
async fn what_is_no_backup_is_refused_and_nothing_is_touched() {
    let outer = TempDir::new().unwrap();
    let data = outer.path().join("data");
    let file = outer.path().join("file");
    let missing = restore(&file, &data, Existing::Keep, UnixMillis(5))
        .await
        .unwrap_err();
    assert!(matches!(
        missing,
        BackupError::Database(InspectError::Missing(_))
    ));
    fs::write(&file, "This is no database, however long it is read.").unwrap();
    restore(&file, &data, Existing::Keep, UnixMillis(5))
        .await
        .unwrap_err();
    assert!(!data.exists());
}

#[tokio::test]
async fn a_folder_that_has_lost_its_database_is_no_new_one() {
    let folder = TempDir::new().unwrap();
    let running = Running::start(folder.path()).await;
    running
        .store
        .append(append(table(1), 1, vec![opened()]))
        .await
        .unwrap();
    // As if the server were killed now: a copy of what lies on the disk.
    let killed = TempDir::new().unwrap();
    for part in PARTS.into_iter().chain([NOTE]) {
        fs::copy(folder.path().join(part), killed.path().join(part)).unwrap();
    }
    running.stop().await;
    let log = "boneyard.sqlite3-wal";
    let kept = fs::read(killed.path().join(log)).unwrap();
    fs::remove_file(killed.path().join(log)).unwrap();
    fs::remove_file(killed.path().join("boneyard.sqlite3-shm")).unwrap();
    let refused = refusal(killed.path()).await;
    assert!(
        matches!(refused, OpenError::Lost(Loss::Log { .. })),
        "{refused}"
    );
    let elsewhere = TempDir::new().unwrap();
    let refused = backup(killed.path(), &elsewhere.path().join("b"), Existing::Keep).await;
    assert!(matches!(refused, Err(BackupError::Lost(_))));
    fs::write(killed.path().join(log), kept).unwrap();
    let back = Running::start(killed.path()).await;
    assert_eq!(back.length(table(1)).await, 1);
    back.stop().await;

    fs::remove_file(folder.path().join(FILE)).unwrap();
    let refused = refusal(folder.path()).await;
    assert!(
        matches!(refused, OpenError::Lost(Loss::Database { .. })),
        "{refused}"
    );
    assert!(!folder.path().join(FILE).exists(), "nothing was made");
}

#[tokio::test]
async fn an_older_copy_in_the_databases_place_is_noticed() {
    let folder = TempDir::new().unwrap();
    Running::start(folder.path()).await.stop().await;
    let older = fs::read(folder.path().join(FILE)).unwrap();
    Running::start(folder.path()).await.stop().await;
    fs::write(folder.path().join(FILE), older).unwrap();
    let refused = refusal(folder.path()).await;
    assert!(
        matches!(refused, OpenError::Lost(Loss::Older { .. })),
        "{refused}"
    );
    fs::remove_file(folder.path().join(NOTE)).unwrap();
    Running::start(folder.path()).await.stop().await;
}

/// A copy of a folder as it lies on the disk, as if its server were killed now.
fn killed(folder: &Path, copy: &Path) {
    fs::create_dir(copy).unwrap();
    for part in PARTS.into_iter().chain([NOTE]) {
        fs::copy(folder.join(part), copy.join(part)).unwrap();
    }
}

/// Killed after any of its steps, a restore leaves the old folder or one on which no server starts; the same command,
/// and also one without `--replace`, goes on where it was, and keeps the old files together.
#[tokio::test]
async fn a_restore_that_was_killed_is_done_again() {
    let outer = TempDir::new().unwrap();
    let (data, file) = (outer.path().join("data"), outer.path().join("copy"));
    let running = backed_up_and_played_on(&data, &file).await;
    let contents = inspect_file(&file).await.unwrap();
    let steps = ["begun", FILE, PARTS[1], PARTS[2], "promised"];
    for (last, step) in steps.iter().enumerate() {
        let folder = outer.path().join(step);
        killed(&data, &folder);
        let beside = folder.join("boneyard.sqlite3.restoring");
        copy_synced(&file, &beside).unwrap();
        let aside = begin(&folder, UnixMillis(5)).unwrap();
        for part in PARTS.iter().take(last) {
            move_part(&folder, &aside, part).unwrap();
        }
        if *step == "promised" {
            promise(&folder, 0).unwrap();
        }
        let refused = refusal(&folder).await;
        assert!(matches!(refused, OpenError::Lost(_)), "{step}: {refused}");
        let lost = backup(&folder, &outer.path().join("lost"), Existing::Keep).await;
        assert!(matches!(lost, Err(BackupError::Lost(_))), "{step}");

        let restored = restore(&file, &folder, Existing::Keep, UnixMillis(6)).await;
        let put_aside = restored.unwrap().put_aside;
        if *step != "promised" {
            assert_eq!(put_aside.as_ref(), Some(&aside), "{step}");
        }
        let again = Running::start(&folder).await;
        assert_eq!(again.length(table(1)).await, 1, "{step}");
        again.stop().await;
        let old = Running::start(&aside).await;
        assert_eq!(old.length(table(1)).await, 2, "{step}");
        old.stop().await;
    }
    running.stop().await;

    // With the database in its place the restore is as good as done.
    let last = outer.path().join("last");
    fs::create_dir(&last).unwrap();
    let beside = last.join("beside");
    copy_synced(&file, &beside).unwrap();
    assert_eq!(Found::in_folder(&last), Found::Nothing);
    promise(&last, 0).unwrap();
    assert_eq!(Found::in_folder(&last), Found::Nothing);
    put_in_place(&last, &beside).unwrap();
    assert_eq!(Found::in_folder(&last), Found::Database);
    let running = Running::start(&last).await;
    assert_eq!(running.length(table(1)).await, contents.records);
    running.stop().await;
}

#[tokio::test]
async fn a_backup_takes_no_place_in_the_data_folder() {
    let outer = TempDir::new().unwrap();
    let data = outer.path().join("data");
    let running = with_a_table(&data).await;
    fs::create_dir(outer.path().join("other")).unwrap();
    for file in [FILE, "copy", "../other/../data/boneyard.sqlite3"] {
        for existing in [Existing::Keep, Existing::Replace] {
            let refused = backup(&data, &data.join(file), existing).await.unwrap_err();
            assert!(matches!(refused, BackupError::InDataFolder(_)), "{refused}");
        }
    }
    assert_eq!(running.length(table(1)).await, 1);
    running.stop().await;
    Running::start(&data).await.stop().await;
}
