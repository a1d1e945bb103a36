//! The lobby: which tables there are, who may enter, and where a command goes.

mod quick_play;
mod registry;
mod request;

use std::sync::Arc;

use boneyard_protocol::{
    Ack, Command, CommandId, ErrorCode, JoinCode, MySeat, PlayerId, Refusal, Refused,
    ServerMessage, TableId, TableRequest, TableSummary,
};
use futures_util::future::join_all;
use uuid::Uuid;

use crate::clock::{Clock, MonoMillis};
use crate::config::TableConfig;
use crate::dealer::Dealer;
use crate::journal::{BodyHash, Cause, Journal, ReadError};
use crate::outbox::ConnectionId;
use crate::table::{self, Board, Caller, NewTable, Opener, TableHandle, TableInput, TableParts};
use crate::tasks::Tasks;

use registry::Shelf;

/// What the lobby and every table work with.
#[derive(Clone)]
pub struct LobbyParts {
    /// Where facts are written down.
    pub journal: Arc<dyn Journal>,
    /// The only reader of time.
    pub clock: Arc<dyn Clock>,
    /// The only starter of tasks.
    pub tasks: Tasks,
    /// Where deals come from.
    pub dealer: Arc<dyn Dealer>,
    /// Limits and times.
    pub config: TableConfig,
}

/// The lobby. Cheap to clone.
#[derive(Clone)]
pub struct Lobby {
    parts: TableParts,
    config: TableConfig,
    shelf: Arc<Shelf>,
}

/// A command on its way.
struct Errand<'a> {
    from: &'a Caller,
    id: CommandId,
    body: BodyHash,
    command: Command,
    received: MonoMillis,
}

impl Errand<'_> {
    fn cause(&self) -> Cause {
        Cause {
            player: self.from.player.id,
            command: self.id,
            body: self.body,
        }
    }
}

impl Lobby {
    /// Opens the lobby with every table whose journal is not closed.
    ///
    /// # Errors
    ///
    /// The journal cannot be read at all. A single unreadable table is left out and logged; its journal is
    /// left as it is.
    pub async fn open(parts: LobbyParts) -> Result<Self, ReadError> {
        let shelf = Arc::new(Shelf::default());
        let LobbyParts {
            journal,
            clock,
            tasks,
            dealer,
            config,
        } = parts;
        let board: Arc<dyn Board> = shelf.clone();
        let bot_think_ms = config.bot_think_ms;
        let parts = TableParts {
            journal,
            clock,
            tasks,
            dealer,
            board,
            bot_think_ms,
        };
        let found = parts.journal.load_all().await?;
        let mut registry = shelf.lock();
        for one in found {
            let recovered = match one.records {
                Ok(records) => table::recover(parts.clone(), &records).map_err(|e| e.to_string()),
                Err(broken) => Err(broken.to_string()),
            };
            match recovered {
                Ok(table) => registry.put_recovered(table),
                Err(reason) => {
                    tracing::error!(table = %one.table, reason, "a table is out of order and left alone");
                }
            }
        }
        drop(registry);
        Ok(Self {
            parts,
            config,
            shelf,
        })
    }

    /// Does a command, or hands it to its table. The answer goes through the caller's outbox. A new name is
    /// the caller's already.
    pub fn handle(&self, from: &Caller, id: CommandId, command: Command, received: MonoMillis) {
        // A command is made of strings, numbers and maps with string keys.
        let body = serde_json::to_vec(&command).expect("a command is JSON");
        let errand = Errand {
            from,
            id,
            body: BodyHash::of(&body),
            command,
            received,
        };
        if let Err(why) = self.run(errand) {
            let refused = Refused {
                id: Some(id),
                table: None,
                why,
            };
            from.outbox.send_message(&ServerMessage::Refused(refused));
        }
    }

    fn run(&self, errand: Errand<'_>) -> Result<(), Refusal> {
        match &errand.command {
            Command::Lobby { follow } => {
                self.shelf.lock().follow(errand.from, *follow);
                self.ack(&errand);
                let tables = self.summaries();
                errand
                    .from
                    .outbox
                    .send_message(&ServerMessage::Lobby { tables });
                Ok(())
            }
            Command::Rename { .. } => {
                self.rename(errand.from);
                self.ack(&errand);
                Ok(())
            }
            Command::Create { table } => {
                let request = table.clone();
                self.create(errand, &request)
            }
            Command::QuickPlay {
                sheet,
                against,
                seats,
            } => {
                let (sheet, against, seats) = (sheet.clone(), *against, *seats);
                self.quick_play(errand, sheet, against, seats)
            }
            Command::Join { code, .. } => {
                let table = self.find_code(code)?;
                self.may_take_a_seat(&errand, table)?;
                self.pass_on(errand, table)
            }
            Command::Sit { table, .. } => {
                let table = *table;
                self.may_take_a_seat(&errand, table)?;
                self.pass_on(errand, table)
            }
            Command::Watch { table, code } => {
                let table = match (table, code) {
                    (_, Some(code)) => self.find_code(code)?,
                    (Some(table), None) => *table,
                    (None, None) => return Err(Refusal::of_field(ErrorCode::BadMessage, "table")),
                };
                self.pass_on(errand, table)
            }
            Command::AddBot { table, .. }
            | Command::Ready { table }
            | Command::Act { table, .. }
            | Command::Phrase { table, .. }
            | Command::Rematch { table }
            | Command::Leave { table }
            | Command::Resume { table, .. } => {
                let table = *table;
                self.pass_on(errand, table)
            }
        }
    }

    fn ack(&self, errand: &Errand<'_>) {
        let ack = Ack {
            id: errand.id,
            table: None,
            seat: None,
            code: None,
            seq: None,
        };
        errand.from.outbox.send_message(&ServerMessage::Ack(ack));
    }

    fn find_code(&self, code: &JoinCode) -> Result<TableId, Refusal> {
        self.shelf
            .lock()
            .by_code(code)
            .ok_or_else(|| ErrorCode::NoSuchCode.into())
    }

    /// A player may sit at so many tables and no more; at one where he sits already he may always.
    fn may_take_a_seat(&self, errand: &Errand<'_>, table: TableId) -> Result<(), Refusal> {
        let registry = self.shelf.lock();
        let player = errand.from.player.id;
        let most = usize::try_from(self.config.max_tables_per_player).unwrap_or(usize::MAX);
        if registry.sits_at(player, table) || registry.tables_of(player) < most {
            Ok(())
        } else {
            Err(ErrorCode::TooManyTables.into())
        }
    }

    fn pass_on(&self, errand: Errand<'_>, table: TableId) -> Result<(), Refusal> {
        let handle = self.shelf.lock().visit(errand.from, table);
        let handle = handle.ok_or_else(|| Refusal::from(ErrorCode::NoSuchTable))?;
        let Errand {
            from,
            id,
            body,
            command,
            received,
        } = errand;
        let input = TableInput::Command {
            from: from.clone(),
            id,
            body,
            command,
            received,
        };
        handle.tell(input).map_err(|_| ErrorCode::TableBusy.into())
    }

    fn rename(&self, from: &Caller) {
        for handle in self.shelf.lock().seats_of(from.player.id) {
            let name = from.player.name.clone();
            tell(
                &handle,
                TableInput::Renamed {
                    player: from.player.id,
                    name,
                },
            );
        }
    }

    fn create(&self, errand: Errand<'_>, request: &TableRequest) -> Result<(), Refusal> {
        if let Some(table) = self.done_before(&errand)? {
            return self.pass_on(errand, table);
        }
        request::check(request)?;
        let ready = request.bots.checked_add(1) == Some(request.seats);
        self.open_table(&errand, request, ready)
    }

    /// The table that this very command has opened or found before.
    fn done_before(&self, errand: &Errand<'_>) -> Result<Option<TableId>, Refusal> {
        match self.shelf.lock().routed(&errand.cause()) {
            None => Ok(None),
            Some(Ok(table)) => Ok(Some(table)),
            Some(Err(registry::OtherBody)) => Err(ErrorCode::IdReused.into()),
        }
    }

    fn open_table(
        &self,
        errand: &Errand<'_>,
        request: &TableRequest,
        ready: bool,
    ) -> Result<(), Refusal> {
        let no_entropy = |_| Refusal::from(ErrorCode::StorageUnavailable);
        let code = self.parts.dealer.join_code().map_err(no_entropy)?;
        let from = errand.from;
        let mut registry = self.shelf.lock();
        let most = usize::try_from(self.config.max_tables).unwrap_or(usize::MAX);
        let most_of_his = usize::try_from(self.config.max_tables_per_player).unwrap_or(usize::MAX);
        if registry.tables() >= most || registry.tables_of(from.player.id) >= most_of_his {
            return Err(ErrorCode::TooManyTables.into());
        }
        let id = TableId(Uuid::now_v7());
        let new = NewTable {
            opening: request::opening(request, code)?,
            host: from.player.clone(),
            bots: request.bots,
            ready,
        };
        let opener = Opener {
            caller: from.clone(),
            cause: errand.cause(),
        };
        // Under the lock: the table's first card finds the table in the registry.
        let handle = table::open(self.parts.clone(), id, new, opener).map_err(no_entropy)?;
        registry.put_new(handle, errand.cause());
        registry.visit(from, id);
        Ok(())
    }

    /// A player has said hello: his older connection is replaced. Returns his seats.
    pub fn connected(&self, from: &Caller) -> Vec<MySeat> {
        let mut registry = self.shelf.lock();
        registry.connect(from);
        for handle in registry.seats_of(from.player.id) {
            tell(&handle, TableInput::Attach { from: from.clone() });
        }
        registry.my_seats(from.player.id)
    }

    /// A connection has ended.
    pub fn disconnected(&self, player: PlayerId, connection: ConnectionId) {
        for handle in self.shelf.lock().disconnect(player, connection) {
            tell(&handle, TableInput::Detach { player, connection });
        }
    }

    /// The listed tables, newest first.
    pub fn summaries(&self) -> Vec<TableSummary> {
        self.shelf.lock().summaries()
    }

    /// Writes down every table's clocks and ends their tasks. Commands are refused from then on.
    pub async fn shut_down(&self) {
        let handles = self.shelf.lock().all();
        join_all(handles.iter().map(TableHandle::stop)).await;
    }
}

/// Tells a table what it must not miss. Only a closed one takes nothing, and needs nothing.
fn tell(handle: &TableHandle, input: TableInput) {
    if handle.tell(input).is_err() {
        tracing::warn!(table = %handle.id(), "a table took no notice");
    }
}

impl std::fmt::Debug for Lobby {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tables = self.shelf.lock().tables();
        f.debug_struct("Lobby")
            .field("tables", &tables)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
