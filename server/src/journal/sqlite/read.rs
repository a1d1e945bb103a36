//! Everything that only reads.

use std::collections::BTreeMap;

use boneyard_protocol::{MatchId, PlayerId, PlayerKind, TableId};
use futures_util::TryStreamExt;
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use uuid::Uuid;

use crate::archive::ArchivedMatch;
use crate::clock::UnixMillis;
use crate::identity::{Identity, Language, NameError, TokenHash, invented_name};
use crate::journal::Recovered;
use crate::journal::chain::{CHECKSUM_BYTES, Checksum};
use crate::journal::heads::{Head, HeadState, Heads};
use crate::journal::record::{Epoch, JournalRecord, Seq};
use crate::journal::stored::{Broken, Chain, StoredRecord};

/// Where every table's journal ends, with the last number and checksum that stand there. Whether they are
/// right is found out when the table is loaded.
pub(super) async fn heads(connection: &mut SqliteConnection) -> Result<Heads, sqlx::Error> {
    let mut heads = Heads::default();
    // With max(), SQLite takes the other columns from the row that has the greatest value.
    let mut rows = sqlx::query("SELECT table_id, max(seq), chain FROM journal GROUP BY table_id")
        .fetch(&mut *connection);
    while let Some(row) = rows.try_next().await? {
        let Some(table) = table_id(row.try_get(0)?) else {
            continue;
        };
        let next = Seq(number(row.try_get(1)?)).next();
        heads.set(
            table,
            Head {
                next,
                chain: checksum(row.try_get(2)?),
                state: HeadState::Open,
            },
        );
    }
    drop(rows);
    let closed: Vec<Vec<u8>> = sqlx::query_scalar("SELECT table_id FROM closed_table")
        .fetch_all(connection)
        .await?;
    for table in closed.iter().filter_map(|id| table_id(id)) {
        heads.close(table);
    }
    Ok(heads)
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
        "SELECT table_id, epoch, seq, CAST(body AS BLOB), chain FROM journal \
         WHERE table_id = ? ORDER BY id",
    )
    .bind(table.0.as_bytes().as_slice())
    .try_map(|row| stored(&row, table))
    .fetch_all(pool)
    .await
}

/// Every open table with its journal, in one scan.
pub(super) async fn all_journals(pool: &SqlitePool) -> Result<Vec<Recovered>, sqlx::Error> {
    let mut tables: BTreeMap<TableId, Loading> = BTreeMap::new();
    let mut rows = sqlx::query(
        "SELECT table_id, epoch, seq, CAST(body AS BLOB), chain FROM journal \
         WHERE table_id NOT IN (SELECT table_id FROM closed_table) ORDER BY id",
    )
    .fetch(pool);
    while let Some(row) = rows.try_next().await? {
        match table_id(row.try_get(0)?) {
            Some(table) => {
                let loading = tables.entry(table).or_insert_with(|| Loading::new(table));
                loading.add(&stored(&row, table)?);
            }
            None => tracing::error!("a record belongs to no table; it is left alone"),
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
) -> Result<Option<Identity>, sqlx::Error> {
    sqlx::query("SELECT player, name, kind, language, created FROM identity WHERE token_hash = ?")
        .bind(token.0.as_slice())
        .try_map(|row: SqliteRow| {
            let player = Uuid::from_slice(row.try_get(0)?).map_err(|error| decode(0, error))?;
            let language = Language::of_tag(row.try_get(3)?);
            // A name of earlier days that may not be had any more is replaced, always by the same one:
            // nobody is kept out because of what he is called.
            let name = row.try_get::<&str, _>(1)?.parse();
            let name =
                name.unwrap_or_else(|_: NameError| invented_name(language, player.as_u128()));
            let kind = match row.try_get(2)? {
                "person" => PlayerKind::Person,
                _ => PlayerKind::Bot,
            };
            Ok(Identity {
                player: PlayerId(player),
                name,
                kind,
                language,
                created: UnixMillis(number(row.try_get(4)?)),
            })
        })
        .fetch_optional(pool)
        .await
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
/// chain, so values out of range become ones that never pass it.
fn stored(row: &SqliteRow, table: TableId) -> Result<StoredRecord, sqlx::Error> {
    Ok(StoredRecord {
        table,
        epoch: Epoch(number(row.try_get(1)?)),
        seq: Seq(number(row.try_get(2)?)),
        body: String::from_utf8_lossy(row.try_get(3)?).into_owned(),
        chain: checksum(row.try_get(4)?),
    })
}

/// A table's id; `None` if it has another length.
pub(super) fn table_id(bytes: &[u8]) -> Option<TableId> {
    Uuid::from_slice(bytes).ok().map(TableId)
}

fn checksum(bytes: &[u8]) -> Checksum {
    Checksum(bytes.try_into().unwrap_or([0; CHECKSUM_BYTES]))
}

pub(super) fn number(integer: i64) -> u64 {
    u64::try_from(integer).unwrap_or_default()
}
