//! Which tables there are, who is connected, and who sits where, as the tables last said.

mod host;
mod routes;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use boneyard_protocol::{
    CloseCode, JoinCode, LobbyChange, MySeat, PlayerId, ServerMessage, TableId, TableSummary,
};

use super::on_the_way::{OnTheWay, Travellers};
use crate::metrics;
use crate::outbox::{ConnectionId, encode};
use crate::table::{Board, Caller, Recovered, TableCard, TableHandle};
use boneyard_store::Cause;

pub(super) use self::routes::OtherBody;
use self::routes::Routes;

/// The registry behind its lock. The lock is held for look-ups and hand-overs only, never over a wait.
#[derive(Debug, Default)]
pub(super) struct Shelf(Mutex<Registry>);

impl Shelf {
    pub(super) fn lock(&self) -> MutexGuard<'_, Registry> {
        // Every change is one insertion or removal; a panic between two leaves nothing worse than a stale
        // line, which the table's next card repairs.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Board for Shelf {
    fn post(&self, card: TableCard) {
        self.lock().post(card);
    }

    fn take_down(&self, table: TableId) {
        self.lock().take_down(table);
    }

    fn caller(&self, player: PlayerId) -> Option<Caller> {
        let registry = self.lock();
        let connected = registry.players.get(&player)?;
        Some(connected.caller.clone())
    }

    fn put_out_of_order(&self, table: TableId) {
        let mut registry = self.lock();
        let code = registry.code_of(table);
        registry.take_down(table);
        registry.put_out_of_order(table, code);
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Registry {
    /// Ordered, like the players, so that what happens to several of them happens in the same order always.
    tables: BTreeMap<TableId, Line>,
    codes: HashMap<JoinCode, TableId>,
    /// Tables whose journals cannot be played on. They have no line; a code may still lead to them.
    out_of_order: BTreeSet<TableId>,
    players: BTreeMap<PlayerId, Connected>,
    /// The tables to which each connection has said something; they hear of its end.
    visits: HashMap<ConnectionId, BTreeSet<TableId>>,
    /// Which table a `create` or `quick_play` has led to.
    routes: Routes,
    /// Who has been sent to a table for a seat, and has not been answered.
    travellers: Travellers,
    /// Numbers the tables in the order in which they came.
    count: u64,
}

/// A table in the registry.
#[derive(Debug)]
struct Line {
    handle: TableHandle,
    number: u64,
    /// `None` until its opening is durable.
    card: Option<TableCard>,
    /// Who opens it, as long as it has no card.
    opener: Option<PlayerId>,
}

/// A player's newest connection.
#[derive(Debug)]
struct Connected {
    caller: Caller,
    /// Whether he wants to hear of changes of the list.
    follows: bool,
}

/// Who must hear that a connection has ended.
#[derive(Debug)]
pub(super) struct Parting {
    /// The tables at which its player has a seat, or is about to get one.
    pub(super) seats: Vec<TableHandle>,
    /// The others to which it has said something.
    pub(super) visits: Vec<TableHandle>,
}

/// What a player in a hurry would sit down at.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) sheet: Option<String>,
    pub(super) seats: Option<u8>,
}

impl Registry {
    pub(super) fn put_new(&mut self, handle: TableHandle, cause: Cause) {
        let table = handle.id();
        let opener = Some(cause.player);
        self.put(Line {
            handle,
            number: 0,
            card: None,
            opener,
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

    fn post(&mut self, card: TableCard) {
        let table = card.summary.table;
        let Some(line) = self.tables.get_mut(&table) else {
            return;
        };
        line.opener = None;
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

    fn take_down(&mut self, table: TableId) {
        let Some(line) = self.tables.remove(&table) else {
            return;
        };
        self.routes.forget(table);
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

    /// Notes a table that cannot be played on, with its code if that is known.
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

    fn code_of(&self, table: TableId) -> Option<JoinCode> {
        let card = self.tables.get(&table)?.card.as_ref()?;
        Some(card.code.clone())
    }

    fn tell_followers(&self, change: LobbyChange) {
        let frame = encode(&ServerMessage::LobbyChange(change));
        for player in self.players.values().filter(|player| player.follows) {
            player.caller.outbox.send(frame.clone());
        }
    }

    /// How many tables there are.
    pub(super) fn tables(&self) -> usize {
        self.tables.len()
    }

    /// The tables that a player sits at, is just opening, or is on his way to.
    pub(super) fn tables_of(&self, player: PlayerId) -> BTreeSet<TableId> {
        let mut tables = self.travellers.tables_of(player);
        tables.retain(|table| self.tables.contains_key(table));
        tables.extend(self.lines_of(player).map(|(line, _)| line.handle.id()));
        let opens = |line: &&Line| line.opener == Some(player);
        let opening = self.tables.values().filter(opens);
        tables.extend(opening.map(|line| line.handle.id()));
        tables
    }

    /// A player sets out for a seat; the way ends with the value.
    pub(super) fn send(&self, player: PlayerId, table: TableId) -> OnTheWay {
        self.travellers.send(player, table)
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
            let his = card.seats.iter().filter(|seat| seat.player == player);
            seats.extend(his.map(|seat| {
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

    /// Whether this is a player's newest connection. No other acts for him: no table would hear of its end.
    pub(super) fn speaks(&self, from: &Caller) -> bool {
        let newest = self.players.get(&from.player.id);
        newest.is_some_and(|player| player.caller.connection == from.connection)
    }

    /// A table, which will hear of the end of the caller's connection, if that is the one that speaks.
    pub(super) fn visit(&mut self, from: &Caller, table: TableId) -> Option<TableHandle> {
        let handle = self.tables.get(&table)?.handle.clone();
        if !self.speaks(from) {
            return None;
        }
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

    /// A waiting table for a player in a hurry: the fullest, of those the oldest. Seats that others are on their
    /// way to are not free.
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

    /// A player's newest connection wins.
    pub(super) fn connect(&mut self, from: &Caller) {
        let connected = Connected {
            caller: from.clone(),
            follows: false,
        };
        let older = self.players.insert(from.player.id, connected);
        if let Some(Connected { caller: older, .. }) = older
            && older.connection != from.connection
        {
            older.outbox.send_message(&ServerMessage::Replaced);
            older.outbox.close(CloseCode::Replaced);
        }
    }

    /// A connection has ended.
    pub(super) fn disconnect(&mut self, player: PlayerId, connection: ConnectionId) -> Parting {
        let visits = self.visits.remove(&connection).unwrap_or_default();
        let newest = self.players.get(&player);
        if newest.is_some_and(|newest| newest.caller.connection == connection) {
            self.players.remove(&player);
        }
        let seats = self.tables_of(player);
        let handles = |tables: &mut dyn Iterator<Item = &TableId>| {
            let lines = tables.filter_map(|table| self.tables.get(table));
            lines.map(|line| line.handle.clone()).collect()
        };
        Parting {
            seats: handles(&mut seats.iter()),
            visits: handles(&mut visits.difference(&seats)),
        }
    }

    /// Whether a player wants to hear of changes of the list.
    pub(super) fn follow(&mut self, from: &Caller, follows: bool) {
        let player = self.players.get_mut(&from.player.id);
        if let Some(player) = player.filter(|player| player.caller.connection == from.connection) {
            player.follows = follows;
        }
    }
}

#[cfg(test)]
impl Registry {
    /// Everything that is kept of tables and connections: zero when nobody is there and every table is gone.
    pub(super) fn kept(&self) -> usize {
        let routes = self.routes.count() + self.travellers.count();
        self.tables.len() + self.codes.len() + self.players.len() + self.visits.len() + routes
    }
}

fn is_listed(card: &TableCard) -> bool {
    !card.summary.settings.private
        && card.summary.phase != boneyard_protocol::position::TablePhase::Closed
}
