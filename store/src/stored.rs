//! Records as the backends keep them, and the check that every reading passes.

use boneyard_protocol::TableId;
use thiserror::Error;

use super::chain::Checksum;
use super::codec::{self, CodecError};
use super::record::{Epoch, JournalRecord, Seq};

/// A record whose body is encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// The table.
    pub table: TableId,
    /// The tenure in which it was written.
    pub epoch: Epoch,
    /// Its number.
    pub seq: Seq,
    /// What [`codec`] has made of the fact.
    pub body: String,
    /// The chain up to and with this record.
    pub chain: Checksum,
}

/// A table's journal cannot be trusted from this record on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the journal of table {table} is broken at record {seq}: {fault}")]
pub struct Broken {
    /// The table.
    pub table: TableId,
    /// The number of the first record that is not as it should be.
    pub seq: Seq,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It is missing; another one stands in its place.
    #[error("number {found} stands in its place")]
    Gap {
        /// The number found.
        found: Seq,
    },
    /// Its checksum does not follow from the one before: bytes have changed.
    #[error("the checksum is wrong")]
    Chain,
    /// It is as it was written, but this program cannot read it.
    #[error(transparent)]
    Unreadable(#[from] CodecError),
}

/// Decodes a table's records and checks their numbers and their chain, one after the other.
pub(super) struct Chain {
    table: TableId,
    next: Seq,
    chain: Checksum,
}

impl Chain {
    pub(super) fn new(table: TableId) -> Self {
        Self {
            table,
            next: Seq::FIRST,
            chain: Checksum::genesis(table),
        }
    }

    pub(super) fn read(&mut self, stored: &StoredRecord) -> Result<JournalRecord, Broken> {
        let seq = self.next;
        let broken = |fault| Broken {
            table: self.table,
            seq,
            fault,
        };
        if stored.seq != seq {
            return Err(broken(Fault::Gap { found: stored.seq }));
        }
        if self.chain.next(stored.epoch, seq, &stored.body) != stored.chain {
            return Err(broken(Fault::Chain));
        }
        let body = codec::decode(&stored.body).map_err(|error| broken(error.into()))?;
        self.next = seq.next();
        self.chain = stored.chain;
        Ok(JournalRecord {
            table: stored.table,
            epoch: stored.epoch,
            seq,
            version: body.version,
            at: body.at,
            cause: body.cause,
            fact: body.fact,
            chain: stored.chain,
        })
    }
}

/// Reads the whole journal of a table.
pub(super) fn read_all<'a>(
    table: TableId,
    stored: impl IntoIterator<Item = &'a StoredRecord>,
) -> Result<Vec<JournalRecord>, Broken> {
    let mut chain = Chain::new(table);
    stored
        .into_iter()
        .map(|stored| chain.read(stored))
        .collect()
}
