//! Keeping people out, and letting them in again.

use boneyard_protocol::admin::{Ban, NewBan, Unban};
use boneyard_protocol::{CloseCode, ErrorCode};

use super::{Refused, words};
use crate::admission::{self, Banned};
use crate::app::App;
use crate::clock::UnixMillis;
use crate::config::{Network, NotANetwork};

/// Keeps a player or an address out. The sockets of every player it applies to are closed, and their seats are given up.
pub(crate) async fn ban(app: &App, asked: NewBan) -> Result<Ban, Refused> {
    let now = app.clock.now().wall;
    let who = meant(&asked)?;
    let reason = match asked.reason.as_deref() {
        None | Some("") => String::new(),
        Some(text) => words(text, "reason")?,
    };
    let until = asked.until_ms.map(UnixMillis);
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
    tracing::info!(ban = made.number, "the host keeps somebody out");
    Ok(told(made))
}

/// Exactly one of both is named.
fn meant(asked: &NewBan) -> Result<Banned, Refused> {
    let wrong = |field| Refused::of_field(ErrorCode::BadMessage, field);
    match (asked.player, &asked.address) {
        (Some(player), None) => Ok(Banned::Player(player)),
        (None, Some(address)) => {
            let network: Result<Network, NotANetwork> = address.parse();
            let network = network.map_err(|_no_network| wrong("address"))?;
            Ok(Banned::Network(network))
        }
        (Some(_), Some(_)) => Err(wrong("address")),
        (None, None) => Err(wrong("player")),
    }
}

/// Lets somebody in again.
pub(crate) async fn unban(app: &App, asked: Unban) -> Result<(), Refused> {
    if app.admission.unban(asked.ban).await? {
        tracing::info!(ban = asked.ban, "the host lets somebody in again");
        Ok(())
    } else {
        Err(Refused::NoSuchBan)
    }
}

/// Everybody who is kept out.
pub(crate) fn bans(app: &App) -> Vec<Ban> {
    let bans = app.admission.bans(app.clock.now().wall);
    bans.into_iter().map(told).collect()
}

fn told(ban: admission::Ban) -> Ban {
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
