//! How the clocks of a table outlive the server, and a table its own fault.

use super::Table;
use crate::clock::MonoMillis;
use crate::table::state::State;
use crate::table::turn_clock::{Awaited, RECOVERY_GRACE_MS};
use boneyard_store::fact::Fact;

impl Table {
    /// A table from the fold of its journal, at a new start of the server. Nobody is connected; who is on
    /// turn, and whoever is away, has at least the grace of a restart.
    pub(crate) fn recovered(state: State, now: MonoMillis) -> Self {
        let marks = state.clock_marks;
        let absence = state
            .seats
            .iter()
            .map(|seat| seat.absence_ms.max(RECOVERY_GRACE_MS));
        let absence = absence.collect();
        let mut table = Self::new(state, now);
        table.everybody_until = now.plus(RECOVERY_GRACE_MS);
        table.clocks.set_absence(absence);
        match table.clocks.awaited() {
            Awaited::Rows(_)
            | Awaited::Turn(_)
            | Awaited::Period { .. }
            | Awaited::Absence { .. }
            | Awaited::NextDeal(_) => {
                let of_ms = table.clocks.of_ms();
                let spent = marks.last.0.saturating_sub(marks.since.0);
                let left = marks.stopped_left_ms.unwrap_or(of_ms.saturating_sub(spent));
                let most = of_ms.max(RECOVERY_GRACE_MS);
                table
                    .clocks
                    .set_left(left.saturating_add(RECOVERY_GRACE_MS).min(most));
            }
            Awaited::Nothing | Awaited::Company { .. } | Awaited::Ready | Awaited::Rematch(_) => {}
        }
        // What was left of the turn is not known any more: it is whole, should its player come back.
        if let Some(turn) = table.interrupted_turn() {
            let whole = table.state.opening.settings.clock_ms;
            let left = whole.max(RECOVERY_GRACE_MS);
            table.clocks.set_aside(turn, left);
        }
        table
    }

    /// The same table with another fold of its journal: whoever was connected still is.
    pub(crate) fn reloaded(&self, state: State, now: MonoMillis) -> Self {
        let mut table = Self::recovered(state, now);
        table.here.clone_from(&self.here);
        table.everybody_until = self.everybody_until;
        table.patience = self.patience;
        table.follow(now);
        table
    }

    pub(super) fn stop(&self, now: MonoMillis) -> Vec<Fact> {
        if !self.state.match_runs() {
            return Vec::new();
        }
        vec![self.stopped_clocks(now)]
    }

    /// The clocks as they stand now.
    pub(crate) fn stopped_clocks(&self, now: MonoMillis) -> Fact {
        let left_ms = (self.clocks.awaited() != Awaited::Nothing).then(|| self.clocks.left_at(now));
        let seats = self.state.seats.places();
        let absence_left_ms = seats
            .map(|seat| self.clocks.absence_at(seat, now))
            .collect();
        Fact::ClocksStopped {
            left_ms,
            absence_left_ms,
        }
    }
}
