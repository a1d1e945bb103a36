//! A socket without a socket: two bounded channels, one of which may be cut with what is in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use boneyard_engine::Tile;
use tokio::sync::mpsc;

use super::book::Shared;
use super::clock::WorldClock;
use super::plant::Plant;
use boneyard_server::headless::{FrameSink, FrameSource, Inbound, Lost, Outbound};

/// Frames on their way to the server; a client sends no more than these at once.
const TO_SERVER: usize = 256;

/// How a frame with facts begins.
const FACTS: &str = "{\"type\":\"events\"";
/// A planted fault spoils one of so many.
const SPOILT: u32 = 12;

/// The client's end.
pub(super) struct Line {
    to_server: mpsc::Sender<Inbound>,
    from_server: mpsc::Receiver<Stamped>,
    cut: Arc<AtomicBool>,
}

/// What a client finds when it looks.
pub(super) enum Arrival {
    Frame(Stamped),
    Nothing,
    /// The server has ended the connection, and everything has been read.
    End,
}

/// A frame, and how many records the world had written when it was sent.
pub(super) struct Stamped {
    pub(super) stamp: u64,
    pub(super) frame: Outbound,
}

/// The server's reading end.
pub(super) struct Source {
    frames: mpsc::Receiver<Inbound>,
    book: Shared,
    clock: Arc<WorldClock>,
    cut: Arc<AtomicBool>,
}

/// The server's writing end.
pub(super) struct Sink {
    frames: mpsc::Sender<Stamped>,
    book: Shared,
    plant: Option<Plant>,
    /// Frames with facts that were sent.
    facts: u32,
}

impl Line {
    /// A new connection whose client's machine holds so many frames that are not read yet.
    pub(super) fn new(
        book: &Shared,
        clock: &Arc<WorldClock>,
        holds: usize,
        plant: Option<Plant>,
    ) -> (Self, Source, Sink) {
        let (to_server, incoming) = mpsc::channel(TO_SERVER);
        let (outgoing, from_server) = mpsc::channel(holds);
        let cut = Arc::new(AtomicBool::new(false));
        let source = Source {
            frames: incoming,
            book: book.clone(),
            clock: Arc::clone(clock),
            cut: Arc::clone(&cut),
        };
        let sink = Sink {
            frames: outgoing,
            book: book.clone(),
            plant,
            facts: 0,
        };
        let line = Self {
            to_server,
            from_server,
            cut,
        };
        (line, source, sink)
    }

    /// Sends a frame. Returns whether there was somebody to take it.
    pub(super) fn send(&self, frame: Inbound) -> bool {
        self.to_server.try_send(frame).is_ok()
    }

    /// What has arrived.
    pub(super) fn receive(&mut self) -> Arrival {
        match self.from_server.try_recv() {
            Ok(frame) => Arrival::Frame(frame),
            Err(mpsc::error::TryRecvError::Empty) => Arrival::Nothing,
            Err(mpsc::error::TryRecvError::Disconnected) => Arrival::End,
        }
    }

    /// Cuts the connection: what the server has not read yet is lost.
    pub(super) fn cut(self) {
        self.cut.store(true, Ordering::Relaxed);
    }
}

impl FrameSource for Source {
    async fn next(&mut self) -> Inbound {
        match self.frames.recv().await {
            Some(frame) if !self.cut.load(Ordering::Relaxed) => {
                if let Inbound::Text(text) = &frame {
                    let mut book = self.book.lock();
                    book.commands.read(text, self.clock.world_ms());
                }
                frame
            }
            _ => Inbound::Gone,
        }
    }
}

impl FrameSink for Sink {
    async fn send(&mut self, frame: Outbound) -> Result<(), Lost> {
        let stamp = self.book.lock().writes();
        let Some(frame) = self.spoil(frame) else {
            return Ok(());
        };
        let stamped = Stamped { stamp, frame };
        self.frames.send(stamped).await.map_err(|_| Lost)
    }
}

impl Sink {
    /// The planted faults: now and then a frame is lost or changed.
    fn spoil(&mut self, frame: Outbound) -> Option<Outbound> {
        let text = match (&frame, self.plant) {
            (Outbound::Text(text), Some(_)) if text.starts_with(FACTS) => text,
            _ => return Some(frame),
        };
        self.facts += 1;
        if !self.facts.is_multiple_of(SPOILT) {
            return Some(frame);
        }
        match self.plant? {
            Plant::LostFacts => None,
            Plant::Leak => {
                let all: Vec<String> = Tile::ALL.iter().map(ToString::to_string).collect();
                let hand = format!("{FACTS},\"hand\":{all:?}");
                Some(Outbound::Text(text.replacen(FACTS, &hand, 1).into()))
            }
            Plant::WrongNumber => {
                let renumbered = text.replacen("\"seq\":", "\"seq\":1", 1);
                Some(Outbound::Text(renumbered.into()))
            }
            Plant::EarlyAnswer | Plant::ForgottenCause | Plant::FastClock | Plant::LateStamp => {
                Some(frame)
            }
        }
    }
}
