//! Where every table's journal ends: the one place that decides whether an append may follow.

use std::collections::HashMap;

use boneyard_protocol::TableId;

use super::AppendError;
use super::chain::Checksum;
use super::encoded::{Encoded, Link};
use super::record::{Epoch, Seq};

/// The end of a table's journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The number that the next record must have.
    pub(super) next: Seq,
    /// The checksum of the last record.
    pub(super) chain: Checksum,
    /// Whether anything may follow.
    pub(super) state: HeadState,
}

/// Whether anything may follow a table's last record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadState {
    Open,
    Closed,
}

impl Head {
    fn new(table: TableId) -> Self {
        Self {
            next: Seq::FIRST,
            chain: Checksum::genesis(table),
            state: HeadState::Open,
        }
    }

    /// The places that these facts take here, and the head after them.
    fn extend(self, epoch: Epoch, encoded: &Encoded) -> Result<(Self, Vec<Link>), AppendError> {
        match self.state {
            HeadState::Open if encoded.expect == self.next => {}
            HeadState::Open => return Err(AppendError::Conflict { next: self.next }),
            HeadState::Closed => return Err(AppendError::Closed),
        }
        let mut head = self;
        let mut links = Vec::with_capacity(encoded.bodies.len());
        for body in &encoded.bodies {
            let seq = head.next;
            head.chain = head.chain.next(epoch, seq, body);
            head.next = seq.next();
            links.push(Link {
                epoch,
                seq,
                chain: head.chain,
            });
        }
        head.state = encoded.leaves;
        Ok((head, links))
    }
}

/// The heads of all tables.
#[derive(Clone, Debug, Default)]
pub(super) struct Heads(HashMap<TableId, Head>);

impl Heads {
    /// Sets a table's head: found at start, or after its records became durable.
    pub(super) fn set(&mut self, table: TableId, head: Head) {
        self.0.insert(table, head);
    }

    /// Lets nothing follow a table's last record: its records are being deleted.
    pub(super) fn close(&mut self, table: TableId) {
        self.0
            .entry(table)
            .or_insert_with(|| Head::new(table))
            .state = HeadState::Closed;
    }

    /// Whether the table is known and closed.
    pub(super) fn is_closed(&self, table: TableId) -> bool {
        self.0
            .get(&table)
            .is_some_and(|head| head.state == HeadState::Closed)
    }

    /// Forgets a table whose records were deleted.
    pub(super) fn forget(&mut self, table: TableId) {
        self.0.remove(&table);
    }
}

/// Appends that become durable together: what they make of the heads, without touching them yet.
#[derive(Debug)]
pub(super) struct PendingHeads<'a> {
    base: &'a Heads,
    changed: HashMap<TableId, Head>,
    epoch: Epoch,
}

impl<'a> PendingHeads<'a> {
    /// Nothing is appended yet.
    pub(super) fn new(base: &'a Heads, epoch: Epoch) -> Self {
        Self {
            base,
            changed: HashMap::new(),
            epoch,
        }
    }

    /// The places that these facts take, after all that was added before.
    pub(super) fn add(&mut self, encoded: &Encoded) -> Result<Vec<Link>, AppendError> {
        let table = encoded.table;
        let head = self
            .changed
            .get(&table)
            .or_else(|| self.base.0.get(&table))
            .copied();
        let (head, links) = head
            .unwrap_or_else(|| Head::new(table))
            .extend(self.epoch, encoded)?;
        self.changed.insert(table, head);
        Ok(links)
    }

    /// The heads that have changed, to be set once the records are durable.
    pub(super) fn into_changed(self) -> HashMap<TableId, Head> {
        self.changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(expect: u64, bodies: &[&str], leaves: HeadState) -> Encoded {
        Encoded {
            table: TableId(uuid::Uuid::from_u128(7)),
            expect: Seq(expect),
            bodies: bodies.iter().map(|&body| body.to_owned()).collect(),
            leaves,
            finished: None,
        }
    }

    #[test]
    fn pending_heads_count_on_and_leave_the_heads_alone() {
        let heads = Heads::default();
        let mut pending = PendingHeads::new(&heads, Epoch(1));
        let first = pending
            .add(&encoded(1, &["a", "b"], HeadState::Open))
            .unwrap();
        assert_eq!(
            first.iter().map(|record| record.seq).collect::<Vec<_>>(),
            [Seq(1), Seq(2)]
        );
        assert!(pending.add(&encoded(3, &["c"], HeadState::Open)).is_ok());
        let conflict = pending
            .add(&encoded(3, &["d"], HeadState::Open))
            .unwrap_err();
        assert_eq!(conflict, AppendError::Conflict { next: Seq(4) });
        drop(pending);
        assert!(
            PendingHeads::new(&heads, Epoch(1))
                .add(&encoded(1, &["a"], HeadState::Open))
                .is_ok()
        );
    }

    #[test]
    fn nothing_follows_a_closed_table() {
        let mut heads = Heads::default();
        let mut pending = PendingHeads::new(&heads, Epoch(1));
        pending.add(&encoded(1, &["a"], HeadState::Closed)).unwrap();
        for (table, head) in pending.into_changed() {
            heads.set(table, head);
        }
        let refused = PendingHeads::new(&heads, Epoch(1)).add(&encoded(2, &["b"], HeadState::Open));
        assert_eq!(refused.unwrap_err(), AppendError::Closed);
    }
}
