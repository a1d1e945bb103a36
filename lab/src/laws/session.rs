//! All that one viewer gets, compared between two worlds.

use boneyard_engine::{Action, End, Event, Lay, Match, Seat, SeatView, SeenEvent, Tile, Viewer};

use crate::laws::world::World;

/// A viewer who watches from an input on: 0 for the whole match; otherwise they came back, or came late,
/// and begin with the view as it is then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Session {
    pub(crate) viewer: Viewer,
    /// How many inputs were missed.
    pub(crate) since: usize,
}

impl Session {
    /// The index of the first event that is sent. The start of a match from its beginning is sent, too.
    pub(crate) fn first_event(&self, world: &World) -> usize {
        match self.since {
            0 => 0,
            since => world.marks[since - 1],
        }
    }

    /// Compares everything the viewer gets in two worlds: the first view, every
    /// event, the view after every input, and, for a seat, the answer to every action.
    ///
    /// # Errors
    ///
    /// The first thing that differs.
    pub(crate) fn compare(&self, here: &World, there: &World) -> Result<(), String> {
        let start = |world: &World| Match::from_events(&world.events[..1]);
        let (Some(mut one), Some(mut other)) = (start(here), start(there)) else {
            return Err("a world does not begin".to_owned());
        };
        let inputs = here.inputs.len();
        // The answers in the middle and at the end: at every input they would take too long.
        let tried_after = [self.since + (inputs - self.since) / 2, inputs];
        for after in 0..=inputs {
            if after > 0 {
                let (events, others) = (here.events_of(after - 1), there.events_of(after - 1));
                events.iter().for_each(|event| one.apply(event));
                others.iter().for_each(|event| other.apply(event));
                if after > self.since {
                    self.compare_events(events, others)?;
                }
            }
            if after >= self.since {
                self.compare_views(&one, &other)?;
            }
            if tried_after.contains(&after) {
                self.compare_answers(&one, &other)?;
            }
        }
        Ok(())
    }

    fn compare_events(&self, events: &[Event], others: &[Event]) -> Result<(), String> {
        let seen = |events: &[Event]| -> Vec<SeenEvent> {
            let seen = events.iter().map(|event| event.seen_by(self.viewer));
            seen.collect()
        };
        let (one, other) = (seen(events), seen(others));
        if one == other {
            Ok(())
        } else {
            Err(format!("events {one:?}\nelsewhere {other:?}"))
        }
    }

    fn compare_views(&self, one: &Match, other: &Match) -> Result<(), String> {
        let (one, other) = (one.view(self.viewer), other.view(self.viewer));
        if one == other {
            Ok(())
        } else {
            let brief = |view: &SeatView| format!("{:?} {:?}", view.hands, view.legal);
            let (one, other) = (brief(&one), brief(&other));
            Err(format!(
                "a view with hands and legal list {one}\nelsewhere {other}"
            ))
        }
    }

    fn compare_answers(&self, one: &Match, other: &Match) -> Result<(), String> {
        let Viewer::Seat(seat) = self.viewer else {
            return Ok(());
        };
        for action in universe().chain(rows(one, seat)) {
            let answer = |game: &Match| game.decide(seat, &action).err();
            let (one, other) = (answer(one), answer(other));
            if one != other {
                return Err(format!("{action} is answered {one:?}, elsewhere {other:?}"));
            }
        }
        Ok(())
    }
}

/// Every action there is, but for the orders of a row.
pub(crate) fn universe() -> impl Iterator<Item = Action> {
    let words = [
        Action::Challenge,
        Action::Draw,
        Action::Pass,
        Action::Stop,
        Action::TurnUp,
    ];
    let laid = Tile::ALL.into_iter().flat_map(|tile| {
        [Lay::Across, Lay::Along].into_iter().flat_map(move |lay| {
            let plays = End::ALL.map(|end| Action::Play { tile, end, lay });
            std::iter::once(Action::Lead { tile, lay }).chain(plays)
        })
    });
    words.into_iter().chain(laid)
}

/// The seat's own row, and rows that it hardly holds: as many tiles as in its hand, from each one on.
pub(crate) fn rows(game: &Match, seat: Seat) -> impl Iterator<Item = Action> + use<> {
    let hand = &game.view(Viewer::Referee).hands[seat].tiles;
    let own: Vec<Tile> = hand.iter().copied().flatten().collect();
    let count = own.len();
    let others = (0..Tile::COUNT).map(move |first| {
        let tiles = Tile::ALL.into_iter().cycle().skip(first).take(count);
        tiles.collect()
    });
    std::iter::once(own)
        .chain(others)
        .map(|row| Action::Arrange { row })
}
