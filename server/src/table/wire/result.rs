//! A deal's result on the wire, as a sum that can be written out.

use boneyard_engine::{
    Adjusted, DealEnd, DealResult, Fault, HandResult, LeadBy, LeadReason, MatchEnd, Seat, Side,
    SideResult,
};
use boneyard_protocol::fact;
use boneyard_protocol::{SeatSum, SideSum};

use super::points;

/// The result of a deal.
pub(crate) fn deal(result: &DealResult) -> fact::DealResult {
    let (reason, seat, fault) = match result.end {
        DealEnd::Out { seat } => ("out", Some(seat), None),
        DealEnd::Block { closer } => ("block", Some(closer), None),
        DealEnd::Fault { seat, fault } => ("fault", Some(seat), Some(fault_name(fault))),
        DealEnd::Warning { side: _ } => ("warning", None, None),
    };
    let (next_leader, next_lead) = result.next_lead.map_or((None, None), |by| {
        let (seat, method) = lead(by);
        (seat, Some(method.to_owned()))
    });
    fact::DealResult {
        reason: reason.to_owned(),
        fault: fault.map(str::to_owned),
        seat: seat.map(Seat::get),
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
        extra: side.eggs + side.bonus + side.fine,
        fine: side.fine,
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
        LeadReason::Again => "again",
    }
}

fn fault_name(fault: Fault) -> &'static str {
    match fault {
        Fault::FalsePass => "false_pass",
        Fault::WrongTile => "wrong_tile",
    }
}

/// What ended a match.
pub(crate) fn match_end(end: MatchEnd) -> &'static str {
    match end {
        MatchEnd::Target => "target",
        MatchEnd::Deals => "deals",
        MatchEnd::Immediate => "immediate",
        MatchEnd::Warnings => "warnings",
    }
}
