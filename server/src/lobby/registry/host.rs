//! What the host asks the registry.

use boneyard_protocol::TableId;
use boneyard_protocol::position::TablePhase;

use super::Registry;
use crate::table::{TableCard, TableHandle};

impl Registry {
    /// Every open table with its card, the oldest first.
    pub(in crate::lobby) fn cards(&mut self) -> Vec<(TableHandle, TableCard)> {
        let lines = self.tables.values_mut().map(|line| {
            line.tell_parted();
            &*line
        });
        let mut cards: Vec<_> = lines
            .filter_map(|line| Some((line.number, line.handle.clone(), line.card.clone()?)))
            .collect();
        cards.sort_by_key(|(number, ..)| *number);
        let without = |(_, handle, card)| (handle, card);
        cards.into_iter().map(without).collect()
    }

    /// The handle of a table.
    pub(in crate::lobby) fn handle(&self, table: TableId) -> Option<TableHandle> {
        self.tables.get(&table).map(|line| line.handle.clone())
    }

    /// The phase on a table's newest card.
    pub(in crate::lobby) fn phase_of(&self, table: TableId) -> Option<TablePhase> {
        let card = self.tables.get(&table)?.card.as_ref()?;
        Some(card.summary.phase)
    }

    /// How many tables cannot be played on.
    pub(in crate::lobby) fn count_out_of_order(&self) -> usize {
        self.out_of_order.len()
    }
}
