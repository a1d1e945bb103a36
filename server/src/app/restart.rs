//! A restart that is announced: what runs is finished, nothing new begins, and everybody knows how long it is yet.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boneyard_protocol::ServerMessage;
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::App;
use crate::clock::{MonoMillis, millis};

/// What follows the end of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// Nothing; whatever supervises the program may start it again.
    #[default]
    End,
    /// This backup is put back, and a server starts again where this one was.
    Restore(PathBuf),
}

/// When the server will end, if its host has said so.
#[derive(Debug)]
pub(crate) struct Restart {
    end: watch::Sender<Option<MonoMillis>>,
    plan: Mutex<Plan>,
}

/// What was said last.
#[derive(Debug, Default)]
struct Plan {
    /// Cancelled when another time is said, or none.
    countdown: CancellationToken,
    next: Next,
}

impl Restart {
    pub(crate) fn new() -> Self {
        Self {
            end: watch::Sender::new(None),
            plan: Mutex::default(),
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

    /// What follows the end.
    pub(crate) fn next(&self) -> Next {
        self.plan().next.clone()
    }

    /// Nothing follows the end any more.
    pub(crate) fn forget_next(&self) {
        self.plan().next = Next::End;
    }

    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A countdown of its own; the one before ends, and what was to follow it is forgotten.
    fn begin(&self, end: Option<MonoMillis>, next: Next) -> CancellationToken {
        let mut plan = self.plan();
        plan.countdown.cancel();
        *plan = Plan {
            countdown: CancellationToken::new(),
            next,
        };
        self.end.send_replace(end);
        plan.countdown.clone()
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

impl App {
    /// Ends the server in order after a time; what was said before counts no more.
    pub(crate) fn restart_in(self: &Arc<Self>, wait: Duration, next: Next) {
        let end = self.clock.now().mono.plus(millis(wait));
        tracing::info!(in_s = wait.as_secs(), ?next, "the end is announced");
        let countdown = self.restart.begin(Some(end), next);
        self.lobby.wind_down(true);
        let app = Arc::clone(self);
        self.tasks.spawn("countdown", async move {
            let stopping = app.tasks.token().clone();
            tokio::select! {
                () = countdown.cancelled() => {}
                () = stopping.cancelled() => {}
                () = sleep(wait) => app.draining.cancel(),
            }
        });
    }

    /// Goes on after all.
    pub(crate) fn call_restart_off(&self) {
        if self.restart.left_ms(self.clock.now().mono).is_some() {
            self.restart.begin(None, Next::End).cancel();
            self.lobby.wind_down(false);
            tracing::info!("the end is called off");
        }
    }
}
