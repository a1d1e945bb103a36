//! What the task does with a message of the server.

use boneyard_protocol::{
    Ack, Command, ErrorCode, LobbyCommand, Refused, ServerMessage, Snapshot, TableCommand, TableId,
};
use tokio::sync::mpsc::error::TrySendError;

use super::Driver;
use crate::connection::following::Reading;
use crate::error::CommandError;
use crate::event::Event;
use crate::notice::Notice;

impl Driver {
    pub(super) fn take(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Ack(ack) => self.take_ack(ack),
            ServerMessage::Refused(refused) => self.take_refusal(refused),
            ServerMessage::Snapshot(snapshot) => self.take_snapshot(snapshot),
            ServerMessage::Events(events) => {
                let table = events.table;
                match self.following.take_events(events) {
                    Reading::Next(next) => {
                        let before = next.seq - 1;
                        if !self.tell(Event::Facts(next)) {
                            self.following.untold(table, before);
                        }
                    }
                    Reading::Known => {}
                    Reading::Gap => self.tally.missed(),
                }
            }
            other => {
                // What is no notice, a heartbeat for one, is only a sign of life.
                if let Ok(notice) = Notice::try_from(other) {
                    self.take_notice(notice);
                }
            }
        }
    }

    fn take_notice(&mut self, notice: Notice) {
        if let Notice::Gone { table } = &notice {
            self.following.forget(*table);
        }
        self.tell_unnumbered(Event::Notice(notice));
    }

    fn take_snapshot(&mut self, snapshot: Box<Snapshot>) {
        let table = snapshot.table;
        self.following.take_snapshot(&snapshot);
        if !self.tell(Event::Snapshot(snapshot)) {
            self.following.untold(table, 0);
        }
    }

    fn take_ack(&mut self, ack: Ack) {
        if let Some(table) = self.following.mending(ack.id) {
            self.following.mended(table);
        }
        let Some(done) = self.pending.answered(ack.id) else {
            return;
        };
        match (&done.command, ack.table) {
            (Command::Lobby(LobbyCommand::Watch { .. }), Some(table)) => {
                self.following.came_in_by(table, done.command.clone());
            }
            (
                Command::Lobby(
                    LobbyCommand::Create { .. }
                    | LobbyCommand::QuickPlay { .. }
                    | LobbyCommand::Join { .. },
                )
                | Command::Table(_, TableCommand::Sit { .. }),
                Some(table),
            ) => self.following.came_in(table),
            (Command::Table(table, TableCommand::Leave), _) => self.following.forget(*table),
            _ => {}
        }
        drop(done.answer.send(Ok(ack)));
    }

    fn take_refusal(&mut self, refused: Refused) {
        let Some(id) = refused.id else {
            tracing::warn!(code = ?refused.why.code, "the server could not read a message of ours");
            return;
        };
        if let Some(table) = self.following.mending(id) {
            self.take_refused_mending(table, refused.why.code);
            return;
        }
        if let Some(command) = self.pending.answered(id) {
            drop(
                command
                    .answer
                    .send(Err(CommandError::Refused(Box::new(refused)))),
            );
        }
    }

    /// The table is closed to us, or the server was busy and is asked again.
    fn take_refused_mending(&mut self, table: TableId, code: ErrorCode) {
        let for_now = matches!(
            code,
            ErrorCode::RateLimited
                | ErrorCode::TableBusy
                | ErrorCode::StorageUnavailable
                | ErrorCode::Restarting
        );
        if for_now {
            self.following.not_mended(table);
        } else {
            self.following.forget(table);
            self.tell_unnumbered(Event::Notice(Notice::Gone { table }));
        }
    }

    /// Tells the user; false when there is no room, and it must be requested again.
    fn tell(&mut self, event: Event) -> bool {
        match self.events.try_send(event) {
            Err(TrySendError::Full(_)) => false,
            // Nobody reads: then nobody misses anything.
            Ok(()) | Err(TrySendError::Closed(_)) => true,
        }
    }

    /// Tells the user something that may be lost.
    pub(super) fn tell_unnumbered(&mut self, event: Event) {
        if !self.tell(event) {
            tracing::debug!("an event without a number was dropped: the reader is too slow");
        }
    }
}
