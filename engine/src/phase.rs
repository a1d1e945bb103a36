//! Where a match stands.

/// What a match is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The next entry ([`Match::enter`](crate::Match::enter)): at the start, after `deal`, after a void deal.
    AwaitingEntry,
    /// The rows of the seats that have not arranged theirs (SPEC 4.4).
    Arranging,
    /// The seat on turn.
    Playing,
    /// The ruling `deal`.
    DealOver,
    /// Nothing.
    MatchOver,
}
