//! The first message: who the client is, and which versions it speaks.

pub(super) mod entry;

use std::net::IpAddr;
use std::time::Duration;

use boneyard_protocol::decode::decode;
use boneyard_protocol::limits::{self, Limits};
use boneyard_protocol::{
    ClientMessage, CloseCode, ErrorCode, Hello, MySeat, PROTOCOL_VERSION, Refusal, Refused,
    ServerMessage, Versions, Welcome,
};
use tokio::time::timeout;

use self::entry::PasswordCheck;
use super::frames::{FrameSink, FrameSource, Inbound, Outbound};
use super::reader::{bad_name, refusal_of};
use super::transfer;
use super::writer::Writer;
use crate::app::App;
use crate::clock::millis;
use crate::identity::{Identity, Language, Newcomer, PlayerName, Token, TokenHash};
use crate::metrics;
use crate::outbox::encode;
use crate::table::Caller;

/// A player who has said hello.
pub(super) struct Greeted {
    pub(super) identity: Identity,
    /// The token that the player has shown or is sent now.
    pub(super) proof: TokenHash,
    /// The token of a new identity, or of one that has moved here. It is sent once.
    token: Option<Token>,
    /// Whether the hello has changed the player's name, which their tables do not know yet.
    pub(super) is_renamed: bool,
}

/// Why there is no player.
pub(super) enum NoHello {
    /// The client has gone.
    Gone,
    /// The client is refused, with a reason if there is one, and its socket is closed.
    Refused {
        refused: Option<Box<Refused>>,
        close: CloseCode,
    },
}

impl NoHello {
    pub(super) fn because(why: Refusal, close: CloseCode) -> Self {
        Self::Refused {
            refused: Some(Box::new(Self::refusal(why))),
            close,
        }
    }

    fn refusal(why: Refusal) -> Refused {
        Refused {
            id: None,
            table: None,
            why,
        }
    }

    fn silently(close: CloseCode) -> Self {
        Self::Refused {
            refused: None,
            close,
        }
    }
}

/// The result of one hello.
enum Greeting {
    /// A player is here.
    Greeted(Greeted),
    /// The server's password is missing or wrong; the client may try again.
    NoPassword(Refusal),
}

/// Waits for a hello that can be answered. A client without the server's password is refused and may say hello again,
/// up to [`limits::PASSWORD_TRIES`] times.
pub(super) async fn receive(
    app: &App,
    address: IpAddr,
    source: &mut impl FrameSource,
    writer: &mut Writer<'_, impl FrameSink>,
) -> Result<Greeted, NoHello> {
    let (mut tries, mut within) = (1, app.times.hello);
    loop {
        let greeting = tokio::select! {
            biased;
            greeting = greet(app, address, source, within) => greeting?,
            // A silent client does not keep the server from ending.
            () = app.tasks.token().cancelled() => {
                return Err(NoHello::silently(CloseCode::Restart));
            }
        };
        match greeting {
            Greeting::Greeted(greeted) => return Ok(greeted),
            Greeting::NoPassword(why) if tries < limits::PASSWORD_TRIES => {
                (tries, within) = (tries + 1, Duration::from_millis(limits::PASSWORD_MS));
                let refused = NoHello::refusal(why);
                metrics::refused(refused.why.code);
                let frame = encode(&ServerMessage::Refused(refused));
                if writer.write(Outbound::Text(frame)).await.is_err() {
                    return Err(NoHello::Gone);
                }
            }
            Greeting::NoPassword(why) => {
                return Err(NoHello::because(why, CloseCode::BadHello));
            }
        }
    }
}

/// Waits for the hello and finds or makes the identity.
async fn greet(
    app: &App,
    address: IpAddr,
    source: &mut impl FrameSource,
    within: Duration,
) -> Result<Greeting, NoHello> {
    entry::check_address(app, address)?;
    let hello = timeout(within, first_message(source))
        .await
        .unwrap_or_else(|_late| {
            Err(NoHello::because(
                ErrorCode::HelloFirst.into(),
                CloseCode::BadHello,
            ))
        })?;
    // Checked again before an identity is made or moved: the address may have been banned during the wait.
    entry::check_address(app, address)?;
    check_versions(hello.versions)?;
    let name = wished_name(hello.name.as_deref())?;
    let password = entry::come_in(app, address, &hello).await?;
    if let PasswordCheck::Refused(why) = password {
        return Ok(Greeting::NoPassword(why));
    }
    let greeted = match (hello.token.as_deref(), hello.transfer.as_deref()) {
        (_, Some(code)) => transfer::arrive(app, address, code).await?,
        (Some(token), None) => returning_player(app, address, token, name).await?,
        (None, None) => {
            // An attempt at the password has already been counted.
            if password != PasswordCheck::Shown {
                entry::count(app, address)?;
            }
            newcomer(app, &hello, name).await?
        }
    };
    if password == PasswordCheck::Shown {
        entry::remember(app, greeted.identity.player).await?;
    }
    Ok(Greeting::Greeted(greeted))
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

/// A player with a token. Nothing changes before the token is known to be valid.
async fn returning_player(
    app: &App,
    address: IpAddr,
    token: &str,
    name: Option<PlayerName>,
) -> Result<Greeted, NoHello> {
    let found = app.identities.find(token).await.map_err(out_of_order)?;
    let proof = token.parse().map(|token: Token| token.hash());
    let (Some(mut identity), Ok(proof)) = (found, proof) else {
        // A guess costs as much as a new identity, so that guessing is slow. The refusal is the same in both cases.
        let close = match app.newcomers.take(address) {
            Ok(()) => CloseCode::BadToken,
            Err(_wait) => CloseCode::Flood,
        };
        return Err(NoHello::because(ErrorCode::BadToken.into(), close));
    };
    entry::check_player(app, identity.player)?;
    let settled = app.identities.settle(identity.player, proof).await;
    settled.map_err(out_of_order)?;
    let new_name = name.filter(|name| *name != identity.name);
    let is_renamed = new_name.is_some();
    if let Some(name) = new_name {
        app.identities
            .rename(identity.player, name.clone())
            .await
            .map_err(out_of_order)?;
        identity.name = name;
    }
    Ok(Greeted {
        identity,
        proof,
        token: None,
        is_renamed,
    })
}

async fn newcomer(app: &App, hello: &Hello, name: Option<PlayerName>) -> Result<Greeted, NoHello> {
    entry::check_kind(app, hello.kind)?;
    let language = Language::of_tag(hello.language.as_deref().unwrap_or_default());
    let newcomer = Newcomer {
        kind: hello.kind,
        name,
        language,
    };
    let made = app.identities.make(newcomer, app.clock.now().wall).await;
    let (token, identity) = made.map_err(out_of_order)?;
    Ok(Greeted::with_new_token(token, identity))
}

/// The refusal of a client whose identity cannot be made, found or changed now.
pub(super) fn out_of_order(error: crate::identity::IdentityError) -> NoHello {
    NoHello::because(refusal_of(error).into(), CloseCode::Restart)
}

impl Greeted {
    /// A player who is sent a new token.
    pub(super) fn with_new_token(token: Token, identity: Identity) -> Self {
        Self {
            identity,
            proof: token.hash(),
            token: Some(token),
            is_renamed: false,
        }
    }

    /// The token that the welcome brings, until the client is known to have it.
    pub(super) fn unconfirmed(&self) -> Option<TokenHash> {
        self.token.as_ref().map(Token::hash)
    }

    /// The answer to the hello.
    pub(super) fn welcome(&self, app: &App, caller: &Caller, seats: &[MySeat]) -> ServerMessage {
        ServerMessage::Welcome(Box::new(Welcome {
            version: PROTOCOL_VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            player: caller.player.clone(),
            token: self.token.as_ref().map(Token::reveal),
            limits: limits_of(app),
            seats: seats.to_vec(),
        }))
    }
}

/// The limits in force.
fn limits_of(app: &App) -> Limits {
    let ms = |time| u32::try_from(millis(time)).unwrap_or(u32::MAX);
    let own = &app.config.limits;
    Limits {
        burst: own.burst,
        commands_per_second: own.commands_per_second,
        ping_ms: ms(app.times.ping),
        silence_ms: ms(app.times.silence),
        ..Limits::usual(own.max_tables_per_player)
    }
}
