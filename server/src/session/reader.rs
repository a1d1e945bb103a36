//! The reading half of a session: enforces the limits and hands on commands.

use std::sync::Arc;

use boneyard_protocol::command::Envelope;
use boneyard_protocol::decode::decode;
use boneyard_protocol::{
    ClientMessage, CloseCode, Command, CommandId, ErrorCode, Refusal, Refused, ServerMessage,
    SessionCommand,
};
use tokio::task::yield_now;
use tokio::time::timeout;

use super::frames::{FrameSource, Inbound};
use super::rate_limit::{SocketLimit, Verdict};
use super::transfer;
use crate::app::App;
use crate::clock::MonoMillis;
use crate::identity::{IdentityError, NameError, PeopleError, PlayerName, TokenHash};
use crate::metrics;
use crate::outbox::Outbox;
use crate::table::Caller;

/// Reads from one socket after its hello.
pub(super) struct Reader {
    app: Arc<App>,
    caller: Caller,
    outbox: Outbox,
    limit: SocketLimit,
    /// The token that the welcome has brought, until the client is known to have it.
    unconfirmed: Option<TokenHash>,
}

/// Why reading has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadEnd {
    /// The client has gone.
    Gone,
    /// The socket must be closed.
    Close(CloseCode),
}

impl Reader {
    /// `unconfirmed` is the token that the welcome has brought.
    pub(super) fn new(
        app: &Arc<App>,
        caller: Caller,
        outbox: Outbox,
        unconfirmed: Option<TokenHash>,
    ) -> Self {
        let limit = SocketLimit::new(&app.config.limits, &app.clock);
        Self {
            app: Arc::clone(app),
            caller,
            outbox,
            limit,
            unconfirmed,
        }
    }

    /// Reads until the client has gone or the socket must be closed.
    pub(super) async fn run(&mut self, source: &mut impl FrameSource) -> ReadEnd {
        loop {
            let Ok(inbound) = timeout(self.app.times.silence, source.next()).await else {
                return ReadEnd::Close(CloseCode::Silent);
            };
            // A socket that is being closed is not read, even if its last frames take long to write: if a player has
            // two sockets, only the newer one acts. The writer ends the session.
            if self.outbox.is_closed() {
                std::future::pending::<()>().await;
            }
            let received = self.app.clock.now().mono;
            let flow = match inbound {
                Inbound::Text(text) => self.take_text(&text, received).await,
                Inbound::Control => self.take_control(),
                Inbound::Violation(code) => Err(code),
                Inbound::Gone => return ReadEnd::Gone,
            };
            if let Err(code) = flow {
                return ReadEnd::Close(code);
            }
            // The writer is in the same task and must get its turn: a client that sends much at once must not seem to
            // be slow.
            yield_now().await;
        }
    }

    fn take_control(&self) -> Result<(), CloseCode> {
        match self.limit.take() {
            Verdict::Take | Verdict::Refuse { .. } => Ok(()),
            Verdict::Flood => Err(CloseCode::Flood),
        }
    }

    async fn take_text(&mut self, text: &str, received: MonoMillis) -> Result<(), CloseCode> {
        let verdict = self.limit.take();
        if verdict == Verdict::Flood {
            return Err(CloseCode::Flood);
        }
        let message = match (decode(text), verdict) {
            (Ok(ClientMessage::Command(Envelope { id, .. })), Verdict::Refuse { retry_ms }) => {
                self.refuse(Some(id), too_fast(retry_ms));
                return Ok(());
            }
            (_, Verdict::Refuse { retry_ms }) => {
                self.refuse(None, too_fast(retry_ms));
                return Ok(());
            }
            (Err(refused), _) => {
                self.outbox.send_message(&ServerMessage::Refused(*refused));
                return Ok(());
            }
            (Ok(message), _) => message,
        };
        self.confirm_token().await;
        match message {
            ClientMessage::Hello(_) => self.refuse(None, ErrorCode::NotNow.into()),
            ClientMessage::Heartbeat => self.outbox.send_message(&ServerMessage::Heartbeat),
            ClientMessage::Command(Envelope { id, command }) => {
                self.run_command(id, command, received).await;
            }
        }
        Ok(())
    }

    /// A client that sends a message after its welcome has read the new token there. If that cannot be stored now, the
    /// next message tries again; until then both of the player's tokens are valid.
    async fn confirm_token(&mut self) {
        if let Some(token) = self.unconfirmed {
            let player = self.caller.player.id;
            match self.app.identities.settle(player, token).await {
                Ok(()) => self.unconfirmed = None,
                Err(error) => tracing::warn!(%player, %error, "a new token cannot be stored yet"),
            }
        }
    }

    async fn run_command(&mut self, id: CommandId, command: Command, received: MonoMillis) {
        metrics::command_read();
        if self.app.draining.is_cancelled() {
            return self.refuse(Some(id), ErrorCode::Restarting.into());
        }
        match &command {
            Command::Session(SessionCommand::Rename { name }) => {
                if let Err(why) = self.rename(name).await {
                    return self.refuse(Some(id), why);
                }
            }
            Command::Session(SessionCommand::Transfer) => {
                if let Err(why) =
                    transfer::offer(&self.app, self.caller.player.id, &self.outbox, id)
                {
                    self.refuse(Some(id), why);
                }
                return;
            }
            Command::Lobby(_) | Command::Table(..) => {}
        }
        self.app.lobby.handle(&self.caller, id, command, received);
    }

    /// Renames the identity. The lobby then tells the tables and answers.
    async fn rename(&mut self, name: &str) -> Result<(), Refusal> {
        let name: PlayerName = name.parse().map_err(bad_name)?;
        let renamed = self
            .app
            .identities
            .rename(self.caller.player.id, name.clone())
            .await;
        renamed.map_err(|error| Refusal::from(refusal_of(error)))?;
        self.caller.player.name = name.to_string();
        self.app.callers.rename(&self.caller.player);
        Ok(())
    }

    fn refuse(&self, id: Option<CommandId>, why: Refusal) {
        let refused = Refused {
            id,
            table: None,
            why,
        };
        self.outbox.send_message(&ServerMessage::Refused(refused));
    }
}

/// The refusal of a command that came too fast.
pub(super) fn too_fast(retry_ms: u32) -> Refusal {
    Refusal {
        retry_ms: Some(retry_ms),
        ..ErrorCode::RateLimited.into()
    }
}

/// The refusal of an invalid name.
pub(super) fn bad_name(error: NameError) -> Refusal {
    let code = match error {
        NameError::Empty | NameError::TooLong | NameError::Character => ErrorCode::NameInvalid,
        NameError::Mixed => ErrorCode::NameMixed,
        NameError::Reserved => ErrorCode::NameReserved,
    };
    Refusal::of_field(code, "name")
}

/// The code for an identity that cannot be made, found or changed.
pub(super) fn refusal_of(error: IdentityError) -> ErrorCode {
    match error {
        IdentityError::Store(PeopleError::Unavailable) | IdentityError::NoEntropy(_) => {
            ErrorCode::StorageUnavailable
        }
        IdentityError::Store(PeopleError::NoSuchPlayer) => ErrorCode::BadToken,
    }
}
