//! A seat that plays on through every kill, and remembers every byte it was told.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use boneyard_engine::HandRule;
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{Ack, Events, Snapshot};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::acts::bare;
use super::ledger::{ActKey, TableLedger};
use crate::drill::seat::{Activity, DrillSeat, NextWork};
use boneyard_client::CommandError;
use boneyard_client::Event;
use boneyard_client::{Duty, LeftOut, TableMirror, difference};

/// Facts that are asked for again at every return, though they are known: they must not have changed. Less
/// than the server may answer in one message.
const ASKED_AGAIN: u64 = 240;
/// Time in which the server must tell a seat the known facts again, in the end.
const CHECKED_WITHIN: Duration = Duration::from_secs(15);

/// What the seats have to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Play.
    Play,
    /// Act no more; see what is still on its way.
    Rest,
    /// Ask for the last facts again, and end.
    Check,
}

/// A seat in the drill.
pub(super) struct Player {
    seat: DrillSeat,
    ledger: Arc<TableLedger>,
    think: Duration,
    stages: watch::Receiver<Stage>,
    /// Every fact as it was told to this seat.
    facts: BTreeMap<u64, String>,
    end: PlayerEnd,
    connected_before: bool,
}

/// What a seat has been through.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayerEnd {
    pub(super) returns: u64,
    /// Facts told again, the same as before.
    pub(super) told_again: u64,
    /// Whether it was told the last facts again in the end.
    pub(super) checked: bool,
    pub(super) gaps: u64,
    /// Whether the snapshot in the end was what the facts had made of the table.
    pub(super) same_view: Option<bool>,
}

impl Player {
    pub(super) fn new(
        seat: DrillSeat,
        ledger: Arc<TableLedger>,
        think: Duration,
        stages: watch::Receiver<Stage>,
    ) -> Self {
        let (facts, end) = (BTreeMap::new(), PlayerEnd::default());
        Self {
            seat,
            ledger,
            think,
            stages,
            facts,
            end,
            connected_before: false,
        }
    }

    pub(super) async fn play(mut self) -> PlayerEnd {
        let mut activity = Activity::Plays;
        loop {
            let stage = *self.stages.borrow();
            match stage {
                Stage::Play => activity = Activity::Plays,
                Stage::Rest if activity == Activity::Plays => {
                    activity = Activity::Rests;
                    self.ledger.rest();
                }
                Stage::Rest => {}
                Stage::Check => break,
            }
            match self.seat.step(activity, &mut self.stages).await {
                NextWork::Duty(duty) => self.fulfil(duty).await,
                NextWork::Event(event) => self.meet(event).await,
                NextWork::NewOrder => {}
                NextWork::Over => return self.end,
            }
        }
        self.end.checked = timeout(CHECKED_WITHIN, self.check()).await.is_ok();
        self.end.gaps = self.seat.connection.counters().gaps;
        self.seat.connection.close().await;
        self.end
    }

    /// Has the last facts told again, up to the last that any seat of the table has seen, and then the whole
    /// table, which must be what the facts have made of it. At a blind table facts are not told again: there it is the
    /// whole table at once.
    async fn check(&mut self) {
        let view = self.seat.mirror.as_ref().map(TableMirror::view);
        let is_blind = view.is_some_and(|view| view.hand != HandRule::Seen);
        self.ask_again().await;
        let mut folded = self
            .read_until(|event, last| match event {
                Event::Facts(facts) => !is_blind && after(facts) > last,
                Event::Snapshot(_) => true,
                _ => false,
            })
            .await;
        if !is_blind {
            folded = self.look_again().await;
        }
        while self.is_being_dealt() {
            self.read_until(|event, _| matches!(event, Event::Facts(_)))
                .await;
            folded = self.look_again().await;
        }
        if let (Some(folded), Some(shown)) = (&folded, &self.seat.mirror)
            && folded.seq() == shown.seq()
        {
            let difference = difference(folded.view(), shown.view(), LeftOut::Presence);
            if let Some(field) = &difference {
                let table = shown.table();
                tracing::error!(%table, field, "the snapshot is not the fold of the facts");
            }
            self.end.same_view = Some(difference.is_none());
        }
    }

    /// Whether the table has decided to deal and has not dealt yet: the decision has a number, and is shown to nobody
    /// before the deal.
    fn is_being_dealt(&self) -> bool {
        let now = self.seat.mirror.as_ref().map(TableMirror::now);
        now.is_some_and(|now| now.phase == TablePhase::Playing && now.seat.is_none())
    }

    /// Asks for the whole table; what the facts have made of it until it comes.
    async fn look_again(&mut self) -> Option<TableMirror> {
        self.follow_from(0).await;
        self.read_until(|event, _| matches!(event, Event::Snapshot(_)))
            .await
    }

    /// Reads until an event is the one; it is also given the number of the last fact that any seat has seen. Returns
    /// what the facts have made of the table, the event among them unless it is a snapshot.
    async fn read_until(&mut self, is_it: impl Fn(&Event, u64) -> bool) -> Option<TableMirror> {
        let mut folded = self.seat.mirror.clone();
        while let Some(event) = self.seat.next().await {
            let found = is_it(&event, self.ledger.last());
            if !matches!(event, Event::Snapshot(_)) {
                folded.clone_from(&self.seat.mirror);
            }
            self.meet(event).await;
            if found {
                break;
            }
        }
        folded
    }

    /// Asks for facts that are known already.
    async fn ask_again(&self) {
        let seen = self.seat.seq();
        // Before the running match the server may answer with a snapshot, which compares less. Another seat
        // may have seen a match begin that this one has not.
        let in_match = self.ledger.match_start().saturating_sub(1).min(seen);
        let from = seen.saturating_sub(ASKED_AGAIN).max(in_match).max(1);
        self.follow_from(from).await;
    }

    async fn follow_from(&self, since: u64) {
        let Some(mirror) = &self.seat.mirror else {
            return;
        };
        if let Err(reason) = self
            .seat
            .connection
            .follow_from(mirror.table(), since)
            .await
        {
            tracing::error!(%reason, "a seat's connection is over");
        }
    }

    async fn meet(&mut self, event: Event) {
        match event {
            Event::Facts(facts) => self.read(&facts),
            Event::Snapshot(snapshot) => self.look_at(&snapshot),
            Event::Connected(_) => {
                if self.connected_before {
                    self.end.returns += 1;
                    self.ask_again().await;
                }
                self.connected_before = true;
            }
            Event::Closed(reason) => tracing::error!(%reason, "a seat's connection is over"),
            Event::Disconnected | Event::Notice(_) => {}
        }
    }

    fn read(&mut self, facts: &Events) {
        for (seq, fact) in (facts.seq..).zip(&facts.facts) {
            self.ledger.note_fact(seq, fact);
            let text = serde_json::to_string(fact).unwrap_or_default();
            match self.facts.get(&seq) {
                Some(before) if *before == text => self.end.told_again += 1,
                Some(before) => {
                    tracing::error!(seq, %before, now = %text, "a fact has changed");
                    self.ledger.gone(std::iter::once(seq));
                }
                None => {
                    self.facts.insert(seq, text);
                }
            }
        }
    }

    /// A snapshot that is older than what was told takes facts back.
    fn look_at(&self, snapshot: &Snapshot) {
        self.ledger.shown(snapshot);
        let taken_back = self.facts.range(snapshot.seq + 1..).map(|(seq, _)| *seq);
        self.ledger.gone(taken_back);
    }

    async fn fulfil(&mut self, duty: Duty) {
        let answer = match duty {
            Duty::Ready | Duty::Arrange { .. } | Duty::Rematch => self.seat.fulfil(duty).await,
            Duty::Act { turn, legal } => self.act(turn, &legal).await,
        };
        if let Err(CommandError::Refused(refused)) = answer {
            self.ledger.refused(*refused);
        }
    }

    async fn act(&mut self, turn: u32, legal: &[String]) -> Result<Ack, CommandError> {
        if !self.think.is_zero() {
            sleep(self.think).await;
        }
        let action = self.seat.choose(legal);
        let key = self.key(&action);
        let answer = self.seat.act(turn, &action).await;
        if let (Ok(ack), Some(key)) = (&answer, key) {
            self.ledger.acknowledged(key, ack);
        }
        answer
    }

    /// What this seat is about to do.
    fn key(&self, action: &str) -> Option<ActKey> {
        let view = self.seat.mirror.as_ref()?.view();
        let (match_number, entry) = (view.match_number, view.game.as_ref()?.entry);
        Some(ActKey {
            match_number,
            entry,
            seat: view.me?,
            act: bare(action),
        })
    }
}

/// The number after the last of these facts.
fn after(facts: &Events) -> u64 {
    facts.seq + u64::try_from(facts.facts.len()).unwrap_or(u64::MAX)
}
