//! The memory store behind a wrapper that fails, stalls, and loses answers, and writes into the world's book
//! what has become durable.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boneyard_protocol::{MatchId, PlayerId, TableId};
use tokio::time::sleep;

use super::book::Shared;
use super::clock::WorldClock;
use super::moods::{Moods, Way};
use super::plant::Plant;
use boneyard_store::{
    Answer, Append, AppendError, Checksum, Epoch, Journal, JournalRecord, MemoryStore, People,
    PeopleError, ReadError, Recovered, Seq, StoredIdentity, TokenHash,
};
use boneyard_store::{Archive, ArchivedMatch};

/// The store of one run of the server. Cheap to clone.
#[derive(Clone)]
pub(super) struct Store {
    memory: MemoryStore,
    book: Shared,
    clock: Arc<WorldClock>,
    moods: Arc<Mutex<Moods>>,
    plant: Option<Plant>,
    /// Of a planted early answer: what was said to be durable and is not written yet.
    owed: Arc<Mutex<BTreeMap<TableId, Vec<Append>>>>,
}

impl Store {
    pub(super) fn new(
        memory: &MemoryStore,
        book: &Shared,
        clock: &Arc<WorldClock>,
        moods: &Arc<Mutex<Moods>>,
        plant: Option<Plant>,
    ) -> Self {
        Self {
            memory: memory.reopen(),
            book: book.clone(),
            clock: Arc::clone(clock),
            moods: Arc::clone(moods),
            plant,
            owed: Arc::default(),
        }
    }

    /// The store beneath.
    pub(super) const fn memory(&self) -> &MemoryStore {
        &self.memory
    }

    fn moods(&self) -> MutexGuard<'_, Moods> {
        self.moods.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        self.clock.world_ms()
    }

    fn count(&self, what: &str) {
        self.book.lock().counters.count(what);
    }

    async fn append_by(self, append: Append, way: Way) -> Result<Vec<JournalRecord>, AppendError> {
        let table = append.table;
        let done = self.go(append, way).await;
        let now = self.now();
        let mut book = self.book.lock();
        match &done {
            Ok(records) => book.answered_done(now, records),
            Err(AppendError::Unavailable) => book.answered_failed(now, table),
            Err(AppendError::Conflict { .. } | AppendError::Closed) => {
                book.answered_ahead(now, table);
            }
        }
        done
    }

    async fn go(&self, append: Append, way: Way) -> Result<Vec<JournalRecord>, AppendError> {
        match way {
            Way::Prompt => self.write(append).await,
            Way::Slow { before, after } => {
                self.count("append stalled");
                sleep(Duration::from_millis(before)).await;
                let done = self.write(append).await;
                sleep(Duration::from_millis(after)).await;
                done
            }
            Way::Fails { after } => {
                self.count("append failed");
                sleep(Duration::from_millis(after)).await;
                Err(AppendError::Unavailable)
            }
            Way::LosesAnswer { after } => {
                self.count("append lost its answer");
                // Whether it was written or not: the table hears that it was not.
                let _ = self.write(append).await;
                sleep(Duration::from_millis(after)).await;
                Err(AppendError::Unavailable)
            }
            Way::Hangs { is_written } => {
                self.count("append never answered");
                if is_written {
                    let _ = self.write(append).await;
                }
                std::future::pending().await
            }
        }
    }

    async fn write(&self, append: Append) -> Result<Vec<JournalRecord>, AppendError> {
        if self.plant == Some(Plant::EarlyAnswer) {
            return self.promise(append).await;
        }
        self.write_through(append).await
    }

    async fn write_through(&self, append: Append) -> Result<Vec<JournalRecord>, AppendError> {
        let cause = append.cause;
        let append = match self.plant {
            Some(Plant::ForgottenCause) => Append {
                cause: None,
                ..append
            },
            _ => append,
        };
        let mut records = self.memory.append(append).await?;
        for record in &mut records {
            record.cause = cause;
        }
        self.book.lock().wrote(self.now(), &records);
        Ok(records)
    }

    /// The planted fault: the answer comes first, and what was promised is written with the next append.
    async fn promise(&self, append: Append) -> Result<Vec<JournalRecord>, AppendError> {
        let owed = self.owed_of(append.table).pop();
        if let Some(owed) = owed {
            self.write_through(owed).await?;
        }
        let record = |(number, fact)| JournalRecord {
            table: append.table,
            epoch: Epoch(1),
            seq: Seq(number),
            version: 1,
            at: append.at,
            cause: append.cause,
            fact,
            chain: Checksum::genesis(append.table),
        };
        let facts = append.facts.iter().cloned();
        let records = (append.expect.0..).zip(facts).map(record).collect();
        self.owed_of(append.table).push(append);
        Ok(records)
    }

    fn owed_of(&self, table: TableId) -> Owed<'_> {
        let all = self.owed.lock().unwrap_or_else(PoisonError::into_inner);
        Owed { all, table }
    }
}

/// What is owed to one table.
struct Owed<'a> {
    all: MutexGuard<'a, BTreeMap<TableId, Vec<Append>>>,
    table: TableId,
}

impl Owed<'_> {
    fn pop(&mut self) -> Option<Append> {
        self.all.get_mut(&self.table)?.pop()
    }

    fn push(&mut self, append: Append) {
        self.all.entry(self.table).or_default().push(append);
    }
}

impl Journal for Store {
    fn append(&self, append: Append) -> Answer<Result<Vec<JournalRecord>, AppendError>> {
        self.book.lock().append_sent(self.now(), &append);
        let way = self.moods().way(self.now(), append.expect);
        Box::pin(self.clone().append_by(append, way))
    }

    fn read(&self, table: TableId, from: Seq) -> Answer<Result<Vec<JournalRecord>, ReadError>> {
        let fails = self.moods().fails_to_read(self.now());
        let store = self.clone();
        Box::pin(async move {
            let records = if fails {
                store.count("reads failed");
                Err(ReadError::Unavailable)
            } else {
                store.memory.read(table, from).await
            };
            let mut book = store.book.lock();
            match &records {
                Ok(_) => book.reloaded(store.now(), table),
                Err(_) => book.answered_failed(store.now(), table),
            }
            records
        })
    }

    fn load_all(&self) -> Answer<Result<Vec<Recovered>, ReadError>> {
        if self.moods().fails_to_start() {
            return Box::pin(std::future::ready(Err(ReadError::Unavailable)));
        }
        self.memory.load_all()
    }

    fn shut_down(&self) -> Answer<()> {
        self.memory.shut_down()
    }
}

impl Archive for Store {
    fn find_match(&self, id: MatchId) -> Answer<Result<Option<ArchivedMatch>, ReadError>> {
        self.memory.find_match(id)
    }
}

impl People for Store {
    fn add_identity(
        &self,
        token: TokenHash,
        identity: StoredIdentity,
    ) -> Answer<Result<(), PeopleError>> {
        if self.moods().fails_to_identify(self.now()) {
            return Box::pin(std::future::ready(Err(PeopleError::Unavailable)));
        }
        self.memory.add_identity(token, identity)
    }

    fn find_identity(
        &self,
        token: TokenHash,
    ) -> Answer<Result<Option<StoredIdentity>, PeopleError>> {
        if self.moods().fails_to_identify(self.now()) {
            return Box::pin(std::future::ready(Err(PeopleError::Unavailable)));
        }
        self.memory.find_identity(token)
    }

    fn find_player(&self, player: PlayerId) -> Answer<Result<Option<StoredIdentity>, PeopleError>> {
        if self.moods().fails_to_identify(self.now()) {
            return Box::pin(std::future::ready(Err(PeopleError::Unavailable)));
        }
        self.memory.find_player(player)
    }

    fn replace_token(&self, player: PlayerId, token: TokenHash) -> Answer<Result<(), PeopleError>> {
        if self.moods().fails_to_identify(self.now()) {
            return Box::pin(std::future::ready(Err(PeopleError::Unavailable)));
        }
        self.memory.replace_token(player, token)
    }

    fn rename(&self, player: PlayerId, name: String) -> Answer<Result<(), PeopleError>> {
        if self.moods().fails_to_identify(self.now()) {
            return Box::pin(std::future::ready(Err(PeopleError::Unavailable)));
        }
        self.memory.rename(player, name)
    }
}
