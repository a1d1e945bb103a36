//! Deletes the records of closed tables, a few at a time, when nothing else happens.
//!
//! The journal has no index by table, so a sweep goes once through all rows in windows. A program killed in
//! between starts the sweep anew: a table stays in `closed_table` until a whole sweep has passed over it.

use boneyard_protocol::TableId;
use sqlx::sqlite::SqliteConnection;

use super::read::closed_tables;
use crate::journal::heads::Heads;

/// Rows that one step looks at: some milliseconds of work.
const WINDOW: i64 = 4096;

/// What there is to delete, and how far it got.
#[derive(Debug, Default)]
pub(super) struct Tidy {
    due: Due,
    sweep: Option<Sweep>,
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

    /// Begins anew when the next table is closed.
    pub(super) fn postpone(&mut self) {
        *self = Self::default();
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
