//! A store in memory: for tests, and for tables that need not outlive the program.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boneyard_protocol::{MatchId, PlayerId, TableId};

use crate::encoded::encode;
use crate::heads::{Heads, PendingHeads};
use crate::reports::KEPT;
use crate::stored::{StoredRecord, read_all};
use crate::{
    AccessChange, Answer, Append, AppendError, Archive, ArchivedMatch, Bans, BansUnavailable,
    Epoch, Journal, JournalRecord, Mark, People, PeopleError, ReadError, Recovered, Report,
    ReportError, Reports, Seq, StoredBan, StoredIdentity, TokenHash,
};

/// Journals, matches and identities in memory, encoded as on a disk. Clones share them.
#[derive(Clone, Debug)]
pub struct MemoryStore {
    epoch: Epoch,
    inner: Arc<Mutex<Inner>>,
}

/// Whether a [`MemoryStore`] takes writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// It does.
    #[default]
    Working,
    /// Every write fails, as on a full disk.
    Failing,
}

#[derive(Debug, Default)]
struct Inner {
    storage: Storage,
    heads: Heads,
    records: BTreeMap<TableId, Vec<StoredRecord>>,
    matches: HashMap<MatchId, ArchivedMatch>,
    identities: HashMap<TokenHash, StoredIdentity>,
    reports: Vec<Report>,
    bans: Vec<StoredBan>,
    admissions: HashMap<PlayerId, Mark>,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self {
            epoch: Epoch(1),
            inner: Arc::default(),
        }
    }

    /// The same store as the next start of a program finds it: a new epoch, closed tables gone.
    #[must_use]
    pub fn reopen(&self) -> Self {
        let mut inner = self.lock();
        inner.storage = Storage::Working;
        let closed: Vec<TableId> = inner
            .records
            .keys()
            .copied()
            .filter(|&table| inner.heads.is_closed(table))
            .collect();
        for table in closed {
            inner.records.remove(&table);
            inner.heads.forget(table);
        }
        Self {
            epoch: Epoch(self.epoch.0 + 1),
            inner: Arc::clone(&self.inner),
        }
    }

    /// Makes every later write fail, or work again.
    pub fn set_storage(&self, storage: Storage) {
        self.lock().storage = storage;
    }

    /// How many facts a table has.
    #[must_use]
    pub fn facts(&self, table: TableId) -> usize {
        self.lock().records.get(&table).map_or(0, Vec::len)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append_now(&self, append: Append) -> Result<Vec<JournalRecord>, AppendError> {
        let (encoded, kept) = encode(append);
        let mut inner = self.lock();
        inner
            .check_writable()
            .map_err(|_failing| AppendError::Unavailable)?;
        let mut pending = PendingHeads::new(&inner.heads, self.epoch);
        let links = pending.add(&encoded)?;
        let changed = pending.into_changed();
        for (table, head) in changed {
            inner.heads.set(table, head);
        }
        if let Some(finished) = encoded.finished {
            inner.matches.insert(finished.id, finished);
        }
        let table = encoded.table;
        let stored = encoded
            .bodies
            .into_iter()
            .zip(&links)
            .map(|(body, link)| StoredRecord {
                table,
                epoch: link.epoch,
                seq: link.seq,
                body,
                chain: link.chain,
            });
        inner.records.entry(table).or_default().extend(stored);
        Ok(kept.into_records(links))
    }

    fn read_now(&self, table: TableId, from: Seq) -> Result<Vec<JournalRecord>, ReadError> {
        let inner = self.lock();
        let stored = inner
            .records
            .get(&table)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let mut records = read_all(table, stored)?;
        records.retain(|record| record.seq >= from);
        Ok(records)
    }
}

struct Failing;

impl Inner {
    fn check_writable(&self) -> Result<(), Failing> {
        match self.storage {
            Storage::Working => Ok(()),
            Storage::Failing => Err(Failing),
        }
    }

    fn load_all(&self) -> Vec<Recovered> {
        self.records
            .iter()
            .filter(|(table, _)| !self.heads.is_closed(**table))
            .map(|(&table, stored)| {
                let first = read_all(table, stored.iter().take(1)).unwrap_or_default();
                Recovered::new(table, first.first(), read_all(table, stored))
            })
            .collect()
    }

    fn rename(&mut self, player: PlayerId, name: String) -> Result<(), PeopleError> {
        self.check_writable()
            .map_err(|_failing| PeopleError::Unavailable)?;
        let identity = self
            .identities
            .values_mut()
            .find(|identity| identity.player == player);
        identity.ok_or(PeopleError::NoSuchPlayer)?.name = name;
        Ok(())
    }

    fn change_access(&mut self, change: AccessChange) {
        match change {
            AccessChange::Ban(ban) => self.bans.push(ban),
            AccessChange::Unban(number) => self.bans.retain(|ban| ban.number != number),
            AccessChange::Admit { player, mark } => {
                self.admissions.insert(player, mark);
            }
        }
    }

    fn replace_token(&mut self, player: PlayerId, token: TokenHash) -> Result<(), PeopleError> {
        self.check_writable()
            .map_err(|_failing| PeopleError::Unavailable)?;
        let of_player = |(old, identity): (&TokenHash, &StoredIdentity)| {
            (identity.player == player).then(|| (*old, identity.clone()))
        };
        let found = self.identities.iter().find_map(of_player);
        let (old, identity) = found.ok_or(PeopleError::NoSuchPlayer)?;
        self.identities.remove(&old);
        self.identities.insert(token, identity);
        Ok(())
    }

    fn add_report(&mut self, report: Report) -> Result<(), ReportError> {
        self.check_writable()
            .map_err(|_failing| ReportError::Unavailable)?;
        let is_same = |known: &&Report| (known.by, known.command) == (report.by, report.command);
        if let Some(known) = self.reports.iter().find(is_same) {
            let same = known.says_what(&report);
            return if same {
                Ok(())
            } else {
                Err(ReportError::Reused)
            };
        }
        self.reports.push(report);
        let most = usize::try_from(KEPT).unwrap_or(usize::MAX);
        let surplus = self.reports.len().saturating_sub(most);
        self.reports.drain(..surplus);
        Ok(())
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

/// An answer that is there already.
fn answer<T: Send + 'static>(value: T) -> Answer<T> {
    Box::pin(std::future::ready(value))
}

impl Journal for MemoryStore {
    fn append(&self, append: Append) -> Answer<Result<Vec<JournalRecord>, AppendError>> {
        answer(self.append_now(append))
    }

    fn read(&self, table: TableId, from: Seq) -> Answer<Result<Vec<JournalRecord>, ReadError>> {
        answer(self.read_now(table, from))
    }

    fn load_all(&self) -> Answer<Result<Vec<Recovered>, ReadError>> {
        answer(Ok(self.lock().load_all()))
    }

    fn shut_down(&self) -> Answer<()> {
        self.set_storage(Storage::Failing);
        answer(())
    }
}

impl Archive for MemoryStore {
    fn find_match(&self, id: MatchId) -> Answer<Result<Option<ArchivedMatch>, ReadError>> {
        answer(Ok(self.lock().matches.get(&id).cloned()))
    }
}

impl People for MemoryStore {
    fn add_identity(
        &self,
        token: TokenHash,
        identity: StoredIdentity,
    ) -> Answer<Result<(), PeopleError>> {
        let mut inner = self.lock();
        let added = inner
            .check_writable()
            .map_err(|_failing| PeopleError::Unavailable);
        answer(added.map(|()| drop(inner.identities.insert(token, identity))))
    }

    fn find_identity(
        &self,
        token: TokenHash,
    ) -> Answer<Result<Option<StoredIdentity>, PeopleError>> {
        answer(Ok(self.lock().identities.get(&token).cloned()))
    }

    fn find_player(&self, player: PlayerId) -> Answer<Result<Option<StoredIdentity>, PeopleError>> {
        let inner = self.lock();
        let found = inner.identities.values().find(|one| one.player == player);
        answer(Ok(found.cloned()))
    }

    fn replace_token(&self, player: PlayerId, token: TokenHash) -> Answer<Result<(), PeopleError>> {
        answer(self.lock().replace_token(player, token))
    }

    fn rename(&self, player: PlayerId, name: String) -> Answer<Result<(), PeopleError>> {
        answer(self.lock().rename(player, name))
    }
}

impl Bans for MemoryStore {
    fn change_access(&self, change: AccessChange) -> Answer<Result<(), BansUnavailable>> {
        let mut inner = self.lock();
        let writable = inner.check_writable();
        answer(match writable {
            Ok(()) => {
                inner.change_access(change);
                Ok(())
            }
            Err(Failing) => Err(BansUnavailable),
        })
    }

    fn bans(&self) -> Answer<Result<Vec<StoredBan>, BansUnavailable>> {
        answer(Ok(self.lock().bans.clone()))
    }

    fn admission(&self, player: PlayerId) -> Answer<Result<Option<Mark>, BansUnavailable>> {
        answer(Ok(self.lock().admissions.get(&player).copied()))
    }
}

impl Reports for MemoryStore {
    fn add_report(&self, report: Report) -> Answer<Result<(), ReportError>> {
        answer(self.lock().add_report(report))
    }

    fn reports(&self, count: u32) -> Answer<Result<Vec<Report>, ReportError>> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let inner = self.lock();
        answer(Ok(inner
            .reports
            .iter()
            .rev()
            .take(count)
            .cloned()
            .collect()))
    }
}

#[cfg(test)]
impl MemoryStore {
    /// Damages a record as a fault of the disk would; `change` returns whether the record stays.
    fn change(&self, table: TableId, seq: Seq, change: impl Fn(&mut StoredRecord) -> bool) {
        let mut inner = self.lock();
        let records = inner
            .records
            .get_mut(&table)
            .expect("the table has records");
        records.retain_mut(|record| record.seq != seq || change(record));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Harm, Subject, append, opened, report, table};

    struct InMemory(MemoryStore);

    impl Subject for InMemory {
        type Store = MemoryStore;

        async fn new() -> Self {
            Self(MemoryStore::new())
        }

        async fn open(&mut self) -> MemoryStore {
            self.0 = self.0.reopen();
            self.0.clone()
        }

        async fn harm(&mut self, table: TableId, seq: Seq, harm: Harm) {
            self.0.change(table, seq, |record| harm.apply(record));
        }
    }

    crate::contract!(InMemory);

    #[tokio::test]
    async fn a_failing_store_changes_nothing() {
        let store = MemoryStore::new();
        store.set_storage(Storage::Failing);
        let refused = store.append(append(table(1), 1, vec![opened()])).await;
        assert_eq!(refused, Err(AppendError::Unavailable));
        store.set_storage(Storage::Working);
        store
            .append(append(table(1), 1, vec![opened()]))
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn of_too_many_reports_the_oldest_go() {
        let store = MemoryStore::new();
        store.lock().reports = (0..u128::from(KEPT)).map(report).collect();
        store.add_report(report(u128::from(KEPT))).await.unwrap();
        let kept = store.reports(u32::MAX).await.unwrap();
        assert_eq!(kept.len(), usize::try_from(KEPT).unwrap());
        let ends = kept.first().zip(kept.last()).unwrap();
        assert_eq!(ends, (&report(u128::from(KEPT)), &report(1)));
    }
}
