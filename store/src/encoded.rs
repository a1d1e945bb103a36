//! An append on its way: what the store needs of it, and what its caller keeps for the answer.

use boneyard_protocol::TableId;

use super::chain::Checksum;
use super::heads::HeadState;
use super::record::{Cause, Epoch, JournalRecord, Seq};
use super::{Append, codec};
use crate::UnixMillis;
use crate::archive::ArchivedMatch;
use crate::fact::Fact;

/// Facts that want to follow a table's journal, encoded.
#[derive(Debug)]
pub(super) struct Encoded {
    pub(super) table: TableId,
    pub(super) expect: Seq,
    /// One for each fact.
    pub(super) bodies: Vec<String>,
    /// What the table is after them.
    pub(super) leaves: HeadState,
    pub(super) finished: Option<ArchivedMatch>,
}

/// What the encoded form has lost, for the records of the answer.
#[derive(Debug)]
pub(super) struct Unencoded {
    table: TableId,
    at: UnixMillis,
    cause: Option<Cause>,
    facts: Vec<Fact>,
}

/// A record's place in its table's chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) epoch: Epoch,
    pub(super) seq: Seq,
    pub(super) chain: Checksum,
}

/// Encodes an append. Done by its caller, so that the one writer has less to do.
pub(super) fn encode(append: Append) -> (Encoded, Unencoded) {
    let Append {
        table,
        expect,
        at,
        cause,
        facts,
        finished,
    } = append;
    let encoded = Encoded {
        table,
        expect,
        bodies: facts
            .iter()
            .map(|fact| codec::encode(at, cause, fact))
            .collect(),
        leaves: facts.last().map_or(HeadState::Open, codec::leaves),
        finished: finished.map(|finished| ArchivedMatch {
            id: finished.id,
            table,
            finished: at,
            record: finished.record,
        }),
    };
    (
        encoded,
        Unencoded {
            table,
            at,
            cause,
            facts,
        },
    )
}

impl Unencoded {
    /// The records, now that their places are known.
    pub(super) fn into_records(self, links: Vec<Link>) -> Vec<JournalRecord> {
        let Self {
            table,
            at,
            cause,
            facts,
        } = self;
        let record = |(fact, link): (Fact, Link)| JournalRecord {
            table,
            epoch: link.epoch,
            seq: link.seq,
            version: codec::VERSION,
            at,
            cause,
            fact,
            chain: link.chain,
        };
        facts.into_iter().zip(links).map(record).collect()
    }
}
