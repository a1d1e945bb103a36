//! The database's tables, and how an older file becomes a newer one.

use sqlx::sqlite::SqliteConnection;

use crate::open::OpenError;

/// Marks a file as Boneyard's ("Bone" as four bytes).
const APPLICATION_ID: i64 = 0x426f_6e65;

/// What makes version `n + 1` out of version `n`. Never changed once released, only added to.
const MIGRATIONS: [&str; 3] = [
    include_str!("schema_1.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
];

/// The first version that has reports.
pub(super) const WITH_REPORTS: i64 = 2;

/// Brings the file to this program's version.
///
/// Each step is one transaction, so that a program killed in between finds a whole version.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let version = check(connection).await?;
    for (step, next) in MIGRATIONS.iter().zip(1_i64..) {
        if next > version {
            let script = format!(
                "BEGIN IMMEDIATE; {step}; PRAGMA application_id = {APPLICATION_ID}; \
                 PRAGMA user_version = {next}; COMMIT;"
            );
            sqlx::raw_sql(sqlx::AssertSqlSafe(script))
                .execute(&mut *connection)
                .await?;
            // Out of the log and into the file, which is then whole without it.
            sqlx::raw_sql("PRAGMA wal_checkpoint(TRUNCATE)")
                .execute(&mut *connection)
                .await?;
            tracing::info!(version = next, "the database has a new version");
        }
    }
    Ok(())
}

/// The file's version, if this program knows it.
pub(super) async fn check(connection: &mut SqliteConnection) -> Result<i64, OpenError> {
    let version = version_of(connection).await?;
    let known = known();
    if version > known {
        return Err(OpenError::NewerSchema {
            found: version,
            known,
        });
    }
    Ok(version)
}

/// The version that this program writes.
pub(super) fn known() -> i64 {
    i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX)
}

/// The file's version; 0 for an empty file.
async fn version_of(connection: &mut SqliteConnection) -> Result<i64, OpenError> {
    let query = "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) \
                 FROM pragma_application_id, pragma_user_version";
    let (application, version, things): (i64, i64, i64) =
        sqlx::query_as(query).fetch_one(connection).await?;
    match (application, things) {
        (APPLICATION_ID, _) => Ok(version),
        (0, 0) => Ok(0),
        (_, _) => Err(OpenError::NotOurs),
    }
}
