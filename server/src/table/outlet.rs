//! The one way out of a table: whatever it says leaves as plain data, to addresses.
//!
//! A table knows no socket and no lobby. Who implements [`Outlet`] brings frames and answers to connections, and news to
//! the lobby; it may do so on another machine.

use std::sync::Arc;

use boneyard_protocol::{Ack, PlayerId, Refusal, Refused, ServerMessage, TableId};
use boneyard_store::Report;

use super::{Attendance, QuestionId, ReplyTo, TableCard};
use crate::outbox::{ConnectionId, Utf8Bytes, encode};

/// Takes what tables say. Never waits, and keeps the order of what one table says.
pub trait Outlet: Send + Sync {
    /// A table says something.
    fn send(&self, table: TableId, output: TableOutput);
}

/// What a table says.
#[derive(Clone, Debug, PartialEq)]
pub enum TableOutput {
    /// A frame for some connections, encoded once for all of them. Those that are gone do not get it.
    Frame {
        /// The receiver.
        to: Vec<ConnectionId>,
        /// The text.
        frame: Utf8Bytes,
    },
    /// A command was done.
    Done {
        /// Who is told.
        reply: ReplyTo,
        /// What.
        ack: Ack,
    },
    /// A command was refused.
    Refused {
        /// Who is told.
        reply: ReplyTo,
        /// The table, unless the player must not know that it exists.
        table: Option<TableId>,
        /// Why.
        why: Refusal,
    },
    /// A player reports another one. Whoever keeps reports answers.
    Report {
        /// Who is told what becomes of it.
        reply: ReplyTo,
        /// The report.
        report: Report,
        /// The answer when it is kept.
        ack: Ack,
    },
    /// The table stands like this now.
    Card(TableCard),
    /// A player has a seat who was told otherwise, or nothing. Answered by [`TableInput::Present`](super::TableInput)
    /// if the player is here.
    Newcomer(PlayerId),
    /// The answer to a question; nothing if the table ends.
    Attendance {
        /// The question.
        question: QuestionId,
        /// Who is there.
        attendance: Option<Attendance>,
    },
    /// The table is no more: closed or stopped.
    Ended,
    /// The table cannot go on. Its journal is left as it is, and whoever asks for it is told so.
    OutOfOrder,
}

/// One table's way out. Cheap to clone.
#[derive(Clone)]
pub(super) struct Exit {
    outlet: Arc<dyn Outlet>,
    table: TableId,
}

impl Exit {
    pub(super) fn new(outlet: Arc<dyn Outlet>, table: TableId) -> Self {
        Self { outlet, table }
    }

    pub(super) fn send(&self, output: TableOutput) {
        self.outlet.send(self.table, output);
    }

    /// A ready-made frame for some connections.
    pub(super) fn frame(&self, to: Vec<ConnectionId>, frame: Utf8Bytes) {
        if !to.is_empty() {
            self.send(TableOutput::Frame { to, frame });
        }
    }

    /// A message for one connection.
    pub(super) fn message(&self, to: ConnectionId, message: &ServerMessage) {
        self.frame(vec![to], encode(message));
    }

    /// Refuses a command; `table` only to those who may know that it exists.
    pub(super) fn refuse(&self, reply: ReplyTo, table: Option<TableId>, why: Refusal) {
        tracing::debug!(code = ?why.code, "refused");
        self.send(TableOutput::Refused { reply, table, why });
    }
}

impl std::fmt::Debug for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exit").field("table", &self.table).finish()
    }
}

/// The refusal as it is sent.
pub(crate) fn refused(reply: ReplyTo, table: Option<TableId>, why: Refusal) -> ServerMessage {
    ServerMessage::Refused(Refused {
        id: Some(reply.id),
        table,
        why,
    })
}
