//! What those who sit at one table are called there.
//!
//! Names are free: many players may have the same. At a table no two seats show names that look alike: whoever
//! sits down second, or takes such a name later, is shown with a number that no name can hold (`Anna²`: in a
//! player's own name a raised digit is a plain one). It stands in the fact itself, so that every client, log and
//! match record has it, and sitting down never fails because of a player's name.

use boneyard_engine::{BySeat, Seat};

use super::seats::SeatState;
use crate::identity::Likeness;
use boneyard_store::fact::{Fact, Sitter};

/// The numbers, from the second of a name on: as many as a table has seats, and one more.
const MARKS: [&str; 8] = ["²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];

/// Gives a fact that names a seat the name that the seat can have there.
pub(super) fn set_apart(seats: &BySeat<SeatState>, fact: &mut Fact) {
    let (seat, name) = match fact {
        Fact::Seated { seat, who } => match who {
            Sitter::Player(player) => (*seat, &mut player.name),
            Sitter::ServerBot { name } => (*seat, name),
        },
        Fact::Renamed { seat, name } => (*seat, name),
        Fact::Left {
            seat,
            bot: Some(name),
        } => (*seat, name),
        _ => return,
    };
    *name = name_at(seats, seat, name);
}

/// The wished name, or the first of its numbered forms, that looks like no other seat's.
fn name_at(seats: &BySeat<SeatState>, own: Seat, wish: &str) -> String {
    let others = seats.pairs().filter(|(seat, _)| *seat != own);
    let taken: Vec<Likeness> = others
        .filter_map(|(_, state)| state.name())
        .map(|(name, _)| Likeness::of(name))
        .collect();
    let numbered = MARKS.iter().map(|mark| format!("{wish}{mark}"));
    std::iter::once(wish.to_owned())
        .chain(numbered)
        .find(|name| {
            let likeness = Likeness::of(name);
            !taken.iter().any(|other| other.is_like(&likeness))
        })
        .expect("there are more numbers than other seats")
}

#[cfg(test)]
mod tests {
    use boneyard_protocol::limits::SEATS;
    use boneyard_protocol::{PlayerId, PlayerInfo, PlayerKind};
    use uuid::Uuid;

    use super::*;

    fn sit(seats: &mut BySeat<SeatState>, seat: u8, name: &str) -> String {
        let player = PlayerInfo {
            id: PlayerId(Uuid::from_u128(u128::from(seat) + 1)),
            name: name.to_owned(),
            kind: PlayerKind::Person,
        };
        let mut fact = Fact::Seated {
            seat: Seat::new(seat),
            who: Sitter::Player(player),
        };
        change(seats, &mut fact)
    }

    fn change(seats: &mut BySeat<SeatState>, fact: &mut Fact) -> String {
        set_apart(seats, fact);
        let (Fact::Seated { seat, .. } | Fact::Renamed { seat, .. } | Fact::Left { seat, .. }) =
            fact
        else {
            panic!("{fact:?} names nobody");
        };
        let state = seats.iter_mut().nth(seat.index()).unwrap();
        state.change(fact, 0);
        state.name().unwrap().0.to_owned()
    }

    #[test]
    fn whoever_looks_like_another_at_the_table_is_numbered() {
        let mut seats = BySeat::from_fn(4, |_| SeatState::free());
        assert_eq!(sit(&mut seats, 0, "Anna"), "Anna");
        assert_eq!(sit(&mut seats, 1, "Аnnа"), "Аnnа²");
        assert_eq!(sit(&mut seats, 2, "ANNA."), "ANNA.³");
        assert_eq!(sit(&mut seats, 3, "Béla"), "Béla");
        let mut renamed = Fact::Renamed {
            seat: Seat::new(3),
            name: "anna".to_owned(),
        };
        assert_eq!(change(&mut seats, &mut renamed), "anna⁴");
        // A player's own old name does not conflict.
        let mut again = Fact::Renamed {
            seat: Seat::new(0),
            name: "Anna".to_owned(),
        };
        assert_eq!(change(&mut seats, &mut again), "Anna");
    }

    #[test]
    fn a_server_bot_gives_way_like_anybody() {
        let mut seats = BySeat::from_fn(2, |_| SeatState::free());
        sit(&mut seats, 0, "Bruno");
        let mut left = Fact::Left {
            seat: Seat::new(1),
            bot: Some("Bruno".to_owned()),
        };
        assert_eq!(change(&mut seats, &mut left), "Bruno²");
    }

    #[test]
    fn a_whole_table_of_one_name_has_as_many_names_as_seats() {
        let mut seats = BySeat::from_fn(usize::from(SEATS), |_| SeatState::free());
        let names: std::collections::BTreeSet<_> = (0..SEATS)
            .map(|seat| sit(&mut seats, seat, "Anna"))
            .collect();
        assert_eq!(names.len(), usize::from(SEATS));
    }
}
