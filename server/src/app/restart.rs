//! An announced restart: running matches go on, nothing new begins, and everybody knows the time that is left.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boneyard_protocol::ServerMessage;
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::App;
use crate::clock::{MonoMillis, millis};
use crate::lobby::NewGames;

/// What follows the end of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// Nothing; a supervisor of the program may start it again.
    #[default]
    End,
    /// This backup is restored, and the server starts again at the same address.
    Restore(PathBuf),
}

/// When the server will end, if the host has announced it.
#[derive(Debug)]
pub(crate) struct Restart {
    end: watch::Sender<Option<MonoMillis>>,
    plan: Mutex<Plan>,
}

/// The newest announcement.
#[derive(Debug, Default)]
struct Plan {
    /// Cancelled by the next announcement, or when the end is called off.
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

    /// Follows the announced time. An end that is already announced counts as a change.
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

    /// Forgets what was to follow the end.
    pub(crate) fn forget_next(&self) {
        self.plan().next = Next::End;
    }

    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a new countdown and cancels the old one, with what was to follow it.
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

/// The message for sockets when an end is announced, postponed or called off.
pub(crate) fn notice(end: Option<MonoMillis>, now: MonoMillis) -> ServerMessage {
    match end {
        Some(end) => ServerMessage::Restarting {
            in_ms: Some(end.since(now)),
        },
        None => ServerMessage::RestartCancelled,
    }
}

impl App {
    /// Ends the server in order after a time. An earlier announcement is void.
    pub(crate) fn restart_in(self: &Arc<Self>, wait: Duration, next: Next) {
        let end = self.clock.now().mono.plus(millis(wait));
        tracing::info!(in_s = wait.as_secs(), ?next, "the end is announced");
        let countdown = self.restart.begin(Some(end), next);
        self.lobby.set_new_games(NewGames::Refused);
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

    /// Calls off an announced end.
    pub(crate) fn call_restart_off(&self) {
        if self.restart.left_ms(self.clock.now().mono).is_some() {
            self.restart.begin(None, Next::End).cancel();
            self.lobby.set_new_games(NewGames::Allowed);
            tracing::info!("the end is called off");
        }
    }
}
