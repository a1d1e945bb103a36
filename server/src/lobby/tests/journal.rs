//! A journal that can be made to hold or lose its answers, and to fail when it is read.

use std::sync::atomic::{AtomicBool, Ordering};

use boneyard_store::{Answer, Append, AppendError, JournalRecord, ReadError, Recovered, Seq};
use tokio::sync::Semaphore;

use super::*;

/// Writes everything into its store. Only what it answers can be changed.
pub(super) struct UnreliableJournal {
    store: MemoryStore,
    /// Appends are answered while there is a permit.
    answers: Arc<Semaphore>,
    loses_next_answer: AtomicBool,
    fails_to_read: AtomicBool,
}

/// What comes of reading the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Works,
    Fails,
}

impl UnreliableJournal {
    /// A journal that behaves until one of the methods below changes that.
    pub(super) fn new(store: MemoryStore) -> Arc<Self> {
        Arc::new(Self {
            store,
            answers: Arc::new(Semaphore::new(1)),
            loses_next_answer: AtomicBool::new(false),
            fails_to_read: AtomicBool::new(false),
        })
    }

    /// Keeps the answers to appends back until [`release`](Self::release).
    pub(super) fn hold(&self) {
        self.answers.forget_permits(Semaphore::MAX_PERMITS);
    }

    pub(super) fn release(&self) {
        self.answers.add_permits(1);
    }

    /// The next append is written and reported as failed.
    pub(super) fn lose_next_answer(&self) {
        self.loses_next_answer.store(true, Ordering::Relaxed);
    }

    pub(super) fn set_reading(&self, reading: Reading) {
        let fails = reading == Reading::Fails;
        self.fails_to_read.store(fails, Ordering::Relaxed);
    }
}

impl Journal for UnreliableJournal {
    fn append(&self, append: Append) -> Answer<Result<Vec<JournalRecord>, AppendError>> {
        let (appending, answers) = (self.store.append(append), Arc::clone(&self.answers));
        let is_lost = self.loses_next_answer.swap(false, Ordering::Relaxed);
        Box::pin(async move {
            let appended = appending.await;
            let _permit = answers.acquire().await.expect("nobody closes it");
            if is_lost {
                Err(AppendError::Unavailable)
            } else {
                appended
            }
        })
    }

    fn read(&self, table: TableId, from: Seq) -> Answer<Result<Vec<JournalRecord>, ReadError>> {
        if self.fails_to_read.load(Ordering::Relaxed) {
            return Box::pin(std::future::ready(Err(ReadError::Unavailable)));
        }
        self.store.read(table, from)
    }

    fn load_all(&self) -> Answer<Result<Vec<Recovered>, ReadError>> {
        self.store.load_all()
    }

    fn shut_down(&self) -> Answer<()> {
        self.store.shut_down()
    }
}
