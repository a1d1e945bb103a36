//! The body of a table: receive an input, let the brain decide, append and wait for durability, apply,
//! send. It takes no decision of its own about the game.
//!
//! At most one append is in flight. Meanwhile whatever needs no fact (subscribing, phrases, reads, presence)
//! is answered from the durable state; commands wait their turn in order.

mod append;
mod ask;
mod host;
mod settle;
mod storage;

use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use boneyard_engine::Seat;
use boneyard_protocol::{ErrorCode, TableId};
use futures_util::FutureExt;
use rand_chacha::ChaCha20Rng;
use tokio::sync::mpsc;
use tracing::Instrument;

use super::audience::Audience;
use super::brain::{NewTable, Table};
use super::outlet::Exit;
use super::pace::{Beat, Pace};
use super::request::Wants;
use super::state::{Occurrence, State};
use super::{
    Opener, PlayerCommand, ReplyTo, SeatCard, TableCard, TableInput, TableOutput, TableParts, wire,
};
use crate::bots::ServerBots;
use crate::clock::MonoMillis;
use crate::metrics;
use boneyard_store::{Answer, AppendError, JournalRecord};

/// Steps that the input of somebody who is not at the table counts for besides its own.
const A_GUEST_WEIGHS: u32 = 15;
/// Panics without an append between them after which a table is put out of order.
const PANICS: u32 = 3;

/// The task of one table.
pub(super) struct TableTask {
    parts: TableParts,
    exit: Exit,
    table: Table,
    audience: Audience,
    bots: ServerBots,
    pace: Pace,
    stream: ChaCha20Rng,
    queue: mpsc::Receiver<TableInput>,
    /// Inputs that make facts and wait for the append in flight.
    backlog: VecDeque<TableInput>,
    pending: Option<Pending>,
    /// Somebody has come or gone since facts were last decided.
    presence_changed: bool,
    /// The command that is being worked on, in case that panics.
    in_hand: Option<InHand>,
    /// While the table cannot go on.
    storage: storage::Storage,
    card: Option<TableCard>,
    /// The away seats whose absence is known to the viewers as running.
    shown_absent: Vec<Seat>,
    stopping: Stopping,
    panics: u32,
    out_of_order: bool,
}

/// How far the end of the server has come for this table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stopping {
    No,
    Asked,
    Done,
}

/// Whether what the task remembers of the table is as its journal says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    Trusted,
    /// A panic has interrupted a change: the table is loaded anew.
    Doubted,
}

/// An append in flight.
struct Pending {
    answer: Answer<Result<Vec<JournalRecord>, AppendError>>,
    asker: Option<Asker>,
    began: MonoMillis,
}

/// A command whose asker waits while the table works on it. A panic must not keep the answer back.
enum InHand {
    /// Nothing has become of it. It is refused, and not decided again: that might panic again.
    Undecided(ReplyTo),
    /// It has become fact: looked up again, it gets its answer.
    Durable(PlayerCommand),
}

/// Who waits for the answer to a command.
struct Asker {
    /// The command, to be decided anew if the journal was ahead.
    command: PlayerCommand,
    wants: Wants,
}

impl Asker {
    fn new(command: PlayerCommand) -> Self {
        Self {
            wants: command.request.wants(),
            command,
        }
    }
}

/// Runs a new table. Its first append is the opening; if that fails there is no table.
pub(super) async fn open(
    parts: TableParts,
    id: TableId,
    new: NewTable,
    opener: Opener,
    stream: ChaCha20Rng,
    mut queue: mpsc::Receiver<TableInput>,
) {
    let span = tracing::info_span!("table", %id);
    async {
        match append::first_append(&parts, id, &new, &opener, stream).await {
            Ok((state, stream)) => {
                let now = parts.clock.now().mono;
                let table = Table::new(state, now).with_patience(parts.patience, now);
                let mut task = TableTask::new(parts, table, stream, queue);
                task.welcome_opener(&opener);
                task.run().await;
            }
            Err(refusal) => {
                let exit = Exit::new(parts.outlet, id);
                exit.refuse(opener.reply_to(), None, refusal.clone());
                exit.send(TableOutput::Ended);
                ask::refuse_all(&exit, &mut queue, &refusal);
            }
        }
    }
    .instrument(span)
    .await;
}

/// Runs a table found in the journal.
pub(super) async fn recover(
    parts: TableParts,
    (state, recent): (State, Vec<Arc<Occurrence>>),
    stream: ChaCha20Rng,
    queue: mpsc::Receiver<TableInput>,
) {
    let span = tracing::info_span!("table", id = %state.id);
    let now = parts.clock.now().mono;
    let table = Table::recovered(state, now).with_patience(parts.patience, now);
    let mut task = TableTask::new(parts, table, stream, queue);
    task.audience.remember(recent);
    task.run().instrument(span).await;
}

impl TableTask {
    /// The opener is answered, and is a viewer from the beginning.
    fn welcome_opener(&mut self, opener: &Opener) {
        let now = self.parts.clock.now().mono;
        let reply = opener.reply_to();
        self.table.arrive(reply.to.player, reply.to.connection, now);
        self.ack(reply, Some(self.table.state.seq));
        self.show_in(reply.to, now);
    }

    fn new(
        parts: TableParts,
        table: Table,
        mut stream: ChaCha20Rng,
        queue: mpsc::Receiver<TableInput>,
    ) -> Self {
        let now = parts.clock.now().mono;
        let exit = Exit::new(Arc::clone(&parts.outlet), table.state.id);
        let mut task = Self {
            table,
            audience: Audience::new(exit.clone()),
            exit,
            bots: ServerBots::default(),
            pace: Pace::new(&mut stream),
            stream,
            queue,
            backlog: VecDeque::new(),
            pending: None,
            presence_changed: false,
            in_hand: None,
            storage: storage::Storage::default(),
            card: None,
            shown_absent: Vec::new(),
            stopping: Stopping::No,
            panics: 0,
            out_of_order: false,
            parts,
        };
        task.plan_step(now);
        task
    }

    /// Works until the table is closed or the server stops. A panic costs what was in flight: the table is
    /// loaded anew from its journal and goes on.
    async fn run(mut self) {
        metrics::table_opened();
        self.post_card();
        let mut memory = Memory::Trusted;
        loop {
            let worked = AssertUnwindSafe(self.work(memory)).catch_unwind().await;
            if worked.is_ok() {
                break;
            }
            memory = Memory::Doubted;
            self.panics += 1;
            tracing::error!(seq = %self.table.state.seq, panics = self.panics, "the table's task panicked");
            self.give_back();
            if self.panics >= PANICS {
                self.out_of_order = true;
                break;
            }
        }
        self.end();
        metrics::table_closed();
    }

    /// After a panic: whoever waits for the answer to what was in hand or in flight will have one.
    fn give_back(&mut self) {
        match self.in_hand.take() {
            Some(InHand::Undecided(reply)) => {
                self.refuse(reply, ErrorCode::StorageUnavailable.into());
            }
            Some(InHand::Durable(command)) => {
                self.backlog.push_front(TableInput::Command(command));
            }
            None => {}
        }
        if let Some(asker) = self.pending.take().and_then(|pending| pending.asker) {
            self.backlog.push_front(TableInput::Command(asker.command));
        }
    }

    /// Nobody waits for an answer in vain.
    fn end(&mut self) {
        let id = self.table.state.id;
        let why = match self.stopping {
            Stopping::No if self.out_of_order => {
                let seq = self.table.state.seq;
                tracing::error!(%seq, "the table is out of order; its journal is left as it is");
                self.audience.show_all_out(id);
                self.exit.send(TableOutput::OutOfOrder);
                ErrorCode::TableOutOfOrder
            }
            Stopping::No => {
                self.audience.show_all_out(id);
                self.exit.send(TableOutput::Ended);
                ErrorCode::NoSuchTable
            }
            Stopping::Asked | Stopping::Done => ErrorCode::Restarting,
        };
        for input in std::mem::take(&mut self.backlog) {
            ask::refuse_input(&self.exit, input, &why.into());
        }
        ask::refuse_all(&self.exit, &mut self.queue, &why.into());
    }

    /// Works on.
    async fn work(&mut self, memory: Memory) {
        if memory == Memory::Doubted {
            self.load_anew().await;
        }
        loop {
            self.step();
            if self.pending.is_none() && self.is_over() {
                return;
            }
            let now = self.parts.clock.now().mono;
            let wake = self.wake_at();
            let sleep = tokio::time::sleep(wake.unwrap_or(now).wait(now));
            let waits = self.pending.is_some();
            tokio::select! {
                biased;
                result = answered(&mut self.pending), if waits => self.settle(result).await,
                input = self.queue.recv() => match input {
                    Some(input) => {
                        let is_of_a_guest = input.is_of_a_guest();
                        self.take(input);
                        if is_of_a_guest {
                            make_way().await;
                        }
                    }
                    // Every handle is gone, the lobby's too: the server is being torn down.
                    None => return,
                },
                () = sleep, if !waits && wake.is_some() => self.wake().await,
            }
        }
    }

    fn is_over(&self) -> bool {
        self.table.is_closed() || self.stopping == Stopping::Done || self.out_of_order
    }

    /// When something is due by itself.
    fn wake_at(&self) -> Option<MonoMillis> {
        match self.storage.retry_at() {
            Some(retry) => Some(retry),
            None => self
                .table
                .wake_at()
                .into_iter()
                .chain(self.pace.due())
                .min(),
        }
    }

    fn post_card(&mut self) {
        let mut card = card_of(&self.table.state);
        for seat in &mut card.seats {
            seat.waiting = self.table.waits_for(Seat::new(seat.seat));
        }
        if self.card.as_ref() != Some(&card) {
            self.card = Some(card.clone());
            self.exit.send(TableOutput::Card(card));
        }
    }

    /// Lets the bots know which seats are theirs.
    fn seat_bots(&mut self) {
        let seats = self.table.state.seats.pairs();
        let played: Vec<Seat> = seats
            .filter(|(_, state)| state.played_by_server_bot())
            .map(|(seat, _)| seat)
            .collect();
        self.bots.seat(&played);
    }

    /// Lets the bots know which seats are theirs, and plans the server's next step.
    fn plan_step(&mut self, now: MonoMillis) {
        self.seat_bots();
        let tempo = Beat::Tempo(self.table.state.opening.settings.tempo);
        let beat = self.parts.bot_think_ms.map_or(tempo, Beat::Fixed);
        let (step, after) = (self.table.next_step(), self.table.state.played);
        let deadline = self.table.step_deadline();
        self.pace.plan(step, after, beat, now, deadline);
    }
}

/// A crowd of guests lets other tables work: each of it is sent the whole table, and so uses up more than a move
/// does of what tokio lets a task do at a stretch (128 steps).
async fn make_way() {
    for _ in 0..A_GUEST_WEIGHS {
        tokio::task::consume_budget().await;
    }
}

/// The answer of the append in flight; never, if there is none. Cancel-safe: the append stays in flight.
async fn answered(pending: &mut Option<Pending>) -> Result<Vec<JournalRecord>, AppendError> {
    match pending {
        Some(pending) => (&mut pending.answer).await,
        None => std::future::pending().await,
    }
}

/// How a table stands, without who is waited for.
pub(super) fn card_of(state: &State) -> TableCard {
    let seat_card = |(seat, state): (Seat, &super::seats::SeatState)| {
        state.player_id().map(|player| SeatCard {
            player,
            seat: seat.get(),
            waiting: false,
        })
    };
    TableCard {
        summary: wire::summary(state),
        code: state.opening.code.clone(),
        seats: state.seats.pairs().filter_map(seat_card).collect(),
        free: state.seats.iter().filter(|seat| seat.is_free()).count(),
    }
}
