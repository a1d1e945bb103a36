//! A deal's result on the wire, as a sum that can be written out.

use boneyard_engine::{
    Adjusted, DealEnd, DealResult, Fault, HandResult, LeadBy, LeadReason, MatchEnd, Seat, Side,
    SideResult,
};
use boneyard_protocol::result::{self as wire, NextLead, SeatSum, SideSum};

use super::points;

/// The result of a deal.
pub(crate) fn deal(result: &DealResult) -> wire::DealResult {
    let (reason, seat, fault) = match result.end {
        DealEnd::Out { seat } => (wire::DealEnd::Out, Some(seat), None),
        DealEnd::Block { closer } => (wire::DealEnd::Block, Some(closer), None),
        DealEnd::Fault { seat, fault } => (wire::DealEnd::Fault, Some(seat), Some(fault)),
        DealEnd::Warning { side: _ } => (wire::DealEnd::Warning, None, None),
    };
    let (next_leader, next_lead) = result.next_lead.map(lead).unzip();
    wire::DealResult {
        reason,
        fault: fault.map(fault_found),
        seat: seat.map(Seat::get),
        winners: result.winners.iter().copied().map(Side::get).collect(),
        seats: result.seats.iter().map(seat_sum).collect(),
        sides: result.sides.iter().map(side_sum).collect(),
        pot: result.egg_pot,
        next_leader: next_leader.flatten().map(Seat::get),
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
        lost: side.adjusted.map(adjusted),
    }
}

fn adjusted(why: Adjusted) -> wire::Adjusted {
    match why {
        Adjusted::Lost => wire::Adjusted::Threshold,
        Adjusted::Waits | Adjusted::WithWaiting => wire::Adjusted::Carried,
        Adjusted::Capped | Adjusted::Overshot => wire::Adjusted::Overshoot,
    }
}

fn lead(by: LeadBy) -> (Option<Seat>, NextLead) {
    match by {
        LeadBy::Seat { seat, reason } => (Some(seat), lead_reason(reason)),
        LeadBy::Lot => (None, NextLead::Lot),
        LeadBy::NamedTile => (None, NextLead::Named),
        LeadBy::FewestPips => (None, NextLead::FewestPips),
        LeadBy::MostPips => (None, NextLead::MostPips),
    }
}

fn lead_reason(reason: LeadReason) -> NextLead {
    match reason {
        LeadReason::Winner => NextLead::Winner,
        LeadReason::Closer => NextLead::Closer,
        LeadReason::Rotation => NextLead::Rotate,
        LeadReason::Again => NextLead::Again,
    }
}

fn fault_found(fault: Fault) -> wire::Fault {
    match fault {
        Fault::FalsePass => wire::Fault::FalsePass,
        Fault::WrongTile => wire::Fault::WrongTile,
    }
}

/// What ended a match.
pub(crate) fn match_end(end: MatchEnd) -> wire::MatchEnd {
    match end {
        MatchEnd::Target => wire::MatchEnd::Target,
        MatchEnd::Deals => wire::MatchEnd::Deals,
        MatchEnd::Immediate => wire::MatchEnd::Immediate,
        MatchEnd::Warnings => wire::MatchEnd::Warnings,
    }
}
