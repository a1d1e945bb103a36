//! The clocks of a table: how long it waits for what, and whose absence runs.
//!
//! Nothing here is journaled but the milliseconds that remain; every reading of time is handed in. The one
//! rule: time is charged only up to [`Clocks::settle`], by what has been running since the last one.

use boneyard_engine::Seat;
use boneyard_protocol::position::ClockView;

use crate::clock::MonoMillis;

/// What the seat on turn, and every seat's absence budget, gets at least after a restart of the server.
pub(crate) const RECOVERY_GRACE_MS: u64 = 15_000;

/// What a table waits for. Two equal values are one wait with one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Awaited {
    /// Nobody: the table is closed, or goes on by itself.
    Nothing,
    /// People, to fill the seats.
    Company {
        /// Whether nobody who sits here is connected.
        deserted: bool,
    },
    /// A player to say that they are ready for the match.
    Ready,
    /// The rows of the deal with this entry.
    Rows(u32),
    /// The end of a turn, by its number.
    Turn(u32),
    /// The end of a turn where its time is counted in periods, each but the last of them an overtime
    /// (SPEC 10.6). Exactly so many milliseconds are no overtime.
    Period {
        /// The turn's number.
        turn: u32,
        /// How many periods are over.
        over: u32,
    },
    /// The choice of those who are here about an absent player.
    Absence {
        /// The number of the turn that the absent player does not play.
        turn: u32,
        /// How often they have chosen to wait: a clock each.
        waits: u32,
    },
    /// The end of the pause after the deal with this entry.
    NextDeal(u32),
    /// A rematch, by the number of the match that is over.
    Rematch(u32),
}

/// A wait: for what, for which player, how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) awaited: Awaited,
    /// The seats that are to act in the match, in order; their absence counts. Empty between deals.
    pub(crate) seats: Vec<Seat>,
    /// Milliseconds until the default.
    pub(crate) of_ms: u64,
}

/// What has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// The wait itself.
    Wait,
    /// The absence budget of a seat's player.
    Absence(Seat),
}

/// The clock of a wait that is interrupted.
#[derive(Clone, Copy, Debug)]
struct Aside {
    awaited: Awaited,
    left_ms: u64,
    up_since: Option<MonoMillis>,
}

/// The clocks of one table. Volatile: made anew at every start of the server.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    wait: Wait,
    left_ms: u64,
    /// When the wait ran out, once it has been charged to its end: what came before that moment came in time,
    /// however late anybody looks.
    up_since: Option<MonoMillis>,
    /// A turn's clock, put aside while those who are here choose about its absent player, who gains nothing by
    /// coming and going.
    aside: Option<Aside>,
    absence_ms: Vec<u64>,
    /// Whose absence is charged now. The wait's own clock runs unless all awaited seats are here.
    absent: Vec<Seat>,
    wait_runs: bool,
    stopped: bool,
    /// An append is in flight: whoever comes or goes meanwhile, nobody is charged.
    held: bool,
    settled: MonoMillis,
}

impl Clocks {
    /// Clocks that wait for nothing.
    pub(crate) fn new(now: MonoMillis) -> Self {
        Self {
            wait: Wait {
                awaited: Awaited::Nothing,
                seats: Vec::new(),
                of_ms: 0,
            },
            left_ms: 0,
            up_since: None,
            aside: None,
            absence_ms: Vec::new(),
            absent: Vec::new(),
            wait_runs: false,
            stopped: false,
            held: false,
            settled: now,
        }
    }

    /// Charges what has run since the last call.
    pub(crate) fn settle(&mut self, now: MonoMillis) {
        let passed = now.since(self.settled);
        let end = self.wait_end();
        self.settled = self.settled.max(now);
        if self.stopped || self.held {
            return;
        }
        if self.wait_runs {
            if end <= now {
                self.up_since = Some(end);
            }
            self.left_ms = self.left_ms.saturating_sub(passed);
        }
        for seat in &self.absent {
            if let Some(left) = self.absence_ms.get_mut(seat.index()) {
                *left = left.saturating_sub(passed);
            }
        }
    }

    /// Charges what has run until `now`, and nobody for what follows, until [`Clocks::forgive`] or
    /// [`Clocks::stop`].
    pub(crate) fn hold(&mut self, now: MonoMillis) {
        self.settle(now);
        self.held = true;
    }

    /// Charges nobody for the time since the last [`Clocks::settle`].
    pub(crate) fn forgive(&mut self, now: MonoMillis) {
        self.held = false;
        self.settled = now;
    }

    /// Waits for `wait` from now on; goes on with the running clock if it is the same wait. `absent` are
    /// the awaited seats whose players are away and not replaced.
    pub(crate) fn follow(&mut self, wait: Wait, absent: Vec<Seat>, now: MonoMillis) {
        self.settle(now);
        if wait.awaited != self.wait.awaited {
            self.change_wait(&wait);
        }
        self.wait_runs = wait.awaited != Awaited::Nothing
            && (wait.seats.is_empty() || absent.len() < wait.seats.len());
        self.wait = wait;
        self.absent = absent;
    }

    fn change_wait(&mut self, next: &Wait) {
        let is_absence = |awaited: Awaited| matches!(awaited, Awaited::Absence { .. });
        let before = Aside {
            awaited: self.wait.awaited,
            left_ms: self.left_ms,
            up_since: self.up_since,
        };
        let resumed = self.aside.filter(|aside| aside.awaited == next.awaited);
        self.left_ms = resumed.map_or(next.of_ms, |aside| aside.left_ms);
        self.up_since = resumed.and_then(|aside| aside.up_since);
        if !is_absence(next.awaited) {
            self.aside = None;
        } else if !is_absence(before.awaited) {
            self.aside = Some(before);
        }
    }

    /// Sets every seat's absence budget, at the start of a match and at recovery.
    pub(crate) fn set_absence(&mut self, left_ms: Vec<u64>) {
        self.absence_ms = left_ms;
    }

    /// Sets one seat's absence budget, when another player takes the seat.
    pub(crate) fn set_absence_of(&mut self, seat: Seat, left_ms: u64) {
        if let Some(left) = self.absence_ms.get_mut(seat.index()) {
            *left = left_ms;
        }
    }

    /// Sets what is left of the running wait, at recovery.
    pub(crate) fn set_left(&mut self, left_ms: u64) {
        self.left_ms = left_ms;
        self.up_since = None;
    }

    /// Sets what is left of the turn that a choice about its absent player interrupts, at recovery.
    pub(crate) fn set_aside(&mut self, awaited: Awaited, left_ms: u64) {
        self.aside = Some(Aside {
            awaited,
            left_ms,
            up_since: None,
        });
    }

    /// Stops all clocks: the journal cannot be written.
    pub(crate) fn stop(&mut self, now: MonoMillis) {
        self.settle(now);
        self.held = false;
        self.stopped = true;
    }

    /// Lets all clocks go on.
    pub(crate) fn start(&mut self, now: MonoMillis) {
        self.settle(now);
        self.held = false;
        self.stopped = false;
    }

    /// Whether all clocks are stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// When the next thing runs out, if anything runs.
    pub(crate) fn wake_at(&self) -> Option<MonoMillis> {
        if self.stopped {
            return None;
        }
        let wait = self.wait_runs.then(|| self.wait_end());
        let absence = self.absent.iter().map(|seat| self.absence_of(*seat));
        let absence = absence.map(|left| self.settled.plus(left));
        wait.into_iter().chain(absence).min()
    }

    /// When the wait itself runs out, if it runs.
    pub(crate) fn wait_ends_at(&self) -> Option<MonoMillis> {
        let runs = self.wait_runs && !self.stopped;
        runs.then(|| self.wait_end())
    }

    /// When the wait has run out, or will have if it runs.
    fn wait_end(&self) -> MonoMillis {
        let end = || self.settled.plus(self.wait_left());
        self.up_since.unwrap_or_else(end)
    }

    /// Milliseconds that may pass until the wait has run out.
    fn wait_left(&self) -> u64 {
        match self.wait.awaited {
            Awaited::Period { .. } => self.left_ms.saturating_add(1),
            _ => self.left_ms,
        }
    }

    /// Whether the wait's time was up at `at`.
    pub(crate) fn is_up_at(&self, at: MonoMillis) -> bool {
        let runs = self.wait_runs && !self.stopped;
        if runs || self.up_since.is_some() {
            self.wait_end() <= at
        } else {
            self.wait_left() == 0
        }
    }

    /// What has run out by `now`. Absence comes first: whoever is away has no turn to lose.
    pub(crate) fn due(&self, now: MonoMillis) -> Option<Due> {
        if self.stopped {
            return None;
        }
        let passed = now.since(self.settled);
        let spent = self
            .absent
            .iter()
            .find(|seat| self.absence_of(**seat) <= passed);
        match spent {
            Some(seat) => Some(Due::Absence(*seat)),
            None => (self.wait_runs && self.wait_end() <= now).then_some(Due::Wait),
        }
    }

    /// What the table waits for.
    pub(crate) fn awaited(&self) -> Awaited {
        self.wait.awaited
    }

    /// How many milliseconds the wait has in all.
    pub(crate) fn of_ms(&self) -> u64 {
        self.wait.of_ms
    }

    /// Milliseconds left of the wait at `now`.
    pub(crate) fn left_at(&self, now: MonoMillis) -> u64 {
        let runs = self.wait_runs && !self.stopped;
        self.left_ms
            .saturating_sub(if runs { now.since(self.settled) } else { 0 })
    }

    /// Milliseconds of absence left of a seat at `now`.
    pub(crate) fn absence_at(&self, seat: Seat, now: MonoMillis) -> u64 {
        let runs = self.absence_runs(seat);
        self.absence_of(seat)
            .saturating_sub(if runs { now.since(self.settled) } else { 0 })
    }

    /// Whether a seat's absence runs.
    pub(crate) fn absence_runs(&self, seat: Seat) -> bool {
        !self.stopped && self.absent.contains(&seat)
    }

    /// The clock as viewers see it: not while the table waits for company.
    pub(crate) fn view(&self, now: MonoMillis) -> Option<ClockView> {
        match self.wait.awaited {
            Awaited::Nothing | Awaited::Company { .. } => None,
            Awaited::Ready
            | Awaited::Rows(_)
            | Awaited::Turn(_)
            | Awaited::Period { .. }
            | Awaited::Absence { .. }
            | Awaited::NextDeal(_)
            | Awaited::Rematch(_) => Some(ClockView {
                left_ms: self.left_at(now),
                of_ms: self.wait.of_ms.max(self.left_ms),
                running: self.wait_runs && !self.stopped,
            }),
        }
    }

    fn absence_of(&self, seat: Seat) -> u64 {
        self.absence_ms.get(seat.index()).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Seat = Seat::new(1);

    fn turn(number: u32) -> Wait {
        Wait {
            awaited: Awaited::Turn(number),
            seats: vec![SEAT],
            of_ms: 30_000,
        }
    }

    fn clocks() -> Clocks {
        let mut clocks = Clocks::new(MonoMillis(0));
        clocks.set_absence(vec![120_000; 2]);
        clocks
    }

    #[test]
    fn several_actions_of_one_turn_share_one_clock() {
        let mut clocks = clocks();
        clocks.follow(turn(1), vec![], MonoMillis(0));
        clocks.follow(turn(1), vec![], MonoMillis(10_000));
        assert_eq!(clocks.wake_at(), Some(MonoMillis(30_000)));
        clocks.follow(turn(2), vec![], MonoMillis(12_000));
        assert_eq!(clocks.wake_at(), Some(MonoMillis(42_000)));
    }

    #[test]
    fn an_away_seats_clock_stands_and_its_absence_runs() {
        let mut clocks = clocks();
        clocks.follow(turn(1), vec![], MonoMillis(0));
        clocks.follow(turn(1), vec![SEAT], MonoMillis(10_000));
        assert_eq!(clocks.due(MonoMillis(100_000)), None);
        assert_eq!(clocks.wake_at(), Some(MonoMillis(130_000)));
        assert_eq!(clocks.due(MonoMillis(130_000)), Some(Due::Absence(SEAT)));
        clocks.follow(turn(1), vec![], MonoMillis(50_000));
        assert_eq!(clocks.absence_at(SEAT, MonoMillis(60_000)), 80_000);
        assert_eq!(clocks.due(MonoMillis(69_999)), None);
        assert_eq!(clocks.due(MonoMillis(70_000)), Some(Due::Wait));
    }

    #[test]
    fn nobody_is_charged_while_an_append_is_in_flight_whoever_comes_or_goes() {
        let mut clocks = clocks();
        clocks.follow(turn(1), vec![], MonoMillis(0));
        clocks.hold(MonoMillis(1_000));
        clocks.follow(turn(1), vec![SEAT], MonoMillis(2_000));
        clocks.follow(turn(1), vec![], MonoMillis(3_000));
        clocks.settle(MonoMillis(1_000));
        clocks.forgive(MonoMillis(4_000));
        assert_eq!(clocks.left_at(MonoMillis(4_000)), 29_000);
        assert_eq!(clocks.absence_at(SEAT, MonoMillis(4_000)), 120_000);
        clocks.hold(MonoMillis(5_000));
        clocks.follow(turn(1), vec![SEAT], MonoMillis(6_000));
        clocks.stop(MonoMillis(5_000));
        clocks.start(MonoMillis(9_000));
        clocks.follow(turn(1), vec![], MonoMillis(9_000));
        assert_eq!(clocks.left_at(MonoMillis(9_000)), 28_000);
    }

    #[test]
    fn stopped_clocks_charge_nobody() {
        let mut clocks = clocks();
        clocks.follow(turn(1), vec![], MonoMillis(0));
        clocks.stop(MonoMillis(1_000));
        assert_eq!(
            (clocks.wake_at(), clocks.due(MonoMillis(90_000))),
            (None, None)
        );
        clocks.start(MonoMillis(90_000));
        assert_eq!(clocks.wake_at(), Some(MonoMillis(119_000)));
    }

    #[test]
    fn a_period_is_over_a_millisecond_after_its_time_however_late_somebody_looks() {
        let mut clocks = clocks();
        let period = Wait {
            awaited: Awaited::Period { turn: 1, over: 0 },
            ..turn(1)
        };
        clocks.follow(period.clone(), vec![], MonoMillis(0));
        for looked in [40_000, 40_000, 41_000] {
            clocks.follow(period.clone(), vec![], MonoMillis(looked));
            assert!(!clocks.is_up_at(MonoMillis(30_000)), "{looked}");
            assert!(clocks.is_up_at(MonoMillis(30_001)), "{looked}");
            assert_eq!(clocks.wake_at(), Some(MonoMillis(30_001)));
            assert_eq!(clocks.due(MonoMillis(looked)), Some(Due::Wait));
        }
        clocks.set_left(15_000);
        assert!(!clocks.is_up_at(MonoMillis(55_000)));
    }
}
