//! The lobby: which tables there are, who may enter, and where a command goes.

mod host;
mod on_the_way;
mod quick_play;
mod registry;
mod request;
mod shelf;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boneyard_engine::Sheets;
use boneyard_protocol::{
    Ack, Command, CommandId, ErrorCode, JoinCode, LobbyCommand, MySeat, PlayerId, PlayerInfo,
    Refusal, Refused, ServerMessage, SessionCommand, TableCommand, TableId, TableRequest,
    TableSummary,
};
use futures_util::future::join_all;
use uuid::Builder;

use crate::clock::{Clock, MonoMillis};
use crate::config::{TableConfig, TableTimes};
use crate::dealer::Dealer;
use crate::outbox::{ConnectionId, Outbox};
use crate::report::ReportDesk;
use crate::table::{
    self, Address, Caller, NewTable, Opener, Outlet, Patience, PlayerCommand, Request, Sender,
    TableHandle, TableInput, TableParts,
};
use crate::tasks::Tasks;
use boneyard_store::{BodyHash, Journal, ReadError};

pub(crate) use host::{AttendedTable, NewGames, NoSuchTable};
use registry::News;
use shelf::Shelf;

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
    /// Where players are reported.
    pub reports: ReportDesk,
    /// The games that can be played here.
    pub sheets: Arc<Sheets>,
    /// Limits and times.
    pub config: TableConfig,
}

/// The lobby. Cheap to clone.
#[derive(Clone)]
pub struct Lobby {
    parts: TableParts,
    sheets: Arc<Sheets>,
    limits: Limits,
    times: TableTimes,
    shelf: Arc<Shelf>,
    /// Set while a restart is announced: no table opens and no match begins.
    winding_down: Arc<AtomicBool>,
}

/// How many tables may be open.
#[derive(Clone, Copy, Debug)]
struct Limits {
    tables: usize,
    /// Tables that one player is opening or sits at.
    tables_of_one: usize,
}

/// Whether the opener of a new table is ready at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readiness {
    Ready,
    NotYet,
}

impl Lobby {
    /// Opens the lobby with every table that its journal does not close.
    ///
    /// # Errors
    ///
    /// The journal cannot be read at all. A single unreadable table is logged and left out; its journal stays as it
    /// is.
    pub async fn open(parts: LobbyParts) -> Result<Self, ReadError> {
        let LobbyParts {
            journal,
            clock,
            tasks,
            dealer,
            reports,
            sheets,
            config,
        } = parts;
        let shelf = Arc::new(Shelf::new(reports, Arc::clone(&clock)));
        let outlet: Arc<dyn Outlet> = shelf.clone();
        let size = |count| usize::try_from(count).unwrap_or(usize::MAX);
        let limits = Limits {
            tables: size(config.max_tables),
            tables_of_one: size(config.max_tables_per_player),
        };
        let bot_think_ms = config.bot_think_ms;
        let parts = TableParts {
            journal,
            clock,
            tasks,
            dealer,
            outlet,
            bot_think_ms,
            patience: patience(&config.times),
        };
        let found = parts.journal.load_all().await?;
        let mut registry = shelf.lock();
        for one in found {
            let recovered = match one.records {
                // A journal that makes the fold panic must not keep the other tables from starting.
                Ok(records) => {
                    let recover = || table::recover(parts.clone(), &records);
                    match catch_unwind(AssertUnwindSafe(recover)) {
                        Ok(recovered) => recovered.map_err(|error| error.to_string()),
                        Err(_) => Err("its journal makes the server panic".to_owned()),
                    }
                }
                Err(broken) => Err(broken.to_string()),
            };
            match recovered {
                Ok(table) => registry.put_recovered(table),
                Err(reason) => {
                    tracing::error!(table = %one.table, reason, "a table is out of order and left alone");
                    registry.put_out_of_order(one.table, one.code);
                }
            }
        }
        drop(registry);
        Ok(Self {
            parts,
            sheets,
            limits,
            times: config.times,
            shelf,
            winding_down: Arc::default(),
        })
    }

    /// Carries out a command, or hands it to its table. The answer goes to the caller's connection. After a rename
    /// `from` already has the new name. If a player has two connections, only the newer one acts.
    pub fn handle(&self, from: &Caller, id: CommandId, command: Command, received: MonoMillis) {
        // A command is made of strings, numbers and maps with string keys.
        let body = serde_json::to_vec(&command).expect("a command is JSON");
        let sender = Sender {
            from: from.clone(),
            id,
            body: BodyHash::of(&body),
            received,
            errand: None,
        };
        if let Err(why) = self.run(sender, command) {
            let refused = ServerMessage::Refused(Refused {
                id: Some(id),
                table: None,
                why,
            });
            self.tell(from.connection, &refused);
        }
    }

    fn run(&self, sender: Sender, command: Command) -> Result<(), Refusal> {
        // Checked again under the lock before anything changes.
        if !self.shelf.lock().speaks(&sender.from) {
            return Err(ErrorCode::NotNow.into());
        }
        self.check_winding_down(&command)?;
        match command {
            Command::Session(SessionCommand::Rename { .. }) => {
                self.renamed(&sender.from.player);
                self.ack(&sender);
                Ok(())
            }
            // The session answers it: it concerns the identity alone.
            Command::Session(SessionCommand::Transfer) => Err(ErrorCode::NotNow.into()),
            Command::Lobby(command) => self.run_own(sender, command),
            Command::Table(table, command @ TableCommand::Sit { .. }) => {
                self.seat(sender, command.into(), table)
            }
            Command::Table(table, command) => self.pass_on(sender, command.into(), table),
        }
    }

    fn run_own(&self, sender: Sender, command: LobbyCommand) -> Result<(), Refusal> {
        match command {
            LobbyCommand::Lobby { follow } => {
                let news = if follow {
                    News::Followed
                } else {
                    News::Ignored
                };
                self.list(&sender, news);
                Ok(())
            }
            LobbyCommand::Create { table } => self.create(sender, &table),
            LobbyCommand::QuickPlay {
                sheet,
                against,
                seats,
            } => self.quick_play(sender, sheet.as_deref(), against, seats),
            LobbyCommand::Join { code, seat } => {
                let table = self.find_code(&code)?;
                self.seat(sender, Request::Join { code, seat }, table)
            }
            LobbyCommand::Watch { table, code } => {
                let table = match (&code, table) {
                    (Some(code), _) => self.find_code(code)?,
                    (None, Some(table)) => table,
                    (None, None) => {
                        return Err(Refusal::of_field(ErrorCode::BadMessage, "table"));
                    }
                };
                self.pass_on(sender, Request::Watch { code }, table)
            }
        }
    }

    fn list(&self, sender: &Sender, news: News) {
        let mut registry = self.shelf.lock();
        registry.follow(&sender.from, news);
        self.ack(sender);
        // Under the lock, so that no change is sent before the list that it changes.
        let tables = registry.summaries();
        self.tell(sender.from.connection, &ServerMessage::Lobby { tables });
    }

    /// Tells a player's tables the player's new name.
    pub fn renamed(&self, player: &PlayerInfo) {
        let PlayerInfo {
            id: player, name, ..
        } = player;
        for handle in self.shelf.lock().seats_of(*player) {
            tell(
                &handle,
                TableInput::Renamed {
                    player: *player,
                    name: name.clone(),
                },
            );
        }
    }

    fn find_code(&self, code: &JoinCode) -> Result<TableId, Refusal> {
        self.shelf
            .lock()
            .by_code(code)
            .ok_or_else(|| ErrorCode::NoSuchCode.into())
    }

    /// Sends a player to a table for a seat. The limit counts the tables where the player sits and those they are on
    /// the way to; a table that is already counted is always allowed.
    fn seat(&self, sender: Sender, request: Request, table: TableId) -> Result<(), Refusal> {
        let player = sender.from.player.id;
        let mut registry = self.shelf.lock();
        let counted = registry.tables_of(player);
        if counted.len() >= self.limits.tables_of_one && !counted.contains(&table) {
            return Err(ErrorCode::TooManyTables.into());
        }
        let errand = Some(registry.send(player, table));
        drop(registry);
        self.pass_on(Sender { errand, ..sender }, request, table)
    }

    fn pass_on(&self, sender: Sender, request: Request, table: TableId) -> Result<(), Refusal> {
        let errand = sender.errand;
        let handed_over = self.hand_over(sender, request, table);
        if let (Err(_), Some(errand)) = (&handed_over, errand) {
            self.shelf.lock().forget_errand(errand);
        }
        handed_over
    }

    fn hand_over(&self, sender: Sender, request: Request, table: TableId) -> Result<(), Refusal> {
        let handle = {
            let mut registry = self.shelf.lock();
            let missing = if !registry.speaks(&sender.from) {
                ErrorCode::NotNow
            } else if registry.is_out_of_order(table) {
                ErrorCode::TableOutOfOrder
            } else {
                ErrorCode::NoSuchTable
            };
            let handle = registry.visit(&sender.from, table);
            handle.ok_or_else(|| Refusal::from(missing))?
        };
        let command = PlayerCommand { sender, request };
        handle.tell(TableInput::Command(command)).map_err(|_| {
            let code = if handle.is_gone() {
                ErrorCode::NoSuchTable
            } else {
                ErrorCode::TableBusy
            };
            code.into()
        })
    }

    fn create(&self, sender: Sender, request: &TableRequest) -> Result<(), Refusal> {
        if let Some(table) = self.done_before(&sender)? {
            return self.pass_on(sender, Request::Open, table);
        }
        let is_full = request.bots.checked_add(1) == Some(request.seats);
        let readiness = if is_full {
            Readiness::Ready
        } else {
            Readiness::NotYet
        };
        self.open_table(&sender, request, readiness)
    }

    /// The table that this same command opened or was sent to before. Only the table knows whether the command did
    /// anything there.
    fn done_before(&self, sender: &Sender) -> Result<Option<TableId>, Refusal> {
        match self.shelf.lock().routed(&sender.cause()) {
            None => Ok(None),
            Some(Ok(table)) => Ok(Some(table)),
            Some(Err(registry::OtherBody)) => Err(ErrorCode::IdReused.into()),
        }
    }

    fn open_table(
        &self,
        sender: &Sender,
        request: &TableRequest,
        readiness: Readiness,
    ) -> Result<(), Refusal> {
        let no_entropy = |_| Refusal::from(ErrorCode::StorageUnavailable);
        let code = self.parts.dealer.join_code().map_err(no_entropy)?;
        let opening = request::opening(&self.sheets, request, &self.times, code)?;
        let wall = self.parts.clock.now().wall;
        let random = self.parts.dealer.array().map_err(no_entropy)?;
        // Ids sort by the time of opening, which makes the journal easier to read.
        let id = TableId(Builder::from_unix_timestamp_millis(wall.0, &random).into_uuid());
        let from = &sender.from;
        let mut registry = self.shelf.lock();
        if !registry.speaks(from) {
            return Err(ErrorCode::NotNow.into());
        }
        if registry.tables() >= self.limits.tables
            || registry.tables_of(from.player.id).len() >= self.limits.tables_of_one
        {
            return Err(ErrorCode::TooManyTables.into());
        }
        let new = NewTable {
            opening,
            opener: from.player.clone(),
            bots: request.bots,
            ready: readiness == Readiness::Ready,
        };
        let opener = Opener {
            caller: from.clone(),
            cause: sender.cause(),
        };
        // Under the lock, so that the table's first card finds the table in the registry.
        let handle = table::open(self.parts.clone(), id, new, opener).map_err(no_entropy)?;
        registry.put_new(handle, sender.cause());
        registry.visit(from, id);
        Ok(())
    }

    /// Makes this the player's connection in place of an older one. Returns the player's seats.
    pub fn connected(&self, from: &Caller, outbox: &Outbox) -> Vec<MySeat> {
        self.shelf.outboxes().open(from.connection, outbox.clone());
        let mut registry = self.shelf.lock();
        registry.connect(from);
        for handle in registry.seats_of(from.player.id) {
            tell(
                &handle,
                TableInput::Attach {
                    from: from.address(),
                },
            );
        }
        registry.my_seats(from.player.id)
    }

    /// Forgets a connection that has ended.
    pub fn disconnected(&self, player: PlayerId, connection: ConnectionId) {
        let seats = self.shelf.lock().disconnect(player, connection);
        for handle in seats {
            let from = Address { player, connection };
            tell(&handle, TableInput::Detach { from });
        }
    }

    fn tell(&self, connection: ConnectionId, message: &ServerMessage) {
        self.shelf.outboxes().send_message(connection, message);
    }

    fn ack(&self, sender: &Sender) {
        let ack = Ack {
            id: sender.id,
            table: None,
            seat: None,
            code: None,
            seq: None,
        };
        self.tell(sender.from.connection, &ServerMessage::Ack(ack));
    }

    /// The listed tables, newest first.
    pub fn summaries(&self) -> Vec<TableSummary> {
        self.shelf.lock().summaries()
    }

    /// Records every table's clocks and ends the tables' tasks. Commands are refused from then on.
    pub async fn shut_down(&self) {
        let handles = self.shelf.lock().all();
        join_all(handles.iter().map(TableHandle::stop)).await;
    }
}

fn patience(times: &TableTimes) -> Patience {
    Patience {
        deserted_ms: u64::from(times.deserted_s) * 1_000,
        company_ms: u64::from(times.idle_s) * 1_000,
    }
}

/// Tells a table what it must not miss. A table that has ended needs nothing.
fn tell(handle: &TableHandle, input: TableInput) {
    if handle.tell(input).is_err() && !handle.is_gone() {
        tracing::warn!(table = %handle.id(), "a table's queue is full; it misses an input");
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
