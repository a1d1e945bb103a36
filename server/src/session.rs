//! One socket: who it belongs to, what it may send, and what it is sent.
//!
//! A session is a reader and a writer in one task. The reader takes frames, enforces the limits and hands commands to
//! the lobby; the writer empties the outbox. They share only the outbox: to close the socket, code closes the outbox,
//! and the writer closes the socket after the frames that wait.

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
    // Attached tables may have sent something already, so the welcome is written before the outbox is read.
    let welcome = greeted.welcome(app, &caller, presence.seats());
    if writer
        .write(Outbound::Text(encode(&welcome)))
        .await
        .is_err()
    {
        return;
    }
    let mut reader = Reader::new(app, caller, outbox.clone(), greeted.unconfirmed());
    // The writer runs once, to the end: starting it again after the reader's end would lose the frame it was writing
    // and still send those behind it.
    let mut writing = pin!(writer.run());
    let end = tokio::select! {
        // The reader yields after each frame, so that neither starves the other.
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

/// Lets a player in after the hello, unless a ban or a move has come in between.
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

/// A player's presence. It begins after the hello and ends when the value is dropped, however the session ends.
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
