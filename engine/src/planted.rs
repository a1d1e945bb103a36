//! Leaks planted into what viewers are shown, one at a time, for the test that must find them all.
//! Compiled only with the feature `planted-leaks`, which no server has.

use std::cell::Cell;

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
