//! Tiles that not everybody may see (SPEC 12.2).

#[cfg(feature = "planted-leaks")]
use crate::planted::{Leak, planted};
use crate::seat::Seat;
use crate::tile::Tile;

/// Who may see tiles of a hand. `decide`, `rule` and `enter` set it with the event, so that
/// building a viewer's event needs no state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Everybody.
    All,
    /// The seat whose hand it is.
    Owner,
    /// No player, not even the owner.
    Nobody,
}

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// The player at a seat.
    Seat(Seat),
    /// Somebody without a seat.
    Watcher,
    /// A referee who may see all hands in this competition (SPEC 12.5), closed rows too; the stock
    /// never. Any other referee is a `Watcher`.
    Referee,
}

/// Something about a hand, with who may see it. The stock, set-aside tiles and entries are never
/// wrapped: no viewer gets them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden<T> {
    /// Whose hand it is.
    pub owner: Seat,
    /// Who may see it.
    pub sight: Sight,
    /// What is hidden; viewers get it through [`Hidden::seen_by`].
    value: T,
}

impl<T> Hidden<T> {
    /// Hides something about the hand of a seat.
    #[must_use]
    pub const fn new(owner: Seat, sight: Sight, value: T) -> Self {
        Self {
            owner,
            sight,
            value,
        }
    }

    /// The value itself, for the fold of a match, for a journal that writes all of it down, and for a match that
    /// is over. Never for a viewer.
    #[must_use]
    pub const fn uncovered(&self) -> &T {
        &self.value
    }

    /// The value, if the viewer may see it.
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer) -> Option<&T> {
        let seen = match (self.sight, viewer) {
            (Sight::All, _) | (_, Viewer::Referee) => true,
            (Sight::Owner, Viewer::Seat(seat)) => seat == self.owner,
            (Sight::Owner, Viewer::Watcher) | (Sight::Nobody, _) => false,
        };
        #[cfg(feature = "planted-leaks")]
        let seen = seen || is_leaked(self.owner, self.sight, viewer);
        seen.then_some(&self.value)
    }
}

/// Whether a planted leak shows something of a hand to somebody who may not see it.
#[cfg(feature = "planted-leaks")]
fn is_leaked(owner: Seat, sight: Sight, viewer: Viewer) -> bool {
    let partner = Viewer::Seat(Seat::new(owner.get() ^ 2));
    sight == Sight::Owner
        && (planted(Leak::HandToPartner) && viewer == partner
            || planted(Leak::HandsToWatcher) && viewer == Viewer::Watcher)
}

/// The tiles of a hand as a viewer sees them: `None` for a closed tile. A row is listed left to
/// right, a hand that its owner sees ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeenHand {
    /// One element for every tile of the hand.
    pub tiles: Vec<Option<Tile>>,
}

impl SeenHand {
    pub(crate) fn of(hand: &Hidden<Vec<Tile>>, viewer: Viewer) -> Self {
        match hand.seen_by(viewer) {
            Some(tiles) => Self {
                tiles: tiles.iter().copied().map(Some).collect(),
            },
            None => Self {
                tiles: vec![None; hand.value.len()],
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_owner_and_the_referee_see_what_the_owner_sees() {
        let owner = Seat::new(1);
        let seen = |sight, viewer| Hidden::new(owner, sight, ()).seen_by(viewer).is_some();
        let viewers = [
            Viewer::Seat(owner),
            Viewer::Seat(Seat::new(0)),
            Viewer::Watcher,
            Viewer::Referee,
        ];
        assert_eq!(
            viewers.map(|viewer| seen(Sight::All, viewer)),
            [true, true, true, true]
        );
        assert_eq!(
            viewers.map(|viewer| seen(Sight::Owner, viewer)),
            [true, false, false, true]
        );
        assert_eq!(
            viewers.map(|viewer| seen(Sight::Nobody, viewer)),
            [false, false, false, true]
        );
    }
}
