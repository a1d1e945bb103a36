//! What a failure of the database means.

use sqlx::error::DatabaseError;

/// What is to be done about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Severity {
    /// One of the commands breaks a constraint. The others may be done without it.
    Guilty,
    /// Nothing can be written just now: disk full, file locked. Nothing has changed.
    Passing,
    /// It is not known what is on the disk, or the program does not understand what happened. Nothing
    /// may be written before the file has been read anew by a new process: after a failed sync the
    /// kernel may drop what it could not write and call the next sync a success.
    Fatal,
}

// Primary result codes of SQLite; an extended code has further bits above these eight.
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const NOMEM: i32 = 7;
const READONLY: i32 = 8;
const FULL: i32 = 13;
const CANTOPEN: i32 = 14;
const TOOBIG: i32 = 18;
const CONSTRAINT: i32 = 19;
const MISMATCH: i32 = 20;

/// How bad a failure is.
pub(super) fn severity(error: &sqlx::Error) -> Severity {
    error
        .as_database_error()
        .and_then(primary_code)
        .map_or(Severity::Fatal, severity_of)
}

fn primary_code(error: &(dyn DatabaseError + 'static)) -> Option<i32> {
    error.code()?.parse::<i32>().ok().map(|code| code & 0xff)
}

fn severity_of(code: i32) -> Severity {
    match code {
        TOOBIG | CONSTRAINT | MISMATCH => Severity::Guilty,
        BUSY | LOCKED | NOMEM | READONLY | FULL | CANTOPEN => Severity::Passing,
        _ => Severity::Fatal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_sync_is_fatal_and_a_full_disk_is_not() {
        // SQLITE_IOERR_FSYNC, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR.
        for code in [1034, 11, 26, 1] {
            assert_eq!(severity_of(code & 0xff), Severity::Fatal, "{code}");
        }
        // SQLITE_FULL, SQLITE_BUSY_SNAPSHOT, SQLITE_READONLY_DBMOVED.
        for code in [13, 517, 1032] {
            assert_eq!(severity_of(code & 0xff), Severity::Passing, "{code}");
        }
        // SQLITE_CONSTRAINT_UNIQUE.
        assert_eq!(severity_of(2067 & 0xff), Severity::Guilty);
    }

    #[test]
    fn a_failure_that_is_not_the_databases_is_fatal() {
        assert_eq!(severity(&sqlx::Error::WorkerCrashed), Severity::Fatal);
    }
}
