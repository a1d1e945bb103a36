//! What comes after an append.

use boneyard_engine::{Event, Seat};
use boneyard_protocol::{ErrorCode, PlayerId};

use super::storage::Lack;
use super::{Asker, InHand, Pending, Stopping, TableTask, Wants};
use crate::clock::MonoMillis;
use crate::metrics;
use crate::table::TableInput;
use crate::table::state::actions_in;
use boneyard_store::fact::Fact;
use boneyard_store::{AppendError, JournalRecord};

impl TableTask {
    /// The append in flight has ended.
    pub(super) async fn settle(&mut self, result: Result<Vec<JournalRecord>, AppendError>) {
        let Some(pending) = self.pending.take() else {
            return;
        };
        match result {
            Ok(records) => {
                let command = pending.asker.as_ref().map(|asker| asker.command.clone());
                self.in_hand = command.map(InHand::Durable);
                let now = self.parts.clock.now().mono;
                // Before anything is planned: a step must know its deadline.
                let goes_on = self.start_clocks(now);
                self.done(&records, pending, now).await;
                self.in_hand = None;
                self.panics = 0;
                if goes_on {
                    self.tell_that_it_goes_on();
                }
            }
            Err(AppendError::Unavailable) => {
                if let Some(asker) = pending.asker {
                    let reply = asker.command.sender.reply_to();
                    self.refuse(reply, ErrorCode::StorageUnavailable.into());
                }
                self.stand(Lack::Writing, pending.began);
            }
            Err(error @ (AppendError::Conflict { .. } | AppendError::Closed)) => {
                tracing::error!(seq = %self.table.state.seq, %error, "the journal is ahead of the table");
                self.catch_up(pending.asker).await;
            }
        }
    }

    /// The journal knows more than this table: it is loaded anew, and the command that met the conflict is
    /// decided anew; if it had become fact before, it gets the answer of then.
    async fn catch_up(&mut self, asker: Option<Asker>) {
        if let Some(asker) = asker {
            self.backlog.push_front(TableInput::Command(asker.command));
        }
        self.load_anew().await;
    }

    /// Facts are durable: they are folded, and everybody is told.
    async fn done(&mut self, records: &[JournalRecord], pending: Pending, now: MonoMillis) {
        let Pending { asker, began, .. } = pending;
        let before = self.seated();
        let occurrences = self.table.apply(records, began, now);
        metrics::actions_done(actions_in(records.iter().map(|record| &record.fact)));
        for record in records {
            self.show_bots(&record.fact);
        }
        self.plan_step(now);
        let last = records.last().map(|record| record.seq);
        let newcomer = asker
            .as_ref()
            .filter(|asker| asker.wants == Wants::Snapshot);
        let newcomer = newcomer.map(|asker| asker.command.sender.from.player.id);
        let acked_first = asker.as_ref().filter(|_| newcomer.is_none());
        if let Some(asker) = acked_first {
            self.ack(asker.command.sender.reply_to(), last);
        }
        self.audience
            .publish(occurrences, &self.table, newcomer, now)
            .await;
        if let Some(asker) = asker.as_ref().filter(|_| newcomer.is_some()) {
            self.answer(asker, last, now);
        }
        // A player who gives up a seat is gone, too.
        self.presence_changed |= records
            .iter()
            .any(|record| matches!(record.fact, Fact::Left { .. }));
        self.show_out_leavers(&before);
        self.tell_absences(now);
        self.post_card();
        let last_fact = records.last().map(|record| &record.fact);
        if self.stopping == Stopping::No && matches!(last_fact, Some(Fact::Closed { .. })) {
            tracing::info!(seq = %self.table.state.seq, "the table is closed");
        }
    }

    fn show_bots(&mut self, fact: &Fact) {
        match fact {
            Fact::MatchStarted { .. } | Fact::Unfinished { .. } => self.bots.reset(),
            Fact::Game { event, .. } => {
                if matches!(event, Event::MatchStarted { .. }) {
                    self.seat_bots();
                }
                self.bots.observe(event);
            }
            _ => {}
        }
    }

    /// The players by seat.
    pub(super) fn seated(&self) -> Vec<Option<PlayerId>> {
        let seats = self.table.state.seats.iter();
        seats.map(|seat| seat.player_id()).collect()
    }

    /// Whoever had a seat before and has none now looks no longer.
    pub(super) fn show_out_leavers(&mut self, before: &[Option<PlayerId>]) {
        for player in before.iter().copied().flatten() {
            if self.table.state.seat_of(player).is_none() {
                self.audience.show_out(self.table.state.id, player);
            }
        }
    }

    /// Viewers are told whose absence has begun or ceased to run.
    fn tell_absences(&mut self, now: MonoMillis) {
        let seats = self.table.state.seats.places();
        let absent: Vec<Seat> = seats
            .filter(|seat| {
                self.table
                    .absence(*seat, now)
                    .is_some_and(|(_, running)| running)
            })
            .collect();
        let changed: Vec<Seat> = self
            .table
            .state
            .seats
            .places()
            .filter(|seat| absent.contains(seat) != self.shown_absent.contains(seat))
            .collect();
        self.shown_absent = absent;
        for seat in changed {
            self.tell_presence(seat, now);
        }
    }
}
