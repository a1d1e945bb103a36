//! Commands and their answers.

use boneyard_engine::Seat;
use boneyard_protocol::limits::PHRASES;
use boneyard_protocol::{
    Ack, ErrorCode, JoinCode, PlayerId, Refusal, ReportReason, ServerMessage, TableCommand,
};

use tokio::sync::mpsc;

use super::{Asker, InHand, Stopping, TableTask, Wants};
use crate::clock::MonoMillis;
use crate::table::outlet::Exit;
use crate::table::seats::SeatState;
use crate::table::{Address, PlayerCommand, QUEUE, ReplyTo, Request, TableInput, TableOutput};
use boneyard_store::Report;
use boneyard_store::Seq;

/// Refuses everything that is still in a queue which nobody reads any more.
pub(super) fn refuse_all(exit: &Exit, queue: &mut mpsc::Receiver<TableInput>, why: &Refusal) {
    queue.close();
    while let Ok(input) = queue.try_recv() {
        refuse_input(exit, input, why);
    }
}

/// Refuses an input that somebody may wait for.
pub(super) fn refuse_input(exit: &Exit, input: TableInput, why: &Refusal) {
    match input {
        TableInput::Command(PlayerCommand { sender, .. }) => {
            exit.refuse(sender.reply_to(), None, why.clone());
        }
        TableInput::Look { question } => exit.send(TableOutput::Attendance {
            question,
            attendance: None,
        }),
        _ => {}
    }
}

impl TableTask {
    /// Takes an input: what needs no fact is done at once, the rest waits its turn.
    pub(super) fn take(&mut self, input: TableInput) {
        if let TableInput::Command(PlayerCommand { sender, .. }) = &input {
            self.in_hand = Some(InHand::Undecided(sender.reply_to()));
        }
        let now = self.parts.clock.now().mono;
        self.take_at(input, now);
        self.in_hand = None;
    }

    fn take_at(&mut self, input: TableInput, now: MonoMillis) {
        match input {
            TableInput::Command(command) => self.take_command(command, now),
            TableInput::Attach { from } => self.arrive(from, now),
            TableInput::Present { from } => {
                self.arrive(from, now);
                self.show_in(from, now);
            }
            TableInput::LooksAway { who } => {
                for from in who {
                    self.look_away(from, now);
                }
            }
            TableInput::Detach { from } => self.look_away(from, now),
            // Never lost, and never more than one a player: the newest name is the one that counts.
            TableInput::Renamed { player, name } => {
                self.backlog.retain(|waiting| match waiting {
                    TableInput::Renamed { player: other, .. } => *other != player,
                    _ => true,
                });
                self.backlog.push_back(TableInput::Renamed { player, name });
            }
            TableInput::ShowOut { player, reason } => self.show_out(player, reason),
            TableInput::Look { question } => {
                let attendance = Some(self.attendance());
                self.exit.send(TableOutput::Attendance {
                    question,
                    attendance,
                });
            }
            TableInput::Stop => self.stopping = Stopping::Asked,
        }
    }

    fn take_command(&mut self, command: PlayerCommand, now: MonoMillis) {
        let reply = command.sender.reply_to();
        self.arrive(reply.to, now);
        if self.storage.is_unread() {
            if !command.request.waits_for_the_journal() {
                return self.refuse(reply, ErrorCode::StorageUnavailable.into());
            }
            self.let_wait(reply.to);
        } else if self.answer_at_once(&command, now) {
            return;
        }
        if self.backlog.len() < QUEUE {
            self.backlog.push_back(TableInput::Command(command));
        } else {
            self.refuse(reply, ErrorCode::TableBusy.into());
        }
    }

    pub(super) fn arrive(&mut self, from: Address, now: MonoMillis) {
        let was_here = self.table.has_connection(from.player);
        self.table.arrive(from.player, from.connection, now);
        if let Some(seat) = self.table.state.seat_of(from.player)
            && !was_here
        {
            self.presence_changed = true;
            self.tell_presence(seat, now);
        }
    }

    /// A connection has ended. Whoever has been given a seat meanwhile is away from it.
    fn look_away(&mut self, from: Address, now: MonoMillis) {
        self.audience.unsubscribe(from);
        let seat = self.table.state.seat_of(from.player);
        if self.table.depart(from.player, from.connection, now)
            && let Some(seat) = seat
        {
            self.presence_changed = true;
            self.tell_presence(seat, now);
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
        let (reply, player) = (sender.reply_to(), sender.from.player.id);
        let done = match request {
            Request::Command(TableCommand::Phrase { phrase }) => {
                let said = self.may_say(player, phrase, now);
                said.map(|seat| {
                    self.ack(reply, None);
                    self.say(seat, phrase);
                })
            }
            Request::Command(TableCommand::Report { seat, reason }) => {
                let reported = self.reported(player, *seat);
                reported.map(|player| self.report(reply, *seat, player, *reason))
            }
            Request::Watch { code } => self.may_watch(player, code.as_ref()).map(|()| {
                self.ack(reply, None);
                self.show_in(reply.to, now);
            }),
            Request::Command(TableCommand::Resume { since }) => {
                self.may_watch(player, None).map(|()| {
                    self.ack(reply, None);
                    self.audience.subscribe(reply.to);
                    self.audience.resume(reply.to, *since, &self.table, now);
                })
            }
            _ => return false,
        };
        if let Err(why) = done {
            self.refuse_as_known(reply, why);
        }
        true
    }

    /// A watcher's leaving makes no fact. Returns whether that was it.
    pub(super) fn let_watcher_go(&mut self, command: &PlayerCommand) -> bool {
        let reply = command.sender.reply_to();
        let player = reply.to.player;
        let leaves = command.request == Request::Command(TableCommand::Leave);
        if !leaves || self.table.state.seat_of(player).is_some() || self.is_hidden_from(player) {
            return false;
        }
        self.ack(reply, None);
        self.audience.show_out(self.table.state.id, player);
        true
    }

    /// Whether this table must not be there for a player: it is private, and they neither sit here nor have
    /// shown its code.
    pub(super) fn is_hidden_from(&self, player: PlayerId) -> bool {
        self.table.state.opening.settings.private
            && self.table.state.seat_of(player).is_none()
            && !self.audience.is_viewer(player)
            && !self.audience.is_admitted(player)
    }

    /// Refuses a command in the words of a table that is not there, if it must not be.
    pub(super) fn refuse_as_known(&self, reply: ReplyTo, why: Refusal) {
        if self.is_hidden_from(reply.to.player) {
            self.exit.refuse(reply, None, ErrorCode::NoSuchTable.into());
        } else {
            self.refuse(reply, why);
        }
    }

    /// From now on the address is a viewer's, beginning with a snapshot: one step, so that nothing is lost
    /// between the two.
    pub(super) fn show_in(&mut self, from: Address, now: MonoMillis) {
        self.audience.subscribe(from);
        self.audience.show_to(from.player, &self.table, now);
    }

    fn may_watch(&mut self, player: PlayerId, code: Option<&JoinCode>) -> Result<(), Refusal> {
        let opening = &self.table.state.opening;
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
            return Err(ErrorCode::TableFull.into());
        }
        if by_code {
            self.audience.admit(player);
        }
        Ok(())
    }

    /// The seat from which a player may say a phrase now.
    fn may_say(
        &mut self,
        player: PlayerId,
        phrase: &str,
        now: MonoMillis,
    ) -> Result<Seat, Refusal> {
        let seat = self.table.state.seat_of(player);
        let seat = seat.ok_or_else(|| Refusal::from(ErrorCode::NotSeated))?;
        if !PHRASES.contains(&phrase) {
            return Err(ErrorCode::NoSuchPhrase.into());
        }
        let wait = self.audience.may_speak(player, now);
        wait.map(|()| seat).map_err(|wait_ms| Refusal {
            retry_ms: Some(u32::try_from(wait_ms).unwrap_or(u32::MAX)),
            ..ErrorCode::RateLimited.into()
        })
    }

    /// Whom a seated player means, if there is somebody to report.
    fn reported(&self, player: PlayerId, seat: u8) -> Result<PlayerId, Refusal> {
        let own = self.table.state.seat_of(player);
        let own = own.ok_or_else(|| Refusal::from(ErrorCode::NotSeated))?;
        let meant = Some(Seat::new(seat)).filter(|seat| *seat != own);
        let state = meant.and_then(|seat| self.table.state.seats.get(seat));
        let player = state.and_then(SeatState::player_id);
        player.ok_or_else(|| ErrorCode::NobodyThere.into())
    }

    /// Says that a player is reported. Whoever keeps reports answers; the table does not wait for that.
    fn report(&self, reply: ReplyTo, seat: u8, reported: PlayerId, reason: ReportReason) {
        let report = Report {
            at: self.parts.clock.now().wall,
            by: reply.to.player,
            command: reply.id,
            table: self.table.state.id,
            match_id: self.table.state.game.as_deref().map(|game| game.match_id),
            seat,
            reported,
            reason,
        };
        let ack = self.ack_of(reply, None);
        self.exit.send(TableOutput::Report { reply, report, ack });
    }

    fn say(&mut self, seat: Seat, phrase: &str) {
        self.audience.tell(&ServerMessage::Phrase {
            table: self.table.state.id,
            seat: seat.get(),
            phrase: phrase.to_owned(),
        });
    }

    pub(super) fn refuse(&self, reply: ReplyTo, why: Refusal) {
        self.exit.refuse(reply, Some(self.table.state.id), why);
    }

    pub(super) fn ack(&self, reply: ReplyTo, seq: Option<Seq>) {
        let ack = self.ack_of(reply, seq);
        self.exit.send(TableOutput::Done { reply, ack });
    }

    fn ack_of(&self, reply: ReplyTo, seq: Option<Seq>) -> Ack {
        let seat = self.table.state.seat_of(reply.to.player);
        Ack {
            id: reply.id,
            table: Some(self.table.state.id),
            seat: seat.map(Seat::get),
            code: seat.map(|_| self.table.state.opening.code.clone()),
            seq: seq.map(|seq| seq.0),
        }
    }

    /// Answers a command that is done.
    pub(super) fn answer(&mut self, asker: &Asker, seq: Option<Seq>, now: MonoMillis) {
        let reply = asker.command.sender.reply_to();
        self.ack(reply, seq);
        match asker.wants {
            Wants::Ack => {}
            Wants::Snapshot => self.show_in(reply.to, now),
        }
    }
}
