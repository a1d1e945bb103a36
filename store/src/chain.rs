//! The checksum chain of a table's journal.
//!
//! Every record's checksum covers the checksum before it, so that a flipped byte, a missing record and a
//! record of another table all break the chain at the place where they stand. It protects against faults of
//! storage, not against somebody who may write the file.

use std::fmt;

use boneyard_protocol::TableId;
use sha2::{Digest, Sha256};

use super::record::{Epoch, Seq};

/// Bytes of a checksum.
pub const CHECKSUM_BYTES: usize = 32;

/// What the first link is made of, besides the table. Part of the journal's format.
const GENESIS: &[u8] = b"boneyard/journal/v1";

/// SHA-256 over the checksum before, epoch, number and body of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Checksum(pub [u8; CHECKSUM_BYTES]);

impl Checksum {
    /// The checksum before a table's first record.
    #[must_use]
    pub fn genesis(table: TableId) -> Self {
        Self(
            Sha256::new()
                .chain_update(GENESIS)
                .chain_update(table.0.as_bytes())
                .finalize()
                .into(),
        )
    }

    /// The checksum of the record that follows the one with this checksum.
    ///
    /// All fields before the body have a fixed length, so that no two records read alike.
    #[must_use]
    pub fn next(self, epoch: Epoch, seq: Seq, body: &str) -> Self {
        let digest = Sha256::new()
            .chain_update(self.0)
            .chain_update(epoch.0.to_be_bytes())
            .chain_update(seq.0.to_be_bytes())
            .chain_update(body.as_bytes())
            .finalize();
        Self(digest.into())
    }
}

impl fmt::Debug for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(number: u128) -> TableId {
        TableId(uuid::Uuid::from_u128(number))
    }

    #[test]
    fn every_part_of_a_record_changes_its_checksum() {
        let start = Checksum::genesis(table(1));
        let next = start.next(Epoch(1), Seq(1), "body");
        assert_eq!(next, start.next(Epoch(1), Seq(1), "body"));
        assert_ne!(
            next,
            Checksum::genesis(table(2)).next(Epoch(1), Seq(1), "body")
        );
        assert_ne!(next, start.next(Epoch(2), Seq(1), "body"));
        assert_ne!(next, start.next(Epoch(1), Seq(2), "body"));
        assert_ne!(next, start.next(Epoch(1), Seq(1), "bodY"));
    }

    #[test]
    fn the_format_of_the_chain_is_frozen() {
        let start = Checksum::genesis(table(0));
        let first = start.next(Epoch(1), Seq(1), "{}");
        let expected = "1de6263aa13e057d4345f3d542ae8e596b63f9a6940db82c8c46e20210b9c472";
        assert_eq!(format!("{first:?}"), expected);
    }
}
