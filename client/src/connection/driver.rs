//! The task that owns a connection's socket, and brings a new one when it is lost.
//!
//! Safety: what the user is told of a table is contiguous; a command is sent again only with its first id and
//! body. Liveness: a lost socket is replaced until the server says not to come back, and every command is
//! answered or fails.

mod inbound;
mod outage;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use boneyard_protocol::{
    ClientMessage, CloseCode, Command, CommandId, Envelope, Hello, LobbyCommand, TableId, Welcome,
    limits,
};
use rand::Rng;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::counters::Tally;
use super::following::Following;
use super::link::{Address, Incoming, Link, Lost, text};
use super::pending::{Answer, Pending, Unanswered};
use crate::backoff::Backoff;
use crate::clock;
use crate::error::{CloseReason, CommandError};
use crate::event::Event;

/// How often silence is measured and refused resumes are tried again; more often where the server's silence
/// is short.
const BEAT: Duration = Duration::from_secs(1);
/// See [`BEAT`].
const SHORTEST_BEAT: Duration = Duration::from_millis(20);

/// What a handle asks of the task.
pub(super) enum Request {
    /// Send a command.
    Command(Command, Answer),
    /// Follow a table from after a number.
    Follow(TableId, u64),
    /// Drop the socket without a word.
    BreakOff,
    /// Close the connection.
    Close,
}

/// The task's state.
pub(super) struct Driver {
    pub(super) address: Address,
    pub(super) hello: Hello,
    pub(super) backoff: Backoff,
    pub(super) rng: Box<dyn Rng + Send>,
    pub(super) requests: mpsc::Receiver<Request>,
    pub(super) events: mpsc::Sender<Event>,
    pub(super) tally: Arc<Tally>,
    /// Set once, before the last answers are given.
    pub(super) over: Arc<OnceLock<CloseReason>>,
    pub(super) pending: Pending,
    pub(super) following: Following,
    pub(super) lobby: LobbyChanges,
}

/// Whether the user wants the lobby's changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LobbyChanges {
    Wanted,
    Unwanted,
}

/// How a socket's time ended.
enum Ended {
    /// Bring another.
    Lost(Option<CloseCode>),
    /// It was the last.
    Over(CloseReason),
}

impl From<Lost> for Ended {
    fn from(_: Lost) -> Self {
        Self::Lost(None)
    }
}

/// What woke the task.
enum Woken {
    Incoming(Incoming),
    Request(Option<Request>),
    Beat,
    RoomForEvents,
}

impl Driver {
    /// Runs until the connection is over.
    pub(super) async fn run(mut self, mut link: Link, mut welcome: Box<Welcome>) {
        let reason = loop {
            let silence = Duration::from_millis(u64::from(welcome.limits.silence_ms));
            self.tell_unnumbered(Event::Connected(welcome));
            let ended = self
                .serve(&mut link, silence)
                .await
                .unwrap_or_else(|ended| ended);
            let code = match ended {
                Ended::Over(reason) => {
                    link.close().await;
                    break reason;
                }
                Ended::Lost(code) => code,
            };
            drop(link);
            self.tell_unnumbered(Event::Disconnected);
            match self.come_back(code).await {
                Ok(again) => (link, welcome) = again,
                Err(reason) => break reason,
            }
        };
        let reason = self.over.get_or_init(|| reason).clone();
        for command in self.pending.drain() {
            // A caller who no longer waits needs no answer.
            drop(
                command
                    .answer
                    .send(Err(CommandError::Closed(reason.clone()))),
            );
        }
        self.requests.close();
        while let Some(request) = self.requests.recv().await {
            if let Request::Command(_, answer) = request {
                drop(answer.send(Err(CommandError::Closed(reason.clone()))));
            }
        }
        // Unlike everything before, the last event waits for room; it fails only when nobody reads.
        drop(self.events.send(Event::Closed(reason)).await);
    }

    /// Serves one socket until it ends.
    async fn serve(&mut self, link: &mut Link, silence: Duration) -> Result<Ended, Ended> {
        self.pick_up(link).await?;
        let mut beat = interval(BEAT.min(silence / 4).max(SHORTEST_BEAT));
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last_message = clock::now();
        let mut is_probed = false;
        loop {
            let woken = tokio::select! {
                incoming = link.read() => Woken::Incoming(incoming),
                request = self.requests.recv(), if self.pending.has_room() => Woken::Request(request),
                _ = beat.tick() => Woken::Beat,
                _ = self.events.reserve(), if self.following.any_broken() => Woken::RoomForEvents,
            };
            match woken {
                Woken::Incoming(incoming) => {
                    last_message = clock::now();
                    is_probed = false;
                    match incoming {
                        Incoming::Message(message) => self.take(message),
                        Incoming::Alive => {}
                        Incoming::Closed(code) => return Err(ended_by(code)),
                    }
                }
                Woken::Request(Some(request)) => {
                    if let Some(frame) = self.accept(request)? {
                        link.send(frame).await?;
                    }
                }
                Woken::Request(None) => return Ok(Ended::Over(CloseReason::ByClient)),
                Woken::Beat => {
                    self.following.try_again();
                    let quiet = clock::now().duration_since(last_message);
                    if quiet > silence {
                        return Err(Ended::Lost(None));
                    }
                    if quiet > silence / 2 && !is_probed {
                        is_probed = true;
                        link.send(text(&ClientMessage::Heartbeat)).await?;
                    }
                }
                Woken::RoomForEvents => self.mend(link).await?,
            }
        }
    }

    /// On a new socket: what was followed is resumed, what is unanswered is sent again.
    async fn pick_up(&mut self, link: &mut Link) -> Result<(), Lost> {
        self.following.break_all();
        self.mend(link).await?;
        let mut frames: Vec<String> = self.pending.frames().map(str::to_owned).collect();
        if self.lobby == LobbyChanges::Wanted {
            let id = self.new_id();
            frames.push(text(&Envelope {
                command: Command::Lobby(LobbyCommand::Lobby { follow: true }),
                id,
            }));
        }
        for frame in frames {
            link.send(frame).await?;
        }
        Ok(())
    }

    /// Sends what mends every broken table.
    async fn mend(&mut self, link: &mut Link) -> Result<(), Lost> {
        while self.following.any_broken() {
            let id = self.new_id();
            if let Some(command) = self.following.mend_next(id) {
                self.tally.resumed();
                link.send(text(&Envelope { command, id })).await?;
            }
        }
        Ok(())
    }

    /// Takes a request of a handle on; the frame that must be sent for it.
    fn accept(&mut self, request: Request) -> Result<Option<String>, Ended> {
        match request {
            Request::BreakOff => Err(Ended::Lost(None)),
            Request::Close => Err(Ended::Over(CloseReason::ByClient)),
            Request::Follow(table, since) => {
                self.following.follow(table, since);
                Ok(None)
            }
            Request::Command(command, answer) => {
                let id = self.new_id();
                let frame = text(&Envelope {
                    command: command.clone(),
                    id,
                });
                if frame.len() > limits::MESSAGE_BYTES {
                    drop(answer.send(Err(CommandError::TooLong)));
                    return Ok(None);
                }
                if let Command::Lobby(LobbyCommand::Lobby { follow }) = &command {
                    self.lobby = if *follow {
                        LobbyChanges::Wanted
                    } else {
                        LobbyChanges::Unwanted
                    };
                }
                self.pending.push(Unanswered {
                    id,
                    command,
                    frame: frame.clone(),
                    answer,
                });
                Ok(Some(frame))
            }
        }
    }

    fn new_id(&mut self) -> CommandId {
        let mut bytes = [0; 16];
        self.rng.fill_bytes(&mut bytes);
        CommandId(uuid::Builder::from_random_bytes(bytes).into_uuid())
    }
}

fn ended_by(code: Option<CloseCode>) -> Ended {
    match code {
        Some(code) if !code.come_back() => Ended::Over(CloseReason::ByServer(code)),
        _ => Ended::Lost(code),
    }
}
