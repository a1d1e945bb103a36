//! Reports of players, in every backend.

use boneyard_protocol::ReportReason;

use super::*;
use crate::reports::{Report, ReportError, Reports};

pub fn report(command: u128) -> Report {
    Report {
        at: UnixMillis(1_790_000_000_000),
        by: PlayerId(Uuid::from_u128(1)),
        command: CommandId(Uuid::from_u128(command)),
        table: table(2),
        match_id: Some(MatchId(Uuid::from_u128(3))),
        seat: 7,
        reported: PlayerId(Uuid::from_u128(4)),
        reason: ReportReason::Cheating,
    }
}

pub async fn reports_are_kept_newest_first<S: Subject>() {
    let mut subject = S::new().await;
    let store = subject.open().await;
    assert_eq!(store.reports(9).await.unwrap(), []);
    let mut all = Vec::new();
    for (command, reason) in (0..).zip(ReportReason::ALL) {
        // A name may be reported before there is a match.
        let match_id = report(0).match_id;
        let report = Report {
            reason,
            match_id: match_id.filter(|_| reason != ReportReason::Name),
            ..report(command)
        };
        store.add_report(report.clone()).await.unwrap();
        all.insert(0, report);
    }
    assert_eq!(store.reports(2).await.unwrap(), all[..2]);
    store.shut_down().await;
    let refused = store.add_report(report(9)).await;
    assert_eq!(refused, Err(ReportError::Unavailable));
    drop(store);
    let store = subject.open().await;
    assert_eq!(store.reports(9).await.unwrap(), all);
}

pub async fn a_repeated_report_is_one<S: Subject>() {
    let mut subject = S::new().await;
    let store = subject.open().await;
    let first = report(1);
    let later = Report {
        at: UnixMillis(first.at.0 + 5_000),
        ..first.clone()
    };
    // Another player's command may have the same id.
    let of_another = Report {
        by: PlayerId(Uuid::from_u128(8)),
        ..first.clone()
    };
    store.add_report(first.clone()).await.unwrap();
    store.add_report(later.clone()).await.unwrap();
    store.add_report(of_another.clone()).await.unwrap();
    for other in [
        Report {
            reason: ReportReason::Bot,
            ..first.clone()
        },
        Report {
            seat: 6,
            ..first.clone()
        },
        Report {
            table: table(9),
            ..first.clone()
        },
    ] {
        assert_eq!(store.add_report(other).await, Err(ReportError::Reused));
    }
    store.shut_down().await;
    drop(store);
    let store = subject.open().await;
    store.add_report(later).await.unwrap();
    assert_eq!(store.reports(9).await.unwrap(), [of_another, first]);
}
