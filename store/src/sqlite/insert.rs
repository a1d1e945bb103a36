//! The statements that write.

use std::fmt::Write as _;
use std::sync::Arc;

use boneyard_protocol::{PlayerId, PlayerKind, TableId};
use sqlx::AssertSqlSafe;
use sqlx::sqlite::SqliteConnection;

use crate::archive::ArchivedMatch;
use crate::encoded::Link;
use crate::people::{StoredIdentity, TokenHash};

/// Journal rows in one statement. Larger batches take several; a statement of every smaller size stays
/// prepared.
pub(super) const ROWS: usize = 64;

/// A row of the journal, about to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub(super) table: TableId,
    pub(super) link: Link,
    pub(super) body: &'a str,
}

/// The texts of the statements, by their number of rows less one.
#[derive(Debug)]
pub(super) struct Statements(Vec<Arc<str>>);

impl Statements {
    pub(super) fn new() -> Self {
        let mut text =
            String::from("INSERT INTO journal (table_id, epoch, seq, body, chain) VALUES ");
        let mut texts = Vec::with_capacity(ROWS);
        for rows in 0..ROWS {
            let comma = if rows == 0 { "" } else { "," };
            write!(text, "{comma}(?,?,?,?,?)").expect("a String takes every text");
            texts.push(Arc::from(text.as_str()));
        }
        Self(texts)
    }

    /// Adds rows to the journal, in order.
    pub(super) async fn journal(
        &self,
        connection: &mut SqliteConnection,
        rows: &[Row<'_>],
    ) -> Result<(), sqlx::Error> {
        for chunk in rows.chunks(ROWS) {
            let text = self
                .0
                .get(chunk.len() - 1)
                .expect("no chunk is empty or longer than ROWS");
            let mut query = sqlx::query(AssertSqlSafe(Arc::clone(text)));
            for row in chunk {
                query = query
                    .bind(row.table.0.as_bytes().as_slice())
                    .bind(integer(row.link.epoch.0))
                    .bind(integer(row.link.seq.0))
                    .bind(row.body)
                    .bind(row.link.chain.0.as_slice());
            }
            query.execute(&mut *connection).await?;
        }
        Ok(())
    }
}

/// Notes that a table's rows may be deleted.
pub(super) async fn closed(
    connection: &mut SqliteConnection,
    table: TableId,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO closed_table (table_id) VALUES (?)")
        .bind(table.0.as_bytes().as_slice())
        .execute(connection)
        .await?;
    Ok(())
}

/// Keeps a finished match.
pub(super) async fn finished(
    connection: &mut SqliteConnection,
    archived: &ArchivedMatch,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO match_record (match_id, table_id, finished, record) VALUES (?,?,?,?)")
        .bind(archived.id.0.as_bytes().as_slice())
        .bind(archived.table.0.as_bytes().as_slice())
        .bind(integer(archived.finished.0))
        .bind(archived.record.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Keeps an identity.
pub(super) async fn identity(
    connection: &mut SqliteConnection,
    token: TokenHash,
    identity: &StoredIdentity,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO identity (player, token_hash, name, kind, language, created) \
         VALUES (?,?,?,?,?,?)",
    )
    .bind(identity.player.0.as_bytes().as_slice())
    .bind(token.0.as_slice())
    .bind(identity.name.as_str())
    .bind(kind_name(identity.kind))
    .bind(identity.language.as_str())
    .bind(integer(identity.created.0))
    .execute(connection)
    .await?;
    Ok(())
}

/// Gives a player another name; the number of players found, 0 or 1.
pub(super) async fn rename(
    connection: &mut SqliteConnection,
    player: PlayerId,
    name: &str,
) -> Result<u64, sqlx::Error> {
    let done = sqlx::query("UPDATE identity SET name = ? WHERE player = ?")
        .bind(name)
        .bind(player.0.as_bytes().as_slice())
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}

/// Gives a player another token; the number of players found, 0 or 1.
pub(super) async fn replace_token(
    connection: &mut SqliteConnection,
    player: PlayerId,
    token: TokenHash,
) -> Result<u64, sqlx::Error> {
    let done = sqlx::query("UPDATE identity SET token_hash = ? WHERE player = ?")
        .bind(token.0.as_slice())
        .bind(player.0.as_bytes().as_slice())
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}

/// A kind as it stands in the database.
pub(super) const fn kind_name(kind: PlayerKind) -> &'static str {
    match kind {
        PlayerKind::Person => "person",
        PlayerKind::Bot => "bot",
    }
}

/// SQLite's integers have a sign. The numbers here count single events, so that they end before its range.
pub(super) fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
