//! The first message: who is there, and in which version he speaks.

use std::net::IpAddr;

use boneyard_protocol::decode::decode;
use boneyard_protocol::limits::{self, Limits};
use boneyard_protocol::{
    ClientMessage, CloseCode, ErrorCode, Hello, MySeat, PROTOCOL_VERSION, Refusal, Refused,
    ServerMessage, Versions, Welcome,
};
use tokio::time::timeout;

use super::frames::{FrameSource, Inbound};
use super::reader::{bad_name, refusal_of, too_fast};
use crate::clock::millis;
use crate::house::House;
use crate::identity::{Identity, Language, Newcomer, PlayerName, Token};
use crate::table::Caller;

/// Who has said hello.
pub(super) struct Greeted {
    pub(super) identity: Identity,
    /// Of a new identity; told once.
    token: Option<Token>,
    /// Whether the hello has given the player another name, which his tables do not know yet.
    pub(super) is_renamed: bool,
}

/// Nobody has.
pub(super) enum NoHello {
    /// The client has gone.
    Gone,
    /// It is told why, if there is something to tell, and closed.
    Refused {
        refused: Option<Box<Refused>>,
        close: CloseCode,
    },
}

impl NoHello {
    fn because(why: Refusal, close: CloseCode) -> Self {
        Self::Refused {
            refused: Some(Box::new(Refused {
                id: None,
                table: None,
                why,
            })),
            close,
        }
    }

    fn silently(close: CloseCode) -> Self {
        Self::Refused {
            refused: None,
            close,
        }
    }
}

/// Waits for the hello and finds or makes the identity.
pub(super) async fn greet(
    house: &House,
    address: IpAddr,
    source: &mut impl FrameSource,
) -> Result<Greeted, NoHello> {
    let hello = timeout(house.times.hello, first_message(source))
        .await
        .unwrap_or_else(|_late| {
            Err(NoHello::because(
                ErrorCode::HelloFirst.into(),
                CloseCode::BadHello,
            ))
        })?;
    check_versions(hello.versions)?;
    let name = wished_name(hello.name.as_deref())?;
    match hello.token.as_deref() {
        Some(token) => old_friend(house, address, token, name).await,
        None => newcomer(house, address, &hello, name).await,
    }
}

async fn first_message(source: &mut impl FrameSource) -> Result<Hello, NoHello> {
    loop {
        let text = match source.next().await {
            Inbound::Text(text) => text,
            Inbound::Control => continue,
            Inbound::Violation(code) => return Err(NoHello::silently(code)),
            Inbound::Gone => return Err(NoHello::Gone),
        };
        return match decode(&text) {
            Ok(ClientMessage::Hello(hello)) => Ok(hello),
            Ok(ClientMessage::Heartbeat | ClientMessage::Command(_)) => Err(NoHello::because(
                ErrorCode::HelloFirst.into(),
                CloseCode::BadHello,
            )),
            Err(refused) => Err(NoHello::Refused {
                refused: Some(refused),
                close: CloseCode::BadHello,
            }),
        };
    }
}

fn check_versions(theirs: Versions) -> Result<(), NoHello> {
    if (theirs.from..=theirs.to).contains(&PROTOCOL_VERSION) {
        return Ok(());
    }
    let why = Refusal {
        from: Some(PROTOCOL_VERSION),
        to: Some(PROTOCOL_VERSION),
        ..ErrorCode::VersionUnsupported.into()
    };
    Err(NoHello::because(why, CloseCode::BadHello))
}

fn wished_name(name: Option<&str>) -> Result<Option<PlayerName>, NoHello> {
    let parsed = name.map(str::parse).transpose();
    parsed.map_err(|error| NoHello::because(bad_name(error), CloseCode::BadHello))
}

/// Somebody with a token. Nothing of his is touched before the token is known to be good.
async fn old_friend(
    house: &House,
    address: IpAddr,
    token: &str,
    name: Option<PlayerName>,
) -> Result<Greeted, NoHello> {
    let found = house.identities.find(token).await.map_err(out_of_order)?;
    let Some(mut identity) = found else {
        // A guess costs as much as a new identity, so that guessing is slow; the answer does not tell.
        let close = match house.newcomers.take(address) {
            Ok(()) => CloseCode::BadToken,
            Err(_wait) => CloseCode::Flood,
        };
        return Err(NoHello::because(ErrorCode::BadToken.into(), close));
    };
    let new_name = name.filter(|name| *name != identity.name);
    let is_renamed = new_name.is_some();
    if let Some(name) = new_name {
        house
            .identities
            .rename(identity.player, name.clone())
            .await
            .map_err(out_of_order)?;
        identity.name = name;
    }
    Ok(Greeted {
        identity,
        token: None,
        is_renamed,
    })
}

async fn newcomer(
    house: &House,
    address: IpAddr,
    hello: &Hello,
    name: Option<PlayerName>,
) -> Result<Greeted, NoHello> {
    house
        .newcomers
        .take(address)
        .map_err(|retry_ms| NoHello::because(too_fast(retry_ms), CloseCode::Flood))?;
    let language = Language::of_tag(hello.language.as_deref().unwrap_or_default());
    let newcomer = Newcomer {
        kind: hello.kind,
        name,
        language,
    };
    let made = house
        .identities
        .make(newcomer, house.clock.now().wall)
        .await;
    let (token, identity) = made.map_err(out_of_order)?;
    Ok(Greeted {
        identity,
        token: Some(token),
        is_renamed: false,
    })
}

fn out_of_order(error: crate::identity::IdentityError) -> NoHello {
    NoHello::because(refusal_of(error).into(), CloseCode::Restart)
}

impl Greeted {
    /// The answer to the hello.
    pub(super) fn welcome(
        &self,
        house: &House,
        caller: &Caller,
        seats: &[MySeat],
    ) -> ServerMessage {
        ServerMessage::Welcome(Box::new(Welcome {
            version: PROTOCOL_VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            player: caller.player.clone(),
            token: self.token.as_ref().map(Token::reveal),
            limits: limits_of(house),
            seats: seats.to_vec(),
        }))
    }
}

/// The limits in force.
fn limits_of(house: &House) -> Limits {
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let ms = |time| u32::try_from(millis(time)).unwrap_or(u32::MAX);
    Limits {
        message_bytes: small(limits::MESSAGE_BYTES),
        burst: house.config.limits.burst,
        commands_per_second: house.config.limits.commands_per_second,
        ping_ms: ms(house.times.ping),
        silence_ms: ms(house.times.silence),
        name_chars: small(limits::NAME_CHARS),
        seats: limits::SEATS,
        tables_per_player: house.config.limits.max_tables_per_player,
        absence_choice_ms: limits::ABSENCE_CHOICE_MS,
        absence_wait_ms: limits::ABSENCE_WAIT_MS,
    }
}
