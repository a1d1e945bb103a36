//! Load: full tables that never stop playing, measured from the players' side.
//!
//! A closed loop: each table has one seat on turn, which acts as soon as it sees its turn (after `think`). The
//! latency of an act is the time from sending it until the last of the other seats has its facts.

mod meter;
mod report;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{interval, sleep};

use self::meter::{Sample, TableMeter};
pub use self::report::{Latencies, LoadReport};
use super::seat::{Activity, DrillSeat, NextWork};
use super::tables::{SetUpError, TablePlan, fill_tables};
use crate::clock;
use boneyard_client::CommandError;
use boneyard_client::Counters;
use boneyard_client::Duty;
use boneyard_client::Event;

/// A table without any new fact for so long, the think time added, is stuck.
pub const STUCK_AFTER: Duration = Duration::from_secs(5);
/// How often tables are looked at.
const LOOK: Duration = Duration::from_millis(250);

/// How to load.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// The tables.
    pub tables: TablePlan,
    /// Wait of the seat on turn before it acts.
    pub think: Duration,
    /// How long to measure, once every table plays.
    pub time: Duration,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The tables could not be filled.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The tables did not begin to play.
    #[error("{0} of the tables did not begin to play")]
    NotBegun(usize),
    /// A seat's task was lost.
    #[error("a drill task failed: {0}")]
    Task(#[from] JoinError),
}

/// What the seats have to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Play; nothing is measured yet.
    WarmUp,
    /// Play, and measure.
    Measure,
    /// Act no more; see what is still on its way.
    Drain,
    /// End.
    End,
}

/// Runs the load.
///
/// # Errors
///
/// The tables could not be brought to play. Refusals and stuck tables are no errors but figures.
pub async fn run(plan: &LoadPlan) -> Result<LoadReport, LoadError> {
    let filled = fill_tables(&plan.tables).await?;
    let (stage, stages) = watch::channel(Stage::WarmUp);
    let mut meters = Vec::new();
    let mut playing = JoinSet::new();
    for seats in filled {
        let meter = Arc::new(TableMeter::new(seats.len()));
        for (index, seat) in seats.into_iter().enumerate() {
            let player = Player {
                seat,
                index,
                meter: Arc::clone(&meter),
                think: plan.think,
                stages: stages.clone(),
            };
            playing.spawn(player.play());
        }
        meters.push(meter);
    }
    wait_until(STUCK_AFTER * 2 + plan.think, || {
        meters.iter().all(|meter| meter.has_begun())
    })
    .await
    .map_err(|_| LoadError::NotBegun(meters.iter().filter(|m| !m.has_begun()).count()))?;

    stage.send_replace(Stage::Measure);
    let start = clock::now();
    let end = start + plan.time;
    let mut look = interval(LOOK);
    while clock::now() < end {
        look.tick().await;
        for meter in &meters {
            meter.look_for_stuck(STUCK_AFTER + plan.think);
        }
    }
    let measured = clock::now() - start;
    stage.send_replace(Stage::Drain);
    // What has not arrived by then is counted as lost.
    let drained = wait_until(STUCK_AFTER, || {
        meters.iter().all(|meter| meter.is_drained())
    })
    .await;
    tracing::debug!(?drained, "the last acts are seen");
    stage.send_replace(Stage::End);

    let mut counters = Counters::default();
    while let Some(ended) = playing.join_next().await {
        let seat = ended?;
        counters.reconnects += seat.reconnects;
        counters.gaps += seat.gaps;
        counters.resumes += seat.resumes;
        counters.slowed += seat.slowed;
    }
    Ok(LoadReport::new(
        meters.iter().map(|meter| meter.take()),
        measured,
        counters,
    ))
}

/// The deadline passed before the predicate held.
#[derive(Debug)]
struct TooLate;

async fn wait_until(within: Duration, holds: impl Fn() -> bool) -> Result<(), TooLate> {
    let deadline = clock::now() + within;
    let mut look = interval(LOOK / 10);
    while !holds() {
        if clock::now() > deadline {
            return Err(TooLate);
        }
        look.tick().await;
    }
    Ok(())
}

/// A seat that plays and is measured.
struct Player {
    seat: DrillSeat,
    index: usize,
    meter: Arc<TableMeter>,
    think: Duration,
    stages: watch::Receiver<Stage>,
}

impl Player {
    async fn play(mut self) -> Counters {
        loop {
            let stage = *self.stages.borrow();
            let activity = match stage {
                Stage::WarmUp | Stage::Measure => Activity::Plays,
                Stage::Drain => Activity::Rests,
                Stage::End => break,
            };
            match self.seat.step(activity, &mut self.stages).await {
                NextWork::Duty(duty) => self.fulfil(duty).await,
                NextWork::Event(event) => self.meet(&event),
                NextWork::NewOrder => {}
                NextWork::Over => break,
            }
        }
        if let Err(error) = self.seat.leave().await {
            tracing::warn!(%error, "a seat could not be given up");
        }
        let counters = self.seat.connection.counters();
        self.seat.connection.close().await;
        counters
    }

    fn meet(&self, event: &Event) {
        let now = clock::now();
        match event {
            Event::Facts(facts) => {
                let after = facts.seq + u64::try_from(facts.facts.len()).unwrap_or(u64::MAX);
                self.meter.seen(self.index, facts.seq..after, now);
            }
            Event::Snapshot(snapshot) => self.meter.seen(self.index, 0..snapshot.seq + 1, now),
            Event::Closed(reason) => {
                tracing::error!(%reason, "a seat's connection is over");
                self.meter.lost_seat();
            }
            _ => {}
        }
    }

    async fn fulfil(&mut self, duty: Duty) {
        let answer = match duty {
            Duty::Ready | Duty::Arrange { .. } | Duty::Rematch => self.seat.fulfil(duty).await,
            Duty::Act { turn, legal } => {
                if !self.think.is_zero() {
                    sleep(self.think).await;
                    // A seat that was thinking when the time was up does not act any more: nobody would wait for it.
                    if matches!(*self.stages.borrow(), Stage::Drain | Stage::End) {
                        return;
                    }
                }
                let action = self.seat.choose(&legal);
                let first_fact = self.seat.seq() + 1;
                let sent = clock::now();
                let sample = match *self.stages.borrow() {
                    Stage::Measure => Sample::Counted,
                    _ => Sample::LeftOut,
                };
                self.meter.sent(self.index, first_fact, sent, sample);
                let answer = self.seat.act(turn, &action).await;
                match &answer {
                    Ok(_) => self.meter.acknowledged(sample, clock::now() - sent),
                    Err(_) => self.meter.not_done(first_fact),
                }
                answer
            }
        };
        match answer {
            Ok(_) => {}
            Err(CommandError::Refused(refused)) => self.meter.refused(refused.why.code),
            Err(CommandError::Closed(_) | CommandError::TooLong) => self.meter.lost_seat(),
        }
    }
}
