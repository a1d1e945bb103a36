//! Who may come in: whom the host keeps out, which bots he lets in, and who knows the server's password.

use std::net::IpAddr;

use boneyard_protocol::{CloseCode, ErrorCode, Hello, PlayerId, PlayerKind, Refusal};

use super::{NoHello, out_of_order};
use crate::config::BotsFrom;
use crate::door::DoorError;
use crate::house::House;
use crate::session::reader::too_fast;
use crate::session::transfer;

/// How somebody has come through the door.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Admission {
    /// No password is asked for, or he has known it before.
    Open,
    /// He has shown the password; that is to be remembered.
    Shown,
    /// He has not.
    Refused(Refusal),
}

/// Whether anybody from this address is let in. Asked before anything of his is read; a browser cannot see why a
/// handshake fails, so it did not.
pub(super) fn check_address(house: &House, address: IpAddr) -> Result<(), NoHello> {
    if house
        .door
        .keeps_out_address(address, house.clock.now().wall)
    {
        return Err(banned());
    }
    Ok(())
}

/// Whether the host lets this player in.
pub(in crate::session) fn check_player(house: &House, player: PlayerId) -> Result<(), NoHello> {
    if house.door.keeps_out(player, house.clock.now().wall) {
        return Err(banned());
    }
    Ok(())
}

/// Whether somebody of this kind may come without a token.
pub(super) fn check_kind(house: &House, kind: PlayerKind) -> Result<(), NoHello> {
    if house.config.bots == BotsFrom::Host && kind == PlayerKind::Bot {
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

/// Through the door: with the password, or with the token of somebody who has shown it before, or with the code that
/// such a one has asked for. No other token is looked at.
pub(super) async fn come_in(
    house: &House,
    address: IpAddr,
    hello: &Hello,
) -> Result<Admission, NoHello> {
    let Some(password) = house.door.password() else {
        return Ok(Admission::Open);
    };
    if hello.password.is_none() && is_known(house, hello).await? {
        return Ok(Admission::Open);
    }
    // Before the password is looked at: whoever has tried too many must not learn that this is the right one.
    count(house, address)?;
    Ok(match &hello.password {
        Some(given) if password.is(given) => Admission::Shown,
        Some(_) => Admission::Refused(ErrorCode::PasswordWrong.into()),
        None => Admission::Refused(ErrorCode::PasswordRequired.into()),
    })
}

/// Takes one of the new identities that an address may make; tries of passwords and codes count as one.
pub(in crate::session) fn count(house: &House, address: IpAddr) -> Result<(), NoHello> {
    let taken = house.newcomers.take(address);
    taken.map_err(|retry_ms| NoHello::because(too_fast(retry_ms), CloseCode::Flood))
}

/// A player has shown the password: his token is enough from now on.
pub(super) async fn remember(house: &House, player: PlayerId) -> Result<(), NoHello> {
    let admitted = house.door.admit(player).await;
    admitted.map_err(unavailable)
}

/// Whether the token, or the code, is that of somebody who has shown the present password.
async fn is_known(house: &House, hello: &Hello) -> Result<bool, NoHello> {
    if let Some(code) = &hello.transfer {
        // Whoever could ask for a code is here, under the same password.
        return Ok(transfer::is_offered(house, code));
    }
    let Some(token) = &hello.token else {
        return Ok(false);
    };
    match house.identities.find(token).await.map_err(out_of_order)? {
        Some(identity) => {
            let known = house.door.has_admitted(identity.player).await;
            known.map_err(unavailable)
        }
        None => Ok(false),
    }
}

fn unavailable(error: DoorError) -> NoHello {
    match error {
        DoorError::Unavailable | DoorError::TooMany => {
            NoHello::because(ErrorCode::StorageUnavailable.into(), CloseCode::Restart)
        }
    }
}
