//! Players who have been sent to a table for a seat. Until the table answers they count as seated there, so that a
//! burst of commands gets no more seats than the limit allows.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_protocol::{PlayerId, TableId};

use crate::table::ErrandId;

/// The commands for a seat that are under way.
#[derive(Debug, Default)]
pub(super) struct Travellers {
    last: u64,
    ways: BTreeMap<ErrandId, Way>,
}

/// One command for a seat.
#[derive(Clone, Copy, Debug)]
struct Way {
    player: PlayerId,
    table: TableId,
    /// The table has given the seat, but its card does not show it yet. The way counts until it does, so that the
    /// player is counted without a gap.
    has_arrived: bool,
}

impl Travellers {
    /// Notes that a player is on the way to a table.
    pub(super) fn send(&mut self, player: PlayerId, table: TableId) -> ErrandId {
        self.last += 1;
        let errand = ErrandId(self.last);
        let way = Way {
            player,
            table,
            has_arrived: false,
        };
        self.ways.insert(errand, way);
        errand
    }

    /// Ends a way.
    pub(super) fn end(&mut self, errand: ErrandId) {
        self.ways.remove(&errand);
    }

    /// Notes that a player has the seat. The way ends with the table's next card.
    pub(super) fn arrive(&mut self, errand: ErrandId) {
        if let Some(way) = self.ways.get_mut(&errand) {
            way.has_arrived = true;
        }
    }

    /// Ends the ways of seated players: the table's card shows their seats.
    pub(super) fn end_arrived(&mut self, table: TableId) {
        self.ways
            .retain(|_, way| way.table != table || !way.has_arrived);
    }

    /// Ends all ways to a table that is gone.
    pub(super) fn forget(&mut self, table: TableId) {
        self.ways.retain(|_, way| way.table != table);
    }

    /// The tables that a player is on the way to.
    pub(super) fn tables_of(&self, player: PlayerId) -> BTreeSet<TableId> {
        let own = self.ways.values().filter(|way| way.player == player);
        own.map(|way| way.table).collect()
    }

    /// How many commands are under way.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.ways.len()
    }

    /// How many players are on the way to a table.
    pub(super) fn to(&self, table: TableId) -> usize {
        let there = self.ways.values().filter(|way| way.table == table);
        let players: BTreeSet<PlayerId> = there.map(|way| way.player).collect();
        players.len()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const PLAYER: PlayerId = PlayerId(Uuid::from_u128(1));
    const HERE: TableId = TableId(Uuid::from_u128(2));
    const THERE: TableId = TableId(Uuid::from_u128(3));

    #[test]
    fn a_player_is_on_the_way_until_the_last_command_is_over() {
        let mut travellers = Travellers::default();
        let (first, again) = (travellers.send(PLAYER, HERE), travellers.send(PLAYER, HERE));
        let other = travellers.send(PLAYER, THERE);
        assert_eq!(travellers.tables_of(PLAYER), BTreeSet::from([HERE, THERE]));
        assert_eq!(travellers.to(HERE), 1, "one player needs one seat");
        travellers.end(first);
        travellers.end(other);
        assert_eq!(travellers.tables_of(PLAYER), BTreeSet::from([HERE]));
        travellers.end(again);
        assert_eq!(travellers.count(), 0);
    }

    #[test]
    fn a_player_who_has_arrived_counts_until_the_table_shows_it() {
        let mut travellers = Travellers::default();
        let errand = travellers.send(PLAYER, HERE);
        travellers.end_arrived(HERE);
        travellers.arrive(errand);
        travellers.end_arrived(THERE);
        assert_eq!(travellers.tables_of(PLAYER), BTreeSet::from([HERE]));
        travellers.end_arrived(HERE);
        assert_eq!(travellers.count(), 0);
    }
}
