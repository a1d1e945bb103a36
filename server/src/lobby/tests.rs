//! The lobby together with the tables' tasks, over the journal in memory and in paused time: what sockets would see,
//! without sockets.

mod absence;
mod crowd;
mod deadlines;
mod doubt;
mod faults;
mod journal;
mod matches;
mod panics;
mod reports;
mod roles;
mod tempo;

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use boneyard_engine::Sheets;
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{
    Ack, Command, CommandId, Events, LobbyCommand, PlayerId, PlayerInfo, PlayerKind, Refused,
    ServerMessage, Snapshot, TableCommand, TableId,
};
use futures_util::FutureExt;
use serde_json::json;
use uuid::Uuid;

use super::{Lobby, LobbyParts};
use crate::clock::{Clock, MonoMillis, SystemClock};
use crate::config::{TableConfig, TableTimes};
use crate::dealer::{Dealer, SeededDealer};
use crate::outbox::{ConnectionId, Next, Outbox, Outgoing};
use crate::report::ReportDesk;
use crate::table::Caller;
use crate::tasks::Tasks;
use boneyard_store::{Journal, MemoryStore};

/// Far longer than any wait of a table; in paused time it costs nothing.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// The preset games, read once for all tests.
static SHEETS: LazyLock<Arc<Sheets>> = LazyLock::new(Arc::default);

/// A lobby over a store.
pub(super) struct TestServer {
    pub(super) lobby: Lobby,
    pub(super) store: MemoryStore,
    pub(super) tasks: Tasks,
    clock: Arc<dyn Clock>,
}

impl TestServer {
    pub(super) async fn open(store: MemoryStore, dealer: Arc<dyn Dealer>) -> Self {
        Self::open_with(store, dealer, 3).await
    }

    async fn open_with(
        store: MemoryStore,
        dealer: Arc<dyn Dealer>,
        max_tables_per_player: u32,
    ) -> Self {
        let (journal, clock) = (Arc::new(store.clone()), Arc::new(SystemClock::new()));
        Self::open_on(store, journal, clock, dealer, max_tables_per_player).await
    }

    /// The same with another journal before the store, and another clock.
    pub(super) async fn open_on(
        store: MemoryStore,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        dealer: Arc<dyn Dealer>,
        max_tables_per_player: u32,
    ) -> Self {
        let tasks = Tasks::new();
        let parts = LobbyParts {
            sheets: SHEETS.clone(),
            journal,
            clock: clock.clone(),
            reports: ReportDesk::new(Arc::new(store.clone()), tasks.clone()),
            tasks: tasks.clone(),
            dealer,
            config: TableConfig {
                max_tables: 10,
                max_tables_per_player,
                bot_think_ms: None,
                times: TableTimes::default(),
            },
        };
        Self {
            lobby: Lobby::open(parts).await.unwrap(),
            store,
            tasks,
            clock,
        }
    }

    pub(super) async fn new() -> Self {
        Self::open(MemoryStore::new(), Arc::new(SeededDealer::new(1))).await
    }

    /// A lobby where nobody reaches the limit of tables.
    pub(super) async fn roomy(seed: u64) -> Self {
        Self::open_with(MemoryStore::new(), Arc::new(SeededDealer::new(seed)), 10).await
    }

    /// Shuts the server down in order and starts it again.
    pub(super) async fn restart(self) -> Self {
        self.lobby.shut_down().await;
        Self::open(self.store.reopen(), Arc::new(SeededDealer::new(2))).await
    }

    /// A person says hello.
    pub(super) fn hello(&self, person: u8, connection: u64) -> Guest {
        let (outbox, outgoing) = Outbox::new();
        let player = PlayerInfo {
            id: PlayerId(Uuid::from_u128(u128::from(person) + 1)),
            name: format!("Person {person}"),
            kind: PlayerKind::Person,
        };
        let caller = Caller {
            player,
            connection: ConnectionId(connection),
        };
        let _ = self.lobby.connected(&caller, &outbox);
        Guest {
            lobby: self.lobby.clone(),
            caller,
            outbox,
            outgoing,
            clock: self.clock.clone(),
            commands: u128::from(connection) << 64,
            read: VecDeque::new(),
            seq: 0,
            now: boneyard_protocol::Position::default(),
        }
    }
}

/// A client: what it last saw of one table.
pub(super) struct Guest {
    lobby: Lobby,
    pub(super) caller: Caller,
    outbox: Outbox,
    outgoing: Outgoing,
    clock: Arc<dyn Clock>,
    commands: u128,
    read: VecDeque<ServerMessage>,
    pub(super) seq: u64,
    pub(super) now: boneyard_protocol::Position,
}

impl Guest {
    /// The next message; `None` when the socket is closed.
    pub(super) async fn next(&mut self) -> Option<ServerMessage> {
        if let Some(message) = self.read.pop_front() {
            return Some(message);
        }
        let next = tokio::time::timeout(PATIENCE, self.outgoing.next()).await;
        match next.expect("the server has something to say") {
            Next::Frame(frame) => Some(self.mirror(serde_json::from_str(frame.as_str()).unwrap())),
            Next::Close(_) => None,
        }
    }

    /// Reads everything that is there, and returns how much it was.
    pub(super) fn drain(&mut self) -> usize {
        let mut count = self.read.drain(..).count();
        while let Some(Next::Frame(frame)) = self.outgoing.next().now_or_never() {
            self.mirror(serde_json::from_str(frame.as_str()).unwrap());
            count += 1;
        }
        count
    }

    /// Checks the sequence numbers: every fact comes once, and none is left out.
    fn mirror(&mut self, message: ServerMessage) -> ServerMessage {
        if let ServerMessage::Snapshot(snapshot) = &message {
            self.seq = snapshot.seq;
            self.now = snapshot.view.now.clone();
        }
        if let ServerMessage::Events(events) = &message {
            assert_eq!(events.seq, self.seq + 1, "a gap");
            self.seq += u64::try_from(events.facts.len()).unwrap();
            self.now = events.now.clone();
        }
        message
    }

    /// Reads on until a message is of interest; drops those before it.
    pub(super) async fn until<T>(&mut self, wanted: impl Fn(&ServerMessage) -> Option<T>) -> T {
        loop {
            let message = self.next().await.expect("the socket is open");
            if let Some(found) = wanted(&message) {
                return found;
            }
        }
    }

    pub(super) fn id(&mut self) -> CommandId {
        self.commands += 1;
        CommandId(Uuid::from_u128(self.commands))
    }

    pub(super) fn say(&self, id: CommandId, command: Command) {
        let received: MonoMillis = self.clock.now().mono;
        self.lobby.handle(&self.caller, id, command, received);
    }

    /// Sends a command and reads until its answer.
    pub(super) async fn ask(&mut self, command: Command) -> Result<Ack, Refused> {
        let id = self.id();
        self.ask_as(id, command).await
    }

    pub(super) async fn ask_as(&mut self, id: CommandId, command: Command) -> Result<Ack, Refused> {
        self.say(id, command);
        self.answered(id).await
    }

    /// Reads until the answer to a command.
    pub(super) async fn answered(&mut self, id: CommandId) -> Result<Ack, Refused> {
        self.until(|message| {
            if let ServerMessage::Ack(ack) = message {
                return (ack.id == id).then(|| Ok(ack.clone()));
            }
            let ServerMessage::Refused(refused) = message else {
                return None;
            };
            (refused.id == Some(id)).then(|| Err(refused.clone()))
        })
        .await
    }

    pub(super) async fn snapshot(&mut self) -> Snapshot {
        self.until(|message| {
            let ServerMessage::Snapshot(snapshot) = message else {
                return None;
            };
            Some((**snapshot).clone())
        })
        .await
    }

    pub(super) async fn events(&mut self) -> Events {
        self.until(|message| {
            let ServerMessage::Events(events) = message else {
                return None;
            };
            Some((**events).clone())
        })
        .await
    }

    /// What this guest can do now, if anything.
    pub(super) fn answer(&self, table: TableId) -> Option<Command> {
        match self.now.phase {
            TablePhase::Playing => {
                let action = self.now.legal.first()?.clone();
                Some(
                    TableCommand::Act {
                        turn: self.now.turn,
                        entry: None,
                        action,
                        lengthwise: false,
                    }
                    .at(table),
                )
            }
            _ => None,
        }
    }
}

/// The command to open a table.
pub(super) fn create(fields: serde_json::Value) -> Command {
    let mut table = json!({"sheet": "kozel", "seats": 2});
    for (name, value) in fields.as_object().unwrap() {
        table[name] = value.clone();
    }
    Command::Lobby(LobbyCommand::Create {
        table: serde_json::from_value(table).unwrap(),
    })
}

/// Whether the message says that a table pauses because it cannot write.
pub(super) fn table_pauses(message: &ServerMessage) -> Option<()> {
    matches!(message, ServerMessage::Paused { paused: true, .. }).then_some(())
}

/// Whether the message says that a paused table goes on.
pub(super) fn table_resumes(message: &ServerMessage) -> Option<()> {
    matches!(message, ServerMessage::Paused { paused: false, .. }).then_some(())
}

/// Two players at a private table where a match runs, both connected.
pub(super) async fn two_at_a_table(server: &TestServer) -> (Guest, Guest, TableId) {
    let (mut one, mut two) = (server.hello(1, 1), server.hello(2, 2));
    let ack = one.ask(create(json!({"private": true}))).await.unwrap();
    assert_eq!(ack.seat, Some(0));
    one.snapshot().await;
    let (table, code) = (ack.table.unwrap(), ack.code.unwrap());
    let ack = two
        .ask(Command::Lobby(LobbyCommand::Join { code, seat: None }))
        .await
        .unwrap();
    assert_eq!((ack.table, ack.seat), (Some(table), Some(1)));
    two.snapshot().await;
    one.ask(TableCommand::Ready.at(table)).await.unwrap();
    two.ask(TableCommand::Ready.at(table)).await.unwrap();
    for guest in [&mut one, &mut two] {
        while guest.now.seat.is_none() {
            guest.events().await;
        }
    }
    (one, two, table)
}

/// The one of the two who is on turn does something legal.
pub(super) async fn one_acts([one, two]: [&mut Guest; 2], table: TableId) {
    let on_turn = if one.answer(table).is_some() {
        one
    } else {
        two
    };
    let action = on_turn.answer(table).unwrap();
    on_turn.ask(action).await.unwrap();
}

/// The same two; the one on turn comes first.
pub(super) async fn on_turn_and_other(server: &TestServer) -> (Guest, Guest, TableId) {
    let (one, two, table) = two_at_a_table(server).await;
    if one.answer(table).is_some() {
        (one, two, table)
    } else {
        (two, one, table)
    }
}
