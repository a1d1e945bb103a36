//! Reports on a disk: how many are kept, and how the host reads them.

use boneyard_protocol::{PlayerKind, ReportReason};
use uuid::Uuid;

use super::*;
use crate::UnixMillis;
use crate::contract::report;
use crate::maintenance::InspectError;
use crate::reports::{KEPT, ReportList};
use crate::sqlite::inspect::reports_in;

async fn name(store: &SqliteStore, player: PlayerId, name: &str) {
    let identity = StoredIdentity {
        player,
        name: name.into(),
        kind: PlayerKind::Person,
        language: "hu".into(),
        created: UnixMillis(1),
    };
    let token = TokenHash([u8::try_from(player.0.as_u128()).unwrap(); 32]);
    store.add_identity(token, identity).await.unwrap();
}

#[tokio::test]
async fn of_too_many_the_oldest_go() {
    let mut subject = OnDisk::new().await;
    let store = subject.open().await;
    subject
        .run(
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10000) \
             INSERT INTO report (at, reporter, command, table_id, seat, reported, reason) \
             SELECT n, zeroblob(16), CAST(printf('%016d', n) AS BLOB), zeroblob(16), 0, zeroblob(16), 'bot' FROM n",
        )
        .await;
    store.add_report(report(1)).await.unwrap();
    let kept = store.reports(u32::MAX).await.unwrap();
    assert_eq!(kept.len(), usize::try_from(KEPT).unwrap());
    assert_eq!(kept.first(), Some(&report(1)));
    assert_eq!(kept.last().map(|oldest| oldest.at), Some(UnixMillis(2)));
}

#[tokio::test]
async fn the_host_reads_them_beside_a_server_with_the_names_of_today() {
    let mut subject = OnDisk::new().await;
    let store = subject.open().await;
    let folder = subject.folder.path();
    let none = reports_in(folder, 9).await.unwrap();
    assert_eq!(none, ReportList::default());
    let (first, second) = (
        report(1),
        Report {
            at: UnixMillis(1_796_030_102_345),
            reported: PlayerId(Uuid::from_u128(5)),
            match_id: None,
            reason: ReportReason::Stalling,
            ..report(2)
        },
    );
    for report in [&first, &second] {
        store.add_report(report.clone()).await.unwrap();
    }
    name(&store, first.by, "Anna").await;
    name(&store, first.reported, "Boris").await;
    store.rename(first.reported, "Dezső".into()).await.unwrap();
    let ReportList(listed) = reports_in(folder, 9).await.unwrap();
    let names: Vec<_> = listed
        .iter()
        .map(|one| (one.reported.as_deref(), one.by.as_deref()))
        .collect();
    assert_eq!(names, [(None, Some("Anna")), (Some("Dezső"), Some("Anna"))]);
    let reports: Vec<_> = listed.iter().map(|one| &one.report).collect();
    assert_eq!(reports, [&second, &first]);
    assert_eq!(listed[0].time, "2026-11-30 09:15:02");
    assert_eq!(reports_in(folder, 1).await.unwrap().0, listed[..1]);
}

/// A connection that may write folds the log of a server that was killed into the file, and the next server would
/// miss it.
#[tokio::test]
async fn reading_them_leaves_the_log_of_a_killed_server_alone() {
    let mut subject = OnDisk::new().await;
    let store = subject.open().await;
    store.add_report(report(1)).await.unwrap();
    let killed = OnDisk::new().await;
    let (from, to) = (subject.folder.path(), killed.folder.path());
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
    let log = std::fs::read(to.join(LOG)).unwrap();
    assert!(!log.is_empty());
    assert_eq!(reports_in(to, 9).await.unwrap().0.len(), 1);
    assert_eq!(std::fs::read(to.join(LOG)).unwrap(), log);
    let (store, _writer) = SqliteStore::open(to).await.unwrap();
    assert_eq!(store.reports(9).await.unwrap(), [report(1)]);
}

#[tokio::test]
async fn a_database_from_before_reports_has_none_and_a_missing_one_is_an_error() {
    let mut subject = OnDisk::new().await;
    subject.open().await.shut_down().await;
    subject
        .run("DROP TABLE report; PRAGMA user_version = 1")
        .await;
    let none = reports_in(subject.folder.path(), 9).await.unwrap();
    assert_eq!(none, ReportList::default());
    let empty = OnDisk::new().await;
    let error = reports_in(empty.folder.path(), 9).await.unwrap_err();
    assert!(matches!(error, InspectError::Missing(_)), "{error}");
}
