//! An identity moves to another device: the code on the one side, the hello on the other.

use std::net::IpAddr;

use boneyard_protocol::{
    Ack, CloseCode, CommandId, ErrorCode, JoinCode, PlayerId, Refusal, ServerMessage,
};

use super::hello::entry::{check_player, count};
use super::hello::{Greeted, NoHello, out_of_order};
use super::reader::refusal_of;
use crate::app::App;
use crate::outbox::Outbox;

/// Answers the command `transfer`. Said again, also under the same id, it gives another code in the place of the
/// last one.
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

/// Whether this is the code of an identity that may move now.
pub(super) fn is_offered(app: &App, code: &str) -> bool {
    let now = app.clock.now().mono;
    code.parse()
        .is_ok_and(|code| app.identities.is_offered(&code, now))
}

/// A player with a code. Every try counts as a new player of the address, so that nobody tries many. The identity
/// keeps its name.
pub(super) async fn arrive(app: &App, address: IpAddr, code: &str) -> Result<Greeted, NoHello> {
    count(app, address)?;
    // What the server promises now it will not remember.
    if app.draining.is_cancelled() {
        return Err(NoHello::because(
            ErrorCode::Restarting.into(),
            CloseCode::Restart,
        ));
    }
    let no_such_code = || NoHello::because(ErrorCode::NoSuchCode.into(), CloseCode::BadHello);
    let code: JoinCode = code.parse().map_err(|_not_a_code| no_such_code())?;
    let now = app.clock.now().mono;
    let taken = app.identities.take_over(&code, now).await;
    let (token, identity) = taken.map_err(out_of_order)?.ok_or_else(no_such_code)?;
    check_player(app, identity.player)?;
    Ok(Greeted::with_new_token(token, identity))
}
