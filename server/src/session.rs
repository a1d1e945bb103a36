//! One socket: who it is, what it may send, and what it is told.
//!
//! A session is a reader and a writer in one task. The reader takes frames, keeps the limits and hands
//! commands to the lobby; the writer empties the outbox. They meet only in the outbox: code that wants the
//! socket closed says so there, and the writer does it after the frames that wait.

mod assembly;
pub(crate) mod frames;
mod hello;
mod rate_limit;
mod reader;
mod socket;
#[cfg(test)]
mod tests;
mod transfer;
mod writer;

use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;

use boneyard_protocol::{CloseCode, PlayerId, ServerMessage};

use crate::app::{App, Noted};
use crate::identity::TokenHash;
use crate::lobby::Lobby;
use crate::outbox::{ConnectionId, Outbox, encode};
use crate::table::Caller;

pub(crate) use assembly::Assembled;
pub(crate) use frames::{FrameSink, FrameSource, Outbound};
pub(crate) use socket::serve;

use reader::{ReadEnd, Reader};
use writer::Writer;

/// Runs a session from the first frame to the last. `address` is the client's, for limits.
pub(crate) async fn run(
    app: &Arc<App>,
    address: IpAddr,
    source: &mut impl FrameSource,
    sink: &mut impl FrameSink,
) {
    let (outbox, outgoing) = Outbox::new();
    let mut writer = Writer::new(sink, outgoing, app);
    let greeted = match hello::receive(app, address, source, &mut writer).await {
        Ok(greeted) => greeted,
        Err(hello::NoHello::Gone) => return,
        Err(hello::NoHello::Refused { refused, close }) => {
            if let Some(refused) = refused {
                outbox.send_message(&ServerMessage::Refused(*refused));
            }
            outbox.close(close);
            return writer.run().await;
        }
    };
    let caller = Caller {
        player: greeted.identity.info(),
        connection: app.next_connection(),
    };
    tracing::Span::current().record("connection", caller.connection.0);
    let (_here, presence) = match enter(app, &caller, &outbox, address, greeted.proof) {
        Ok(entered) => entered,
        Err(close) => {
            outbox.close(close);
            return writer.run().await;
        }
    };
    if greeted.is_renamed {
        app.lobby.renamed(&caller.player);
    }
    // Attached tables may have spoken already: the welcome is written before anything of the outbox is.
    let welcome = greeted.welcome(app, &caller, presence.seats());
    if writer
        .write(Outbound::Text(encode(&welcome)))
        .await
        .is_err()
    {
        return;
    }
    let mut reader = Reader::new(app, caller, outbox.clone(), greeted.unheard());
    // One run from here to the end: were it begun anew after the reader's end, the frame in its hand would be
    // lost, and those behind it be sent all the same.
    let mut writing = pin!(writer.run());
    let end = tokio::select! {
        // The reader gives way after each frame, so that neither starves the other.
        biased;
        end = reader.run(source) => end,
        () = &mut writing => return,
    };
    match end {
        ReadEnd::Gone => {}
        ReadEnd::Close(code) => {
            outbox.close(code);
            writing.await;
        }
    }
}

/// Lets somebody in who has said hello, unless things have changed since it was looked at.
fn enter(
    app: &App,
    caller: &Caller,
    outbox: &Outbox,
    address: IpAddr,
    proof: TokenHash,
) -> Result<(Noted, Presence), CloseCode> {
    let player = caller.player.id;
    let here = app
        .callers
        .note(caller, outbox, address, app.clock.now().wall);
    // Check again: the player or the address may have been banned before the caller was listed.
    let now = app.clock.now().wall;
    if app.admission.keeps_out(player, now) || app.admission.keeps_out_address(address, now) {
        return Err(CloseCode::Banned);
    }
    let begin = || Presence::begin(app, caller, outbox);
    let presence = app.identities.admit(player, proof, begin);
    presence
        .map(|presence| (here, presence))
        .ok_or(CloseCode::BadToken)
}

/// A player's presence: begins after the hello and ends with the value, whatever ends the
/// session.
struct Presence {
    lobby: Lobby,
    player: PlayerId,
    connection: ConnectionId,
    seats: Vec<boneyard_protocol::MySeat>,
}

impl Presence {
    fn begin(app: &App, caller: &Caller, outbox: &Outbox) -> Self {
        let seats = app.lobby.connected(caller, outbox);
        let (player, connection) = (caller.player.id, caller.connection);
        Self {
            lobby: app.lobby.clone(),
            player,
            connection,
            seats,
        }
    }

    fn seats(&self) -> &[boneyard_protocol::MySeat] {
        &self.seats
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.lobby.disconnected(self.player, self.connection);
    }
}
