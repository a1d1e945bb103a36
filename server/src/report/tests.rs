//! The desk: how many reports it takes, and about which players.

use boneyard_protocol::limits::REPORTS_PER_HOUR;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::*;
use boneyard_protocol::{ReportReason, TableId};
use boneyard_store::UnixMillis;
use boneyard_store::memory::{MemoryStore, Storage};
use boneyard_store::reports::KEPT;

struct Office {
    desk: ReportDesk,
    store: MemoryStore,
}

impl Office {
    fn open() -> Self {
        let store = MemoryStore::new();
        let desk = ReportDesk::new(Arc::new(store.clone()), Tasks::new());
        Self { desk, store }
    }

    async fn file(&self, report: Report, minutes: u64) -> Result<(), Refusal> {
        let mono = MonoMillis(minutes * 60_000);
        let now = Moment {
            mono,
            wall: UnixMillis(7),
        };
        let (sender, answer) = oneshot::channel();
        self.desk
            .file(report, now, move |result| sender.send(result).unwrap());
        answer.await.unwrap()
    }

    async fn kept(&self) -> usize {
        self.store.reports(KEPT).await.unwrap().len()
    }
}

fn report(by: u128, command: u128) -> Report {
    Report {
        at: UnixMillis(7),
        by: PlayerId(Uuid::from_u128(by)),
        command: CommandId(Uuid::from_u128(command)),
        table: TableId(Uuid::from_u128(3)),
        match_id: None,
        seat: 1,
        reported: PlayerId(Uuid::from_u128(4)),
        reason: ReportReason::Stalling,
    }
}

fn refused(code: ErrorCode, retry_ms: Option<u32>) -> Result<(), Refusal> {
    Err(Refusal {
        retry_ms,
        ..code.into()
    })
}

#[tokio::test]
async fn a_player_makes_so_many_reports_in_an_hour_and_no_more() {
    let office = Office::open();
    let most = u128::from(REPORTS_PER_HOUR);
    for command in 0..most {
        // One a minute.
        let minute = u64::try_from(command).unwrap();
        office.file(report(1, command), minute).await.unwrap();
    }
    let one_more = report(1, most);
    let half_an_hour = refused(ErrorCode::RateLimited, Some(30 * 60_000));
    assert_eq!(office.file(one_more.clone(), 30).await, half_an_hour);
    office.file(report(2, most), 30).await.unwrap();
    // The first is an hour old, the second is not.
    office.file(one_more, 60).await.unwrap();
    let one_minute = refused(ErrorCode::RateLimited, Some(60_000));
    assert_eq!(office.file(report(1, most + 1), 60).await, one_minute);
    assert_eq!(office.kept().await, 14);
}

#[tokio::test]
async fn a_repeated_command_is_counted_once_and_answered_also_at_the_limit() {
    let office = Office::open();
    for command in 0..u128::from(REPORTS_PER_HOUR) {
        for _again in 0..3 {
            office.file(report(1, command), 0).await.unwrap();
        }
    }
    assert_eq!(office.kept().await, 12);
    let other = Report {
        reason: ReportReason::Name,
        ..report(1, 0)
    };
    let reused = refused(ErrorCode::IdReused, None);
    assert_eq!(office.file(other, 0).await, reused);
}

#[tokio::test]
async fn what_could_not_be_kept_is_not_counted() {
    let office = Office::open();
    office.store.set_storage(Storage::Failing);
    for command in 0..50 {
        let unavailable = refused(ErrorCode::StorageUnavailable, None);
        assert_eq!(office.file(report(1, command), 0).await, unavailable);
    }
    office.store.set_storage(Storage::Working);
    office.file(report(1, 0), 0).await.unwrap();
    assert_eq!(office.kept().await, 1);
}
