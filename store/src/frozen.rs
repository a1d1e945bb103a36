//! Journals as earlier versions of this program wrote them, byte for byte, with what two viewers were shown of the
//! table then: a watcher and the player of seat 0. Written once, never changed: they must be readable for ever.
//!
//! A line of a journal is a record: its checksum, a blank, its body.
#![allow(
    clippy::missing_panics_doc,
    clippy::missing_errors_doc,
    clippy::unwrap_used,
    reason = "read by tests only"
)]

use boneyard_protocol::TableId;
use hex::FromHex;
use serde_json::Value;
use uuid::Uuid;

use super::chain::Checksum;
use super::record::{Epoch, JournalRecord, Seq};
use super::stored::{Broken, StoredRecord, read_all};

/// Whose journals they are.
pub const TABLE: TableId = TableId(Uuid::from_u128(77));

/// One of them.
pub struct FrozenJournal {
    /// The game.
    pub sheet: &'static str,
    /// The version that every record has.
    pub version: u16,
    text: &'static str,
    shown: &'static str,
}

macro_rules! frozen {
    ($version:literal, $sheet:literal) => {
        FrozenJournal {
            sheet: $sheet,
            version: $version,
            text: include_str!(concat!("frozen/version_", $version, "/", $sheet, ".txt")),
            shown: include_str!(concat!("frozen/version_", $version, "/", $sheet, ".json")),
        }
    };
}

/// All of them: a match to its end and a rematch that runs; rows in the dark and an absent player; late and warned
/// players at a strict table.
pub const FROZEN: [FrozenJournal; 3] = [
    frozen!(2, "kozel"),
    frozen!(2, "blind-memory"),
    frozen!(2, "sport-club"),
];

impl FrozenJournal {
    fn stored(&self) -> Vec<StoredRecord> {
        let record = |(seq, line): (u64, &str)| {
            let (chain, body) = line.split_once(' ').unwrap();
            StoredRecord {
                table: TABLE,
                epoch: Epoch(1),
                seq: Seq(seq),
                body: body.to_owned(),
                chain: Checksum(FromHex::from_hex(chain).unwrap()),
            }
        };
        (1..).zip(self.text.lines()).map(record).collect()
    }

    /// Its records, as this program reads them.
    pub fn records(&self) -> Result<Vec<JournalRecord>, Broken> {
        read_all(TABLE, &self.stored())
    }

    /// What the watcher and seat 0 were shown.
    pub fn shown(&self) -> [Value; 2] {
        serde_json::from_str(self.shown).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_earlier_versions_wrote_is_read_record_by_record() {
        for journal in &FROZEN {
            let records = journal.records().unwrap();
            assert!(records.len() > 50, "{}", journal.sheet);
            assert!(records.iter().all(|one| one.version == journal.version));
            for record in records {
                // This version writes the same fact, and reads it again.
                let body = crate::codec::encode(record.at, record.cause, &record.fact);
                let again = crate::codec::decode(&body).unwrap();
                assert_eq!(again.fact, record.fact, "{}", journal.sheet);
            }
        }
    }

    #[test]
    fn a_byte_that_has_changed_in_them_is_found() {
        for journal in &FROZEN {
            let mut stored = journal.stored();
            let middle = stored.len() / 2;
            stored[middle].body = stored[middle].body.replacen("\"at\":1", "\"at\":2", 1);
            let broken = read_all(TABLE, &stored).unwrap_err();
            assert_eq!(broken.seq, stored[middle].seq);
        }
    }
}
