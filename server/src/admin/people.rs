//! Tables and people as the host sees them.

use std::collections::BTreeMap;

use boneyard_protocol::admin::{AdminPlayer, AdminSeat, AdminTable};
use boneyard_protocol::table::SeatSummary;
use boneyard_protocol::{PlayerId, PlayerKind, TableId};

use super::state::exposure;
use crate::app::App;
use crate::lobby::AttendedTable;

/// Every open table, the oldest first.
pub(crate) async fn tables(app: &App) -> Vec<AdminTable> {
    let base = exposure(app).best().to_owned();
    let tables = app.lobby.look().await;
    tables.iter().map(|one| table(one, &base)).collect()
}

fn table(table: &AttendedTable, base: &str) -> AdminTable {
    let AttendedTable { card, attendance } = table;
    let link = format!("{base}/#/join/{}", card.code);
    let number = |at: usize| u8::try_from(at).unwrap_or(u8::MAX);
    let seat = |(at, summary): (usize, &SeatSummary)| {
        let seat = number(at);
        let held = card.seats.iter().find(|held| held.seat == seat);
        AdminSeat {
            seat,
            player: held.map(|held| held.player),
            name: summary.name.clone(),
            kind: summary.kind,
            connected: attendance.here.contains(&seat),
            opener: attendance.opener == Some(seat),
        }
    };
    let seats = &card.summary.seats;
    AdminTable {
        table: card.summary.table,
        code: card.code.clone(),
        private: card.summary.settings.private,
        sheet: card.summary.sheet.clone(),
        phase: card.summary.phase,
        seats: seats.iter().enumerate().map(seat).collect(),
        watchers: attendance.watchers,
        opened_at: opened_at(card.summary.table),
        seat_links: (0..seats.len())
            .map(|seat| format!("{link}/{seat}"))
            .collect(),
        link,
    }
}

/// A table's id holds the millisecond in which it was made (RFC 9562, version 7).
fn opened_at(table: TableId) -> u64 {
    let Some(time) = table.0.get_timestamp() else {
        return 0;
    };
    let (seconds, nanos) = time.to_unix();
    seconds * 1_000 + u64::from(nanos / 1_000_000)
}

/// Everybody who is connected or has a seat: connected players first, then by name.
pub(crate) async fn players(app: &App) -> Vec<AdminPlayer> {
    let mut players: BTreeMap<PlayerId, AdminPlayer> = BTreeMap::new();
    for one in app.callers.list() {
        // The newest socket comes last and wins.
        let player = AdminPlayer {
            player: one.player.id,
            name: one.player.name,
            kind: one.player.kind,
            connected: true,
            address: Some(one.address.to_string()),
            tables: Vec::new(),
            since: Some(one.since.0),
        };
        players.insert(player.player, player);
    }
    for AttendedTable { card, .. } in app.lobby.look().await {
        for held in &card.seats {
            let summary = card.summary.seats.get(usize::from(held.seat));
            let absent = || AdminPlayer {
                player: held.player,
                name: summary
                    .and_then(|seat| seat.name.clone())
                    .unwrap_or_default(),
                kind: summary
                    .and_then(|seat| seat.kind)
                    .unwrap_or(PlayerKind::Person),
                connected: false,
                address: None,
                tables: Vec::new(),
                since: None,
            };
            let player = players.entry(held.player).or_insert_with(absent);
            player.tables.push(card.summary.table);
        }
    }
    let mut players: Vec<AdminPlayer> = players.into_values().collect();
    players.sort_by(|one, other| {
        let key = |player: &AdminPlayer| (!player.connected, player.name.to_lowercase());
        key(one).cmp(&key(other))
    });
    players
}
