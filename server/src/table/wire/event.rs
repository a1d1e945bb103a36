//! The engine's events on the wire.

use boneyard_engine::{BySeat, Event, Lay, Seat, SeenEvent, SeenHand, Viewer};
use boneyard_protocol::Fact as WireFact;

use super::{Shown, count, result};
use crate::journal::hex;
use crate::table::state::State;

/// What the viewers see of an event that has just been folded into `state`.
pub(super) fn shown(state: &State, event: &Event) -> Shown {
    let watcher = fact(state, &event.seen_by(Viewer::Watcher), None);
    if !holds_a_hand(event) {
        return Shown::Same(watcher);
    }
    let seen = |seat| fact(state, &event.seen_by(Viewer::Seat(seat)), Some(seat));
    Shown::BySeat {
        watcher,
        seats: state.seats.places().map(seen).collect(),
    }
}

/// Whether viewers may see different things of an event.
fn holds_a_hand(event: &Event) -> bool {
    match event {
        Event::Dealt { .. } | Event::Voided { .. } | Event::Drew { .. } => true,
        Event::MatchStarted { .. }
        | Event::TurnBegan { .. }
        | Event::Led { .. }
        | Event::Played { .. }
        | Event::Passed { .. }
        | Event::Stopped { .. }
        | Event::TurnEnded { .. }
        | Event::Scored { .. }
        | Event::Ruled { .. }
        | Event::DealOver { .. }
        | Event::MatchOver { .. } => false,
    }
}

fn fact(state: &State, event: &SeenEvent, viewer: Option<Seat>) -> WireFact {
    match event {
        // What clients need of these is in the table's own `match_started` and in the position.
        SeenEvent::MatchStarted { .. }
        | SeenEvent::TurnBegan { .. }
        | SeenEvent::TurnEnded { .. } => WireFact::Hidden,
        SeenEvent::Ruled { ruling } => WireFact::Ruled {
            ruling: ruling.to_string(),
        },
        SeenEvent::Dealt { deal, hands, stock } => dealt(state, *deal, hands, *stock, viewer),
        SeenEvent::Voided { deal, seat, hand } => WireFact::Void {
            entry: *deal,
            commitment: last_commitment(state),
            seat: seat.get(),
            hand: hand.tiles.iter().copied().flatten().collect(),
        },
        SeenEvent::Led { seat, tile, lay } => WireFact::Led {
            seat: seat.get(),
            tile: *tile,
            along: *lay == Lay::Along,
        },
        SeenEvent::Played {
            seat,
            tile,
            end,
            lay,
        } => WireFact::Played {
            seat: seat.get(),
            tile: *tile,
            end: *end,
            along: *lay == Lay::Along,
        },
        SeenEvent::Drew { seat, tile } => WireFact::Drew {
            seat: seat.get(),
            tile: *tile,
        },
        SeenEvent::Passed { seat } => WireFact::Passed {
            seat: seat.get(),
            numbers: open_numbers(state),
        },
        SeenEvent::Stopped { seat } => WireFact::Stopped { seat: seat.get() },
        SeenEvent::Scored { side, points, .. } => WireFact::Scored {
            side: side.get(),
            points: u32::try_from(points.halves() / 2).unwrap_or(0),
        },
        SeenEvent::DealOver { result } => WireFact::DealOver(Box::new(result::deal(result))),
        SeenEvent::MatchOver { result } => WireFact::MatchOver {
            score: result.score.iter().copied().map(super::points).collect(),
            winners: result.winners.iter().map(|side| side.get()).collect(),
            losers: result.losers.iter().map(|side| side.get()).collect(),
        },
    }
}

fn dealt(
    state: &State,
    entry: u32,
    hands: &BySeat<SeenHand>,
    stock: u32,
    viewer: Option<Seat>,
) -> WireFact {
    let play = state.game.as_ref().and_then(|game| game.play());
    let own = viewer.and_then(|seat| hands.get(seat));
    WireFact::Dealt {
        entry,
        commitment: last_commitment(state),
        deal: play.map_or(1, |play| play.completed() + 1),
        hands: hands.iter().map(|hand| count(hand.tiles.len())).collect(),
        stock: u8::try_from(stock).unwrap_or(u8::MAX),
        hand: own.and_then(|hand| hand.tiles.iter().copied().collect()),
        leader: play
            .and_then(|play| play.view(Viewer::Watcher).leader)
            .map(Seat::get),
    }
}

fn last_commitment(state: &State) -> String {
    let seal = state.game.as_ref().and_then(|game| game.seals.last());
    seal.map(|seal| hex::encode(&seal.commitment))
        .unwrap_or_default()
}

/// The numbers of the open ends, each once, ascending. A pass does not change them.
fn open_numbers(state: &State) -> Vec<u8> {
    let play = state.game.as_ref().and_then(|game| game.play());
    let ends = play
        .map(|play| play.view(Viewer::Watcher).line.ends)
        .unwrap_or_default();
    let mut numbers: Vec<u8> = ends.iter().map(|end| end.number.get()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
