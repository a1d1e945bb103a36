//! Leaks planted into what viewers are told. Compiled only with the feature `planted-leaks`.

use super::{Event, SeenEvent};
use crate::hidden::{SeenHand, Viewer};
use crate::planted::{Leak, planted};
use crate::seat::Seat;

/// An event as a viewer sees it, with the planted leak.
pub(super) fn leaking(event: &Event, viewer: Viewer, mut seen: SeenEvent) -> SeenEvent {
    if let (Event::Drew { seat, tile }, SeenEvent::Drew { tile: shown, .. }) = (event, &mut seen)
        && planted(Leak::DrawnTileToNextSeat)
        && viewer == Viewer::Seat(Seat::new(seat.get() + 1))
    {
        *shown = Some(*tile.uncovered());
    }
    if let (Event::Voided { entry, .. }, SeenEvent::Voided { hand, .. }) = (event, &mut seen)
        && planted(Leak::VoidEntryShowsMore)
    {
        hand.tiles.extend(entry.order().last().copied().map(Some));
    }
    if let (Event::Dealt { entry, .. }, SeenEvent::Dealt { hands, .. }) = (event, &mut seen)
        && planted(Leak::HandInOrderOfDealing)
    {
        let in_order = |hand: &SeenHand| {
            let mut tiles = hand.tiles.clone();
            tiles.sort_by_key(|tile| entry.order().iter().position(|dealt| Some(*dealt) == *tile));
            SeenHand { tiles }
        };
        *hands = hands.map(in_order);
    }
    seen
}
