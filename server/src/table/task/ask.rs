//! Commands and their answers.

use boneyard_engine::Seat;
use boneyard_protocol::limits::PHRASES;
use boneyard_protocol::{
    Ack, CommandId, ErrorCode, JoinCode, PlayerId, Refusal, Refused, ReportReason, ServerMessage,
    TableCommand, TableId,
};

use tokio::sync::mpsc;

use super::{Asker, InHand, Stopping, TableTask, Wants};
use crate::clock::MonoMillis;
use crate::table::seats::SeatState;
use crate::table::{Caller, PlayerCommand, QUEUE, Request, Sender, TableInput};
use boneyard_store::Report;
use boneyard_store::Seq;

/// Refuses a command.
pub(super) fn refuse(to: &Caller, id: CommandId, table: Option<TableId>, why: Refusal) {
    tracing::debug!(code = ?why.code, "refused");
    to.outbox.send_message(&ServerMessage::Refused(Refused {
        id: Some(id),
        table,
        why,
    }));
}

/// Refuses everything that is still in a queue which nobody reads any more.
pub(super) fn refuse_all(queue: &mut mpsc::Receiver<TableInput>, why: &Refusal) {
    queue.close();
    while let Ok(input) = queue.try_recv() {
        refuse_input(input, why);
    }
}

/// Refuses an input that somebody may wait for.
pub(super) fn refuse_input(input: TableInput, why: &Refusal) {
    match input {
        TableInput::Command(PlayerCommand { sender, .. }) => {
            refuse(&sender.from, sender.id, None, why.clone());
        }
        _ => {}
    }
}

impl TableTask {
    /// Takes an input: what needs no fact is done at once, the rest waits its turn.
    pub(super) fn take(&mut self, input: TableInput) {
        if let TableInput::Command(PlayerCommand { sender, .. }) = &input {
            self.in_hand = Some(InHand::Undecided(sender.from.clone(), sender.id));
        }
        let now = self.parts.clock.now().mono;
        self.take_at(input, now);
        self.in_hand = None;
    }

    fn take_at(&mut self, input: TableInput, now: MonoMillis) {
        match input {
            TableInput::Command(command) => self.take_command(command, now),
            TableInput::Attach { from } => self.arrive(&from, now),
            // If he has been given a seat meanwhile, it is his going that counts.
            TableInput::Detach { player, connection }
            | TableInput::LooksAway { player, connection } => {
                self.audience.unsubscribe(player, connection);
                let seat = self.table.state.seat_of(player);
                if self.table.depart(player, connection, now)
                    && let Some(seat) = seat
                {
                    self.presence_changed = true;
                    self.tell_presence(seat, now);
                }
            }
            // Never lost, and never more than one a player: the newest name is the one that counts.
            TableInput::Renamed { player, name } => {
                self.backlog.retain(|waiting| match waiting {
                    TableInput::Renamed { player: other, .. } => *other != player,
                    _ => true,
                });
                self.backlog.push_back(TableInput::Renamed { player, name });
            }
            TableInput::ShowOut { whom, reason } => self.show_out(whom, reason),
            TableInput::Look(answer) => {
                self.sweep(now);
                // Whoever has asked may have gone.
                let _nobody_waits = answer.send(self.attendance());
            }
            TableInput::Stop => self.stopping = Stopping::Asked,
        }
    }

    fn take_command(&mut self, command: PlayerCommand, now: MonoMillis) {
        let Sender { from, id, .. } = &command.sender;
        self.arrive(from, now);
        if self.storage.is_unread() {
            if !command.request.waits_for_the_journal() {
                return self.refuse(from, *id, ErrorCode::StorageUnavailable.into());
            }
            self.let_wait(from);
        } else if self.answer_at_once(&command, now) {
            return;
        }
        if self.backlog.len() < QUEUE {
            self.backlog.push_back(TableInput::Command(command));
        } else {
            self.refuse(from, *id, ErrorCode::TableBusy.into());
        }
    }

    pub(super) fn arrive(&mut self, from: &Caller, now: MonoMillis) {
        let player = from.player.id;
        let was_here = self.table.has_connection(player);
        self.table.arrive(player, from.connection, now);
        if let Some(seat) = self.table.state.seat_of(player)
            && !was_here
        {
            self.presence_changed = true;
            self.tell_presence(seat, now);
        }
    }

    /// Forgets watchers whose going nobody has told.
    pub(super) fn sweep(&mut self, now: MonoMillis) {
        let state = &self.table.state;
        let gone = self
            .audience
            .sweep(|player| state.seat_of(player).is_some());
        for (player, connection) in gone {
            self.table.depart(player, connection, now);
        }
    }

    /// Tells everybody whether a seat's player is here.
    pub(super) fn tell_presence(&mut self, seat: Seat, now: MonoMillis) {
        let here = self
            .table
            .state
            .seats
            .get(seat)
            .is_some_and(|state| self.table.is_here(state));
        let away = if here {
            None
        } else {
            self.table.absence(seat, now)
        };
        self.audience.tell(&ServerMessage::Presence {
            table: self.table.state.id,
            seat: seat.get(),
            here,
            absence_ms: away.map(|(left, _)| left),
            running: away.is_some_and(|(_, running)| running),
        });
        // What each may choose about an absent player depends on who is here.
        if self.table.state.asked().is_some() {
            self.audience.show_to_seated(&self.table, now);
        }
    }

    /// Whether a command needed no fact and has been answered.
    pub(super) fn answer_at_once(&mut self, command: &PlayerCommand, now: MonoMillis) -> bool {
        let PlayerCommand { sender, request } = command;
        let Sender { from, id, .. } = sender;
        let done = match request {
            Request::Command(TableCommand::Phrase { phrase }) => {
                let said = self.may_say(from, phrase, now);
                said.map(|seat| {
                    self.ack(from, *id, None);
                    self.say(seat, phrase);
                })
            }
            Request::Command(TableCommand::Report { seat, reason }) => {
                let reported = self.reported(from, *seat);
                reported.map(|whom| self.report(sender, *seat, whom, *reason))
            }
            Request::Watch { code } => self.may_watch(from, code.as_ref(), now).map(|()| {
                self.ack(from, *id, None);
                self.show_in(from, now);
            }),
            Request::Command(TableCommand::Resume { since }) => {
                self.may_watch(from, None, now).map(|()| {
                    self.ack(from, *id, None);
                    self.audience.subscribe(from);
                    self.audience.resume(from, *since, &self.table, now);
                })
            }
            _ => return false,
        };
        if let Err(why) = done {
            self.refuse_as_known(from, *id, why);
        }
        true
    }

    /// A watcher's leaving makes no fact. Returns whether that was it.
    pub(super) fn let_watcher_go(&mut self, command: &PlayerCommand) -> bool {
        let Sender { from, id, .. } = &command.sender;
        let leaves = command.request == Request::Command(TableCommand::Leave);
        let player = from.player.id;
        if !leaves || self.table.state.seat_of(player).is_some() || self.is_hidden_from(from) {
            return false;
        }
        self.ack(from, *id, None);
        self.audience.show_out(self.table.state.id, player);
        true
    }

    /// Whether this table must not be there for a player: it is private, and he neither sits here nor has
    /// shown its code.
    pub(super) fn is_hidden_from(&self, from: &Caller) -> bool {
        let player = from.player.id;
        self.table.state.opening.settings.private
            && self.table.state.seat_of(player).is_none()
            && !self.audience.is_viewer(player)
            && !self.audience.is_admitted(player)
    }

    /// Refuses a command in the words of a table that is not there, if it must not be.
    pub(super) fn refuse_as_known(&self, to: &Caller, id: CommandId, why: Refusal) {
        if self.is_hidden_from(to) {
            refuse(to, id, None, ErrorCode::NoSuchTable.into());
        } else {
            self.refuse(to, id, why);
        }
    }

    /// From now on the caller is a viewer, beginning with a snapshot: one step, so that nothing is lost
    /// between the two.
    pub(super) fn show_in(&mut self, from: &Caller, now: MonoMillis) {
        self.audience.subscribe(from);
        self.audience.show_to(from.player.id, &self.table, now);
    }

    fn may_watch(
        &mut self,
        from: &Caller,
        code: Option<&JoinCode>,
        now: MonoMillis,
    ) -> Result<(), Refusal> {
        let opening = &self.table.state.opening;
        let player = from.player.id;
        if self.table.state.seat_of(player).is_some() {
            return Ok(());
        }
        let by_code = code == Some(&opening.code);
        if opening.settings.private && !by_code && !self.audience.is_admitted(player) {
            return Err(ErrorCode::NoSuchTable.into());
        }
        if !opening.settings.watchers {
            return Err(ErrorCode::NoWatchers.into());
        }
        if !self.audience.has_room_for(player) {
            self.sweep(now);
        }
        if !self.audience.has_room_for(player) {
            return Err(ErrorCode::TableFull.into());
        }
        if by_code {
            self.audience.admit(player);
        }
        Ok(())
    }

    /// The seat from which a player may say a phrase now.
    fn may_say(&mut self, from: &Caller, phrase: &str, now: MonoMillis) -> Result<Seat, Refusal> {
        let seat = self.table.state.seat_of(from.player.id);
        let seat = seat.ok_or_else(|| Refusal::from(ErrorCode::NotSeated))?;
        if !PHRASES.contains(&phrase) {
            return Err(ErrorCode::NoSuchPhrase.into());
        }
        let wait = self.audience.may_speak(from.player.id, now);
        wait.map(|()| seat).map_err(|wait_ms| Refusal {
            retry_ms: Some(u32::try_from(wait_ms).unwrap_or(u32::MAX)),
            ..ErrorCode::RateLimited.into()
        })
    }

    /// Whom a seated player means, if there is somebody to report.
    fn reported(&self, from: &Caller, seat: u8) -> Result<PlayerId, Refusal> {
        let own = self.table.state.seat_of(from.player.id);
        let own = own.ok_or_else(|| Refusal::from(ErrorCode::NotSeated))?;
        let meant = Some(Seat::new(seat)).filter(|seat| *seat != own);
        let state = meant.and_then(|seat| self.table.state.seats.get(seat));
        let whom = state.and_then(SeatState::player_id);
        whom.ok_or_else(|| ErrorCode::NobodyThere.into())
    }

    /// Hands a report to the desk, which answers when it is kept. The table does not wait for that.
    fn report(&self, sender: &Sender, seat: u8, reported: PlayerId, reason: ReportReason) {
        let table = self.table.state.id;
        let now = self.parts.clock.now();
        let report = Report {
            at: now.wall,
            by: sender.from.player.id,
            command: sender.id,
            table,
            match_id: self.table.state.game.as_ref().map(|game| game.match_id),
            seat,
            reported,
            reason,
        };
        let ack = self.ack_of(&sender.from, sender.id, None);
        let to = sender.from.clone();
        self.parts
            .reports
            .file(report, now, move |kept| match kept {
                Ok(()) => to.outbox.send_message(&ServerMessage::Ack(ack)),
                Err(why) => refuse(&to, ack.id, Some(table), why),
            });
    }

    fn say(&mut self, seat: Seat, phrase: &str) {
        self.audience.tell(&ServerMessage::Phrase {
            table: self.table.state.id,
            seat: seat.get(),
            phrase: phrase.to_owned(),
        });
    }

    pub(super) fn refuse(&self, to: &Caller, id: CommandId, why: Refusal) {
        refuse(to, id, Some(self.table.state.id), why);
    }

    pub(super) fn ack(&self, to: &Caller, id: CommandId, seq: Option<Seq>) {
        let ack = self.ack_of(to, id, seq);
        to.outbox.send_message(&ServerMessage::Ack(ack));
    }

    fn ack_of(&self, to: &Caller, id: CommandId, seq: Option<Seq>) -> Ack {
        let seat = self.table.state.seat_of(to.player.id);
        Ack {
            id,
            table: Some(self.table.state.id),
            seat: seat.map(Seat::get),
            code: seat.map(|_| self.table.state.opening.code.clone()),
            seq: seq.map(|seq| seq.0),
        }
    }

    /// Answers a command that is done.
    pub(super) fn answer(&mut self, asker: &Asker, seq: Option<Seq>, now: MonoMillis) {
        let Sender { from, id, .. } = &asker.command.sender;
        self.ack(from, *id, seq);
        match asker.wants {
            Wants::Ack => {}
            Wants::Snapshot => self.show_in(from, now),
        }
    }
}
