//! Connections to the database file, with their settings read back.

use std::fs::OpenOptions;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool, SqlitePoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use crate::maintenance::CACHE_KIB;
use crate::open::OpenError;

/// Connections that only read.
const READERS: u32 = 4;
/// Statements that the writer keeps prepared: one for each number of rows, and the few others.
const PREPARED: usize = super::insert::ROWS + 32;

/// The oldest SQLite without the fault that could lose commits when two connections reset the write-ahead
/// log at once.
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];

/// The writer's settings, in the order in which they must be made, but for the size of its cache.
const WRITER_SETTINGS: [&str; 7] = [
    "PRAGMA journal_mode = WAL",
    // With less, a power failure loses records that have been acknowledged.
    "PRAGMA synchronous = FULL",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA wal_autocheckpoint = 1000",
];

/// The one connection that writes.
pub(super) async fn writer(file: &Path) -> Result<SqliteConnection, OpenError> {
    make_private(file)?;
    let options = SqliteConnectOptions::new()
        .filename(file)
        .statement_cache_capacity(PREPARED)
        .disable_statement_logging();
    let mut connection = options.connect().await?;
    check_version(&mut connection).await?;
    for setting in WRITER_SETTINGS {
        sqlx::raw_sql(setting).execute(&mut connection).await?;
    }
    // A negative number counts KiB, a positive one pages.
    let cache = format!("PRAGMA cache_size = -{CACHE_KIB}");
    sqlx::raw_sql(AssertSqlSafe(cache))
        .execute(&mut connection)
        .await?;
    check(
        &mut connection,
        "journal_mode",
        "PRAGMA journal_mode",
        "wal",
    )
    .await?;
    // 2 is FULL.
    check(
        &mut connection,
        "synchronous",
        "SELECT CAST(synchronous AS TEXT) FROM pragma_synchronous",
        "2",
    )
    .await?;
    Ok(connection)
}

/// Makes the file if there is none, for this user alone; SQLite gives its log the same mode.
fn make_private(file: &Path) -> Result<(), OpenError> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(file).map(drop);
    Ok(made.map_err(sqlx::Error::Io)?)
}

/// Connections that only read.
pub(super) async fn readers(file: &Path) -> Result<SqlitePool, OpenError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .pragma("query_only", "ON")
        .pragma("temp_store", "MEMORY")
        .disable_statement_logging();
    Ok(SqlitePoolOptions::new()
        .max_connections(READERS)
        .connect_with(options)
        .await?)
}

/// Ends a connection; what it has written is durable already.
pub(super) async fn close(connection: SqliteConnection) {
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the database connection did not close well");
    }
}

pub(super) async fn check_version(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let found: String = sqlx::query_scalar("SELECT sqlite_version()")
        .fetch_one(connection)
        .await?;
    if is_recent(&found) {
        Ok(())
    } else {
        Err(OpenError::Unsafe(format!(
            "SQLite {found} can lose commits; 3.51.3 or newer is needed"
        )))
    }
}

fn is_recent(version: &str) -> bool {
    let mut parts = version
        .split('.')
        .map(|part| part.parse::<u32>().unwrap_or_default());
    let parts = [(); 3].map(|()| parts.next().unwrap_or_default());
    parts >= OLDEST_SQLITE
}

async fn check(
    connection: &mut SqliteConnection,
    setting: &'static str,
    query: &'static str,
    wanted: &'static str,
) -> Result<(), OpenError> {
    let found: String = sqlx::query_scalar(query).fetch_one(connection).await?;
    if found == wanted {
        Ok(())
    } else {
        Err(OpenError::Unsafe(format!(
            "the database has {setting} = {found}, but it must be {wanted}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        for (version, recent) in [
            ("3.51.3", true),
            ("3.52.0", true),
            ("4.0", true),
            ("3.51.2", false),
            ("3.9.10", false),
            ("", false),
        ] {
            assert_eq!(is_recent(version), recent, "{version}");
        }
    }
}
