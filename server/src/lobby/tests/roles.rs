//! Who may do what, and when: every role with every command in every phase, at listed and private tables. The law has
//! the answer to each. A command that is not allowed gets the code that the law names and leaves the table unchanged.

mod deeds;
mod law;
mod scene;

use boneyard_protocol::ErrorCode;

use super::*;
use deeds::{Deed, Trace};
use scene::Scene;

/// What a player is to a table. (For clients without a hello see `session::tests::roles`.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// An identity, nothing else.
    Stranger,
    /// Looks on.
    Watcher,
    /// Seated as the opener, and another is on turn.
    Opener,
    /// Seated and on turn, where there are turns; back again, where the table has waited for the player.
    OnTurn,
    /// Seated, a bot on a socket, and another is on turn.
    Program,
    /// Seated, not the opener, and another is on turn.
    Waiting,
    /// Has had a seat at this table and has left it.
    Left,
    /// Sits at another table.
    Elsewhere,
}

impl Role {
    const ALL: [Self; 8] = [
        Self::Stranger,
        Self::Watcher,
        Self::Opener,
        Self::OnTurn,
        Self::Program,
        Self::Waiting,
        Self::Left,
        Self::Elsewhere,
    ];

    /// The seat of a seated one.
    const fn seat(self) -> Option<u8> {
        match self {
            Self::Opener => Some(0),
            Self::OnTurn => Some(1),
            Self::Program => Some(2),
            Self::Waiting => Some(3),
            Self::Stranger | Self::Watcher | Self::Left | Self::Elsewhere => None,
        }
    }
}

/// A phase. The phase of play has two stages, because a missing player has a law of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Seating,
    Arranging,
    Playing,
    /// Playing; the player on turn is away with no time left, and the others must choose.
    PlayerMissing,
    BetweenDeals,
    MatchOver,
    Closed,
}

impl Stage {
    const ALL: [Self; 7] = [
        Self::Seating,
        Self::Arranging,
        Self::Playing,
        Self::PlayerMissing,
        Self::BetweenDeals,
        Self::MatchOver,
        Self::Closed,
    ];

    /// The stages of a phase. A new phase does not compile until it is listed here.
    const fn of(phase: TablePhase) -> &'static [Self] {
        match phase {
            TablePhase::Seating => &[Self::Seating],
            TablePhase::Arranging => &[Self::Arranging],
            TablePhase::Playing => &[Self::Playing, Self::PlayerMissing],
            TablePhase::BetweenDeals => &[Self::BetweenDeals],
            TablePhase::MatchOver => &[Self::MatchOver],
            TablePhase::Closed => &[Self::Closed],
        }
    }

    const fn phase(self) -> TablePhase {
        match self {
            Self::Seating => TablePhase::Seating,
            Self::Arranging => TablePhase::Arranging,
            Self::Playing | Self::PlayerMissing => TablePhase::Playing,
            Self::BetweenDeals => TablePhase::BetweenDeals,
            Self::MatchOver => TablePhase::MatchOver,
            Self::Closed => TablePhase::Closed,
        }
    }
}

/// How players find a table: in the list, or by its code alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listing {
    Listed,
    Private,
}

impl Listing {
    const ALL: [Self; 2] = [Self::Listed, Self::Private];
}

/// A role at a stage of a table.
#[derive(Clone, Copy, Debug)]
struct Place {
    role: Role,
    stage: Stage,
    listing: Listing,
}

/// The results of the cells tried so far.
#[derive(Default)]
struct Tally {
    cells: usize,
    as_listed: usize,
    unlisted_successes: usize,
    /// A line for each cell with another answer than the law's.
    wrong: Vec<String>,
}

impl Tally {
    fn count(&mut self, what: &str, must: Result<(), ErrorCode>, came: Result<(), ErrorCode>) {
        self.cells += 1;
        if came == must {
            self.as_listed += 1;
            return;
        }
        if came.is_ok() {
            self.unlisted_successes += 1;
        }
        self.wrong.push(format!("{what}: {came:?}, not {must:?}"));
    }

    fn add(&mut self, other: Self) {
        self.cells += other.cells;
        self.as_listed += other.as_listed;
        self.unlisted_successes += other.unlisted_successes;
        self.wrong.extend(other.wrong);
    }

    fn print(&self) {
        eprintln!(
            "role matrix: {} roles x {} commands x {} phases x {} listings = {} cells, {} as listed, \
             {} unlisted successes",
            Role::ALL.len(),
            Deed::ALL.len(),
            Stage::ALL.len(),
            Listing::ALL.len(),
            self.cells,
            self.as_listed,
            self.unlisted_successes,
        );
    }
}

/// Tries every command at one place. A new scene is built only after a command that has changed it.
async fn try_all(place: Place, tally: &mut Tally) {
    let mut scene = Scene::new(place).await;
    for (deed, must, trace) in in_order(place, &scene) {
        // Commands with a trace elsewhere do not disturb each other.
        if scene.is_changed && trace != Trace::Elsewhere {
            scene = Scene::new(place).await;
        }
        let what = format!("{place:?}, {deed:?}");
        let before = scene.facts();
        let came = scene.try_out(deed).await;
        tally.count(&what, must, came);
        if came.is_ok() && trace != Trace::Nothing {
            scene.is_changed = true;
            continue;
        }
        let (facts, frames) = (scene.facts() - before, scene.frames_to_others());
        if (facts, frames) != (0, 0) {
            scene.is_changed = true;
            let line =
                format!("{what}: {came:?}, and yet {facts} facts and {frames} frames to others");
            tally.wrong.push(line);
        }
    }
}

/// The commands with the answers that must come: first those that leave the table unchanged, last those that change it.
fn in_order(place: Place, scene: &Scene) -> Vec<(Deed, Result<(), ErrorCode>, Trace)> {
    let listed = Deed::ALL.into_iter().map(|deed| {
        let command = scene.command(deed);
        let must = law::expected(place, &command);
        let trace = must.map_or(Trace::Nothing, |()| deeds::trace(place.role, &command));
        (deed, must, trace)
    });
    let mut listed: Vec<_> = listed.collect();
    listed.sort_by_key(|(_, _, trace)| *trace);
    listed
}

/// Tries everything at listed or at private tables, in its own paused time.
fn try_listing(listing: Listing) -> Tally {
    let mut paused = tokio::runtime::Builder::new_current_thread();
    let paused = paused.enable_all().start_paused(true).build().unwrap();
    paused.block_on(async {
        let mut tally = Tally::default();
        for stage in Stage::ALL {
            assert!(Stage::of(stage.phase()).contains(&stage));
            for role in Role::ALL {
                let place = Place {
                    role,
                    stage,
                    listing,
                };
                try_all(place, &mut tally).await;
            }
        }
        tally
    })
}

#[test]
fn every_role_may_do_what_is_listed_and_nothing_else() {
    let listings = Listing::ALL.map(|listing| std::thread::spawn(move || try_listing(listing)));
    let mut tally = Tally::default();
    for listing in listings {
        tally.add(listing.join().expect("a listing is tried to its end"));
    }
    tally.print();
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    let all = Role::ALL.len() * Deed::ALL.len() * Stage::ALL.len() * Listing::ALL.len();
    assert_eq!((tally.cells, tally.as_listed), (all, all));
}
