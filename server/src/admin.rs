//! What the host of a server sees and does: see [`boneyard_protocol::admin`].
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

/// Seconds before an announced end, at the most.
const LONGEST_DRAIN_S: u32 = 86_400;
/// Reports that are told without another wish.
const REPORTS: u32 = 100;

/// Why the host's wish was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refused {
    /// A field of the request is wrong.
    #[error("{field} is wrong: {code:?}")]
    Field {
        /// In what way.
        code: ErrorCode,
        /// Which.
        field: &'static str,
    },
    /// As many are kept out as can be.
    #[error("there are as many bans as can be")]
    TooManyBans,
    /// There is no such table.
    #[error("there is no such table")]
    NoSuchTable,
    /// Nobody of this id is connected.
    #[error("there is no such player")]
    NoSuchPlayer,
    /// There is no such ban.
    #[error("there is no such ban")]
    NoSuchBan,
    /// A backup of this name is there.
    #[error("there is such a backup already")]
    BackupExists,
    /// There is no such backup.
    #[error("there is no such backup")]
    NoSuchBackup,
    /// The backup is damaged, or of a newer program. The cause is in the program's log.
    #[error("the backup cannot be put back")]
    BackupUnusable,
    /// The server is ending just now.
    #[error("the server is ending")]
    Ending,
    /// The store, or the disk, does not do its part. The cause is in the program's log.
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

/// A host's own words, as one line.
fn words(text: &str, field: &'static str) -> Result<String, Refused> {
    plain_line(text, ANNOUNCEMENT_CHARS)
        .map_err(|_: NameError| Refused::of_field(ErrorCode::BadMessage, field))
}

/// Closes a table.
pub(crate) async fn close(app: &App, asked: CloseTable) -> Result<(), Refused> {
    let reason = asked.reason.as_deref();
    let reason = reason.map(|text| words(text, "reason")).transpose()?;
    app.lobby.close_table(asked.table, reason).await?;
    tracing::info!(table = %asked.table, "the host has closed a table");
    Ok(())
}

/// Shows a player out, of one table or for now.
pub(crate) fn kick(app: &App, asked: Kick) -> Result<(), Refused> {
    let Kick { player, table } = asked;
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
    tracing::info!(%player, ?table, "the host has shown a player out");
    Ok(())
}

/// Says something to everybody.
pub(crate) fn announce(app: &App, asked: &Announce) -> Result<Announced, Refused> {
    let text = words(&asked.text, "text")?;
    let told = app.callers.tell(&ServerMessage::Announcement { text });
    Ok(Announced {
        sockets: u32::try_from(told).unwrap_or(u32::MAX),
    })
}

/// Announces the end of the server, or calls it off.
pub(crate) fn drain(app: &Arc<App>, asked: Drain) -> Result<Draining, Refused> {
    match (asked.in_s, asked.cancel) {
        (Some(in_s), false) => app.restart_in(wait(in_s)?, Next::End),
        (None, true) => app.call_restart_off(),
        (Some(_), true) | (None, false) => {
            return Err(Refused::of_field(ErrorCode::BadMessage, "in_s"));
        }
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
pub(crate) async fn bot_token(app: &App, asked: &NewBot) -> Result<BotToken, Refused> {
    let name: Result<PlayerName, NameError> = asked.name.parse();
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
    // The host has let it in: it needs no password of the server.
    app.admission.admit(identity.player).await?;
    Ok(BotToken {
        player: identity.player,
        token: token.reveal(),
    })
}

/// The newest reports of players by players.
pub(crate) async fn reports(app: &App, asked: ReportsAsked) -> Result<Vec<AdminReport>, Refused> {
    let limit = asked.limit.unwrap_or(REPORTS);
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
        whom: listed.report.reported,
        whom_name: listed.reported,
        by: listed.report.by,
        by_name: listed.by,
        table: listed.report.table,
        match_id: listed.report.match_id,
    });
    Ok(reports.collect())
}
