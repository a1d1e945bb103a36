//! Players who have been sent to a table for a seat: until the table has answered they count as if they sat
//! there, so that no burst of commands gets more seats than a limit allows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boneyard_protocol::{PlayerId, TableId};

/// How many commands for a seat are under way, by player and table. Clones are the same count.
///
/// Its lock is the innermost: a way may end anywhere, also while the registry is locked.
#[derive(Clone, Debug, Default)]
pub(super) struct Travellers(Arc<Mutex<BTreeMap<(PlayerId, TableId), usize>>>);

/// One command for a seat; counted until it is dropped.
#[derive(Debug)]
pub(super) struct OnTheWay {
    travellers: Travellers,
    who_where: (PlayerId, TableId),
}

impl Travellers {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<(PlayerId, TableId), usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player sets out for a table.
    pub(super) fn send(&self, player: PlayerId, table: TableId) -> OnTheWay {
        let who_where = (player, table);
        *self.lock().entry(who_where).or_insert(0) += 1;
        OnTheWay {
            travellers: self.clone(),
            who_where,
        }
    }

    /// The tables that a player is on his way to.
    pub(super) fn tables_of(&self, player: PlayerId) -> BTreeSet<TableId> {
        let travellers = self.lock();
        let his = travellers.keys().filter(|(who, _)| *who == player);
        his.map(|(_, table)| *table).collect()
    }

    /// How many players are on their way at all.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.lock().len()
    }

    /// How many players are on their way to a table.
    pub(super) fn to(&self, table: TableId) -> usize {
        let travellers = self.lock();
        let there = travellers.keys().filter(|(_, to)| *to == table);
        there.count()
    }
}

impl Drop for OnTheWay {
    fn drop(&mut self) {
        let mut travellers = self.travellers.lock();
        if let Some(commands) = travellers.get_mut(&self.who_where) {
            *commands = commands.saturating_sub(1);
            if *commands == 0 {
                travellers.remove(&self.who_where);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_player_is_on_his_way_until_the_last_of_his_commands_is_over() {
        let travellers = Travellers::default();
        let player = PlayerId(Uuid::from_u128(1));
        let (here, there) = (TableId(Uuid::from_u128(2)), TableId(Uuid::from_u128(3)));
        let (first, again) = (travellers.send(player, here), travellers.send(player, here));
        let other = travellers.send(player, there);
        assert_eq!(travellers.tables_of(player), BTreeSet::from([here, there]));
        assert_eq!(travellers.to(here), 1, "one player needs one seat");
        drop((first, other));
        assert_eq!(travellers.tables_of(player), BTreeSet::from([here]));
        drop(again);
        assert_eq!(travellers.count(), 0);
    }
}
