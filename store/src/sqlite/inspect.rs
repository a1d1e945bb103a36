//! Looking at a database without changing it, and copying it as it stands at one moment.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool, SqlitePoolOptions};
use sqlx::{ConnectOptions, Connection};

use super::{FILE, connect, read, reports, schema};
use crate::UnixMillis;
use crate::maintenance::{InspectError, Inspection};
use crate::open::OpenError;
use crate::reports::ReportList;

/// How a database file begins (SQLite file format, 1.3).
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Bytes of its beginning; the size of a page stands at 16, the number of pages at 28.
const HEAD_BYTES: u64 = 100;

/// How SQLite's check says that all is well.
const SOUND: &str = "ok";

/// Looks at the database in a data folder, whether a server works on it or not.
///
/// # Errors
///
/// There is none, or it cannot be read by this program.
pub(super) async fn inspect_folder(folder: &Path) -> Result<Inspection, InspectError> {
    inspect(
        &folder.join(FILE),
        SqliteConnectOptions::new().read_only(true),
    )
    .await
}

/// Looks at a backup: one file that nobody writes.
///
/// # Errors
///
/// There is none, it cannot be read by this program, or it is no whole copy.
pub(super) async fn inspect_file(file: &Path) -> Result<Inspection, InspectError> {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(InspectError::HasLog(file.into()));
    }
    check_there(file)?;
    let is_cut_short = is_cut_short(file).map_err(|error| InspectError::Io {
        path: file.into(),
        error,
    })?;
    if is_cut_short {
        return Err(InspectError::NotWhole(file.into()));
    }
    inspect(file, SqliteConnectOptions::new().immutable(true)).await
}

/// Whether the end of a database is missing. SQLite itself takes an empty file for a database without tables, and
/// reads the missing end of the last page as zeros.
fn is_cut_short(file: &Path) -> io::Result<bool> {
    let mut open = File::open(file)?;
    let length = open.metadata()?.len();
    let mut head = Vec::new();
    open.by_ref().take(HEAD_BYTES).read_to_end(&mut head)?;
    if length > 0 && !head.starts_with(MAGIC) {
        // Another reader says what it is not.
        return Ok(false);
    }
    let (Some(&[a, b]), Some(&[c, d, e, f])) = (
        head.get(16..18).and_then(<[u8]>::first_chunk),
        head.get(28..32).and_then(<[u8]>::first_chunk),
    ) else {
        return Ok(true);
    };
    let page = match u16::from_be_bytes([a, b]) {
        1 => 65_536,
        bytes => u64::from(bytes),
    };
    let pages = u64::from(u32::from_be_bytes([c, d, e, f]));
    Ok(length < page.saturating_mul(pages))
}

/// The newest reports of a data folder, newest first, with the names of today; none in a database of the time
/// before reports. A server may work on the folder meanwhile; nothing is changed, not even the log of a server
/// that was killed, which a connection that may write would fold in.
///
/// # Errors
///
/// There is no database, or it cannot be read by this program.
pub(super) async fn reports_in(folder: &Path, count: u32) -> Result<ReportList, InspectError> {
    let (file, options) = (
        folder.join(FILE),
        SqliteConnectOptions::new().read_only(true),
    );
    check_there(&file)?;
    let listed = list_reports(options.filename(&file).disable_statement_logging(), count);
    listed
        .await
        .map_err(|error| InspectError::Unreadable { path: file, error })
}

async fn list_reports(options: SqliteConnectOptions, count: u32) -> Result<ReportList, OpenError> {
    let mut connection = options.connect().await?;
    connect::check_version(&mut connection).await?;
    let schema = schema::check(&mut connection).await?;
    let listed = if schema < schema::WITH_REPORTS {
        Vec::new()
    } else {
        reports::listed(&mut connection, count).await?
    };
    connection.close().await?;
    Ok(ReportList(listed))
}

fn check_there(file: &Path) -> Result<(), InspectError> {
    if file.is_file() {
        Ok(())
    } else {
        Err(InspectError::Missing(file.into()))
    }
}

async fn inspect(file: &Path, options: SqliteConnectOptions) -> Result<Inspection, InspectError> {
    check_there(file)?;
    let options = options.filename(file).disable_statement_logging();
    look(options)
        .await
        .map_err(|error| InspectError::Unreadable {
            path: file.into(),
            error,
        })
}

async fn look(options: SqliteConnectOptions) -> Result<Inspection, OpenError> {
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await?;
    let seen = look_around(&pool).await;
    pool.close().await;
    seen
}

async fn look_around(pool: &SqlitePool) -> Result<Inspection, OpenError> {
    let mut connection = pool.acquire().await?;
    connect::check_version(&mut connection).await?;
    let schema = schema::check(&mut connection).await?;
    let journal_mode = text(&mut connection, "PRAGMA journal_mode").await?;
    let mut damage: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(20)")
        .fetch_all(&mut *connection)
        .await?;
    damage.retain(|line| line != SOUND);
    let mut seen = Inspection {
        schema,
        epoch: 0,
        journal_mode,
        damage,
        tables: 0,
        records: 0,
        broken: Vec::new(),
        matches: 0,
        players: 0,
        newest: None,
    };
    if schema == 0 {
        return Ok(seen);
    }
    seen.epoch = read::epoch(&mut connection).await?.0;
    seen.matches = count(&mut connection, "SELECT count(*) FROM match_record").await?;
    seen.players = count(&mut connection, "SELECT count(*) FROM identity").await?;
    let finished = count(
        &mut connection,
        "SELECT coalesce(max(finished), 0) FROM match_record",
    );
    seen.note_time(UnixMillis(
        u64::try_from(finished.await?).unwrap_or_default(),
    ));
    drop(connection);
    for table in read::all_journals(pool).await? {
        seen.add(table);
    }
    Ok(seen)
}

async fn text(
    connection: &mut SqliteConnection,
    query: &'static str,
) -> Result<String, sqlx::Error> {
    sqlx::query_scalar(query).fetch_one(connection).await
}

async fn count(connection: &mut SqliteConnection, query: &'static str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(query).fetch_one(connection).await
}

/// Writes the database of a folder as it stands at one moment into a new file, for this user alone, and syncs it.
/// A server may work on the folder meanwhile.
///
/// # Errors
///
/// There is no database, or the file is there already or cannot be written.
pub(super) async fn copy(folder: &Path, to: &Path) -> Result<(), InspectError> {
    let from = folder.join(FILE);
    check_there(&from)?;
    let io = |error| InspectError::Io {
        path: to.into(),
        error,
    };
    let options = SqliteConnectOptions::new()
        .filename(&from)
        .read_only(true)
        .disable_statement_logging();
    let copied = vacuum_into(&options, to).await;
    copied.map_err(|error| InspectError::Unreadable { path: from, error })?;
    File::open(to).and_then(|file| file.sync_all()).map_err(io)
}

async fn vacuum_into(options: &SqliteConnectOptions, to: &Path) -> Result<(), OpenError> {
    let mut connection = options.connect().await?;
    connect::check_version(&mut connection).await?;
    schema::check(&mut connection).await?;
    let copied = sqlx::query("VACUUM INTO ?")
        .bind(to.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await;
    connection.close().await?;
    copied?;
    Ok(())
}
