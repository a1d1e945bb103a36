//! The engine's events on the wire.

use boneyard_engine::{
    BySeat, Event, Lay, ScoreReason, Seat, SeenEvent, SeenHand, Side, Tile, Viewer,
};
use boneyard_protocol::{Fact as WireFact, result as wire};

use super::{Shown, count, result};
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
        Event::Dealt { .. }
        | Event::Voided { .. }
        | Event::Misfit { .. }
        | Event::Opened { .. }
        | Event::Drew { .. } => true,
        Event::MatchStarted { .. }
        | Event::Arranged { .. }
        | Event::TurnBegan { .. }
        | Event::Led { .. }
        | Event::Played { .. }
        | Event::TurnedUp { .. }
        | Event::Passed { .. }
        | Event::Stopped { .. }
        | Event::Challenged { .. }
        | Event::TakenBack { .. }
        | Event::Warned { .. }
        | Event::TurnEnded { .. }
        | Event::Scored { .. }
        | Event::Ruled { .. }
        | Event::DealOver { .. }
        | Event::MatchOver { .. } => false,
    }
}

#[expect(
    clippy::too_many_lines,
    reason = "one table of all facts is easier to trust"
)]
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
        SeenEvent::Arranged { seat } => WireFact::Arranged { seat: seat.get() },
        SeenEvent::TurnedUp { seat, tile } => WireFact::TurnedUp {
            seat: seat.get(),
            tile: *tile,
        },
        SeenEvent::Misfit { seat, tile } => WireFact::Misfit {
            seat: seat.get(),
            tile: *tile,
        },
        SeenEvent::Opened { seat, row } => WireFact::Opened {
            seat: seat.get(),
            tiles: row.tiles.iter().copied().collect(),
        },
        SeenEvent::Challenged { seat } => WireFact::Challenged { seat: seat.get() },
        SeenEvent::TakenBack { seat, tile, end } => WireFact::TakenBack {
            seat: seat.get(),
            tile: *tile,
            end: *end,
        },
        SeenEvent::Warned {
            side,
            warnings,
            fine,
        } => WireFact::Warned {
            side: side.get(),
            game: warnings.game,
            total: warnings.total,
            fine: (*fine > fine_before(state, *side)).then_some(*fine),
        },
        SeenEvent::Led { seat, tile, lay } => WireFact::Led {
            seat: seat.get(),
            tile: *tile,
            along: *lay == Lay::Along,
            lengthwise: is_lengthwise(state, *tile),
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
            lengthwise: is_lengthwise(state, *tile),
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
        SeenEvent::Scored {
            side,
            points,
            reason,
        } => {
            let (reason, value) = score_reason(*reason);
            WireFact::Scored {
                side: side.get(),
                points: u32::try_from(points.halves() / 2).unwrap_or(0),
                reason,
                value,
            }
        }
        SeenEvent::DealOver { result } => WireFact::DealOver(Box::new(result::deal(result))),
        SeenEvent::MatchOver { result } => WireFact::MatchOver {
            score: result.score.iter().copied().map(super::points).collect(),
            winners: result.winners.iter().map(|side| side.get()).collect(),
            losers: result.losers.iter().map(|side| side.get()).collect(),
            reason: result::match_end(result.reason),
        },
    }
}

fn is_lengthwise(state: &State, tile: Tile) -> bool {
    let game = state.game.as_deref();
    game.is_some_and(|game| game.lengthwise.contains(tile))
}

/// The fine that a pair had in this deal before its last warning.
fn fine_before(state: &State, side: Side) -> u32 {
    let log = state.game.iter().flat_map(|game| &game.log);
    let fine_of = |shown: &Shown| {
        if let WireFact::Warned { side: of, fine, .. } = shown.to(None)
            && *of == side.get()
        {
            return *fine;
        }
        None
    };
    let fines = log.filter_map(fine_of);
    fines.max().unwrap_or(0)
}

fn score_reason(reason: ScoreReason) -> (wire::ScoreReason, Option<u32>) {
    match reason {
        ScoreReason::LeadDouble => (wire::ScoreReason::LeadDouble, None),
        ScoreReason::EqualEnds => (wire::ScoreReason::EqualEnds, None),
        ScoreReason::EqualEndsDouble => (wire::ScoreReason::EqualEndsDouble, None),
        ScoreReason::Multiple { value } => (wire::ScoreReason::Multiples, Some(value)),
        ScoreReason::FirstPass => (wire::ScoreReason::FirstPass, None),
    }
}

fn dealt(
    state: &State,
    entry: u32,
    hands: &BySeat<SeenHand>,
    stock: u32,
    viewer: Option<Seat>,
) -> WireFact {
    let play = state.game.as_deref().and_then(|game| game.play());
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
    let seal = state.game.as_deref().and_then(|game| game.seals.last());
    seal.map(|seal| hex::encode(seal.commitment))
        .unwrap_or_default()
}

/// The numbers of the open ends, each once, ascending. A pass does not change them.
fn open_numbers(state: &State) -> Vec<u8> {
    let play = state.game.as_deref().and_then(|game| game.play());
    let ends = play
        .map(|play| play.view(Viewer::Watcher).line.ends)
        .unwrap_or_default();
    let mut numbers: Vec<u8> = ends.iter().map(|end| end.number.get()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
