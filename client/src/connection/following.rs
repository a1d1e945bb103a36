//! The tables a connection follows, and the number of the last fact told of each.

use std::collections::BTreeMap;

use boneyard_protocol::{Command, CommandId, Events, Snapshot, TableCommand, TableId};

/// All followed tables.
#[derive(Default)]
pub(super) struct Following {
    tables: BTreeMap<TableId, Followed>,
}

/// One followed table.
struct Followed {
    /// The number of the last fact told to the user.
    last: u64,
    /// How the stream of facts stands.
    stream: Stream,
    /// How a watcher came in: a seat is resumed by the table's id, a watcher must show the code again.
    entrance: Option<Command>,
}

/// How the stream of a table's facts stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stream {
    /// Every fact comes in turn.
    Live,
    /// Something was missed; a `resume` must be sent.
    Broken,
    /// The server had no time for the `resume`; it will be sent again a little later.
    Later,
    /// The command that mends the stream is on its way.
    Mending(CommandId),
}

/// What to do with an `events` message.
#[derive(Debug, PartialEq)]
pub(super) enum Reading {
    /// Tell the user these facts.
    Next(Box<Events>),
    /// All of it is known, or nobody follows the table.
    Known,
    /// Facts are missing before it.
    Gap,
}

impl Following {
    /// Follows a table from after fact `since`; 0 asks for a snapshot.
    pub(super) fn follow(&mut self, table: TableId, since: u64) {
        let followed = Followed {
            last: since,
            stream: Stream::Broken,
            entrance: None,
        };
        self.tables.insert(table, followed);
    }

    /// No longer follows a table.
    pub(super) fn forget(&mut self, table: TableId) {
        self.tables.remove(&table);
    }

    /// A seat was taken, or a table opened: its snapshot follows. If the socket is lost before it comes, it must be
    /// asked for.
    pub(super) fn came_in(&mut self, table: TableId) {
        self.tables.entry(table).or_insert(Followed {
            last: 0,
            stream: Stream::Live,
            entrance: None,
        });
    }

    /// Remembers how a watcher came to the table.
    pub(super) fn came_in_by(&mut self, table: TableId, entrance: Command) {
        let fresh = Followed {
            last: 0,
            stream: Stream::Live,
            entrance: None,
        };
        self.tables.entry(table).or_insert(fresh).entrance = Some(entrance);
    }

    /// A snapshot starts the following of its table, or mends it.
    pub(super) fn take_snapshot(&mut self, snapshot: &Snapshot) {
        let fresh = Followed {
            last: 0,
            stream: Stream::Live,
            entrance: None,
        };
        let followed = self.tables.entry(snapshot.table).or_insert(fresh);
        followed.last = snapshot.seq;
        followed.stream = Stream::Live;
    }

    /// Looks at an `events` message. What is returned counts as delivered; if it cannot be delivered,
    /// [`untold`](Self::untold) must be called.
    pub(super) fn take_events(&mut self, mut events: Box<Events>) -> Reading {
        let Some(followed) = self.tables.get_mut(&events.table) else {
            return Reading::Known;
        };
        let next = followed.last + 1;
        if events.seq > next {
            // While a resume is under way, what overtakes its answer will be part of it.
            if followed.stream != Stream::Live {
                return Reading::Known;
            }
            followed.stream = Stream::Broken;
            return Reading::Gap;
        }
        let known = usize::try_from(next - events.seq).unwrap_or(usize::MAX);
        if known > 0 && known >= events.facts.len() {
            return Reading::Known;
        }
        events.facts.drain(..known);
        events.seq = next;
        let count = u64::try_from(events.facts.len()).unwrap_or(u64::MAX);
        followed.last = followed.last.saturating_add(count);
        followed.stream = Stream::Live;
        Reading::Next(events)
    }

    /// The user could not be sent what came after fact `last`: it must be requested again.
    pub(super) fn untold(&mut self, table: TableId, last: u64) {
        if let Some(followed) = self.tables.get_mut(&table) {
            followed.last = last;
            followed.stream = Stream::Broken;
        }
    }

    /// The socket is new: nothing is on its way any more.
    pub(super) fn break_all(&mut self) {
        for followed in self.tables.values_mut() {
            followed.stream = Stream::Broken;
        }
    }

    /// Whether a table waits for its `resume` to be sent.
    pub(super) fn any_broken(&self) -> bool {
        self.tables
            .values()
            .any(|followed| followed.stream == Stream::Broken)
    }

    /// The command that mends the next broken table, which counts as on its way under `id` from now on.
    pub(super) fn mend_next(&mut self, id: CommandId) -> Option<Command> {
        let (table, followed) = self
            .tables
            .iter_mut()
            .find(|(_, followed)| followed.stream == Stream::Broken)?;
        followed.stream = Stream::Mending(id);
        let resume = TableCommand::Resume {
            since: followed.last,
        }
        .at(*table);
        Some(followed.entrance.clone().unwrap_or(resume))
    }

    /// The table whose mending command this is.
    pub(super) fn mending(&self, id: CommandId) -> Option<TableId> {
        let is_it = |followed: &Followed| followed.stream == Stream::Mending(id);
        self.tables
            .iter()
            .find(|(_, followed)| is_it(followed))
            .map(|(table, _)| *table)
    }

    /// The mending command of this table was done: facts or a snapshot follow, or nothing was missed.
    pub(super) fn mended(&mut self, table: TableId) {
        if let Some(followed) = self.tables.get_mut(&table) {
            followed.stream = Stream::Live;
        }
    }

    /// The mending command of this table was refused for now: it must be sent again, but not at once.
    pub(super) fn not_mended(&mut self, table: TableId) {
        if let Some(followed) = self.tables.get_mut(&table) {
            followed.stream = Stream::Later;
        }
    }

    /// A little later.
    pub(super) fn try_again(&mut self) {
        for followed in self.tables.values_mut() {
            if followed.stream == Stream::Later {
                followed.stream = Stream::Broken;
            }
        }
    }
}

#[cfg(test)]
mod tests;
