//! From the table's facts and the engine's values to the words of the protocol. Every match is exhaustive:
//! a new fact is not sent to anybody before somebody has said here who may see what of it.

mod event;
mod refusal;
mod result;
mod view;

use boneyard_engine::{Seat, Viewer};
use boneyard_protocol::PlayerKind;
use boneyard_protocol::fact::Fact as WireFact;

use super::state::Occurrence;
use boneyard_store::fact::{Fact, Opening, Sitter};

pub use refusal::illegal;
pub(crate) use refusal::{legal_texts, sheet_refused, start_refused};
pub(crate) use view::{Around, hands_are_seen, position, summary, table_view};

/// What one viewer is told of a fact at a table of this opening; `None` is a watcher.
pub(crate) fn fact(opening: &Opening, occurrence: &Occurrence, viewer: Option<Seat>) -> WireFact {
    match &occurrence.fact {
        Fact::Game { event, .. } => event::fact(event, &occurrence.context, viewer),
        Fact::Opened(_) | Fact::Entry { .. } | Fact::ClocksStopped { .. } => WireFact::Hidden,
        Fact::Seated { seat, who } => seated(seat.get(), who),
        Fact::Renamed { seat, name } => WireFact::Renamed {
            seat: seat.get(),
            name: name.clone(),
        },
        Fact::Left { seat, bot } => WireFact::Left {
            seat: seat.get(),
            bot: bot.clone(),
        },
        Fact::Opener { seat } => WireFact::Opener { seat: seat.get() },
        Fact::Ready { seat } => WireFact::Ready { seat: seat.get() },
        Fact::MatchStarted { match_id } => WireFact::MatchStarted {
            match_id: *match_id,
            sheet: opening.sheet.clone(),
            options: opening.options.0.clone(),
            players: opening.seats,
        },
        Fact::TimeUp { seat } => WireFact::TimeUp { seat: seat.get() },
        Fact::Absent { seat } => WireFact::Absent { seat: seat.get() },
        Fact::AbsenceChoice { seat, choice } => WireFact::AbsenceChoice {
            seat: seat.get(),
            choice: *choice,
        },
        Fact::Unfinished { match_id } => WireFact::Unfinished {
            match_id: *match_id,
        },
        // Nobody but the seat itself learns of it.
        Fact::AutoPass { seat, .. } if viewer != Some(*seat) => WireFact::Hidden,
        Fact::AutoPass { seat, on } => WireFact::AutoPass {
            seat: seat.get(),
            on: *on,
        },
        Fact::StandIn { seat, .. } => WireFact::StandIn { seat: seat.get() },
        Fact::Returned { seat, .. } => WireFact::Returned { seat: seat.get() },
        Fact::RematchWanted { seat } => WireFact::Rematch { seat: seat.get() },
        Fact::Closed { .. } => WireFact::Closed,
    }
}

/// What one viewer is told of facts that follow each other.
pub(crate) fn facts<'a>(
    opening: &Opening,
    occurrences: impl IntoIterator<Item = &'a Occurrence>,
    viewer: Option<Seat>,
) -> Vec<WireFact> {
    let occurrences = occurrences.into_iter();
    occurrences
        .map(|occurrence| fact(opening, occurrence, viewer))
        .collect()
}

fn seated(seat: u8, who: &Sitter) -> WireFact {
    match who {
        Sitter::Player(player) => WireFact::Seated {
            seat,
            player: Some(player.id),
            name: player.name.clone(),
            kind: player.kind,
        },
        Sitter::ServerBot { name } => WireFact::Seated {
            seat,
            player: None,
            name: name.clone(),
            kind: PlayerKind::Bot,
        },
    }
}

/// The viewer in the engine's word.
pub(crate) fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Watcher, Viewer::Seat)
}

/// A count as the wire has it. No count of this game comes near the limit: there are 28 tiles.
pub(crate) fn count(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// Points as a JSON number.
pub(crate) fn points(points: boneyard_engine::Points) -> f64 {
    let halves = i32::try_from(points.halves()).unwrap_or(i32::MAX);
    f64::from(halves) / 2.0
}
