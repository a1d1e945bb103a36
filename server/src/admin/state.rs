//! The state of the server.

use boneyard_protocol::admin::{AdminLimits, AdminState, Counts, DataSize, Draining, HealthLine};
use boneyard_protocol::{PROTOCOL_VERSION, PlayerKind};

use crate::app::{App, Next};
use crate::exposure::Exposure;
use boneyard_store::check::LITTLE_SPACE;
use boneyard_store::maintenance::{self, Numbers, maintenance};

/// The state of the whole server in one answer.
pub(crate) async fn state(app: &App) -> AdminState {
    let now = app.clock.now();
    let data = data(app).await;
    let counts = counts(app).await;
    AdminState {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        schema: maintenance::schema(),
        protocol: PROTOCOL_VERSION,
        started_at: app.started.wall.0,
        uptime_ms: now.mono.since(app.started.mono),
        draining: draining(app),
        exposed: exposure(app).exposed().clone(),
        health: health(app, &counts, &data),
        counts,
        data,
        limits: limits(app),
    }
}

/// Who can reach what.
pub(super) fn exposure(app: &App) -> Exposure {
    let listens = app.listens.get().copied();
    Exposure::of(&app.config, listens.unwrap_or(app.config.listen))
}

/// The time that is left to an announced end.
pub(super) fn draining(app: &App) -> Option<Draining> {
    let in_ms = if app.draining.is_cancelled() {
        Some(0)
    } else {
        app.restart.left_ms(app.clock.now().mono)
    };
    in_ms?;
    let restore = match app.restart.next() {
        Next::Restore(backup) => backup.file_name().map(|name| name.to_string_lossy().into()),
        Next::End => None,
    };
    Some(Draining { in_ms, restore })
}

async fn counts(app: &App) -> Counts {
    let callers = app.callers.list();
    let of_kind = |kind| callers.iter().filter(|one| one.player.kind == kind).count();
    let tables = app.lobby.look().await;
    let watchers = tables.iter().map(|table| table.attendance.watchers).sum();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Counts {
        tables: count(tables.len()),
        tables_out_of_order: count(app.lobby.out_of_order()),
        players_online: count(of_kind(PlayerKind::Person)),
        sockets: count(callers.len()),
        watchers,
        bots: count(of_kind(PlayerKind::Bot)),
    }
}

async fn data(app: &App) -> DataSize {
    let Some(folder) = app.folder.clone() else {
        return DataSize::default();
    };
    let measured = tokio::task::spawn_blocking(move || maintenance(&folder).numbers());
    let numbers = measured.await.unwrap_or_else(|error| {
        tracing::error!(%error, "the data folder cannot be measured");
        Numbers::default()
    });
    DataSize {
        folder_bytes: numbers.folder_bytes,
        database_bytes: numbers.database_bytes,
        free_bytes: numbers.free_bytes,
    }
}

fn health(app: &App, counts: &Counts, data: &DataSize) -> Vec<HealthLine> {
    let line = |name: &str, ok: bool, detail: String| HealthLine {
        name: name.to_owned(),
        ok,
        detail,
    };
    let writable = app.journal.is_writable();
    let storage = if writable {
        "the database can be written"
    } else {
        "the database cannot be written; all clocks stand"
    };
    let lost = counts.tables_out_of_order;
    let mut lines = vec![
        line("storage", writable, storage.to_owned()),
        line(
            "tables",
            lost == 0,
            format!("{lost} tables are out of order"),
        ),
    ];
    if let Some(free) = data.free_bytes {
        let detail = format!("{} MiB of disk are free", free >> 20);
        lines.push(line("space", free >= LITTLE_SPACE, detail));
    }
    lines
}

fn limits(app: &App) -> AdminLimits {
    let limits = &app.config.limits;
    AdminLimits {
        max_connections: limits.max_connections,
        max_connections_per_address: limits.max_connections_per_address,
        new_players_per_minute: limits.new_players_per_minute,
        max_tables: limits.max_tables,
        max_tables_per_player: limits.max_tables_per_player,
        commands_per_second: limits.commands_per_second,
        burst: limits.burst,
    }
}
