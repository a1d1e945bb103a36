//! The registry behind its lock, and where the output of tables goes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boneyard_protocol::{Ack, ServerMessage, TableId};
use boneyard_store::Report;
use tokio::sync::oneshot;

use super::registry::{Registry, SeatGiven};
use crate::clock::Clock;
use crate::outbox::Outboxes;
use crate::report::ReportDesk;
use crate::table::{Attendance, Outlet, QuestionId, ReplyTo, TableOutput, refused};

/// See the module. The registry's lock is held for look-ups and hand-overs only, never across a wait.
pub(super) struct Shelf {
    registry: Mutex<Registry>,
    outboxes: Outboxes,
    reports: ReportDesk,
    clock: Arc<dyn Clock>,
    questions: Mutex<HashMap<QuestionId, oneshot::Sender<Attendance>>>,
    last_question: AtomicU64,
}

/// A question to a table. Dropping it forgets it.
pub(super) struct Question<'a> {
    shelf: &'a Shelf,
    pub(super) id: QuestionId,
    pub(super) answer: oneshot::Receiver<Attendance>,
}

impl Shelf {
    pub(super) fn new(reports: ReportDesk, clock: Arc<dyn Clock>) -> Self {
        let outboxes = Outboxes::default();
        Self {
            registry: Mutex::new(Registry::new(outboxes.clone())),
            outboxes,
            reports,
            clock,
            questions: Mutex::default(),
            last_question: AtomicU64::new(0),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Registry> {
        // Every change is one insertion or removal, so a panic between two of them leaves a stale line at worst,
        // which the table's next card repairs.
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connections that can be reached.
    pub(super) const fn outboxes(&self) -> &Outboxes {
        &self.outboxes
    }

    /// A question that a table can answer.
    pub(super) fn question(&self) -> Question<'_> {
        let id = QuestionId(self.last_question.fetch_add(1, Ordering::Relaxed));
        let (sender, answer) = oneshot::channel();
        self.questions().insert(id, sender);
        Question {
            shelf: self,
            id,
            answer,
        }
    }

    fn questions(&self) -> MutexGuard<'_, HashMap<QuestionId, oneshot::Sender<Attendance>>> {
        self.questions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// A command is done. If it was for a seat, the ack says whether the player got one.
    fn done(&self, table: TableId, reply: ReplyTo, ack: Ack) {
        if let Some(errand) = reply.errand {
            let seat = match ack.seat {
                Some(_) => SeatGiven::Yes,
                None => SeatGiven::No,
            };
            self.lock().end_errand(table, reply.to.player, errand, seat);
        }
        self.answer(reply, &ServerMessage::Ack(ack));
    }

    fn report(&self, table: TableId, reply: ReplyTo, report: Report, ack: Ack) {
        let outboxes = self.outboxes.clone();
        self.reports.file(report, self.clock.now(), move |kept| {
            let message = match kept {
                Ok(()) => ServerMessage::Ack(ack),
                Err(why) => refused(reply, Some(table), why),
            };
            outboxes.send_message(reply.to.connection, &message);
        });
    }

    fn answer(&self, reply: ReplyTo, message: &ServerMessage) {
        self.outboxes.send_message(reply.to.connection, message);
    }
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        self.shelf.questions().remove(&self.id);
    }
}

impl Outlet for Shelf {
    fn send(&self, table: TableId, output: TableOutput) {
        match output {
            TableOutput::Frame { to, frame } => {
                for connection in to {
                    self.outboxes.send(connection, frame.clone());
                }
            }
            TableOutput::Done { reply, ack } => self.done(table, reply, ack),
            TableOutput::Refused {
                reply,
                table: named,
                why,
            } => {
                if let Some(errand) = reply.errand {
                    self.lock().forget_errand(errand);
                }
                self.answer(reply, &refused(reply, named, why));
            }
            TableOutput::Report { reply, report, ack } => self.report(table, reply, report, ack),
            TableOutput::Card(card) => self.lock().post(card),
            TableOutput::Newcomer(player) => self.lock().present(table, player),
            TableOutput::Attendance {
                question,
                attendance,
            } => {
                let sender = self.questions().remove(&question);
                if let (Some(sender), Some(attendance)) = (sender, attendance) {
                    // The host may no longer be waiting.
                    drop(sender.send(attendance));
                }
            }
            TableOutput::Ended => self.lock().take_down(table),
            TableOutput::OutOfOrder => {
                let mut registry = self.lock();
                let code = registry.code_of(table);
                registry.take_down(table);
                registry.put_out_of_order(table, code);
            }
        }
    }
}
