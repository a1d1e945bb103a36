//! Leaks planted into what viewers are shown, one at a time, for the test that must find them all.
//! Compiled only with the feature `planted-leaks`, which no server has.

use std::cell::Cell;

use crate::event::Event;
use crate::hidden::{Sight, Viewer};
use crate::seat::Seat;
use crate::view::{SeenEvent, SeenHand};

/// A mistake that the view code could have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// An arranged row stays open to its owner.
    ArrangedRowToOwner,
    /// An unseen row is open to its owner.
    UnseenRowToOwner,
    /// An unseen row is shown to its owner as it is dealt, and then no more.
    UnseenRowDealtToOwner,
    /// A row opened to its owner is open to everybody.
    OpenedRowToAll,
    /// A misfit for its owner's eyes is shown to everybody.
    MisfitToAll,
    /// A player sees the hand opposite.
    HandToPartner,
    /// A watcher sees what the players see of their own.
    HandsToWatcher,
    /// A drawn tile is told to the next seat.
    DrawnTileToNextSeat,
    /// A dealt hand is listed in the order in which it was dealt.
    HandInOrderOfDealing,
    /// A void deal shows another tile of its entry.
    VoidEntryShowsMore,
    /// The legal list goes to everybody.
    LegalListToAll,
    /// A misfit is still shown after it was closed again.
    MisfitRemembered,
    /// While a chain may go on, its next tile is shown.
    NextOfChainShown,
    /// Only those tiles count as drawable that fit.
    DrawableCountsFitting,
    /// The value of the layout counts the front of the stock.
    LayoutValueCountsStock,
    /// Who has still to arrange is listed by the pips held.
    AwaitingByPips,
    /// The tile about to be drawn is shown as turned up.
    NextDrawShown,
    /// A tile that another hand holds is refused in other words.
    RefusalTellsOtherHand,
    /// A play out of a closed row is refused by what its rightmost tile is.
    RefusalTellsClosedRow,
    /// A row that is not one's own is refused by whose its first tile is.
    RefusalTellsDealtTiles,
}

impl Leak {
    /// All leaks.
    pub const ALL: [Self; 20] = [
        Self::ArrangedRowToOwner,
        Self::UnseenRowToOwner,
        Self::UnseenRowDealtToOwner,
        Self::OpenedRowToAll,
        Self::MisfitToAll,
        Self::HandToPartner,
        Self::HandsToWatcher,
        Self::DrawnTileToNextSeat,
        Self::HandInOrderOfDealing,
        Self::VoidEntryShowsMore,
        Self::LegalListToAll,
        Self::MisfitRemembered,
        Self::NextOfChainShown,
        Self::DrawableCountsFitting,
        Self::LayoutValueCountsStock,
        Self::AwaitingByPips,
        Self::NextDrawShown,
        Self::RefusalTellsOtherHand,
        Self::RefusalTellsClosedRow,
        Self::RefusalTellsDealtTiles,
    ];
}

thread_local! {
    static PLANTED: Cell<Option<Leak>> = const { Cell::new(None) };
}

/// Plants a leak into everything that this thread asks the engine, or takes it out again.
pub fn plant(leak: Option<Leak>) {
    PLANTED.set(leak);
}

/// Whether this leak is planted.
pub(crate) fn planted(leak: Leak) -> bool {
    PLANTED.get() == Some(leak)
}

/// Whether a planted leak shows something of a hand to somebody who may not see it.
pub(crate) fn shows(owner: Seat, sight: Sight, viewer: Viewer) -> bool {
    let partner = Viewer::Seat(Seat::new(owner.get() ^ 2));
    sight == Sight::Owner
        && (planted(Leak::HandToPartner) && viewer == partner
            || planted(Leak::HandsToWatcher) && viewer == Viewer::Watcher)
}

/// An event as a viewer sees it, with the planted leak.
pub(crate) fn leaking_event(event: &Event, viewer: Viewer, mut seen: SeenEvent) -> SeenEvent {
    if let (Event::Drew { seat, tile }, SeenEvent::Drew { tile: shown, .. }) = (event, &mut seen)
        && planted(Leak::DrawnTileToNextSeat)
        && viewer == Viewer::Seat(Seat::new(seat.get() + 1))
    {
        *shown = Some(tile.value);
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
