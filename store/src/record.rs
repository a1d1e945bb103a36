//! One item of a table's journal, and the numbers it carries.

use std::fmt;

use boneyard_protocol::{CommandId, PlayerId, TableId};
use sha2::{Digest, Sha256};

use super::chain::Checksum;
use crate::UnixMillis;
use crate::fact::Fact;

/// A record's number in its table's journal, contiguous from 1. It is the number on the wire, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seq(pub u64);

impl Seq {
    /// The number of a table's first record.
    pub const FIRST: Self = Self(1);

    /// The number that follows.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The tenure in which a record was written: on one machine, the count of starts of the server on its data
/// folder, from 1. Later the term of a table's owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub u64);

/// SHA-256 of a command's body. The same command id with another hash is another command.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BodyHash(pub [u8; 32]);

impl BodyHash {
    /// The hash of a body.
    #[must_use]
    pub fn of(body: &[u8]) -> Self {
        Self(Sha256::digest(body).into())
    }
}

impl fmt::Debug for BodyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// The command that made a record. A repeated command finds its answer by it, also after a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cause {
    /// Who commanded.
    pub player: PlayerId,
    /// The command's id, made by the client.
    pub command: CommandId,
    /// What was commanded.
    pub body: BodyHash,
}

/// A fact that is durable: one item of a table's journal.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalRecord {
    /// The table.
    pub table: TableId,
    /// The tenure in which it was written.
    pub epoch: Epoch,
    /// Its number in the table's journal.
    pub seq: Seq,
    /// The version of its encoding, see [`super::codec::VERSION`].
    pub version: u16,
    /// When it was decided. For people and records; nothing is measured by it.
    pub at: UnixMillis,
    /// The command behind it, if there was one. All facts of one append carry the same cause.
    pub cause: Option<Cause>,
    /// What has become fact.
    pub fact: Fact,
    /// The chain up to and with this record.
    pub chain: Checksum,
}
