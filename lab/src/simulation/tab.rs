//! One socket of a person, and what it has been told: the laws of a stream are checked here.

use std::collections::BTreeMap;

use boneyard_protocol::TableId;

use super::line::Line;

/// Frames that a good machine holds until they are read.
pub(super) const HOLDS: usize = 64;
/// Frames that a poor machine holds.
pub(super) const HOLDS_LITTLE: usize = 3;

/// How a tab has read what was sent to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// As it came: a message's number tells how new it was when it was read.
    Prompt,
    /// It may have lain.
    Late,
}

/// What a tab does when it is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// It says hello.
    Greets,
    /// It says nothing.
    Silent,
}

/// One socket. The newest of a person speaks for them.
pub(super) struct Tab {
    pub(super) line: Line,
    /// In the order of their opening.
    pub(super) number: u64,
    /// Whether it has been welcomed.
    pub(super) is_in: bool,
    /// Whether another tab of this person has been welcomed since.
    pub(super) is_replaced: bool,
    /// Whether what arrives is read.
    pub(super) reads: bool,
    pub(super) reading: Reading,
    /// Whether it answers no pings.
    pub(super) is_mute: bool,
    pub(super) manner: Manner,
    /// Whether it was just welcomed, and has to go on with its person's tables.
    pub(super) takes_up: bool,
    streams: BTreeMap<TableId, Due>,
    /// What its person had been told before it was opened.
    floor: BTreeMap<TableId, u64>,
    /// A frame that goes out after the next one.
    pub(super) held: Option<String>,
}

/// What a stream has to go on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// A snapshot.
    Snapshot,
    /// The fact that follows this one, or a snapshot.
    After(u64),
}

impl Tab {
    pub(super) fn new(
        line: Line,
        number: u64,
        manner: Manner,
        floor: BTreeMap<TableId, u64>,
    ) -> Self {
        Self {
            line,
            number,
            is_in: false,
            is_replaced: false,
            reads: true,
            reading: Reading::Prompt,
            is_mute: false,
            manner,
            takes_up: false,
            streams: BTreeMap::new(),
            floor,
            held: None,
        }
    }

    /// Whether it can speak for its person.
    pub(super) const fn speaks(&self) -> bool {
        self.is_in && !self.is_replaced
    }

    /// A `resume` was acknowledged: what follows goes on from there.
    pub(super) fn resumed(&mut self, table: TableId, since: u64) {
        let due = if since == 0 {
            Due::Snapshot
        } else {
            Due::After(since)
        };
        self.streams.insert(table, due);
    }

    /// The table is not looked at any more.
    pub(super) fn gone(&mut self, table: TableId) {
        self.streams.remove(&table);
    }

    /// The last fact told here.
    pub(super) fn last(&self, table: TableId) -> Option<u64> {
        match self.streams.get(&table)? {
            Due::Snapshot => None,
            Due::After(last) => Some(*last),
        }
    }

    /// A snapshot after this fact has come.
    ///
    /// # Errors
    ///
    /// It is older than what was known.
    pub(super) fn snapshot(&mut self, table: TableId, seq: u64) -> Result<(), String> {
        let known = self.last(table).max(self.floor.get(&table).copied());
        self.streams.insert(table, Due::After(seq));
        match known {
            Some(known) if known > seq => Err(format!(
                "a snapshot after fact {seq} of {table}, where fact {known} had been told"
            )),
            _ => Ok(()),
        }
    }

    /// So many facts from this number on have come.
    ///
    /// # Errors
    ///
    /// Others were due.
    pub(super) fn facts(&mut self, table: TableId, first: u64, count: u64) -> Result<(), String> {
        let due = self.streams.get(&table).copied();
        let last = (first + count).saturating_sub(1);
        self.streams.insert(table, Due::After(last));
        match due {
            Some(Due::After(last)) if last + 1 == first => Ok(()),
            Some(Due::Snapshot) | Some(Due::After(_)) | None => Err(format!(
                "facts of {table} from {first} on came where {due:?} was due"
            )),
        }
    }
}
