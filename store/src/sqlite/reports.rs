//! Reports in the database.

use boneyard_protocol::{CommandId, MatchId, PlayerId, ReportReason};
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use uuid::Uuid;

use super::insert::integer;
use super::read::{decode, number, table_id};
use crate::UnixMillis;
use crate::reports::{KEPT, Listed, Report};

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// It is there, now or since before.
    Kept,
    /// Its command has made another report.
    Reused,
}

const COLUMNS: &str =
    "SELECT at, reporter, command, table_id, match_id, seat, reported, reason FROM report";

/// Keeps a report, and no more than [`KEPT`].
pub(super) async fn add(
    connection: &mut SqliteConnection,
    report: &Report,
) -> Result<Kept, sqlx::Error> {
    let added = sqlx::query(
        "INSERT INTO report (at, reporter, command, table_id, match_id, seat, reported, reason) \
         VALUES (?,?,?,?,?,?,?,?) ON CONFLICT (reporter, command) DO NOTHING",
    )
    .bind(integer(report.at.0))
    .bind(report.by.0.as_bytes().as_slice())
    .bind(report.command.0.as_bytes().as_slice())
    .bind(report.table.0.as_bytes().as_slice())
    .bind(report.match_id.map(|id| id.0.as_bytes().to_vec()))
    .bind(i64::from(report.seat))
    .bind(report.reported.0.as_bytes().as_slice())
    .bind(report.reason.code())
    .execute(&mut *connection)
    .await?;
    if added.rows_affected() > 0 {
        sqlx::query("DELETE FROM report WHERE id <= (SELECT max(id) FROM report) - ?")
            .bind(i64::from(KEPT))
            .execute(connection)
            .await?;
        return Ok(Kept::Kept);
    }
    let there = sqlx::query(sqlx::AssertSqlSafe(format!(
        "{COLUMNS} WHERE reporter = ? AND command = ?"
    )))
    .bind(report.by.0.as_bytes().as_slice())
    .bind(report.command.0.as_bytes().as_slice())
    .try_map(|row| read(&row))
    .fetch_one(connection)
    .await?;
    Ok(if there.says_what(report) {
        Kept::Kept
    } else {
        Kept::Reused
    })
}

/// The newest reports, newest first.
pub(super) async fn newest(pool: &SqlitePool, count: u32) -> Result<Vec<Report>, sqlx::Error> {
    sqlx::query(sqlx::AssertSqlSafe(format!(
        "{COLUMNS} ORDER BY id DESC LIMIT ?"
    )))
    .bind(i64::from(count))
    .try_map(|row| read(&row))
    .fetch_all(pool)
    .await
}

/// The newest reports with the names of the players in them, newest first.
pub(super) async fn listed(
    connection: &mut SqliteConnection,
    count: u32,
) -> Result<Vec<Listed>, sqlx::Error> {
    sqlx::query(
        "SELECT at, reporter, command, table_id, match_id, seat, reported, reason, \
         strftime('%Y-%m-%d %H:%M:%S', at / 1000, 'unixepoch'), \
         (SELECT name FROM identity WHERE player = reported), \
         (SELECT name FROM identity WHERE player = reporter) \
         FROM report ORDER BY id DESC LIMIT ?",
    )
    .bind(i64::from(count))
    .try_map(|row: SqliteRow| {
        let time: Option<String> = row.try_get(8)?;
        Ok(Listed {
            report: read(&row)?,
            // A time beyond SQLite's calendar: no clock says so.
            time: time.unwrap_or_default(),
            reported: row.try_get(9)?,
            by: row.try_get(10)?,
        })
    })
    .fetch_all(connection)
    .await
}

/// A report from the columns of [`COLUMNS`], which come first.
fn read(row: &SqliteRow) -> Result<Report, sqlx::Error> {
    let id = |column: usize| -> Result<Uuid, sqlx::Error> {
        Uuid::from_slice(row.try_get(column)?).map_err(|error| decode(column, error))
    };
    let match_id: Option<&[u8]> = row.try_get(4)?;
    let match_id = match_id.map(Uuid::from_slice).transpose();
    let reason: &str = row.try_get(7)?;
    let reason = ReportReason::ALL
        .into_iter()
        .find(|known| known.code() == reason);
    Ok(Report {
        at: UnixMillis(number(row.try_get(0)?)),
        by: PlayerId(id(1)?),
        command: CommandId(id(2)?),
        table: table_id(row.try_get(3)?).ok_or(sqlx::Error::RowNotFound)?,
        match_id: match_id.map_err(|error| decode(4, error))?.map(MatchId),
        seat: u8::try_from(row.try_get::<i64, _>(5)?).unwrap_or(u8::MAX),
        reported: PlayerId(id(6)?),
        reason: reason.ok_or(sqlx::Error::RowNotFound)?,
    })
}
