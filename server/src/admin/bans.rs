//! Making and lifting bans.

use boneyard_protocol::admin::{Ban, NewBan, Unban};
use boneyard_protocol::{CloseCode, ErrorCode};

use super::{Refused, words};
use crate::admission::{self, Banned};
use crate::app::App;
use crate::clock::UnixMillis;
use crate::config::{Network, NotANetwork};

/// Bans a player or an address. The sockets of all matching players are closed, and their seats are freed.
pub(crate) async fn ban(app: &App, request: NewBan) -> Result<Ban, Refused> {
    let now = app.clock.now().wall;
    let who = banned(&request)?;
    let reason = match request.reason.as_deref() {
        None | Some("") => String::new(),
        Some(text) => words(text, "reason")?,
    };
    let until = request.until_ms.map(UnixMillis);
    if until.is_some_and(|until| until <= now) {
        return Err(Refused::of_field(ErrorCode::SettingRange, "until_ms"));
    }
    let made = app.admission.ban(who, reason, now, until).await?;
    let closed = app.callers.close(CloseCode::Banned, |one| match who {
        Banned::Player(player) => one.player.id == player,
        Banned::Network(_) => who.is_at(one.address),
    });
    for player in closed {
        app.lobby.unseat(player);
    }
    // The player may have a seat without being connected.
    if let Banned::Player(player) = who {
        app.lobby.unseat(player);
    }
    tracing::info!(ban = made.number, "the host has made a ban");
    Ok(shown(made))
}

/// The player or network of the request, which must name exactly one of both.
fn banned(request: &NewBan) -> Result<Banned, Refused> {
    let wrong = |field| Refused::of_field(ErrorCode::BadMessage, field);
    match (request.player, &request.address) {
        (Some(player), None) => Ok(Banned::Player(player)),
        (None, Some(address)) => {
            let network: Result<Network, NotANetwork> = address.parse();
            let network = network.map_err(|_| wrong("address"))?;
            Ok(Banned::Network(network))
        }
        (Some(_), Some(_)) => Err(wrong("address")),
        (None, None) => Err(wrong("player")),
    }
}

/// Lifts a ban.
pub(crate) async fn unban(app: &App, request: Unban) -> Result<(), Refused> {
    if app.admission.unban(request.ban).await? {
        tracing::info!(ban = request.ban, "the host has lifted a ban");
        Ok(())
    } else {
        Err(Refused::NoSuchBan)
    }
}

/// All bans in force.
pub(crate) fn bans(app: &App) -> Vec<Ban> {
    let bans = app.admission.bans(app.clock.now().wall);
    bans.into_iter().map(shown).collect()
}

/// A ban as the host's page shows it.
fn shown(ban: admission::Ban) -> Ban {
    let (player, address) = match ban.who {
        Banned::Player(player) => (Some(player), None),
        Banned::Network(network) => (None, Some(network.to_string())),
    };
    Ban {
        ban: ban.number,
        player,
        address,
        reason: ban.reason,
        at: ban.at.0,
        until: ban.until.map(|until| until.0),
    }
}
