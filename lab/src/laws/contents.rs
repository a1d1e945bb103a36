//! What pairs of worlds contained: who looked, and what happened while the viewer was there or away.

use boneyard_engine::{Event, Ruling, Viewer};

use crate::laws::session::Session;
use crate::laws::world::World;

/// What the pairs contained.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    pub(crate) pairs: u64,
    /// Pairs by who looked.
    pub(crate) seats: u64,
    pub(crate) watchers: u64,
    pub(crate) referees: u64,
    /// Pairs of viewers who came back or came late.
    pub(crate) reconnects: u64,
    pub(crate) passes: u64,
    pub(crate) draws: u64,
    pub(crate) redeals: u64,
    pub(crate) restarts: u64,
    pub(crate) arranged: u64,
    pub(crate) misfits: u64,
    pub(crate) turned_up: u64,
    pub(crate) opened: u64,
    pub(crate) challenges: u64,
    pub(crate) deals_over: u64,
}

impl Contents {
    pub(crate) fn of(session: Session, world: &World) -> Self {
        let mut contents = Self {
            pairs: 1,
            reconnects: u64::from(session.since > 0),
            ..Self::default()
        };
        match session.viewer {
            Viewer::Seat(_) => contents.seats = 1,
            Viewer::Watcher => contents.watchers = 1,
            Viewer::Referee => contents.referees = 1,
        }
        world.events.iter().for_each(|event| contents.count(event));
        contents
    }

    fn count(&mut self, event: &Event) {
        match event {
            Event::Passed { .. } => self.passes += 1,
            Event::Drew { .. } => self.draws += 1,
            Event::Voided { .. } => self.redeals += 1,
            Event::Arranged { .. } => self.arranged += 1,
            Event::Misfit { .. } => self.misfits += 1,
            Event::TurnedUp { .. } => self.turned_up += 1,
            Event::Opened { .. } => self.opened += 1,
            Event::Challenged { .. } => self.challenges += 1,
            Event::DealOver { .. } => self.deals_over += 1,
            Event::Ruled { ruling } => {
                self.restarts += u64::from(*ruling == Ruling::Restart);
            }
            _ => {}
        }
    }

    /// Every count by its name.
    pub(crate) fn named(&self) -> [(&'static str, u64); 14] {
        [
            ("seats", self.seats),
            ("watchers", self.watchers),
            ("referees", self.referees),
            ("reconnects", self.reconnects),
            ("passes", self.passes),
            ("draws", self.draws),
            ("redeals", self.redeals),
            ("restarts", self.restarts),
            ("rows arranged", self.arranged),
            ("misfits", self.misfits),
            ("tiles turned up", self.turned_up),
            ("opened rows", self.opened),
            ("challenges", self.challenges),
            ("deals over", self.deals_over),
        ]
    }

    /// Adds the counts of others.
    pub(crate) fn add(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.seats += other.seats;
        self.watchers += other.watchers;
        self.referees += other.referees;
        self.reconnects += other.reconnects;
        self.passes += other.passes;
        self.draws += other.draws;
        self.redeals += other.redeals;
        self.restarts += other.restarts;
        self.arranged += other.arranged;
        self.misfits += other.misfits;
        self.turned_up += other.turned_up;
        self.opened += other.opened;
        self.challenges += other.challenges;
        self.deals_over += other.deals_over;
    }
}
