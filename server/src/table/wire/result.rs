//! A deal's result on the wire, as a sum that can be written out.

use boneyard_engine::{
    Adjusted, DealEnd, DealResult, HandResult, LeadBy, LeadReason, Seat, Side, SideResult,
};
use boneyard_protocol::fact;
use boneyard_protocol::{SeatSum, SideSum};

use super::points;

/// The result of a deal.
pub(crate) fn deal(result: &DealResult) -> fact::DealResult {
    let (reason, seat) = match result.end {
        DealEnd::Out { seat } => ("out", seat),
        DealEnd::Block { closer } => ("block", closer),
    };
    let (next_leader, next_lead) = result.next_lead.map_or((None, None), |by| {
        let (seat, method) = lead(by);
        (seat, Some(method.to_owned()))
    });
    fact::DealResult {
        reason: reason.to_owned(),
        seat: Some(seat.get()),
        winners: result.winners.iter().copied().map(Side::get).collect(),
        seats: result.seats.iter().map(seat_sum).collect(),
        sides: result.sides.iter().map(side_sum).collect(),
        pot: result.egg_pot,
        next_leader: next_leader.map(Seat::get),
        next_lead,
    }
}

fn seat_sum(hand: &HandResult) -> SeatSum {
    SeatSum {
        tiles: hand.tiles.clone(),
        value: hand.value,
    }
}

fn side_sum(side: &SideResult) -> SideSum {
    SideSum {
        value: side.value,
        entry: points(side.entry),
        extra: side.eggs + side.bonus,
        before: points(side.score - side.written),
        written: points(side.written),
        after: points(side.score),
        lost: side.adjusted.map(|why| adjusted(why).to_owned()),
    }
}

fn adjusted(why: Adjusted) -> &'static str {
    match why {
        Adjusted::Lost => "threshold",
        Adjusted::Waits | Adjusted::WithWaiting => "carried",
        Adjusted::Capped | Adjusted::Overshot => "overshoot",
    }
}

fn lead(by: LeadBy) -> (Option<Seat>, &'static str) {
    match by {
        LeadBy::Seat { seat, reason } => (Some(seat), reason_name(reason)),
        LeadBy::Lot => (None, "lot"),
        LeadBy::NamedTile => (None, "named"),
        LeadBy::FewestPips => (None, "fewest_pips"),
        LeadBy::MostPips => (None, "most_pips"),
    }
}

fn reason_name(reason: LeadReason) -> &'static str {
    match reason {
        LeadReason::Winner => "winner",
        LeadReason::Closer => "closer",
        LeadReason::Rotation => "rotate",
    }
}
