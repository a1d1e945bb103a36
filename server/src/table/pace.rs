//! When the server takes the steps that it takes by itself before a deadline.
//!
//! What such a step will be, and how many there are to choose from, follows from a hand; when it comes must not.
//! So its time is drawn from nothing but the table's own random numbers and the number of the fact after
//! which it comes, both of which say nothing about any tile.

use boneyard_protocol::Tempo;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::brain::ServerMove;
use crate::clock::MonoMillis;
use boneyard_store::Seq;

/// Milliseconds before a step where the tempo is even, at the least and at the most.
const EVEN_MS: (u64, u64) = (800, 2_500);
/// Milliseconds before a deadline at which a step comes at the latest: where tiles are drawn one after the other,
/// the pauses between them may be more than a turn has.
const RESERVE_MS: u64 = 250;

/// The pace of one table.
#[derive(Debug)]
pub(super) struct Pace {
    secret: [u8; 32],
    planned: Option<Planned>,
}

/// A step that is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Planned {
    step: ServerMove,
    after: Seq,
    due: MonoMillis,
}

/// How long a move of the server takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beat {
    /// As the table's tempo says.
    Tempo(Tempo),
    /// So many milliseconds, always.
    Fixed(u64),
}

impl Pace {
    /// The pace that follows from a table's own random stream.
    pub(super) fn new(stream: &mut ChaCha20Rng) -> Self {
        let mut secret = [0; 32];
        stream.fill_bytes(&mut secret);
        Self {
            secret,
            planned: None,
        }
    }

    /// The next step is `step`, or there is none. It comes after the last fact of the match, number `after`,
    /// and before `deadline`. A step that is planned already keeps its time: what else happens at the table
    /// does not move it.
    pub(super) fn plan(
        &mut self,
        step: Option<ServerMove>,
        after: Seq,
        beat: Beat,
        now: MonoMillis,
        deadline: Option<MonoMillis>,
    ) {
        let is_planned = |planned: &Planned| Some(planned.step) == step && planned.after == after;
        if self.planned.as_ref().is_some_and(is_planned) {
            return;
        }
        self.planned = step.map(|step| {
            let wished = now.plus(self.delay_ms(beat, after));
            let latest = deadline.map(|end| MonoMillis(end.0.saturating_sub(RESERVE_MS)));
            let due = latest.map_or(wished, |latest| wished.min(latest.max(now)));
            Planned { step, after, due }
        });
    }

    /// Forgets what was planned.
    pub(super) fn rest(&mut self) {
        self.planned = None;
    }

    /// When the next step is due.
    pub(super) fn due(&self) -> Option<MonoMillis> {
        self.planned.map(|planned| planned.due)
    }

    fn delay_ms(&self, beat: Beat, after: Seq) -> u64 {
        match beat {
            Beat::Fixed(fixed) => fixed,
            Beat::Tempo(Tempo::Plain) => 0,
            Beat::Tempo(Tempo::Even) => {
                let mut stream = ChaCha20Rng::from_seed(self.secret);
                stream.set_stream(after.0);
                let (least, most) = EVEN_MS;
                let wide = u128::from(stream.next_u64()) * u128::from(most - least + 1);
                least + u64::try_from(wide >> 64).unwrap_or(0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use boneyard_engine::Seat;

    use super::*;

    const STEP: ServerMove = ServerMove::ServerBot(Seat::new(1));
    const EVEN: Beat = Beat::Tempo(Tempo::Even);

    fn pace(seed: u64) -> Pace {
        Pace::new(&mut ChaCha20Rng::seed_from_u64(seed))
    }

    fn due(pace: &mut Pace, after: u64, beat: Beat, deadline: Option<u64>) -> u64 {
        let now = MonoMillis(10_000);
        let deadline = deadline.map(MonoMillis);
        pace.plan(Some(STEP), Seq(after), beat, now, deadline);
        pace.due().unwrap().0 - now.0
    }

    #[test]
    fn even_steps_take_from_0_8_to_2_5_seconds_and_every_part_of_it() {
        let mut pace = pace(1);
        let delays: Vec<u64> = (1..2_000).map(|n| due(&mut pace, n, EVEN, None)).collect();
        assert!(delays.iter().all(|delay| (800..=2_500).contains(delay)));
        for part in (800..2_500).step_by(170) {
            let in_part = |delay: &&u64| (part..part + 170).contains(*delay);
            let count = delays.iter().filter(in_part).count();
            assert!((120..=280).contains(&count), "{count} from {part} on");
        }
    }

    #[test]
    fn who_acts_and_how_does_not_change_the_time() {
        let (mut one, mut other) = (pace(7), pace(7));
        for after in 1..200 {
            let now = MonoMillis(after * 5_000);
            one.plan(Some(STEP), Seq(after), EVEN, now, None);
            let pass = ServerMove::AutoPass(Seat::new(2));
            other.plan(Some(pass), Seq(after), EVEN, now, None);
            assert_eq!(one.due(), other.due());
        }
        assert_ne!(
            due(&mut pace(7), 3, EVEN, None),
            due(&mut pace(8), 3, EVEN, None)
        );
    }

    #[test]
    fn what_else_happens_does_not_move_a_planned_step() {
        let mut pace = pace(1);
        let first = due(&mut pace, 5, EVEN, None);
        pace.plan(Some(STEP), Seq(5), EVEN, MonoMillis(10_500), None);
        assert_eq!(pace.due(), Some(MonoMillis(10_000 + first)));
        pace.plan(None, Seq(5), EVEN, MonoMillis(10_500), None);
        assert_eq!(pace.due(), None);
    }

    #[test]
    fn a_step_never_waits_for_its_deadline() {
        let mut pace = pace(1);
        assert_eq!(due(&mut pace, 1, EVEN, Some(10_900)), 650);
        assert_eq!(due(&mut pace, 2, EVEN, Some(10_100)), 0);
        assert_eq!(
            due(&mut pace, 3, Beat::Tempo(Tempo::Plain), Some(20_000)),
            0
        );
        assert_eq!(due(&mut pace, 4, Beat::Fixed(300), None), 300);
    }
}
