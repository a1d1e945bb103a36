//! What the host sees and does: see [`boneyard_protocol::admin`].
//!
//! Every action is a function here. `http::admin` decides who may call it.

mod backups;
mod bans;
mod people;
mod state;
pub mod token;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::admin::{
    AdminReport, Announce, Announced, BotToken, CloseTable, Drain, Draining, Kick, NewBot,
    ReportsAsked,
};
use boneyard_protocol::limits::ANNOUNCEMENT_CHARS;
use boneyard_protocol::{CloseCode, ErrorCode, PlayerKind, ServerMessage};
use thiserror::Error;

pub(crate) use backups::{backup, backups, check, restore};
pub(crate) use bans::{ban, bans, unban};
pub(crate) use people::{players, tables};
pub(crate) use state::state;

use crate::admission::AdmissionError;
use crate::app::{App, Next};
use crate::identity::{IdentityError, Language, NameError, Newcomer, PlayerName, plain_line};
use crate::lobby::NoSuchTable;
use boneyard_store::maintenance;
use boneyard_store::reports::KEPT;

/// The most seconds that an announced end may be away.
const LONGEST_DRAIN_S: u32 = 86_400;
/// Reports that are listed unless the host asks for another number.
const REPORTS: u32 = 100;

/// Why an action of the host was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refused {
    /// A field of the request is wrong.
    #[error("{field} is wrong: {code:?}")]
    Field {
        /// What is wrong.
        code: ErrorCode,
        /// The field.
        field: &'static str,
    },
    /// The list of bans is full.
    #[error("the list of bans is full")]
    TooManyBans,
    /// There is no such table.
    #[error("there is no such table")]
    NoSuchTable,
    /// Nobody with this id is connected.
    #[error("there is no such player")]
    NoSuchPlayer,
    /// There is no such ban.
    #[error("there is no such ban")]
    NoSuchBan,
    /// There is already a backup with this name.
    #[error("there is already a backup with this name")]
    BackupExists,
    /// There is no such backup.
    #[error("there is no such backup")]
    NoSuchBackup,
    /// The backup is damaged, or of a newer version. The cause is in the server's log.
    #[error("the backup cannot be restored")]
    BackupUnusable,
    /// The server is already ending.
    #[error("the server is ending")]
    Ending,
    /// The store or the disk fails. The cause is in the server's log.
    #[error("the storage is unavailable")]
    Unavailable,
}

impl Refused {
    const fn of_field(code: ErrorCode, field: &'static str) -> Self {
        Self::Field { code, field }
    }
}

impl From<NoSuchTable> for Refused {
    fn from(_: NoSuchTable) -> Self {
        Self::NoSuchTable
    }
}

impl From<AdmissionError> for Refused {
    fn from(error: AdmissionError) -> Self {
        match error {
            AdmissionError::Unavailable => Self::Unavailable,
            AdmissionError::TooMany => Self::TooManyBans,
        }
    }
}

/// The data folder. A server without one keeps everything in memory.
fn folder(app: &App) -> Result<&Path, Refused> {
    let folder = app.folder.as_deref();
    folder.ok_or(Refused::Unavailable)
}

/// A text of the host as one line.
fn words(text: &str, field: &'static str) -> Result<String, Refused> {
    plain_line(text, ANNOUNCEMENT_CHARS)
        .map_err(|_: NameError| Refused::of_field(ErrorCode::BadMessage, field))
}

/// Closes a table.
pub(crate) async fn close(app: &App, request: CloseTable) -> Result<(), Refused> {
    let reason = request.reason.as_deref();
    let reason = reason.map(|text| words(text, "reason")).transpose()?;
    app.lobby.close_table(request.table, reason).await?;
    tracing::info!(table = %request.table, "the host has closed a table");
    Ok(())
}

/// Removes a player from one table, or closes their sockets. They may come back.
pub(crate) fn kick(app: &App, request: Kick) -> Result<(), Refused> {
    let Kick { player, table } = request;
    match table {
        Some(table) => app.lobby.kick(table, player)?,
        None => {
            let closed = app
                .callers
                .close(CloseCode::Kicked, |one| one.player.id == player);
            if closed.is_empty() {
                return Err(Refused::NoSuchPlayer);
            }
        }
    }
    tracing::info!(%player, ?table, "the host has kicked a player");
    Ok(())
}

/// Sends a text to everybody.
pub(crate) fn announce(app: &App, request: &Announce) -> Result<Announced, Refused> {
    let text = words(&request.text, "text")?;
    let sockets = app.callers.tell(&ServerMessage::Announcement { text });
    Ok(Announced {
        sockets: u32::try_from(sockets).unwrap_or(u32::MAX),
    })
}

/// Announces the end of the server, or calls it off.
pub(crate) fn drain(app: &Arc<App>, request: Drain) -> Result<Draining, Refused> {
    match (request.in_s, request.cancel) {
        (Some(in_s), false) => app.restart_in(wait(in_s)?, Next::End),
        (None, true) => app.call_restart_off(),
        _ => return Err(Refused::of_field(ErrorCode::BadMessage, "in_s")),
    }
    Ok(state::draining(app).unwrap_or_default())
}

/// The time before an announced end.
fn wait(in_s: u32) -> Result<Duration, Refused> {
    if in_s > LONGEST_DRAIN_S {
        return Err(Refused::of_field(ErrorCode::SettingRange, "in_s"));
    }
    Ok(Duration::from_secs(in_s.into()))
}

/// Makes an identity for a bot.
pub(crate) async fn bot_token(app: &App, request: &NewBot) -> Result<BotToken, Refused> {
    let name: Result<PlayerName, NameError> = request.name.parse();
    let name = name.map_err(|error| {
        let code = match error {
            NameError::Empty | NameError::TooLong | NameError::Character => ErrorCode::NameInvalid,
            NameError::Mixed => ErrorCode::NameMixed,
            NameError::Reserved => ErrorCode::NameReserved,
        };
        Refused::of_field(code, "name")
    })?;
    let newcomer = Newcomer {
        kind: PlayerKind::Bot,
        name: Some(name),
        language: Language::En,
    };
    let now = app.clock.now().wall;
    let made = app.identities.make(newcomer, now).await;
    let (token, identity) = made.map_err(|error| match error {
        IdentityError::Store(_) | IdentityError::NoEntropy(_) => Refused::Unavailable,
    })?;
    // The host made it, so it does not need the server's password.
    app.admission.admit(identity.player).await?;
    Ok(BotToken {
        player: identity.player,
        token: token.reveal(),
    })
}

/// The newest reports of players by players.
pub(crate) async fn reports(app: &App, request: ReportsAsked) -> Result<Vec<AdminReport>, Refused> {
    let limit = request.limit.unwrap_or(REPORTS);
    if !(1..=KEPT).contains(&limit) {
        return Err(Refused::of_field(ErrorCode::SettingRange, "limit"));
    }
    let listed = maintenance(folder(app)?)
        .reports(limit)
        .await
        .map_err(|error| {
            tracing::error!(%error, "reports cannot be read");
            Refused::Unavailable
        })?;
    let reports = listed.0.into_iter().map(|listed| AdminReport {
        at: listed.report.at.0,
        reason: listed.report.reason,
        reported: listed.report.reported,
        reported_name: listed.reported,
        by: listed.report.by,
        by_name: listed.by,
        table: listed.report.table,
        match_id: listed.report.match_id,
    });
    Ok(reports.collect())
}
