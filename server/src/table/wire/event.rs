//! The engine's events on the wire.

use boneyard_engine::{BySeat, Event, Lay, ScoreReason, Seat, SeenEvent, SeenHand};
use boneyard_protocol::{Fact as WireFact, result as wire};

use super::{count, result};
use crate::table::state::Context;

/// What a viewer is told of an event, from what the engine lets them see of it.
pub(super) fn fact(event: &Event, context: &Context, viewer: Option<Seat>) -> WireFact {
    fact_of(&event.seen_by(super::viewer(viewer)), context, viewer)
}

#[expect(
    clippy::too_many_lines,
    reason = "one table of all facts is easier to trust"
)]
fn fact_of(event: &SeenEvent, context: &Context, viewer: Option<Seat>) -> WireFact {
    match event {
        // What clients need of these is in the table's own `match_started` and in the position.
        SeenEvent::MatchStarted { .. }
        | SeenEvent::TurnBegan { .. }
        | SeenEvent::TurnEnded { .. } => WireFact::Hidden,
        SeenEvent::Ruled { ruling } => WireFact::Ruled {
            ruling: ruling.to_string(),
        },
        SeenEvent::Dealt { deal, hands, stock } => dealt(context, *deal, hands, *stock, viewer),
        SeenEvent::Voided { deal, seat, hand } => WireFact::Void {
            entry: *deal,
            commitment: commitment(context),
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
            fine: (*fine > earlier_fine(context)).then_some(*fine),
        },
        SeenEvent::Led { seat, tile, lay } => WireFact::Led {
            seat: seat.get(),
            tile: *tile,
            along: *lay == Lay::Along,
            lengthwise: is_lengthwise(context),
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
            lengthwise: is_lengthwise(context),
        },
        SeenEvent::Drew { seat, tile } => WireFact::Drew {
            seat: seat.get(),
            tile: *tile,
        },
        SeenEvent::Passed { seat } => WireFact::Passed {
            seat: seat.get(),
            numbers: open_numbers(context),
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

fn is_lengthwise(context: &Context) -> bool {
    matches!(context, Context::Laid { lengthwise: true })
}

fn earlier_fine(context: &Context) -> u32 {
    match context {
        Context::Warned { earlier_fine } => *earlier_fine,
        _ => 0,
    }
}

fn open_numbers(context: &Context) -> Vec<u8> {
    match context {
        Context::Passed { open_numbers } => open_numbers.clone(),
        _ => Vec::new(),
    }
}

fn commitment(context: &Context) -> String {
    match context {
        Context::Dealt { commitment, .. } | Context::Voided { commitment } => {
            commitment.map(hex::encode).unwrap_or_default()
        }
        _ => String::new(),
    }
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
    context: &Context,
    entry: u32,
    hands: &BySeat<SeenHand>,
    stock: u32,
    viewer: Option<Seat>,
) -> WireFact {
    let (deal, leader) = match context {
        Context::Dealt { deal, leader, .. } => (*deal, *leader),
        _ => (1, None),
    };
    let own = viewer.and_then(|seat| hands.get(seat));
    WireFact::Dealt {
        entry,
        commitment: commitment(context),
        deal,
        hands: hands.iter().map(|hand| count(hand.tiles.len())).collect(),
        stock: u8::try_from(stock).unwrap_or(u8::MAX),
        hand: own.and_then(|hand| hand.tiles.iter().copied().collect()),
        leader: leader.map(Seat::get),
    }
}
