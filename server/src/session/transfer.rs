//! Moving an identity to another device: the code on the old one, the hello on the new one.

use std::net::IpAddr;

use boneyard_protocol::{
    Ack, CloseCode, CommandId, ErrorCode, JoinCode, PlayerId, Refusal, ServerMessage,
};

use super::hello::entry::{check_player, count};
use super::hello::{Greeted, NoHello, out_of_order};
use super::reader::refusal_of;
use crate::app::App;
use crate::outbox::Outbox;

/// Answers the command `transfer`. Every repetition, even with the same id, gives a new code that replaces the last
/// one.
pub(super) fn offer(
    app: &App,
    player: PlayerId,
    outbox: &Outbox,
    id: CommandId,
) -> Result<(), Refusal> {
    let now = app.clock.now().mono;
    let code = app.identities.offer(player, now);
    let ack = Ack {
        id,
        table: None,
        seat: None,
        code: Some(code.map_err(refusal_of)?),
        seq: None,
    };
    outbox.send_message(&ServerMessage::Ack(ack));
    Ok(())
}

/// Whether this code offers an identity now.
pub(super) fn is_offered(app: &App, code: &str) -> bool {
    let now = app.clock.now().mono;
    code.parse()
        .is_ok_and(|code| app.identities.is_offered(&code, now))
}

/// A player with a code. Every attempt counts as a new player of the address, so that nobody can try many codes. The
/// identity keeps its name.
pub(super) async fn arrive(app: &App, address: IpAddr, code: &str) -> Result<Greeted, NoHello> {
    count(app, address)?;
    // A promise made now would be lost with the restart.
    if app.draining.is_cancelled() {
        return Err(NoHello::because(
            ErrorCode::Restarting.into(),
            CloseCode::Restart,
        ));
    }
    let no_such_code = || NoHello::because(ErrorCode::NoSuchCode.into(), CloseCode::BadHello);
    let code: JoinCode = code.parse().map_err(|_| no_such_code())?;
    let now = app.clock.now().mono;
    let moved = app.identities.take_over(&code, now).await;
    let (token, identity) = moved.map_err(out_of_order)?.ok_or_else(no_such_code)?;
    check_player(app, identity.player)?;
    Ok(Greeted::with_new_token(token, identity))
}
