//! Which tables there are, who is connected, and who sits where according to the tables' newest cards.

mod host;
mod routes;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use boneyard_protocol::{
    CloseCode, JoinCode, LobbyChange, MySeat, PlayerId, ServerMessage, TableId, TableSummary,
};

use super::on_the_way::Travellers;
use crate::metrics;
use crate::outbox::{ConnectionId, Outboxes, encode};
use crate::table::{Address, Caller, ErrandId, Recovered, TableCard, TableHandle, TableInput};
use boneyard_store::Cause;

pub(super) use self::routes::OtherBody;
use self::routes::Routes;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Registry {
    outboxes: Outboxes,
    /// Ordered, like the players, so that whatever happens to several of them always happens in the same order.
    tables: BTreeMap<TableId, Line>,
    codes: HashMap<JoinCode, TableId>,
    /// Tables that cannot be recovered from their journals. They have no line; a code may still lead to them.
    out_of_order: BTreeSet<TableId>,
    players: BTreeMap<PlayerId, Connected>,
    /// The tables to which each connection has sent a command. They get a message when it ends.
    visits: HashMap<ConnectionId, BTreeSet<TableId>>,
    /// Which table a `create` or `quick_play` has led to.
    routes: Routes,
    /// Players who have been sent to a table for a seat and have no answer yet.
    travellers: Travellers,
    /// The number of the newest table; tables are numbered in the order of their arrival.
    count: u64,
}

/// A table in the registry.
#[derive(Debug)]
struct Line {
    handle: TableHandle,
    number: u64,
    /// `None` until the opening is durable.
    card: Option<TableCard>,
    /// The player who opens it, while it has no card.
    opener: Option<PlayerId>,
    /// Ended connections of visitors that the table does not know of yet, for lack of room in its queue.
    parted: Vec<Address>,
}

impl Line {
    /// Tells the table which visitors have gone, if its queue has room.
    fn tell_parted(&mut self) {
        if self.parted.is_empty() {
            return;
        }
        let who = self.parted.clone();
        if self.handle.tell(TableInput::LooksAway { who }).is_ok() {
            self.parted.clear();
        }
    }
}

/// A player's newest connection.
#[derive(Debug)]
struct Connected {
    connection: ConnectionId,
    news: News,
}

/// Whether a player is sent the changes of the list of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum News {
    Followed,
    Ignored,
}

/// Whether a table has given a player the seat they were sent for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeatGiven {
    Yes,
    No,
}

/// What a quick player would accept; `None` means anything.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) sheet: Option<String>,
    pub(super) seats: Option<u8>,
}

impl Registry {
    pub(super) fn new(outboxes: Outboxes) -> Self {
        Self {
            outboxes,
            ..Self::default()
        }
    }

    pub(super) fn put_new(&mut self, handle: TableHandle, cause: Cause) {
        let table = handle.id();
        let opener = Some(cause.player);
        self.put(Line {
            handle,
            number: 0,
            card: None,
            opener,
            parted: Vec::new(),
        });
        self.route(&cause, table);
    }

    pub(super) fn put_recovered(&mut self, recovered: Recovered) {
        let table = recovered.handle.id();
        for cause in &recovered.causes {
            self.route(cause, table);
        }
        let handle = recovered.handle;
        self.put(Line {
            handle,
            number: 0,
            card: None,
            opener: None,
            parted: Vec::new(),
        });
        self.post(recovered.card);
    }

    fn put(&mut self, line: Line) {
        self.count += 1;
        self.tables.insert(
            line.handle.id(),
            Line {
                number: self.count,
                ..line
            },
        );
    }

    pub(super) fn post(&mut self, card: TableCard) {
        let table = card.summary.table;
        let Some(line) = self.tables.get_mut(&table) else {
            return;
        };
        line.opener = None;
        self.travellers.end_arrived(table);
        let changed = line
            .card
            .as_ref()
            .is_none_or(|old| old.summary != card.summary);
        if line.card.is_none() {
            self.codes.insert(card.code.clone(), table);
        }
        let listed = is_listed(&card);
        let change = LobbyChange::Put(card.summary.clone());
        line.card = Some(card);
        if changed && listed {
            self.tell_followers(change);
        }
    }

    pub(super) fn take_down(&mut self, table: TableId) {
        let Some(line) = self.tables.remove(&table) else {
            return;
        };
        self.routes.forget(table);
        self.travellers.forget(table);
        for visits in self.visits.values_mut() {
            visits.remove(&table);
        }
        if let Some(card) = line.card {
            self.codes.remove(&card.code);
            if is_listed(&card) {
                self.tell_followers(LobbyChange::Gone(table));
            }
        }
    }

    /// Notes a table that cannot be played on, with its code if known.
    pub(super) fn put_out_of_order(&mut self, table: TableId, code: Option<JoinCode>) {
        self.out_of_order.insert(table);
        if let Some(code) = code {
            self.codes.insert(code, table);
        }
        metrics::tables_out_of_order(self.out_of_order.len());
    }

    /// Whether the table cannot be played on.
    pub(super) fn is_out_of_order(&self, table: TableId) -> bool {
        self.out_of_order.contains(&table)
    }

    pub(super) fn code_of(&self, table: TableId) -> Option<JoinCode> {
        let card = self.tables.get(&table)?.card.as_ref()?;
        Some(card.code.clone())
    }

    fn tell_followers(&self, change: LobbyChange) {
        let frame = encode(&ServerMessage::LobbyChange(change));
        let follows = |player: &&Connected| player.news == News::Followed;
        for player in self.players.values().filter(follows) {
            self.outboxes.send(player.connection, frame.clone());
        }
    }

    /// How many tables there are.
    pub(super) fn tables(&self) -> usize {
        self.tables.len()
    }

    /// The tables that a player sits at, is opening, or is about to join.
    pub(super) fn tables_of(&self, player: PlayerId) -> BTreeSet<TableId> {
        let mut tables = self.travellers.tables_of(player);
        tables.retain(|table| self.tables.contains_key(table));
        tables.extend(self.lines_of(player).map(|(line, _)| line.handle.id()));
        let opens = |line: &&Line| line.opener == Some(player);
        let opening = self.tables.values().filter(opens);
        tables.extend(opening.map(|line| line.handle.id()));
        tables
    }

    /// Notes that a player is on the way to a table for a seat.
    pub(super) fn send(&mut self, player: PlayerId, table: TableId) -> ErrandId {
        self.travellers.send(player, table)
    }

    /// A table has carried out a command for a seat. If it gave one, the way counts until the table's card shows it.
    pub(super) fn end_errand(
        &mut self,
        table: TableId,
        player: PlayerId,
        errand: ErrandId,
        seat: SeatGiven,
    ) {
        let is_shown = || {
            self.lines_of(player)
                .any(|(line, _)| line.handle.id() == table)
        };
        if seat == SeatGiven::Yes && !is_shown() {
            self.travellers.arrive(errand);
        } else {
            self.travellers.end(errand);
        }
    }

    /// A command for a seat has failed.
    pub(super) fn forget_errand(&mut self, errand: ErrandId) {
        self.travellers.end(errand);
    }

    /// Tells a table the connection of a player who has just got a seat there.
    pub(super) fn present(&self, table: TableId, player: PlayerId) {
        let connected = self.players.get(&player);
        let line = self.tables.get(&table);
        if let (Some(Connected { connection, .. }), Some(line)) = (connected, line) {
            let from = Address {
                player,
                connection: *connection,
            };
            super::tell(&line.handle, TableInput::Present { from });
        }
    }

    fn lines_of(&self, player: PlayerId) -> impl Iterator<Item = (&Line, &TableCard)> {
        let lines = self
            .tables
            .values()
            .filter_map(|line| Some((line, line.card.as_ref()?)));
        lines.filter(move |(_, card)| card.seats.iter().any(|seat| seat.player == player))
    }

    /// The tables a player sits at.
    pub(super) fn seats_of(&self, player: PlayerId) -> Vec<TableHandle> {
        self.lines_of(player)
            .map(|(line, _)| line.handle.clone())
            .collect()
    }

    /// A player's seats, the oldest table first.
    pub(super) fn my_seats(&self, player: PlayerId) -> Vec<MySeat> {
        let mut seats: Vec<(u64, MySeat)> = Vec::new();
        for (line, card) in self.lines_of(player) {
            let own = card.seats.iter().filter(|seat| seat.player == player);
            seats.extend(own.map(|seat| {
                let my_seat = MySeat {
                    table: line.handle.id(),
                    code: card.code.clone(),
                    seat: seat.seat,
                    sheet: card.summary.sheet.clone(),
                    waiting: seat.waiting,
                };
                (line.number, my_seat)
            }));
        }
        seats.sort_by_key(|(number, _)| *number);
        seats.into_iter().map(|(_, seat)| seat).collect()
    }

    /// The table with a code.
    pub(super) fn by_code(&self, code: &JoinCode) -> Option<TableId> {
        self.codes.get(code).copied()
    }

    /// Whether this is the player's newest connection. Only that one may act, because tables are not told when an
    /// older one ends.
    pub(super) fn speaks(&self, from: &Caller) -> bool {
        let newest = self.players.get(&from.player.id);
        newest.is_some_and(|player| player.connection == from.connection)
    }

    /// The table, if the caller's connection may act. The table will be told when that connection ends.
    pub(super) fn visit(&mut self, from: &Caller, table: TableId) -> Option<TableHandle> {
        self.tables.get(&table)?;
        if !self.speaks(from) {
            return None;
        }
        let line = self.tables.get_mut(&table)?;
        line.tell_parted();
        let handle = line.handle.clone();
        self.visits
            .entry(from.connection)
            .or_default()
            .insert(table);
        Some(handle)
    }

    /// Every table.
    pub(super) fn all(&self) -> Vec<TableHandle> {
        self.tables
            .values()
            .map(|line| line.handle.clone())
            .collect()
    }

    /// The listed tables, newest first.
    pub(super) fn summaries(&self) -> Vec<TableSummary> {
        let lines = self
            .tables
            .values()
            .filter_map(|line| Some((line.number, line.card.as_ref()?)));
        let listed: BTreeMap<u64, &TableSummary> = lines
            .filter(|(_, card)| is_listed(card))
            .map(|(number, card)| (number, &card.summary))
            .collect();
        listed.into_values().rev().cloned().collect()
    }

    /// A waiting table for a quick player: the fullest one, and of equally full ones the oldest. Seats that others are
    /// on the way to are not free.
    pub(super) fn find_waiting(&self, player: PlayerId, wanted: &Wanted) -> Option<TableId> {
        let fits = |card: &TableCard| {
            let summary = &card.summary;
            let seats = u8::try_from(summary.seats.len()).ok();
            is_listed(card)
                && summary.phase == boneyard_protocol::position::TablePhase::Seating
                && summary.options.is_empty()
                && wanted
                    .sheet
                    .as_ref()
                    .is_none_or(|sheet| *sheet == summary.sheet)
                && (wanted.seats.is_none() || wanted.seats == seats)
                && card.seats.iter().all(|seat| seat.player != player)
        };
        let free = |line: &Line| {
            let card = line.card.as_ref().filter(|card| fits(card))?;
            let promised = self.travellers.to(line.handle.id());
            card.free.checked_sub(promised).filter(|free| *free > 0)
        };
        let lines = self.tables.iter();
        let found = lines.filter_map(|(id, line)| Some((free(line)?, line.number, *id)));
        found.min().map(|(_, _, table)| table)
    }

    /// Remembers which table a command has led to.
    pub(super) fn route(&mut self, cause: &Cause, table: TableId) {
        self.routes.add(cause, table);
    }

    /// Which table a command has led to before.
    pub(super) fn routed(&self, cause: &Cause) -> Option<Result<TableId, OtherBody>> {
        self.routes.find(cause)
    }

    /// Makes this the player's connection. An older one is told that it is replaced, and closed.
    pub(super) fn connect(&mut self, from: &Caller) {
        let connected = Connected {
            connection: from.connection,
            news: News::Ignored,
        };
        let older = self.players.insert(from.player.id, connected);
        if let Some(Connected { connection, .. }) = older
            && connection != from.connection
        {
            self.outboxes
                .send_message(connection, &ServerMessage::Replaced);
            self.outboxes.close(connection, CloseCode::Replaced);
        }
    }

    /// Forgets a connection that has ended. Returns the tables where its player has a seat or is about to get one; the
    /// other tables that it visited are told here.
    pub(super) fn disconnect(
        &mut self,
        player: PlayerId,
        connection: ConnectionId,
    ) -> Vec<TableHandle> {
        let visits = self.visits.remove(&connection).unwrap_or_default();
        let newest = self.players.get(&player);
        if newest.is_some_and(|newest| newest.connection == connection) {
            self.players.remove(&player);
        }
        let seats = self.tables_of(player);
        for table in visits.difference(&seats) {
            if let Some(line) = self.tables.get_mut(table) {
                line.parted.push(Address { player, connection });
                line.tell_parted();
            }
        }
        self.outboxes.forget(connection);
        let lines = seats.iter().filter_map(|table| self.tables.get(table));
        lines.map(|line| line.handle.clone()).collect()
    }

    /// Sets whether a player is sent the changes of the list.
    pub(super) fn follow(&mut self, from: &Caller, news: News) {
        let player = self.players.get_mut(&from.player.id);
        if let Some(player) = player.filter(|player| player.connection == from.connection) {
            player.news = news;
        }
    }
}

#[cfg(test)]
impl Registry {
    /// The number of entries kept for tables and connections: zero when nobody is connected and every table is gone.
    pub(super) fn kept(&self) -> usize {
        let routes = self.routes.count() + self.travellers.count();
        let reached = self.outboxes.count();
        self.tables.len()
            + self.codes.len()
            + self.players.len()
            + self.visits.len()
            + routes
            + reached
    }
}

fn is_listed(card: &TableCard) -> bool {
    !card.summary.settings.private
        && card.summary.phase != boneyard_protocol::position::TablePhase::Closed
}
