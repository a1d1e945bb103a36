//! What only a disk can show.

mod reports;

use sqlx::ConnectOptions;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnectOptions;
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::*;
use crate::chain::{CHECKSUM_BYTES, Checksum};
use crate::contract::{Column, Harm, Kind, Subject, append, closed, opened, passed, table};
use crate::open::StoreFailed;
use crate::sqlite::inspect::inspect_folder;
use crate::sqlite::tenure::{Note, Stand};
use crate::stored::StoredRecord;

struct OnDisk {
    folder: TempDir,
    writers: JoinSet<Result<(), StoreFailed>>,
}

impl Subject for OnDisk {
    type Store = SqliteStore;

    async fn new() -> Self {
        Self {
            folder: TempDir::new().unwrap(),
            writers: JoinSet::new(),
        }
    }

    async fn open(&mut self) -> SqliteStore {
        // The earlier one has ended: its store was shut down.
        while let Some(ended) = self.writers.join_next().await {
            ended.unwrap().unwrap();
        }
        let (store, writer) = SqliteStore::open(self.folder.path()).await.unwrap();
        self.writers.spawn(writer.run());
        store
    }

    async fn harm(&mut self, table: TableId, seq: Seq, harm: Harm) {
        let this = "WHERE table_id = ? AND seq = ?";
        let body = format!("SELECT body FROM journal {this}");
        let body: Vec<String> = self.of_record(body, table, seq).await;
        let mut record = StoredRecord {
            table,
            epoch: Epoch(1),
            seq,
            body: body.into_iter().next().unwrap(),
            chain: Checksum([0; CHECKSUM_BYTES]),
        };
        let statement = match harm {
            Harm::Flip | Harm::Tear => {
                harm.apply(&mut record);
                let body = record.body.replace('\'', "''");
                format!("UPDATE journal SET body = '{body}' {this}")
            }
            Harm::Lose => format!("DELETE FROM journal {this}"),
            Harm::Retype(column, kind) => {
                let column = match column {
                    Column::Seq => "seq",
                    Column::Body => "body",
                    Column::Chain => "chain",
                };
                let value = match kind {
                    Kind::Null => "NULL",
                    Kind::Text => "'something'",
                    Kind::Number => "7",
                };
                format!("UPDATE journal SET {column} = {value} {this}")
            }
        };
        self.loosen().await;
        let _nothing: Vec<String> = self.of_record(statement, table, seq).await;
    }
}

crate::contract!(OnDisk);

impl OnDisk {
    async fn connect(&self) -> SqliteConnection {
        SqliteConnectOptions::new()
            .filename(self.folder.path().join(FILE))
            .connect()
            .await
            .unwrap()
    }

    /// Runs a statement about one record.
    async fn of_record(&self, statement: String, table: TableId, seq: Seq) -> Vec<String> {
        let mut connection = self.connect().await;
        let answer = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
            .bind(table.0.as_bytes().as_slice())
            .bind(i64::try_from(seq.0).unwrap())
            .fetch_all(&mut connection)
            .await;
        connection.close().await.unwrap();
        answer.unwrap()
    }

    /// Lets values of every kind into every column of the tables that a journal consists of. A disk that harms a
    /// row does not ask what the columns take.
    async fn loosen(&self) {
        self.run(
            "PRAGMA writable_schema = ON; \
             UPDATE sqlite_schema SET sql = replace(replace(replace(replace(replace(sql, \
             'STRICT, WITHOUT ROWID', 'WITHOUT ROWID'), 'STRICT', ''), 'NOT NULL', ''), \
             'CHECK (length(table_id) = 16)', ''), 'CHECK (length(chain) = 32)', '') \
             WHERE name IN ('journal', 'closed_table')",
        )
        .await;
    }

    async fn run(&self, statement: &'static str) {
        let mut connection = self.connect().await;
        sqlx::raw_sql(statement)
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
    }

    async fn count(&self, query: &'static str) -> i64 {
        let mut connection = self.connect().await;
        let count = sqlx::query_scalar(query)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
        count
    }

    async fn refusal(&self) -> OpenError {
        SqliteStore::open(self.folder.path())
            .await
            .map(drop)
            .unwrap_err()
    }
}

#[tokio::test]
async fn a_newer_file_and_a_foreign_one_are_refused() {
    let mut subject = OnDisk::new().await;
    subject.open().await.shut_down().await;
    subject.run("PRAGMA user_version = 99").await;
    let refusal = subject.refusal().await;
    assert!(
        matches!(refusal, OpenError::NewerSchema { found: 99, .. }),
        "{refusal}"
    );
    subject.run("PRAGMA application_id = 7").await;
    assert!(matches!(subject.refusal().await, OpenError::NotOurs));

    let other = OnDisk::new().await;
    let file = other.folder.path().join(FILE);
    std::fs::write(&file, "This is no database, however long it is read.").unwrap();
    assert!(matches!(other.refusal().await, OpenError::Database(_)));
}

#[tokio::test]
async fn the_records_of_closed_tables_are_deleted() {
    let mut subject = OnDisk::new().await;
    let store = subject.open().await;
    store
        .append(append(table(1), 1, vec![opened(), passed(0)]))
        .await
        .unwrap();
    store
        .append(append(table(2), 1, vec![opened(), closed()]))
        .await
        .unwrap();
    store
        .append(append(table(1), 3, vec![passed(1)]))
        .await
        .unwrap();
    store.ask(Command::Tidy).await.unwrap();
    assert_eq!(subject.count("SELECT count(*) FROM journal").await, 3);
    assert_eq!(subject.count("SELECT count(*) FROM closed_table").await, 0);
    assert_eq!(store.read(table(1), Seq(1)).await.unwrap().len(), 3);
    store
        .append(append(table(1), 4, vec![passed(0)]))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_full_disk_passes() {
    let mut subject = OnDisk::new().await;
    let store = subject.open().await;
    store
        .append(append(table(1), 1, vec![opened()]))
        .await
        .unwrap();
    store
        .ask(|reply| Command::Run("PRAGMA max_page_count = 1", reply))
        .await
        .unwrap();
    let many = vec![opened(); 500];
    let refused = store.append(append(table(1), 2, many.clone())).await;
    assert_eq!(refused, Err(AppendError::Unavailable));
    assert_eq!(store.read(table(1), Seq(1)).await.unwrap().len(), 1);
    store
        .ask(|reply| Command::Run("PRAGMA max_page_count = 100000", reply))
        .await
        .unwrap();
    store.append(append(table(1), 2, many)).await.unwrap();
    assert_eq!(store.read(table(1), Seq(1)).await.unwrap().len(), 501);
}

#[tokio::test]
async fn a_failure_that_is_not_understood_ends_the_writer() {
    let mut subject = OnDisk::new().await;
    let store = subject.open().await;
    subject.run("ALTER TABLE journal RENAME TO lost").await;
    let refused = store.append(append(table(1), 1, vec![opened()])).await;
    assert_eq!(refused, Err(AppendError::Unavailable));
    let ended = subject.writers.join_next().await.unwrap().unwrap();
    assert!(ended.is_err());
    let refused = store.append(append(table(1), 1, vec![opened()])).await;
    assert_eq!(refused, Err(AppendError::Unavailable));
    store.shut_down().await;
    drop(store);
    // Nothing is written any more: the log is not folded in, and no end in order is noted.
    let folder = subject.folder.path();
    let note = Note::read(folder).unwrap().unwrap();
    assert_eq!(note.stand, Stand::Open);
    note.check_files(folder).unwrap();
}

#[tokio::test]
async fn one_guilty_command_does_not_harm_its_batch() {
    let subject = OnDisk::new().await;
    let (store, writer) = SqliteStore::open(subject.folder.path()).await.unwrap();
    let id = boneyard_protocol::MatchId(uuid::Uuid::from_u128(1));
    let finished = || {
        Some(crate::archive::FinishedMatch {
            id,
            record: "{}".into(),
        })
    };
    // All of them wait before the writer runs, so that they are one batch.
    let mut appends = Vec::new();
    for number in 1..=4 {
        let mut append = append(table(number), 1, vec![opened()]);
        if number == 2 || number == 3 {
            append.finished = finished();
        }
        let mut answer = store.append(append);
        let waiting = futures_util::future::poll_immediate(&mut answer).await;
        assert!(waiting.is_none());
        appends.push(answer);
    }
    let mut writers = JoinSet::new();
    writers.spawn(writer.run());
    let answers = futures_util::future::join_all(appends).await;
    let done: Vec<bool> = answers.iter().map(Result::is_ok).collect();
    assert_eq!(done, [true, true, false, true]);
    let recovered = store.load_all().await.unwrap();
    assert_eq!(recovered.len(), 3);
}

#[tokio::test]
async fn what_waits_at_the_end_is_finished() {
    let subject = OnDisk::new().await;
    let (store, writer) = SqliteStore::open(subject.folder.path()).await.unwrap();
    let mut last = store.append(append(table(1), 1, vec![opened()]));
    assert!(
        futures_util::future::poll_immediate(&mut last)
            .await
            .is_none()
    );
    let (ended, ()) = tokio::join!(writer.run(), store.shut_down());
    ended.unwrap();
    last.await.unwrap();
    let late = store.append(append(table(2), 1, vec![opened()]));
    assert_eq!(late.await, Err(AppendError::Unavailable));
    assert_eq!(subject.count("SELECT count(*) FROM journal").await, 1);
    assert!(!subject.folder.path().join("boneyard.sqlite3-wal").exists());
}

/// A crash can leave any part of the log after what was synced last. What remains is a prefix.
#[tokio::test]
async fn a_torn_log_leaves_a_prefix() {
    let mut subject = OnDisk::new().await;
    let store = subject.open().await;
    for seq in 1..=20 {
        store
            .append(append(table(1), seq, vec![opened()]))
            .await
            .unwrap();
    }
    let log = std::fs::read(subject.folder.path().join("boneyard.sqlite3-wal")).unwrap();
    let file = std::fs::read(subject.folder.path().join(FILE)).unwrap();
    let mut lengths = Vec::new();
    for part in 0..=8 {
        let copy = OnDisk::new().await;
        std::fs::write(copy.folder.path().join(FILE), &file).unwrap();
        let mut torn = log.clone();
        torn.truncate(log.len() * part / 8);
        std::fs::write(copy.folder.path().join("boneyard.sqlite3-wal"), torn).unwrap();
        let (store, _writer) = SqliteStore::open(copy.folder.path()).await.unwrap();
        lengths.push(store.read(table(1), Seq(1)).await.unwrap().len());
    }
    assert!(lengths.is_sorted(), "{lengths:?}");
    assert_eq!((lengths.first(), lengths.last()), (Some(&0), Some(&20)));
}

/// A record whose chain is whole, but which this program cannot read: the table needs a newer server.
#[tokio::test]
async fn a_record_of_a_newer_version_stops_its_table_alone() {
    let mut subject = OnDisk::new().await;
    let store = subject.open().await;
    let written = store
        .append(append(table(1), 1, vec![opened()]))
        .await
        .unwrap();
    store
        .append(append(table(2), 1, vec![opened()]))
        .await
        .unwrap();
    store.shut_down().await;
    let newer = r#"{"v":99,"something":"else"}"#;
    let last = written.last().unwrap();
    let chain = last.chain.next(last.epoch, Seq(2), newer);
    let mut connection = subject.connect().await;
    sqlx::query("INSERT INTO journal (table_id, epoch, seq, body, chain) VALUES (?, ?, 2, ?, ?)")
        .bind(table(1).0.as_bytes().as_slice())
        .bind(i64::try_from(last.epoch.0).unwrap())
        .bind(newer)
        .bind(chain.0.as_slice())
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();

    let store = subject.open().await;
    for recovered in store.load_all().await.unwrap() {
        assert!(recovered.code.is_some(), "its first record can be read");
        if recovered.table == table(2) {
            assert_eq!(recovered.records.unwrap().len(), 1);
            continue;
        }
        let broken = recovered.records.unwrap_err();
        assert_eq!(broken.seq, Seq(2));
        assert_eq!(
            broken.fault.to_string(),
            format!(
                "it has version 99, this program reads versions 1 to {}",
                crate::codec::VERSION
            )
        );
    }
    store.shut_down().await;
    assert_eq!(
        subject
            .count("SELECT count(*) FROM journal WHERE seq = 2")
            .await,
        1,
        "it is left as it is"
    );
    let seen = inspect_folder(subject.folder.path()).await.unwrap();
    assert_eq!((seen.tables, seen.broken.len()), (1, 1));
}

#[tokio::test]
async fn a_store_that_cannot_be_written_says_so_and_finds_out_by_itself_when_it_can() {
    let mut subject = OnDisk::new().await;
    let store = subject.open().await;
    assert!(store.is_writable());
    store
        .ask(|reply| Command::Run("PRAGMA query_only = ON", reply))
        .await
        .unwrap();
    let refused = store.append(append(table(1), 1, vec![opened()])).await;
    assert_eq!(refused, Err(AppendError::Unavailable));
    assert!(!store.is_writable());
    // What needs no write says nothing about the disk.
    let refused = store.append(append(table(1), 5, vec![opened()])).await;
    assert_eq!(refused, Err(AppendError::Conflict { next: Seq(1) }));
    assert_eq!(store.append(append(table(1), 1, vec![])).await, Ok(vec![]));
    let nobody = PlayerId(uuid::Uuid::from_u128(6));
    let renamed = store.rename(nobody, "Nemo".parse().unwrap()).await;
    assert_eq!(renamed, Err(PeopleError::Unavailable));
    assert!(!store.is_writable());
    store
        .ask(|reply| Command::Run("PRAGMA query_only = OFF", reply))
        .await
        .unwrap();
    let well = async {
        while !store.is_writable() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), well)
        .await
        .expect("the writer tries again by itself");
}

/// Rows that a fault of the disk has taken from their tables, in the journal and in the list of closed tables.
#[tokio::test]
async fn a_row_that_belongs_to_no_table_harms_no_other() {
    let mut subject = OnDisk::new().await;
    let store = subject.open().await;
    for number in 1..=3 {
        store
            .append(append(table(number), 1, vec![opened(), passed(0)]))
            .await
            .unwrap();
    }
    store.shut_down().await;
    subject.loosen().await;
    let lost = "UPDATE journal SET table_id = NULL WHERE table_id = ? AND seq = ?";
    subject.of_record(lost.to_owned(), table(1), Seq(2)).await;
    let same =
        "UPDATE journal SET table_id = CAST(table_id AS TEXT) WHERE table_id = ? AND seq = ?";
    subject.of_record(same.to_owned(), table(2), Seq(2)).await;
    subject.run("INSERT INTO closed_table VALUES (7)").await;

    let store = subject.open().await;
    let mut lengths = Vec::new();
    for recovered in store.load_all().await.unwrap() {
        lengths.push((recovered.table, recovered.records.unwrap().len()));
    }
    assert_eq!(lengths, [(table(1), 1), (table(2), 2), (table(3), 2)]);
    for (table, length) in lengths {
        let next = u64::try_from(length).unwrap() + 1;
        store
            .append(append(table, next, vec![closed()]))
            .await
            .unwrap();
        assert_eq!(store.read(table, Seq(1)).await.unwrap().len(), length + 1);
    }
    store.ask(Command::Tidy).await.unwrap();
    assert_eq!(subject.count("SELECT count(*) FROM journal").await, 1);
}
