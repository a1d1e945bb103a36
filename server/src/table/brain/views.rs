//! How a table stands, as its viewers are shown it.

use boneyard_engine::Seat;
use boneyard_protocol::position::{Position, TablePhase};
use boneyard_protocol::{SeatInfo, TableView};

use super::Table;
use crate::clock::MonoMillis;
use crate::table::seats::{Occupant, SeatState};
use crate::table::wire::{self, Around};

impl Table {
    /// How the table stands, for one viewer.
    pub(crate) fn position(&self, viewer: Option<Seat>, now: MonoMillis) -> Position {
        Position {
            absence: self.absence_view(viewer),
            ..wire::position(&self.state, viewer, self.clocks.view(now))
        }
    }

    /// The whole table, for one viewer.
    pub(crate) fn view(&self, viewer: Option<Seat>, now: MonoMillis) -> TableView {
        let seats: Vec<SeatInfo> = self
            .state
            .seats
            .pairs()
            .map(|(seat, state)| self.seat_info(seat, state, now))
            .collect();
        let around = Around {
            seats: &seats,
            now: self.position(viewer, now),
            paused: self.is_paused(),
        };
        wire::table_view(&self.state, viewer, around)
    }

    fn seat_info(&self, seat: Seat, state: &SeatState, now: MonoMillis) -> SeatInfo {
        let (name, kind) = state.name().map_or((None, None), |(name, kind)| {
            (Some(name.to_owned()), Some(kind))
        });
        let player = state.player_id();
        let (server_plays, vacant) = match state.occupant {
            Occupant::ServerBot { .. } => (true, false),
            Occupant::Vacant { .. } => (true, true),
            Occupant::Free | Occupant::Player(_) => (false, false),
        };
        let wishes = match self.state.phase {
            TablePhase::MatchOver => state.rematch,
            _ => state.ready,
        };
        SeatInfo {
            player,
            name,
            kind,
            here: server_plays || self.is_here(state),
            stand_in: vacant || state.stand_in,
            ready: wishes,
            absence_ms: player
                .filter(|_| self.state.match_runs())
                .map(|_| self.clocks.absence_at(seat, now)),
        }
    }

    /// A seat's budget of absence and whether it runs, in a match.
    pub(crate) fn absence(&self, seat: Seat, now: MonoMillis) -> Option<(u64, bool)> {
        self.state.match_runs().then(|| {
            (
                self.clocks.absence_at(seat, now),
                self.clocks.absence_runs(seat),
            )
        })
    }
}
