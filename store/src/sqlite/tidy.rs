//! Deletes the records of closed tables, a few at a time, when nothing else happens.
//!
//! The journal has no index by table, so a sweep goes once through all rows in windows. A program killed in
//! between starts the sweep anew: a table stays in `closed_table` until a whole sweep has passed over it.

use boneyard_protocol::TableId;
use sqlx::sqlite::SqliteConnection;

use super::read::closed_tables;
use crate::heads::Heads;

/// Rows that one step looks at: some milliseconds of work.
const WINDOW: i64 = 4096;

/// Idle moments that are left unused at most after a failure: about a minute, if nothing else happens.
const LONGEST_REST: u32 = 512;

/// What there is to delete, and how far it got.
#[derive(Debug, Default)]
pub(super) struct Tidy {
    due: Due,
    sweep: Option<Sweep>,
    /// Idle moments to be left unused before the next try.
    rest: u32,
    /// How many were left unused before the last try; doubled by each failure.
    rested: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Due {
    #[default]
    No,
    Yes,
}

/// One way through the journal.
#[derive(Debug)]
struct Sweep {
    /// The tables that were closed when it began.
    tables: Vec<TableId>,
    /// The first row of the next window.
    next: i64,
    /// The last row when it began.
    last: i64,
}

impl Tidy {
    /// A table was closed.
    pub(super) fn note_closed(&mut self) {
        self.due = Due::Yes;
    }

    /// Whether a step has anything to do.
    pub(super) fn is_due(&self) -> bool {
        self.due == Due::Yes || self.sweep.is_some()
    }

    /// A step has failed: the work is begun anew, later after each failure on end.
    pub(super) fn postpone(&mut self) {
        let rest = (self.rested * 2).clamp(1, LONGEST_REST);
        *self = Self {
            due: Due::Yes,
            sweep: None,
            rest,
            rested: rest,
        };
    }

    /// Whether an idle moment is to be left unused after a failure. Each is counted by asking.
    pub(super) fn rests(&mut self) -> bool {
        let rests = self.rest > 0;
        self.rest = self.rest.saturating_sub(1);
        rests
    }

    /// Does a part of the work.
    ///
    /// # Errors
    ///
    /// The database's; the step may be repeated.
    pub(super) async fn step(
        &mut self,
        connection: &mut SqliteConnection,
        heads: &mut Heads,
    ) -> Result<(), sqlx::Error> {
        let Some(sweep) = &mut self.sweep else {
            self.sweep = begin(connection).await?;
            self.due = Due::No;
            return Ok(());
        };
        if sweep.next <= sweep.last {
            delete_window(connection, sweep.next).await?;
            sweep.next += WINDOW;
        } else {
            forget(connection, &sweep.tables).await?;
            for table in sweep.tables.drain(..) {
                heads.forget(table);
            }
            self.sweep = None;
            self.rested = 0;
        }
        Ok(())
    }
}

async fn begin(connection: &mut SqliteConnection) -> Result<Option<Sweep>, sqlx::Error> {
    let tables = closed_tables(connection).await?;
    if tables.is_empty() {
        return Ok(None);
    }
    let (next, last): (i64, i64) =
        sqlx::query_as("SELECT coalesce(min(id), 1), coalesce(max(id), 0) FROM journal")
            .fetch_one(connection)
            .await?;
    Ok(Some(Sweep { tables, next, last }))
}

async fn delete_window(connection: &mut SqliteConnection, next: i64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "DELETE FROM journal WHERE id >= ? AND id < ? \
         AND CAST(table_id AS BLOB) IN (SELECT table_id FROM closed_table)",
    )
    .bind(next)
    .bind(next + WINDOW)
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes swept tables off the list. Killed in between, the rest is swept again and found empty.
async fn forget(connection: &mut SqliteConnection, tables: &[TableId]) -> Result<(), sqlx::Error> {
    for table in tables {
        sqlx::query("DELETE FROM closed_table WHERE table_id = ?")
            .bind(table.0.as_bytes().as_slice())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::{FILE, SqliteStore, connect};

    async fn idle_moment(
        tidy: &mut Tidy,
        connection: &mut SqliteConnection,
    ) -> Result<(), sqlx::Error> {
        if tidy.rests() {
            return Ok(());
        }
        let stepped = tidy.step(connection, &mut Heads::default()).await;
        if stepped.is_err() {
            tidy.postpone();
        }
        stepped
    }

    async fn set(connection: &mut SqliteConnection, setting: &'static str) {
        sqlx::raw_sql(setting).execute(connection).await.unwrap();
    }

    #[tokio::test]
    async fn what_could_not_be_deleted_is_deleted_later() {
        let folder = tempfile::tempdir().unwrap();
        let made = SqliteStore::open(folder.path()).await.unwrap();
        drop(made);
        let mut connection = connect::writer(&folder.path().join(FILE)).await.unwrap();
        set(
            &mut connection,
            "INSERT INTO journal (table_id, epoch, seq, body, chain) \
             VALUES (zeroblob(16), 1, 1, '', zeroblob(32)); \
             INSERT INTO closed_table VALUES (zeroblob(16))",
        )
        .await;
        let mut tidy = Tidy::default();
        tidy.note_closed();

        set(&mut connection, "PRAGMA query_only = ON").await;
        let mut failures = 0;
        let moments = 5_000;
        for _ in 0..moments {
            failures += u32::from(idle_moment(&mut tidy, &mut connection).await.is_err());
        }
        // Rests of 1, 2, 4, … 512, 512, … moments, each after a try of two steps.
        assert_eq!(failures, 18);
        assert!(tidy.is_due());

        set(&mut connection, "PRAGMA query_only = OFF").await;
        for _ in 0..=LONGEST_REST + 10 {
            idle_moment(&mut tidy, &mut connection).await.unwrap();
        }
        assert!(!tidy.is_due());
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM journal")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(left, 0);
    }
}
