//! Who sits where, and what they have said.

use boneyard_protocol::{MatchId, PlayerKind, SeatInfo, TableView};

pub(super) fn change_seat(view: &mut TableView, seat: u8, change: impl FnOnce(&mut SeatInfo)) {
    if let Some(seat) = view.seats.get_mut(usize::from(seat)) {
        change(seat);
    }
}

pub(super) fn nobody_ready(view: &mut TableView) {
    for seat in &mut view.seats {
        seat.ready = false;
    }
}

/// The table seats again.
pub(super) fn break_off(view: &mut TableView) {
    nobody_stands_in(view);
    no_deal_yet(view, None);
}

pub(super) fn no_deal_yet(view: &mut TableView, match_id: Option<MatchId>) {
    view.match_id = match_id;
    view.game = None;
    nobody_ready(view);
}

pub(super) fn nobody_stands_in(view: &mut TableView) {
    for seat in view.seats.iter_mut().filter(|seat| seat.player.is_some()) {
        seat.stand_in = false;
    }
}

/// In a match a bot plays a seat that was given up; before and after, the seat is free.
pub(super) fn leave(view: &mut TableView, seat: u8, bot: Option<&String>) {
    let there = match bot {
        Some(name) => SeatInfo {
            name: Some(name.clone()),
            kind: Some(PlayerKind::Bot),
            here: true,
            stand_in: true,
            ..SeatInfo::default()
        },
        None => SeatInfo::default(),
    };
    change_seat(view, seat, |seat| *seat = there);
    forget_wishes(view, seat);
}

/// A player who came as a watcher learns of their own seat from the next snapshot, which has the wish.
pub(super) fn wish(view: &mut TableView, seat: u8, on: bool) {
    if view.me == Some(seat) {
        view.auto_pass = on;
    }
}

/// A player who gives up a seat, or takes one, has no wish there yet.
pub(super) fn forget_wishes(view: &mut TableView, seat: u8) {
    if view.me == Some(seat) {
        view.auto_pass = false;
    }
}
