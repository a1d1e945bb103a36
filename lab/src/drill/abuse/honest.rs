//! Tables where nobody does anything wrong: what happens to them while others do is the measure of every case.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boneyard_protocol::{Ack, JoinCode};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep, timeout};

use super::found::Miss;
use crate::clock;
use crate::drill::load::Latencies;
use crate::drill::seat::{Activity, DrillSeat, NextWork};
use crate::drill::tables::{TablePlan, fill_tables};
use boneyard_client::CommandError;
use boneyard_client::Event;
use boneyard_client::{Duty, LeftOut, difference};

/// Time in which every table must have begun.
const BEGINS_WITHIN: Duration = Duration::from_secs(20);
/// Time in which a seat must get the snapshot that is held against its mirror.
const CHECKED_WITHIN: Duration = Duration::from_secs(5);

/// Tables that play.
pub(super) struct HonestTables {
    meter: Arc<Meter>,
    end: watch::Sender<bool>,
    playing: JoinSet<SeatEnd>,
    /// The tables' codes, for watchers.
    pub(super) codes: Vec<JoinCode>,
}

/// What the seats have been through together.
#[derive(Clone, Debug, Default)]
pub(super) struct HonestEnd {
    pub(super) seats: usize,
    pub(super) acts: usize,
    /// Sockets that were lost, at any time.
    pub(super) disconnects: u64,
    /// Facts missing in a living stream.
    pub(super) gaps: u64,
    /// Commands refused, or put off.
    pub(super) refused: u64,
    /// Seats whose last snapshot was not what the facts had made of the table, or did not come.
    pub(super) differing: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct SeatEnd {
    gaps: u64,
    slowed: u64,
    differing: bool,
}

/// Shared by all seats.
#[derive(Default)]
struct Meter(Mutex<Measured>);

#[derive(Default)]
struct Measured {
    /// Acts acknowledged: the table, when they were sent, how long it took.
    done: Vec<(usize, Instant, Duration)>,
    /// Acts under way, by number.
    under_way: BTreeMap<u64, (usize, Instant)>,
    sent: u64,
    disconnects: u64,
    refused: u64,
}

impl Meter {
    fn lock(&self) -> MutexGuard<'_, Measured> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, table: usize, now: Instant) -> u64 {
        let mut measured = self.lock();
        measured.sent += 1;
        let number = measured.sent;
        measured.under_way.insert(number, (table, now));
        number
    }

    fn answered(&self, number: u64, now: Instant, answer: &Result<Ack, CommandError>) {
        let mut measured = self.lock();
        if let Some((table, sent)) = measured.under_way.remove(&number)
            && answer.is_ok()
        {
            measured.done.push((table, sent, now - sent));
        }
    }
}

impl HonestTables {
    /// Fills tables and lets them play. Returns when each has begun.
    ///
    /// # Errors
    ///
    /// They could not be filled, or did not begin.
    pub(super) async fn sit_down(plan: &TablePlan, think: Duration) -> Result<Self, Miss> {
        let meter = Arc::new(Meter::default());
        let (end, ends) = watch::channel(false);
        let mut playing = JoinSet::new();
        let mut codes = Vec::new();
        for (table, mut seats) in fill_tables(plan).await?.into_iter().enumerate() {
            if let Some(opener) = seats.first_mut() {
                codes.push(code_of(opener).await?);
            }
            for seat in seats {
                let player = Player {
                    seat,
                    table,
                    think,
                    meter: Arc::clone(&meter),
                    ends: ends.clone(),
                };
                playing.spawn(player.play());
            }
        }
        let honest = Self {
            meter,
            end,
            playing,
            codes,
        };
        honest.have_begun(plan.tables).await?;
        Ok(honest)
    }

    async fn have_begun(&self, tables: usize) -> Result<(), Miss> {
        let mut look = interval(Duration::from_millis(20));
        let begun = async {
            while (0..tables).any(|table| self.of_table(table, None).count() == 0) {
                look.tick().await;
            }
        };
        let begun = timeout(BEGINS_WITHIN, begun).await;
        begun.map_err(|_| Miss("an honest table has not begun".to_owned()))
    }

    /// How long the acts took that were sent since a moment; those under way count as long as they have been.
    pub(super) fn since(&self, from: Instant) -> Latencies {
        self.latencies(|_, sent| sent >= from)
    }

    /// The same of one table alone, since a moment or ever.
    pub(super) fn of_table(&self, table: usize, from: Option<Instant>) -> Latencies {
        self.latencies(|of, sent| of == table && from.is_none_or(|from| sent >= from))
    }

    fn latencies(&self, counts: impl Fn(usize, Instant) -> bool) -> Latencies {
        let now = clock::now();
        let measured = self.meter.lock();
        let done = measured.done.iter();
        let done = done.filter(|(table, sent, _)| counts(*table, *sent));
        let waiting = measured.under_way.values();
        let waiting = waiting.filter(|(table, sent)| counts(*table, *sent));
        let took = done.map(|(_, _, took)| *took);
        took.chain(waiting.map(|(_, sent)| now - *sent)).collect()
    }

    /// Sockets lost so far.
    pub(super) fn disconnects(&self) -> u64 {
        self.meter.lock().disconnects
    }

    /// Ends the play and holds every mirror against a snapshot.
    ///
    /// # Errors
    ///
    /// A seat's task was lost.
    pub(super) async fn end(mut self) -> Result<HonestEnd, Miss> {
        self.end.send_replace(true);
        let mut end = HonestEnd::default();
        while let Some(seat) = self.playing.join_next().await {
            let seat = seat?;
            end.seats += 1;
            end.gaps += seat.gaps;
            end.refused += seat.slowed;
            end.differing += u64::from(seat.differing);
        }
        let measured = self.meter.lock();
        end.acts = measured.done.len();
        end.disconnects = measured.disconnects;
        end.refused += measured.refused;
        Ok(end)
    }
}

/// The code of the table where a seat is.
async fn code_of(seat: &mut DrillSeat) -> Result<JoinCode, Miss> {
    let found = async {
        loop {
            let view = seat.mirror.as_ref().map(|mirror| mirror.view());
            if let Some(code) = view.and_then(|view| view.code.clone()) {
                return Some(code);
            }
            seat.next().await?;
        }
    };
    let found = timeout(BEGINS_WITHIN, found).await.ok().flatten();
    found.ok_or_else(|| Miss("an honest table has no code".to_owned()))
}

/// A seat that plays.
struct Player {
    seat: DrillSeat,
    table: usize,
    think: Duration,
    meter: Arc<Meter>,
    ends: watch::Receiver<bool>,
}

impl Player {
    async fn play(mut self) -> SeatEnd {
        while !*self.ends.borrow() {
            match self.seat.step(Activity::Plays, &mut self.ends).await {
                NextWork::Duty(duty) => self.fulfil(duty).await,
                NextWork::Event(event) => self.meet(&event),
                NextWork::NewOrder => {}
                NextWork::Over => break,
            }
        }
        let same = timeout(CHECKED_WITHIN, self.mirror_is_right()).await;
        let counters = self.seat.connection.counters();
        self.seat.connection.close().await;
        SeatEnd {
            gaps: counters.gaps,
            slowed: counters.slowed,
            differing: !same.unwrap_or(false),
        }
    }

    fn meet(&self, event: &Event) {
        if matches!(event, Event::Disconnected | Event::Closed(_)) {
            self.meter.lock().disconnects += 1;
        }
    }

    async fn fulfil(&mut self, duty: Duty) {
        let answer = match duty {
            Duty::Ready | Duty::Arrange { .. } | Duty::Rematch => self.seat.fulfil(duty).await,
            Duty::Act { turn, legal } => {
                sleep(self.think).await;
                let action = self.seat.choose(&legal);
                let number = self.meter.send(self.table, clock::now());
                let answer = self.seat.act(turn, &action).await;
                self.meter.answered(number, clock::now(), &answer);
                answer
            }
        };
        match answer {
            Ok(_) => {}
            Err(error @ (CommandError::Refused(_) | CommandError::TooLong)) => {
                tracing::error!(table = self.table, %error, "an honest command is refused");
                self.meter.lock().refused += 1;
            }
            Err(CommandError::Closed(_)) => self.meter.lock().disconnects += 1,
        }
    }

    /// Whether the table as a snapshot shows it is what the facts have made of it.
    async fn mirror_is_right(&mut self) -> bool {
        let Some(table) = self.seat.mirror.as_ref().map(|mirror| mirror.table()) else {
            return false;
        };
        if self.seat.connection.follow(table).await.is_err() {
            return false;
        }
        let mut folded = self.seat.mirror.clone();
        while let Some(event) = self.seat.next().await {
            self.meet(&event);
            if matches!(event, Event::Snapshot(_)) {
                break;
            }
            folded.clone_from(&self.seat.mirror);
        }
        let (Some(folded), Some(shown)) = (&folded, &self.seat.mirror) else {
            return false;
        };
        // Others may have acted between the last facts and the snapshot.
        let difference = difference(folded.view(), shown.view(), LeftOut::Presence);
        let same = folded.seq() != shown.seq() || difference.is_none();
        if !same {
            tracing::error!(%table, ?difference, "the snapshot is not the fold of the facts");
        }
        same
    }
}
