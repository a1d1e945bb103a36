//! The journal: what has become fact at every table, durable before anybody is sent it.
//!
//! A table's journal is a chain of [`JournalRecord`]s numbered from 1 without a gap. Its owner appends with
//! the number that it expects to be next, so that two owners can never both write. Every backend stores what
//! [`codec`](crate::codec) has encoded, so that tests without a disk test the encoding as well.
//!
//! The journal of a table ends with [`Fact::Closed`]; the records of closed tables are deleted when there
//! is time. What stays of a finished match is its record, written in the transaction of its last fact: see
//! [`crate::archive`].

use std::pin::Pin;

use boneyard_protocol::{JoinCode, TableId};
use thiserror::Error;

use crate::{Broken, Cause, Fact, FinishedMatch, JournalRecord, Seq, UnixMillis};

/// What a store answers, later. It borrows nothing, so that a table can hold the answer that it waits for
/// beside everything else it does.
pub type Answer<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Facts to append to a table's journal, all or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The number that the first of the facts must get: the table's last number and one more.
    pub expect: Seq,
    /// When they were decided.
    pub at: UnixMillis,
    /// The command behind them.
    pub cause: Option<Cause>,
    /// The facts, in order.
    pub facts: Vec<Fact>,
    /// The match that ends with these facts. Its record becomes durable together with them.
    pub finished: Option<FinishedMatch>,
}

/// The tables' journals.
///
/// Appends of one table must not overlap: wait for one before the next. A dropped answer leaves it open
/// whether the append was done.
pub trait Journal: Send + Sync + 'static {
    /// Makes facts durable. When the answer comes they are on the disk; the records are theirs, in order.
    ///
    /// # Errors
    ///
    /// Nothing was written: see [`AppendError`].
    fn append(&self, append: Append) -> Answer<Result<Vec<JournalRecord>, AppendError>>;

    /// A table's records from the number `from` on; empty if it has none. Reads and checks the whole
    /// journal of the table: meant for faults and late viewers, not for every move.
    ///
    /// # Errors
    ///
    /// The journal is broken at some record, or cannot be read.
    fn read(&self, table: TableId, from: Seq) -> Answer<Result<Vec<JournalRecord>, ReadError>>;

    /// Every table that is not closed, with its journal. One that is broken does not keep the others from
    /// being loaded.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn load_all(&self) -> Answer<Result<Vec<Recovered>, ReadError>>;

    /// Whether the last attempt to write went through. A store that finds it did not tries again by itself.
    fn is_writable(&self) -> bool {
        true
    }

    /// Finishes every append that waits, refuses later ones, and closes the store.
    fn shut_down(&self) -> Answer<()>;
}

/// A table found at start.
#[derive(Debug)]
pub struct Recovered {
    /// The table.
    pub table: TableId,
    /// Its records from the first on. A broken journal quarantines the table: it is left untouched for
    /// somebody to look at.
    pub records: Result<Vec<JournalRecord>, Broken>,
    /// The code by which players join it, as far as its first record can be read.
    pub code: Option<JoinCode>,
}

impl Recovered {
    /// A table with what was read of its journal: the first record, and all of them or what broke.
    pub(crate) fn new(
        table: TableId,
        first: Option<&JournalRecord>,
        records: Result<Vec<JournalRecord>, Broken>,
    ) -> Self {
        let code = match first.map(|record| &record.fact) {
            Some(Fact::Opened(opening)) => Some(opening.code.clone()),
            _ => None,
        };
        Self {
            table,
            records,
            code,
        }
    }
}

/// Why facts were not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AppendError {
    /// The table's next number is another one. Somebody else has written, or the caller has lost count:
    /// reload the table.
    #[error("the table's next number is {next}")]
    Conflict {
        /// The next number.
        next: Seq,
    },
    /// The store cannot be written just now. Nothing has changed; try again, unless the program is about
    /// to end.
    #[error("the journal cannot be written")]
    Unavailable,
    /// The table is closed; nothing may follow.
    #[error("the table is closed")]
    Closed,
}

/// Why something could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The table's journal is broken.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// The store does not answer. The cause is in the program's log.
    #[error("the store cannot be read")]
    Unavailable,
}
