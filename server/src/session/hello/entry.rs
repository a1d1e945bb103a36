//! Who may enter: the host's bans, the rule for bots, and the server's password.

use std::net::IpAddr;

use boneyard_protocol::{CloseCode, ErrorCode, Hello, PlayerId, PlayerKind, Refusal};

use super::{NoHello, out_of_order};
use crate::admission::AdmissionError;
use crate::app::App;
use crate::config::BotsFrom;
use crate::session::reader::too_fast;
use crate::session::transfer;

/// The result of the check for the server's password.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PasswordCheck {
    /// No password is needed: the server has none, or the player has given it before.
    Open,
    /// The player gave the right password. It must be remembered.
    Shown,
    /// The player may not enter.
    Refused(Refusal),
}

/// Refuses a banned address. Called before anything is read from the client, but after the handshake: a browser
/// cannot see why a handshake fails.
pub(super) fn check_address(app: &App, address: IpAddr) -> Result<(), NoHello> {
    if app
        .admission
        .keeps_out_address(address, app.clock.now().wall)
    {
        return Err(banned());
    }
    Ok(())
}

/// Refuses a banned player.
pub(in crate::session) fn check_player(app: &App, player: PlayerId) -> Result<(), NoHello> {
    if app.admission.keeps_out(player, app.clock.now().wall) {
        return Err(banned());
    }
    Ok(())
}

/// Refuses a player of this kind who has no token, if the host makes all tokens for bots.
pub(super) fn check_kind(app: &App, kind: PlayerKind) -> Result<(), NoHello> {
    if app.config.bots == BotsFrom::Host && kind == PlayerKind::Bot {
        return Err(NoHello::because(
            ErrorCode::BotsByHostOnly.into(),
            CloseCode::BadHello,
        ));
    }
    Ok(())
}

fn banned() -> NoHello {
    NoHello::because(ErrorCode::Banned.into(), CloseCode::Banned)
}

/// Checks the password. The token of a player who has given it before is enough, and so is a transfer code. Other
/// tokens do not help.
pub(super) async fn come_in(
    app: &App,
    address: IpAddr,
    hello: &Hello,
) -> Result<PasswordCheck, NoHello> {
    let Some(password) = app.admission.password() else {
        return Ok(PasswordCheck::Open);
    };
    if hello.password.is_none() && is_known(app, hello).await? {
        return Ok(PasswordCheck::Open);
    }
    // Counted before the password is compared: after too many guesses a right one must not be confirmed.
    count(app, address)?;
    Ok(match &hello.password {
        Some(given) if password.is(given) => PasswordCheck::Shown,
        Some(_) => PasswordCheck::Refused(ErrorCode::PasswordWrong.into()),
        None => PasswordCheck::Refused(ErrorCode::PasswordRequired.into()),
    })
}

/// Counts a new identity for an address. Attempts at passwords and codes count as one, too.
pub(in crate::session) fn count(app: &App, address: IpAddr) -> Result<(), NoHello> {
    let taken = app.newcomers.take(address);
    taken.map_err(|retry_ms| NoHello::because(too_fast(retry_ms), CloseCode::Flood))
}

/// Remembers that the player has shown the password: their token is enough from now on.
pub(super) async fn remember(app: &App, player: PlayerId) -> Result<(), NoHello> {
    let admitted = app.admission.admit(player).await;
    admitted.map_err(unavailable)
}

/// Whether the token or the code belongs to a player who has shown the current password.
async fn is_known(app: &App, hello: &Hello) -> Result<bool, NoHello> {
    if let Some(code) = &hello.transfer {
        // Only a player who was admitted with this password can have asked for a code.
        return Ok(transfer::is_offered(app, code));
    }
    let Some(token) = &hello.token else {
        return Ok(false);
    };
    match app.identities.find(token).await.map_err(out_of_order)? {
        Some(identity) => {
            let known = app.admission.has_admitted(identity.player).await;
            known.map_err(unavailable)
        }
        None => Ok(false),
    }
}

fn unavailable(error: AdmissionError) -> NoHello {
    match error {
        AdmissionError::Unavailable | AdmissionError::TooMany => {
            NoHello::because(ErrorCode::StorageUnavailable.into(), CloseCode::Restart)
        }
    }
}
