//! A journal that counts its appends.

use std::sync::Arc;

use boneyard_protocol::TableId;
use boneyard_store::{
    Answer, Append, AppendError, Journal, JournalRecord, ReadError, Recovered, Seq,
};

use crate::clock::Stopwatch;

/// Counts the appends of another journal and measures their time. Everything else is passed through.
pub(crate) struct CountedJournal(pub(crate) Arc<dyn Journal>);

impl Journal for CountedJournal {
    fn append(&self, append: Append) -> Answer<Result<Vec<JournalRecord>, AppendError>> {
        let watch = Stopwatch::start();
        let appending = self.0.append(append);
        Box::pin(async move {
            let appended = appending.await;
            match &appended {
                Ok(_) => super::appended(watch.elapsed()),
                Err(_) => super::append_failed(),
            }
            appended
        })
    }

    fn read(&self, table: TableId, from: Seq) -> Answer<Result<Vec<JournalRecord>, ReadError>> {
        self.0.read(table, from)
    }

    fn load_all(&self) -> Answer<Result<Vec<Recovered>, ReadError>> {
        self.0.load_all()
    }

    fn is_writable(&self) -> bool {
        self.0.is_writable()
    }

    fn shut_down(&self) -> Answer<()> {
        self.0.shut_down()
    }
}
