//! The tables a connection follows, and the number of the last fact told of each.

use std::collections::BTreeMap;

use boneyard_protocol::{Command, CommandId, Events, Snapshot, TableId};

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

    /// Looks at an `events` message. What is returned to be told counts as told; if it cannot be told,
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
        let told = u64::try_from(events.facts.len()).unwrap_or(u64::MAX);
        followed.last = followed.last.saturating_add(told);
        followed.stream = Stream::Live;
        Reading::Next(events)
    }

    /// The user could not be told what came after fact `last`: it must be asked for again.
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
        let resume = Command::Resume {
            table: *table,
            since: followed.last,
        };
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
mod tests {
    use boneyard_protocol::{Fact, Position};
    use uuid::Uuid;

    use super::*;

    const TABLE: TableId = TableId(Uuid::from_u128(1));
    const ID: CommandId = CommandId(Uuid::from_u128(2));

    fn events(seq: u64, facts: usize) -> Box<Events> {
        let facts = vec![Fact::Hidden; facts];
        Box::new(Events {
            table: TABLE,
            seq,
            facts,
            now: Position::default(),
        })
    }

    fn following(last: u64) -> Following {
        let mut following = Following::default();
        following.follow(TABLE, last);
        following.mended(TABLE);
        following
    }

    #[test]
    fn a_snapshot_that_was_lost_with_its_socket_is_asked_for() {
        let table = TableId(uuid::Uuid::from_u128(1));
        let mut following = Following::default();
        following.came_in(table);
        assert!(!following.any_broken(), "it is on its way");
        following.break_all();
        let mending = following.mend_next(CommandId(uuid::Uuid::from_u128(2)));
        assert_eq!(mending, Some(Command::Resume { table, since: 0 }));
    }

    #[test]
    fn the_next_facts_are_told_once() {
        let mut following = following(4);
        assert_eq!(
            following.take_events(events(5, 2)),
            Reading::Next(events(5, 2))
        );
        assert_eq!(following.take_events(events(5, 2)), Reading::Known);
        assert_eq!(
            following.take_events(events(7, 1)),
            Reading::Next(events(7, 1))
        );
    }

    #[test]
    fn of_an_overlap_only_the_new_part_is_told() {
        let mut following = following(4);
        assert_eq!(
            following.take_events(events(3, 4)),
            Reading::Next(events(5, 2))
        );
    }

    #[test]
    fn a_gap_asks_once_and_the_answer_mends_it() {
        let mut following = following(4);
        assert_eq!(following.take_events(events(6, 1)), Reading::Gap);
        assert_eq!(
            following.mend_next(ID),
            Some(Command::Resume {
                table: TABLE,
                since: 4
            })
        );
        assert_eq!(following.mend_next(ID), None);
        assert_eq!(
            following.take_events(events(7, 1)),
            Reading::Known,
            "part of the answer"
        );
        assert_eq!(following.mending(ID), Some(TABLE));
        assert_eq!(
            following.take_events(events(5, 3)),
            Reading::Next(events(5, 3))
        );
        assert_eq!(
            following.take_events(events(8, 1)),
            Reading::Next(events(8, 1))
        );
    }

    #[test]
    fn a_gap_behind_an_empty_answer_is_found_again() {
        let mut following = following(4);
        assert_eq!(following.take_events(events(6, 1)), Reading::Gap);
        following.mended(TABLE);
        assert_eq!(following.take_events(events(7, 1)), Reading::Gap);
    }

    #[test]
    fn what_could_not_be_told_is_asked_for_again() {
        let mut following = following(4);
        assert_eq!(
            following.take_events(events(5, 2)),
            Reading::Next(events(5, 2))
        );
        following.untold(TABLE, 4);
        assert!(following.any_broken());
        assert_eq!(
            following.mend_next(ID),
            Some(Command::Resume {
                table: TABLE,
                since: 4
            })
        );
    }

    #[test]
    fn a_message_without_facts_refreshes_the_position() {
        let mut following = following(4);
        assert_eq!(
            following.take_events(events(5, 0)),
            Reading::Next(events(5, 0))
        );
        assert_eq!(
            following.take_events(events(5, 1)),
            Reading::Next(events(5, 1))
        );
    }

    #[test]
    fn a_resume_that_is_refused_for_now_is_sent_again_later() {
        let mut following = following(4);
        following.break_all();
        assert!(following.mend_next(ID).is_some());
        following.not_mended(TABLE);
        assert!(!following.any_broken(), "not at once");
        following.try_again();
        assert!(following.mend_next(ID).is_some());
    }

    #[test]
    fn a_watcher_comes_in_again_the_way_he_came() {
        let mut following = following(4);
        let watch = Command::Watch {
            table: Some(TABLE),
            code: None,
        };
        following.came_in_by(TABLE, watch.clone());
        following.break_all();
        assert_eq!(following.mend_next(ID), Some(watch));
    }
}
