//! Tiles that not everybody may see (SPEC 12.2).

use crate::seat::Seat;

/// Who may see tiles of a hand. Set by whichever of `decide`, `rule` and `enter` makes the event,
/// so that building a viewer's event needs no state.
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
    /// A referee to whom the competition opens all hands (SPEC 12.5), closed rows too; the stock
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
    /// What is hidden. For the fold and the journal; viewers get it through [`Hidden::seen_by`].
    pub value: T,
}

impl<T> Hidden<T> {
    /// The value, if the viewer may see it.
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer) -> Option<&T> {
        let seen = match (self.sight, viewer) {
            (Sight::All, _) | (_, Viewer::Referee) => true,
            (Sight::Owner, Viewer::Seat(seat)) => seat == self.owner,
            (Sight::Owner, Viewer::Watcher) | (Sight::Nobody, _) => false,
        };
        #[cfg(feature = "planted-leaks")]
        let seen = seen || crate::planted::shows(self.owner, self.sight, viewer);
        seen.then_some(&self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails to compile if the type derives `Serialize`: then the call could mean either impl.
    macro_rules! assert_no_serialize {
        ($($secret:ty),*) => {$({
            trait Ambiguous<Which> {
                fn if_serialize() {}
            }
            impl<T: ?Sized> Ambiguous<()> for T {}
            struct Serializes;
            impl<T: ?Sized + serde::Serialize> Ambiguous<Serializes> for T {}
            <$secret as Ambiguous<_>>::if_serialize();
        })*};
    }

    #[test]
    fn what_holds_hidden_tiles_cannot_be_serialized() {
        assert_no_serialize!(
            crate::Event,
            crate::Match,
            crate::deal::Deal,
            crate::deal::Hand,
            Hidden<crate::Tile>
        );
    }

    #[test]
    fn only_the_owner_and_the_referee_see_what_the_owner_sees() {
        let owner = Seat::new(1);
        let seen = |sight, viewer| {
            Hidden {
                owner,
                sight,
                value: (),
            }
            .seen_by(viewer)
            .is_some()
        };
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
