//! Drops: sockets are broken off in the middle of a match. How soon is the seat back, and does it know
//! everything then?
//!
//! The table stands still but for one act that another seat makes while the dropped one is away, so that it is known
//! what the dropped seat must learn: its mirror, brought up to date with the facts that it missed, must be what a
//! fresh snapshot shows.

use std::fmt;
use std::time::Duration;

use futures_util::future::select_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::task::{JoinError, JoinSet};
use tokio::time::timeout;

use super::load::Latencies;
use super::machine::Machine;
use super::seat::DrillSeat;
use super::tables::{SetUpError, TablePlan, fill_tables};
use crate::clock;
use boneyard_client::Event;
use boneyard_client::{CloseReason, CommandError};
use boneyard_client::{Duty, LeftOut, TableMirror, difference};

/// Time in which a table must go on, and a dropped seat be back.
const WITHIN: Duration = Duration::from_secs(15);
/// Acts between two drops of a table, at the most.
const ACTS_BETWEEN: u32 = 4;

/// What to drop.
#[derive(Clone, Debug)]
pub struct DropPlan {
    /// The tables.
    pub tables: TablePlan,
    /// Drops at each.
    pub drops_each: u32,
}

/// What drops have shown.
#[derive(Clone, Debug)]
pub struct DropReport {
    /// From the break to the exact state.
    pub back: Latencies,
    /// Drops during which another seat acted.
    pub acted_meanwhile: usize,
    /// Seats that came back to another state than a snapshot shows, and in what.
    pub differing: Vec<String>,
    /// Where it was measured.
    pub machine: Machine,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum DropError {
    /// The tables could not be filled.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// A command was not done.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A connection is over.
    #[error("a seat's connection is over: {0}")]
    Over(#[from] CloseReason),
    /// A table did not go on, or a seat did not come back.
    #[error("nothing came within {} s", WITHIN.as_secs())]
    Late,
    /// A table's task was lost.
    #[error("a drill task failed: {0}")]
    Task(#[from] JoinError),
}

/// One drop.
struct Drop {
    back: Duration,
    acted_meanwhile: bool,
    difference: Option<String>,
}

/// Plays, and drops sockets as planned.
///
/// # Errors
///
/// [`DropError`]; states that differ are no errors but figures.
pub async fn run(plan: &DropPlan) -> Result<DropReport, DropError> {
    let mut running = JoinSet::new();
    for (number, seats) in fill_tables(&plan.tables).await?.into_iter().enumerate() {
        let stream = u64::try_from(number).unwrap_or(u64::MAX);
        let rng = StdRng::seed_from_u64(plan.tables.seed.wrapping_add(stream));
        running.spawn(StandingTable { seats, rng }.play(plan.drops_each));
    }
    let mut drops = Vec::new();
    while let Some(ended) = running.join_next().await {
        drops.extend(ended??);
    }
    Ok(DropReport {
        back: drops.iter().map(|drop| drop.back).collect(),
        acted_meanwhile: drops.iter().filter(|drop| drop.acted_meanwhile).count(),
        differing: drops
            .into_iter()
            .filter_map(|drop| drop.difference)
            .collect(),
        machine: Machine::here(),
    })
}

/// A table at which nothing happens but what this drill does.
struct StandingTable {
    seats: Vec<DrillSeat>,
    rng: StdRng,
}

impl StandingTable {
    async fn play(mut self, drops: u32) -> Result<Vec<Drop>, DropError> {
        let mut done = Vec::new();
        for _ in 0..drops {
            for _ in 0..self.rng.random_range(0..=ACTS_BETWEEN) {
                self.step().await?;
            }
            // A deal is dealt by the server itself: only while one is played the table stands still.
            while !matches!(self.duty(None), Some((_, Duty::Act { .. }))) {
                self.step().await?;
            }
            let at = self.rng.random_range(..self.seats.len());
            done.push(self.drop(at).await?);
        }
        for seat in &self.seats {
            seat.leave().await?;
        }
        Ok(done)
    }

    /// The seats that have a duty, and which, except for one seat.
    fn duty(&self, but: Option<usize>) -> Option<(usize, Duty)> {
        let mut others = self
            .seats
            .iter()
            .enumerate()
            .filter(|(at, _)| Some(*at) != but);
        others.find_map(|(at, seat)| Some((at, seat.duty()?)))
    }

    /// Every seat with a duty does it, and everybody sees it.
    async fn step(&mut self) -> Result<(), DropError> {
        let Some((at, duty)) = self.duty(None) else {
            return self.hear_anybody().await;
        };
        let seq = self.seats[at].fulfil(duty).await?.seq.unwrap_or(0);
        for seat in &mut self.seats {
            while seat.seq() < seq {
                hear(seat).await?;
            }
        }
        Ok(())
    }

    async fn hear_anybody(&mut self) -> Result<(), DropError> {
        let hearing = self.seats.iter_mut().map(|seat| Box::pin(hear(seat)));
        select_all(hearing).await.0.map(|_| ())
    }

    async fn drop(&mut self, at: usize) -> Result<Drop, DropError> {
        let began = clock::now();
        self.seats[at].connection.break_off().await?;
        let mut seq = self.seats[at].seq();
        let others = self.duty(Some(at));
        let acted_meanwhile = others.is_some();
        if let Some((other, duty)) = others {
            seq = self.seats[other].fulfil(duty).await?.seq.unwrap_or(seq);
        }
        let seat = &mut self.seats[at];
        while !matches!(hear(seat).await?, Event::Connected(_)) {}
        while seat.seq() < seq {
            hear(seat).await?;
        }
        let mut back = clock::now() - began;
        let mended = seat.mirror.clone();
        seat.follow().await?;
        while !matches!(hear(seat).await?, Event::Snapshot(_)) {}
        if !acted_meanwhile {
            // Nothing was missed, which is certain only now.
            back = clock::now() - began;
        }
        for seat in &mut self.seats {
            while seat.seq() < seq {
                hear(seat).await?;
            }
        }
        Ok(Drop {
            back,
            acted_meanwhile,
            difference: apart(mended.as_ref(), self.seats[at].mirror.as_ref()),
        })
    }
}

async fn hear(seat: &mut DrillSeat) -> Result<Event, DropError> {
    match timeout(WITHIN, seat.next()).await {
        Ok(Some(Event::Closed(reason))) => Err(reason.into()),
        Ok(Some(event)) => Ok(event),
        Ok(None) | Err(_) => Err(DropError::Late),
    }
}

fn apart(mended: Option<&TableMirror>, shown: Option<&TableMirror>) -> Option<String> {
    let (Some(mended), Some(shown)) = (mended, shown) else {
        return Some("no table at all".to_owned());
    };
    if mended.seq() != shown.seq() {
        return Some(format!("at fact {}, shown {}", mended.seq(), shown.seq()));
    }
    difference(mended.view(), shown.view(), LeftOut::Presence)
}

impl DropReport {
    /// Whether every seat came back to the exact state, 99 of 100 of them within `bound`.
    pub fn keeps(&self, bound: Duration) -> bool {
        self.differing.is_empty() && self.acted_meanwhile > 0 && self.back.quantile(0.99) <= bound
    }
}

impl fmt::Display for DropReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "drops            {}, {} of them with an act meanwhile",
            self.back.count(),
            self.acted_meanwhile
        )?;
        writeln!(f, "back             {}", self.back)?;
        writeln!(f, "other states     {}", self.differing.len())?;
        for difference in self.differing.iter().take(5) {
            writeln!(f, "  {difference}")?;
        }
        write!(f, "machine          {}", self.machine)
    }
}
