//! What every backend must do. Each test here runs once for each of them.
#![allow(
    missing_docs,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "tests, whose names say what they try"
)]

mod bans;
mod facts;
mod reports;

use boneyard_engine::{Event, Seat};
use boneyard_protocol::table::TableSettings;
use boneyard_protocol::{AbsenceEnd, CommandId, MatchId, PlayerId, PlayerKind, TableId, Tempo};
use uuid::Uuid;

use crate::chain::CHECKSUM_BYTES;
use crate::fact::{CloseReason, Opening, Origin};
use crate::stored::StoredRecord;
use crate::*;

pub use bans::bans_and_admissions_are_kept;
pub use facts::{SEAT, facts, tile};
pub use reports::{a_repeated_report_is_one, report, reports_are_kept_newest_first};

/// The bodies of records of every kind of fact.
pub fn record_bodies() -> Vec<String> {
    let at = UnixMillis(1_790_000_000_000);
    let facts = facts();
    facts
        .iter()
        .map(|fact| codec::encode(at, None, fact))
        .collect()
}

/// Whether a text is a record's body. What can be read can be written and read again, and is the same.
pub fn is_read_again(text: &str) -> bool {
    let Ok(body) = codec::decode(text) else {
        return false;
    };
    let again = codec::encode(body.at, body.cause, &body.fact);
    assert_eq!(codec::decode(&again).map(|body| body.fact), Ok(body.fact));
    true
}

/// A place where a store can be opened again and again.
#[allow(async_fn_in_trait, reason = "a subject is used by its own tests only")]
pub trait Subject {
    type Store: Store;

    async fn new() -> Self;
    /// Opens the store as a program that starts does. The one opened before is closed.
    async fn open(&mut self) -> Self::Store;
    /// Damages a record while the store is closed.
    async fn harm(&mut self, table: TableId, seq: Seq, harm: Harm);
}

/// What can happen to a record on a disk.
#[derive(Clone, Copy)]
pub enum Harm {
    /// A byte of its body is another one.
    Flip,
    /// The end of its body is missing.
    Tear,
    /// It is gone.
    Lose,
    /// A value is of another kind: a byte in the row's head, where the kinds stand, is another one.
    Retype(Column, Kind),
}

/// A value of a record.
#[derive(Clone, Copy)]
pub enum Column {
    Seq,
    Body,
    Chain,
}

/// What a value has become.
#[derive(Clone, Copy)]
pub enum Kind {
    Null,
    Text,
    Number,
}

impl Harm {
    /// Damages a record; returns whether it still exists.
    pub fn apply(self, record: &mut StoredRecord) -> bool {
        let body = &mut record.body;
        match self {
            Self::Flip => *body = body.replacen("\"at\":1", "\"at\":9", 1),
            Self::Tear => *body = body.chars().take(body.chars().count() / 2).collect(),
            Self::Lose => return false,
            // A value of another kind is read as none at all.
            Self::Retype(Column::Seq, _) => record.seq = Seq(0),
            Self::Retype(Column::Body, _) => body.clear(),
            Self::Retype(Column::Chain, _) => record.chain = Checksum([0; CHECKSUM_BYTES]),
        }
        true
    }
}

pub fn table(number: u128) -> TableId {
    TableId(Uuid::from_u128(number))
}

pub fn opened() -> Fact {
    Fact::Opened(Box::new(Opening {
        sheet: "kozel".into(),
        rules: None,
        options: [("match.target.2", 50)].into_iter().collect(),
        seats: 2,
        settings: TableSettings {
            private: true,
            watchers: false,
            clock_ms: 30_000,
            absence_ms: 120_000,
            absence_end: AbsenceEnd::Ask,
            pause_ms: 12_000,
            tempo: Tempo::Even,
        },
        code: "ABCD2345WXYZ".parse().unwrap(),
    }))
}

pub fn passed(seat: u8) -> Fact {
    Fact::Game {
        event: Event::Passed {
            seat: Seat::new(seat),
        },
        by: Origin::Seat,
        lengthwise: false,
    }
}

pub fn closed() -> Fact {
    Fact::Closed {
        reason: CloseReason::Finished,
    }
}

pub fn append(table: TableId, expect: u64, facts: Vec<Fact>) -> Append {
    Append {
        table,
        expect: Seq(expect),
        at: UnixMillis(1_790_000_000_000),
        cause: None,
        facts,
        finished: None,
    }
}

fn facts_of(records: &[JournalRecord]) -> Vec<Fact> {
    records.iter().map(|record| record.fact.clone()).collect()
}

fn running(recovered: &[Recovered]) -> Vec<TableId> {
    let mut tables: Vec<TableId> = recovered.iter().map(|recovered| recovered.table).collect();
    tables.sort();
    tables
}

pub async fn appends_are_numbered_and_read_back_in_order<S: Subject>() {
    let mut subject = S::new().await;
    let store = subject.open().await;
    let cause = Cause {
        player: PlayerId(Uuid::from_u128(1)),
        command: CommandId(Uuid::from_u128(2)),
        body: BodyHash::of(b"create"),
    };
    let first = Append {
        cause: Some(cause),
        ..append(table(1), 1, vec![opened(), passed(0)])
    };
    let mut written = store.append(first).await.unwrap();
    assert_eq!(
        written.iter().map(|record| record.seq).collect::<Vec<_>>(),
        [Seq(1), Seq(2)]
    );
    assert!(written.iter().all(|record| record.cause == Some(cause)));
    written.extend(
        store
            .append(append(table(1), 3, vec![passed(1)]))
            .await
            .unwrap(),
    );
    assert_eq!(store.read(table(1), Seq::FIRST).await.unwrap(), written);
    assert_eq!(
        store.read(table(1), Seq(3)).await.unwrap(),
        written.split_off(2)
    );
    assert_eq!(store.read(table(2), Seq::FIRST).await.unwrap(), []);
    assert_eq!(store.append(append(table(1), 4, vec![])).await.unwrap(), []);
}

pub async fn another_number_than_the_next_is_a_conflict<S: Subject>() {
    let mut subject = S::new().await;
    let store = subject.open().await;
    store
        .append(append(table(1), 1, vec![opened(), passed(0)]))
        .await
        .unwrap();
    for expect in [0, 1, 2, 4] {
        let refused = store
            .append(append(table(1), expect, vec![passed(1)]))
            .await;
        assert_eq!(
            refused,
            Err(AppendError::Conflict { next: Seq(3) }),
            "{expect}"
        );
    }
    let refused = store.append(append(table(2), 2, vec![opened()])).await;
    assert_eq!(refused, Err(AppendError::Conflict { next: Seq(1) }));
    assert_eq!(store.read(table(1), Seq::FIRST).await.unwrap().len(), 2);
}

pub async fn tables_append_at_the_same_time<S: Subject>() {
    const TABLES: u128 = 40;
    const APPENDS: u64 = 25;
    let mut subject = S::new().await;
    let store = std::sync::Arc::new(subject.open().await);
    let mut tables = tokio::task::JoinSet::new();
    for number in 0..TABLES {
        let store = std::sync::Arc::clone(&store);
        tables.spawn(async move {
            store
                .append(append(table(number), 1, vec![opened()]))
                .await
                .unwrap();
            for step in 0..APPENDS {
                let both = vec![passed(0), passed(1)];
                store
                    .append(append(table(number), 2 + 2 * step, both))
                    .await
                    .unwrap();
            }
        });
    }
    tables.join_all().await;
    store.shut_down().await;
    drop(store);
    let store = subject.open().await;
    let recovered = store.load_all().await.unwrap();
    assert_eq!(
        running(&recovered),
        (0..TABLES).map(table).collect::<Vec<_>>()
    );
    for table in recovered {
        assert_eq!(table.records.unwrap().len(), 51);
    }
}

pub async fn a_store_goes_on_where_it_was<S: Subject>() {
    let mut subject = S::new().await;
    let store = subject.open().await;
    let mut all = store
        .append(append(table(1), 1, vec![opened(), passed(0)]))
        .await
        .unwrap();
    store
        .append(append(table(2), 1, vec![opened(), closed()]))
        .await
        .unwrap();
    store.shut_down().await;
    let refused = store.append(append(table(1), 3, vec![passed(1)])).await;
    assert_eq!(refused, Err(AppendError::Unavailable));
    drop(store);

    let store = subject.open().await;
    let recovered = store.load_all().await.unwrap();
    assert_eq!(running(&recovered), [table(1)]);
    let refused = store.append(append(table(1), 2, vec![passed(1)])).await;
    assert_eq!(refused, Err(AppendError::Conflict { next: Seq(3) }));
    let more = store
        .append(append(table(1), 3, vec![passed(1)]))
        .await
        .unwrap();
    assert!(more.iter().all(|record| record.epoch > all[0].epoch));
    all.extend(more);
    assert_eq!(store.read(table(1), Seq::FIRST).await.unwrap(), all);
}

pub async fn nothing_follows_the_end_of_a_table<S: Subject>() {
    let mut subject = S::new().await;
    let store = subject.open().await;
    store
        .append(append(table(1), 1, vec![opened(), closed()]))
        .await
        .unwrap();
    let refused = store.append(append(table(1), 3, vec![passed(0)])).await;
    assert_eq!(refused, Err(AppendError::Closed));
    assert!(store.load_all().await.unwrap().is_empty());
}

pub async fn a_match_and_its_record_end_together<S: Subject>() {
    let mut subject = S::new().await;
    let store = subject.open().await;
    let id = MatchId(Uuid::from_u128(9));
    store
        .append(append(table(1), 1, vec![opened()]))
        .await
        .unwrap();
    let finished = FinishedMatch {
        id,
        record: r#"{"format":"domino-record"}"#.into(),
    };
    let wrong = Append {
        finished: Some(finished.clone()),
        ..append(table(1), 3, vec![passed(0)])
    };
    store.append(wrong).await.unwrap_err();
    assert_eq!(store.find_match(id).await.unwrap(), None);
    let last = Append {
        finished: Some(finished.clone()),
        ..append(table(1), 2, vec![passed(0)])
    };
    store.append(last).await.unwrap();
    let archived = ArchivedMatch {
        id,
        table: table(1),
        finished: UnixMillis(1_790_000_000_000),
        record: finished.record,
    };
    assert_eq!(store.find_match(id).await.unwrap(), Some(archived.clone()));
    store
        .append(append(table(1), 3, vec![closed()]))
        .await
        .unwrap();
    store.shut_down().await;
    drop(store);
    let store = subject.open().await;
    assert_eq!(store.find_match(id).await.unwrap(), Some(archived));
    assert_eq!(
        store.find_match(MatchId(Uuid::from_u128(8))).await.unwrap(),
        None
    );
}

pub async fn harm_quarantines_one_table<S: Subject>() {
    let chain = Fault::Chain;
    let no_number = Fault::Gap { found: Seq(0) };
    for (harm, seq, fault) in [
        (Harm::Flip, 2, chain.clone()),
        (Harm::Flip, 3, chain.clone()),
        (Harm::Tear, 3, chain.clone()),
        (Harm::Lose, 1, Fault::Gap { found: Seq(2) }),
        (Harm::Lose, 2, Fault::Gap { found: Seq(3) }),
        (Harm::Retype(Column::Seq, Kind::Null), 3, no_number.clone()),
        (Harm::Retype(Column::Seq, Kind::Text), 2, no_number),
        (Harm::Retype(Column::Body, Kind::Null), 1, chain.clone()),
        (Harm::Retype(Column::Body, Kind::Number), 2, chain.clone()),
        (Harm::Retype(Column::Chain, Kind::Null), 2, chain.clone()),
        (Harm::Retype(Column::Chain, Kind::Text), 3, chain.clone()),
        (Harm::Retype(Column::Chain, Kind::Number), 3, chain),
    ] {
        let mut subject = S::new().await;
        let store = subject.open().await;
        store
            .append(append(table(1), 1, vec![opened(), passed(0), passed(1)]))
            .await
            .unwrap();
        store
            .append(append(table(2), 1, vec![opened(), passed(1)]))
            .await
            .unwrap();
        store.shut_down().await;
        drop(store);
        subject.harm(table(1), Seq(seq), harm).await;

        let store = subject.open().await;
        let recovered = store.load_all().await.unwrap();
        assert_eq!(running(&recovered), [table(1), table(2)]);
        for Recovered {
            table: id, records, ..
        } in recovered
        {
            if id == table(1) {
                let broken = Broken {
                    table: id,
                    seq: Seq(seq),
                    fault: fault.clone(),
                };
                assert_eq!(records, Err(broken));
            } else {
                assert_eq!(facts_of(&records.unwrap()), [opened(), passed(1)]);
            }
        }
        assert!(matches!(
            store.read(table(1), Seq(1)).await,
            Err(ReadError::Broken(_))
        ));
        store
            .append(append(table(2), 3, vec![passed(0)]))
            .await
            .unwrap();
    }
}

pub async fn identities_are_found_by_their_tokens<S: Subject>() {
    let mut subject = S::new().await;
    let store = subject.open().await;
    let token = TokenHash([1; 32]);
    let mut identity = StoredIdentity {
        player: PlayerId(Uuid::from_u128(5)),
        name: "Анна".into(),
        kind: PlayerKind::Person,
        language: "ru".into(),
        created: UnixMillis(1_790_000_000_000),
    };
    store.add_identity(token, identity.clone()).await.unwrap();
    assert_eq!(
        store.find_identity(token).await.unwrap(),
        Some(identity.clone())
    );
    let other = TokenHash([2; 32]);
    assert_eq!(store.find_identity(other).await.unwrap(), None);
    store.rename(identity.player, "Ödön".into()).await.unwrap();
    let nobody = PlayerId(Uuid::from_u128(6));
    let refused = store.rename(nobody, "Ödön".into()).await;
    assert_eq!(refused, Err(PeopleError::NoSuchPlayer));
    identity.name = "Ödön".into();
    let found = store.find_player(identity.player).await.unwrap();
    assert_eq!(found, Some(identity.clone()));
    assert_eq!(store.find_player(nobody).await.unwrap(), None);
    store.shut_down().await;
    drop(store);
    let store = subject.open().await;
    assert_eq!(store.find_identity(token).await.unwrap(), Some(identity));
}

pub async fn a_token_takes_the_place_of_another<S: Subject>() {
    let mut subject = S::new().await;
    let store = subject.open().await;
    let (old, new) = (TokenHash([1; 32]), TokenHash([2; 32]));
    let identity = StoredIdentity {
        player: PlayerId(Uuid::from_u128(5)),
        name: "Анна".into(),
        kind: PlayerKind::Person,
        language: "ru".into(),
        created: UnixMillis(1_790_000_000_000),
    };
    store.add_identity(old, identity.clone()).await.unwrap();
    let nobody = PlayerId(Uuid::from_u128(6));
    let refused = store.replace_token(nobody, new).await;
    assert_eq!(refused, Err(PeopleError::NoSuchPlayer));
    store.replace_token(identity.player, new).await.unwrap();
    store.shut_down().await;
    drop(store);
    let store = subject.open().await;
    assert_eq!(store.find_identity(old).await.unwrap(), None);
    assert_eq!(store.find_identity(new).await.unwrap(), Some(identity));
}

/// The whole suite for one [`Subject`](crate::contract::Subject), as tests of the module that it stands in.
#[macro_export]
macro_rules! contract {
    ($subject:ty: $($test:ident),* $(,)?) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                $crate::contract::$test::<$subject>().await;
            }
        )*
    };
    ($subject:ty) => {
        $crate::contract!($subject:
            appends_are_numbered_and_read_back_in_order,
            another_number_than_the_next_is_a_conflict,
            tables_append_at_the_same_time,
            a_store_goes_on_where_it_was,
            nothing_follows_the_end_of_a_table,
            a_match_and_its_record_end_together,
            harm_quarantines_one_table,
            identities_are_found_by_their_tokens,
            a_token_takes_the_place_of_another,
            reports_are_kept_newest_first,
            bans_and_admissions_are_kept,
            a_repeated_report_is_one,
        );
    };
}
