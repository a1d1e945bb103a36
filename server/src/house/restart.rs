//! A restart that is announced: what runs is finished, nothing new begins, and everybody knows how long it is yet.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use boneyard_protocol::ServerMessage;
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::House;
use crate::clock::{MonoMillis, millis};

/// When the server will end, if its host has said so.
#[derive(Debug)]
pub(crate) struct Restart {
    end: watch::Sender<Option<MonoMillis>>,
    /// Cancelled when another time is said, or none.
    countdown: Mutex<CancellationToken>,
}

impl Restart {
    pub(crate) fn new() -> Self {
        Self {
            end: watch::Sender::new(None),
            countdown: Mutex::default(),
        }
    }

    /// When it will be. Every later change is told; what is announced already counts as one.
    pub(crate) fn follow(&self) -> watch::Receiver<Option<MonoMillis>> {
        let mut follower = self.end.subscribe();
        if self.end.borrow().is_some() {
            follower.mark_changed();
        }
        follower
    }

    /// Milliseconds to the end, if one is announced.
    pub(crate) fn left_ms(&self, now: MonoMillis) -> Option<u64> {
        self.end.borrow().map(|end| end.since(now))
    }

    /// A countdown of its own; the one before ends.
    fn begin(&self, end: Option<MonoMillis>) -> CancellationToken {
        let mut countdown = self
            .countdown
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        countdown.cancel();
        *countdown = CancellationToken::new();
        self.end.send_replace(end);
        countdown.clone()
    }
}

/// What a socket is told when the end of the server is announced, put off or called off.
pub(crate) fn notice(end: Option<MonoMillis>, now: MonoMillis) -> ServerMessage {
    match end {
        Some(end) => ServerMessage::Restarting {
            in_ms: Some(end.since(now)),
        },
        None => ServerMessage::RestartCancelled,
    }
}

impl House {
    /// Ends the server in order after a time; a time said before counts no more.
    pub(crate) fn restart_in(self: &Arc<Self>, wait: Duration) {
        let end = self.clock.now().mono.plus(millis(wait));
        let countdown = self.restart.begin(Some(end));
        self.lobby.wind_down(true);
        tracing::info!(in_s = wait.as_secs(), "the end is announced");
        let house = Arc::clone(self);
        self.tasks.spawn("countdown", async move {
            let stopping = house.tasks.token().clone();
            tokio::select! {
                () = countdown.cancelled() => {}
                () = stopping.cancelled() => {}
                () = sleep(wait) => house.draining.cancel(),
            }
        });
    }

    /// Goes on after all.
    pub(crate) fn call_restart_off(&self) {
        if self.restart.left_ms(self.clock.now().mono).is_some() {
            self.restart.begin(None).cancel();
            self.lobby.wind_down(false);
            tracing::info!("the end is called off");
        }
    }
}
