//! A seat as fast as possible.

use boneyard_engine::{Players, Sheet};
use boneyard_protocol::limits::SEATS;
use boneyard_protocol::{ErrorCode, QuickPlayAgainst, Refusal, TableRequest};

use super::registry::Wanted;
use super::{Lobby, Readiness, request};
use crate::table::{Request, Sender};

/// The game if the player names none.
const SHEET: &str = "kozel";
/// Seats if the player names no number and the sheet allows as many.
const SEATS_WANTED: u32 = 4;

impl Lobby {
    /// Against bots: a new private table full of them. Against people: a listed table that waits, or a new one.
    pub(super) fn quick_play(
        &self,
        sender: Sender,
        sheet: Option<&str>,
        against: QuickPlayAgainst,
        seats: Option<u8>,
    ) -> Result<(), Refusal> {
        if let Some(table) = self.done_before(&sender)? {
            // A table does not remember refusals, so it may seat the player now.
            return self.seat(sender, Request::QuickPlay, table);
        }
        let base = self.sheets.get(sheet.unwrap_or(SHEET));
        let base = base.ok_or_else(|| Refusal::from(ErrorCode::NoSuchSheet))?;
        let request = new_table(base, seats, against);
        request::check(&self.sheets, &request, &self.times)?;
        if against == QuickPlayAgainst::People {
            let wanted = Wanted {
                sheet: sheet.map(str::to_owned),
                seats,
            };
            let mut registry = self.shelf.lock();
            // Checked before a seat or a route is kept: a refused command leaves nothing behind.
            if registry.tables_of(sender.from.player.id).len() >= self.limits.tables_of_one {
                return Err(ErrorCode::TooManyTables.into());
            }
            if let Some(table) = registry.find_waiting(sender.from.player.id, &wanted) {
                registry.route(&sender.cause(), table);
                let errand = Some(registry.send(sender.from.player.id, table));
                drop(registry);
                return self.pass_on(Sender { errand, ..sender }, Request::QuickPlay, table);
            }
        }
        self.open_table(&sender, &request, Readiness::Ready)
    }
}

fn new_table(sheet: &Sheet, seats: Option<u8>, against: QuickPlayAgainst) -> TableRequest {
    let Players { min, max } = sheet.players;
    let usual = max.min(SEATS_WANTED.max(min));
    let seats = seats.unwrap_or(u8::try_from(usual).unwrap_or(SEATS));
    let (bots, private) = match against {
        QuickPlayAgainst::Bots => (seats.saturating_sub(1), true),
        QuickPlayAgainst::People => (0, false),
    };
    TableRequest {
        sheet: sheet.id.clone(),
        options: std::collections::BTreeMap::new(),
        seats,
        bots,
        private,
        watchers: true,
        clock_s: None,
        absence_s: None,
        absence_end: None,
        pause_s: None,
        tempo: None,
    }
}
