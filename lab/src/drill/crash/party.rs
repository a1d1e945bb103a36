//! Full tables whose seats play, rest, and are held against each other in the end.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{interval, timeout};

use super::ledger::TableLedger;
use super::player::{Player, PlayerEnd, Stage};
use super::{CrashReport, record_check};
use crate::clock;
use crate::drill::server_process::ServerProcess;
use crate::drill::tables::{SetUpError, TablePlan, fill_tables_behind};

/// Time in which every table must have gone on after a restart.
const GOES_ON_WITHIN: Duration = Duration::from_secs(30);
/// Facts that a table must have made after a restart before the next kill may come.
const GOES_ON_BY: u64 = 12;
/// How often tables are looked at.
const LOOK: Duration = Duration::from_millis(10);

/// Everybody who plays in a drill.
pub(in crate::drill) struct Party {
    ledgers: Vec<Arc<TableLedger>>,
    playing: JoinSet<PlayerEnd>,
    stage: watch::Sender<Stage>,
    seats: usize,
    /// Tables that have not gone on when they should have.
    standing: usize,
}

impl Party {
    /// Opens the tables and lets their seats play.
    pub(in crate::drill) async fn sit_down(
        tables: &TablePlan,
        think: Duration,
    ) -> Result<Self, SetUpError> {
        Self::sit_down_behind(tables, None, think).await
    }

    /// As [`sit_down`](Self::sit_down); the last seat of each table connects elsewhere, if that is given.
    pub(in crate::drill) async fn sit_down_behind(
        tables: &TablePlan,
        behind: Option<&str>,
        think: Duration,
    ) -> Result<Self, SetUpError> {
        let (stage, stages) = watch::channel(Stage::Play);
        let mut ledgers = Vec::new();
        let mut playing = JoinSet::new();
        for seats in fill_tables_behind(tables, behind).await? {
            let ledger = Arc::new(TableLedger::default());
            for seat in seats {
                let player = Player::new(seat, Arc::clone(&ledger), think, stages.clone());
                playing.spawn(player.play());
            }
            ledgers.push(ledger);
        }
        Ok(Self {
            ledgers,
            playing,
            stage,
            seats: usize::from(tables.seats),
            standing: 0,
        })
    }

    /// The number of the last fact told, all tables together.
    pub(in crate::drill) fn facts(&self) -> u64 {
        self.ledgers.iter().map(|ledger| ledger.last()).sum()
    }

    /// Refusals so far, as their codes are written in Rust.
    pub(in crate::drill) fn refusals(&self) -> Vec<String> {
        let all = self.ledgers.iter().flat_map(|ledger| ledger.refusals());
        all.map(|refused| format!("{:?}", refused.why.code))
            .collect()
    }

    /// Whether a table has not gone on when it should have.
    pub(in crate::drill) fn stands(&self) -> bool {
        self.standing > 0
    }

    /// Waits until every table has made new facts.
    pub(in crate::drill) async fn go_on(&mut self) {
        let before: Vec<u64> = self.ledgers.iter().map(|ledger| ledger.last()).collect();
        let standing = || {
            let with_before = self.ledgers.iter().zip(&before);
            with_before
                .filter(|(ledger, before)| ledger.last() < **before + GOES_ON_BY)
                .count()
        };
        let standing = left_in_time(standing).await;
        if standing > 0 {
            for (ledger, before) in self.ledgers.iter().zip(&before) {
                let (last, fact) = ledger.last_fact();
                let refused = ledger.refusals();
                tracing::error!(before, last, ?fact, ?refused, "how far a table has come");
            }
        }
        self.standing = self.standing.max(standing);
    }

    /// Everybody plays again.
    pub(in crate::drill) fn play(&self) {
        for ledger in &self.ledgers {
            ledger.play();
        }
        self.stage.send_replace(Stage::Play);
    }

    /// Nobody acts any more; waits until every seat has its last answer.
    pub(in crate::drill) async fn rest(&mut self) {
        self.stage.send_replace(Stage::Rest);
        let busy = || {
            let all = self.ledgers.iter();
            all.filter(|ledger| ledger.resting() < self.seats).count()
        };
        let busy = left_in_time(busy).await;
        self.standing = self.standing.max(busy);
    }

    /// Holds what the seats were told against what the server says now.
    ///
    /// # Errors
    ///
    /// A seat's task was lost.
    pub(in crate::drill) async fn end(
        mut self,
        server: &ServerProcess,
        down: Vec<Duration>,
    ) -> Result<CrashReport, JoinError> {
        self.rest().await;
        self.stage.send_replace(Stage::Check);
        let sockets = self.ledgers.len() * self.seats;
        let mut ends = Vec::with_capacity(sockets);
        let all_end = async {
            while let Some(end) = self.playing.join_next().await {
                ends.push(end?);
            }
            Ok::<(), JoinError>(())
        };
        // Seats that hang are missing among the ends, and counted as unchecked.
        timeout(GOES_ON_WITHIN, all_end).await.unwrap_or(Ok(()))?;
        let records = record_check::compare(server, &self.ledgers).await;
        Ok(CrashReport::new(
            sockets,
            self.standing,
            &self.ledgers,
            &ends,
            records,
            down,
        ))
    }
}

/// Waits until the count is 0; what is left of it, if it is not in time.
async fn left_in_time(count: impl Fn() -> usize) -> usize {
    let deadline = clock::now() + GOES_ON_WITHIN;
    let mut look = interval(LOOK);
    loop {
        let left = count();
        if left == 0 || clock::now() > deadline {
            return left;
        }
        look.tick().await;
    }
}
