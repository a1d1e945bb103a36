//! What the host of the server may do at a table: see who is there, and show people out.

use boneyard_engine::Seat;
use boneyard_protocol::{PlayerId, ServerMessage};

use super::TableTask;
use crate::table::seats::{Occupant, SeatState};
use crate::table::{Attendance, TableInput};

impl TableTask {
    /// Says why, shows out whoever looks on, and lets the brain free the seats.
    pub(super) fn show_out(&mut self, player: Option<PlayerId>, reason: Option<String>) {
        if let Some(text) = reason {
            self.audience.tell(&ServerMessage::Announcement { text });
        }
        let table = self.table.state.id;
        if let Some(player) = player
            && self.table.state.seat_of(player).is_none()
        {
            return self.audience.show_out(table, player);
        }
        self.backlog.push_back(TableInput::ShowOut {
            player,
            reason: None,
        });
    }

    /// Who is here now.
    pub(super) fn attendance(&self) -> Attendance {
        let is_here = |state: &SeatState| match state.occupant {
            Occupant::Free => false,
            Occupant::Player(_) => self.table.is_here(state),
            Occupant::ServerBot { .. } | Occupant::Vacant { .. } => true,
        };
        let seats = self.table.state.seats.pairs();
        let here = seats.filter(|(_, state)| is_here(state));
        let here = here.map(|(seat, _)| seat.get()).collect();
        let viewers = self.audience.viewers();
        let watchers = viewers.filter(|player| self.table.state.seat_of(*player).is_none());
        Attendance {
            opener: self.table.state.opener.map(Seat::get),
            here,
            watchers: u32::try_from(watchers.count()).unwrap_or(u32::MAX),
        }
    }
}
