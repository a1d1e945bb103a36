//! How each fact changes a table. Every fact of the protocol is named here; none asks for a rule of the game.

mod game;
mod seats;

use boneyard_protocol::{Fact, Position, SeatInfo, TableView};

use self::game::{deal, play, void};
use self::seats::{
    break_off, change_seat, forget_wishes, leave, no_deal_yet, nobody_ready, nobody_stands_in, wish,
};

/// Adds one fact.
pub(super) fn fold(view: &mut TableView, fact: &Fact) {
    match fact {
        // The position says who chooses about which player, and what they chose.
        Fact::Hidden
        | Fact::Unknown
        | Fact::Closed
        | Fact::Absent { .. }
        | Fact::AbsenceChoice { .. } => {}
        Fact::AutoPass { seat, on } => wish(view, *seat, *on),
        Fact::Unfinished { .. } => break_off(view),
        Fact::Seated {
            seat,
            player,
            name,
            kind,
        } => {
            let there = SeatInfo {
                player: *player,
                name: Some(name.clone()),
                kind: Some(*kind),
                here: true,
                ..SeatInfo::default()
            };
            change_seat(view, *seat, |seat| *seat = there);
            forget_wishes(view, *seat);
        }
        Fact::Renamed { seat, name } => change_seat(view, *seat, |s| s.name = Some(name.clone())),
        Fact::Left { seat, bot } => leave(view, *seat, bot.as_ref()),
        Fact::Opener { seat } => view.opener = Some(*seat),
        Fact::Ready { seat } | Fact::Rematch { seat } => {
            change_seat(view, *seat, |seat| seat.ready = true);
        }
        Fact::StandIn { seat } => change_seat(view, *seat, |seat| seat.stand_in = true),
        Fact::Returned { seat } => change_seat(view, *seat, |seat| seat.stand_in = false),
        Fact::MatchStarted { match_id, .. } => {
            view.match_number += 1;
            no_deal_yet(view, Some(*match_id));
        }
        Fact::Dealt { .. } => deal(view, fact),
        Fact::Void { commitment, .. } => void(view, commitment, fact),
        Fact::MatchOver { .. } => {
            nobody_stands_in(view);
            nobody_ready(view);
            play(view, fact);
        }
        Fact::Arranged { .. }
        | Fact::Led { .. }
        | Fact::Played { .. }
        | Fact::TurnedUp { .. }
        | Fact::Misfit { .. }
        | Fact::Opened { .. }
        | Fact::Drew { .. }
        | Fact::Passed { .. }
        | Fact::Stopped { .. }
        | Fact::Challenged { .. }
        | Fact::TakenBack { .. }
        | Fact::Warned { .. }
        | Fact::TimeUp { .. }
        | Fact::Ruled { .. }
        | Fact::DealOver(_)
        | Fact::Scored { .. } => play(view, fact),
    }
}

/// Takes over the position after the last fact.
pub(super) fn settle(view: &mut TableView, now: &Position) {
    view.now.clone_from(now);
    if let Some(game) = &mut view.game {
        for (hand, count) in game.hands.iter_mut().zip(&now.hands) {
            hand.count = *count;
        }
        // Whose turn it is before the first tile lies, leads.
        if game.line.is_none() && game.result.is_none() {
            game.leader = game.leader.or(now.seat);
        }
    }
}
