//! Everything that only reads.

use std::collections::BTreeMap;

use boneyard_protocol::{MatchId, PlayerId, PlayerKind, TableId};
use futures_util::TryStreamExt;
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use uuid::Uuid;

use crate::Recovered;
use crate::UnixMillis;
use crate::archive::ArchivedMatch;
use crate::chain::{CHECKSUM_BYTES, Checksum};
use crate::heads::{Head, HeadState, Heads};
use crate::people::{StoredIdentity, TokenHash};
use crate::record::{Epoch, JournalRecord, Seq};
use crate::stored::{Broken, Chain, StoredRecord};

// A table's id is cast to bytes wherever it is compared: a flipped bit makes a text of it, with the same bytes.

/// Where every table's journal ends, with the last number and checksum that stand there. Whether they are
/// right is found out when the table is loaded.
pub(super) async fn heads(connection: &mut SqliteConnection) -> Result<Heads, sqlx::Error> {
    let mut heads = Heads::default();
    // With max(), SQLite takes the other columns from the row that has the greatest value.
    let mut rows = sqlx::query(
        "SELECT CAST(table_id AS BLOB), max(seq), chain FROM journal GROUP BY CAST(table_id AS BLOB)",
    )
    .fetch(&mut *connection);
    while let Some(row) = rows.try_next().await? {
        let Some(table) = table_of(&row) else {
            continue;
        };
        let head = Head {
            next: Seq(whole_number(&row, 1)).next(),
            chain: checksum(&row, 2),
            state: HeadState::Open,
        };
        heads.set(table, head);
    }
    drop(rows);
    for table in closed_tables(connection).await? {
        heads.close(table);
    }
    Ok(heads)
}

/// The tables whose records are to be deleted.
pub(super) async fn closed_tables(
    connection: &mut SqliteConnection,
) -> Result<Vec<TableId>, sqlx::Error> {
    let rows = sqlx::query("SELECT table_id FROM closed_table")
        .fetch_all(connection)
        .await?;
    Ok(rows.iter().filter_map(table_of).collect())
}

/// The starts of servers that the database has seen.
pub(super) async fn epoch(connection: &mut SqliteConnection) -> Result<Epoch, sqlx::Error> {
    let epoch: i64 = sqlx::query_scalar("SELECT epoch FROM server")
        .fetch_one(connection)
        .await?;
    Ok(Epoch(number(epoch)))
}

/// A table's journal, as it is stored.
pub(super) async fn journal(
    pool: &SqlitePool,
    table: TableId,
) -> Result<Vec<StoredRecord>, sqlx::Error> {
    sqlx::query(
        "SELECT CAST(table_id AS BLOB), epoch, seq, CAST(body AS BLOB), chain FROM journal \
         WHERE CAST(table_id AS BLOB) = ? ORDER BY id",
    )
    .bind(table.0.as_bytes().as_slice())
    .map(|row| stored(&row, table))
    .fetch_all(pool)
    .await
}

/// Every open table with its journal, in one scan.
pub(super) async fn all_journals(pool: &SqlitePool) -> Result<Vec<Recovered>, sqlx::Error> {
    let mut tables: BTreeMap<TableId, Loading> = BTreeMap::new();
    let mut rows = sqlx::query(
        "SELECT CAST(table_id AS BLOB), epoch, seq, CAST(body AS BLOB), chain FROM journal \
         WHERE NOT EXISTS (SELECT 1 FROM closed_table \
             WHERE closed_table.table_id = CAST(journal.table_id AS BLOB)) ORDER BY id",
    )
    .fetch(pool);
    while let Some(row) = rows.try_next().await? {
        if let Some(table) = table_of(&row) {
            let loading = tables.entry(table).or_insert_with(|| Loading::new(table));
            loading.add(&stored(&row, table));
        }
    }
    let recovered = |(table, loading): (TableId, Loading)| loading.end(table);
    Ok(tables.into_iter().map(recovered).collect())
}

/// A table whose records come in one after the other.
struct Loading {
    chain: Chain,
    records: Vec<JournalRecord>,
    broken: Option<Broken>,
}

impl Loading {
    fn new(table: TableId) -> Self {
        Self {
            chain: Chain::new(table),
            records: Vec::new(),
            broken: None,
        }
    }

    /// Adds a record; from the first broken one on, nothing.
    fn add(&mut self, stored: &StoredRecord) {
        if self.broken.is_none() {
            match self.chain.read(stored) {
                Ok(record) => self.records.push(record),
                Err(broken) => self.broken = Some(broken),
            }
        }
    }

    fn end(self, table: TableId) -> Recovered {
        let first = self.records.first().cloned();
        let records = self.broken.map_or(Ok(self.records), Err);
        Recovered::new(table, first.as_ref(), records)
    }
}

/// A finished match.
pub(super) async fn finished(
    pool: &SqlitePool,
    id: MatchId,
) -> Result<Option<ArchivedMatch>, sqlx::Error> {
    sqlx::query("SELECT table_id, finished, record FROM match_record WHERE match_id = ?")
        .bind(id.0.as_bytes().as_slice())
        .try_map(|row: SqliteRow| {
            let table = table_id(row.try_get(0)?).ok_or(sqlx::Error::RowNotFound)?;
            let finished = UnixMillis(number(row.try_get(1)?));
            Ok(ArchivedMatch {
                id,
                table,
                finished,
                record: row.try_get(2)?,
            })
        })
        .fetch_optional(pool)
        .await
}

/// The identity of a token.
pub(super) async fn identity(
    pool: &SqlitePool,
    token: TokenHash,
) -> Result<Option<StoredIdentity>, sqlx::Error> {
    sqlx::query("SELECT player, name, kind, language, created FROM identity WHERE token_hash = ?")
        .bind(token.0.as_slice())
        .try_map(|row| identity_in(&row))
        .fetch_optional(pool)
        .await
}

/// The identity of a player.
pub(super) async fn player(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Option<StoredIdentity>, sqlx::Error> {
    sqlx::query("SELECT player, name, kind, language, created FROM identity WHERE player = ?")
        .bind(player.0.as_bytes().as_slice())
        .try_map(|row| identity_in(&row))
        .fetch_optional(pool)
        .await
}

fn identity_in(row: &SqliteRow) -> Result<StoredIdentity, sqlx::Error> {
    let player = Uuid::from_slice(row.try_get(0)?).map_err(|error| decode(0, error))?;
    let kind = match row.try_get(2)? {
        "person" => PlayerKind::Person,
        _ => PlayerKind::Bot,
    };
    Ok(StoredIdentity {
        player: PlayerId(player),
        name: row.try_get(1)?,
        kind,
        language: row.try_get(3)?,
        created: UnixMillis(number(row.try_get(4)?)),
    })
}

pub(super) fn decode(
    column: usize,
    source: impl std::error::Error + Send + Sync + 'static,
) -> sqlx::Error {
    sqlx::Error::ColumnDecode {
        index: column.to_string(),
        source: Box::new(source),
    }
}

/// A record as it stands there. Whatever a fault of the disk has made of it must reach the check of the
/// chain, so values out of range or of another kind become ones that never pass it: they are its table's fault
/// and must not keep the others from being read.
fn stored(row: &SqliteRow, table: TableId) -> StoredRecord {
    StoredRecord {
        table,
        epoch: Epoch(whole_number(row, 1)),
        seq: Seq(whole_number(row, 2)),
        body: String::from_utf8_lossy(bytes(row, 3)).into_owned(),
        chain: checksum(row, 4),
    }
}

/// The table of a row whose first column names it. A row without one belongs to no table: the log says so, and it is left alone.
fn table_of(row: &SqliteRow) -> Option<TableId> {
    let table = table_id(bytes(row, 0));
    if table.is_none() {
        tracing::error!("a row belongs to no table; it is left alone");
    }
    table
}

/// A column's number; 0, which counts no record and no start, if it holds none.
fn whole_number(row: &SqliteRow, column: usize) -> u64 {
    row.try_get(column).map_or(0, number)
}

/// A column's bytes; none if it holds a number or nothing.
fn bytes(row: &SqliteRow, column: usize) -> &[u8] {
    row.try_get(column).unwrap_or_default()
}

/// A table's id; `None` if it has another length.
pub(super) fn table_id(bytes: &[u8]) -> Option<TableId> {
    Uuid::from_slice(bytes).ok().map(TableId)
}

fn checksum(row: &SqliteRow, column: usize) -> Checksum {
    Checksum(bytes(row, column).try_into().unwrap_or([0; CHECKSUM_BYTES]))
}

pub(super) fn number(integer: i64) -> u64 {
    u64::try_from(integer).unwrap_or_default()
}
