//! From the table's facts and the engine's values to the words of the protocol. Every match is exhaustive:
//! a new fact is not sent to anybody before somebody has said here who may see what of it.

mod event;
mod refusal;
mod result;
mod view;

use boneyard_engine::{Seat, Viewer};
use boneyard_protocol::fact::Fact as WireFact;
use boneyard_protocol::{PlayerId, PlayerKind};

use super::state::State;
use boneyard_store::fact::{Fact, Sitter};

pub use refusal::illegal;
pub(crate) use refusal::{legal_texts, sheet_refused, start_refused};
pub(crate) use view::{Around, hands_are_seen, position, summary, table_view};

/// A fact as its viewers see it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shown {
    /// Everybody sees the same.
    Same(WireFact),
    /// A hand is in it.
    BySeat {
        /// What those without a seat see.
        watcher: WireFact,
        /// What the seats see, in order.
        seats: Vec<WireFact>,
    },
}

impl Shown {
    /// Whether somebody gets a seat by it.
    pub(crate) fn seats(&self, whom: PlayerId) -> bool {
        matches!(self, Self::Same(WireFact::Seated { player, .. }) if *player == Some(whom))
    }

    /// What one viewer sees.
    pub(crate) fn to(&self, viewer: Option<Seat>) -> &WireFact {
        match (self, viewer) {
            (Self::Same(fact), _) => fact,
            (Self::BySeat { watcher, .. }, None) => watcher,
            (Self::BySeat { watcher, seats }, Some(seat)) => {
                seats.get(seat.index()).unwrap_or(watcher)
            }
        }
    }

    /// The same without the tiles that are closed again (SPEC 12.4).
    pub(crate) fn closed_again(self) -> Self {
        match self {
            Self::Same(fact) => Self::Same(fact.closed_again()),
            Self::BySeat { watcher, seats } => Self::BySeat {
                watcher: watcher.closed_again(),
                seats: seats.into_iter().map(WireFact::closed_again).collect(),
            },
        }
    }

    /// Whether nobody sees anything of it.
    pub(crate) fn is_hidden(&self) -> bool {
        *self == Self::Same(WireFact::Hidden)
    }
}

/// What the viewers see of a fact that has just been folded into `state`.
pub(crate) fn shown(state: &State, fact: &Fact) -> Shown {
    Shown::Same(match fact {
        Fact::Game { event, .. } => return event::shown(state, event),
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
            sheet: state.opening.sheet.clone(),
            options: state.opening.options.0.clone(),
            players: state.opening.seats,
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
        Fact::AutoPass { seat, on } => return own_wish(state, *seat, *on),
        Fact::StandIn { seat, .. } => WireFact::StandIn { seat: seat.get() },
        Fact::Returned { seat, .. } => WireFact::Returned { seat: seat.get() },
        Fact::RematchWanted { seat } => WireFact::Rematch { seat: seat.get() },
        Fact::Closed { .. } => WireFact::Closed,
    })
}

/// Nobody but the seat itself learns of it.
fn own_wish(state: &State, own: Seat, on: bool) -> Shown {
    let seen = |seat: Seat| {
        if seat == own {
            let seat = seat.get();
            WireFact::AutoPass { seat, on }
        } else {
            WireFact::Hidden
        }
    };
    Shown::BySeat {
        watcher: WireFact::Hidden,
        seats: state.seats.places().map(seen).collect(),
    }
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
