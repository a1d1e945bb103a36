//! The time without a socket: tries to connect again, and takes requests on meanwhile.

use boneyard_protocol::{CloseCode, Welcome};
use tokio::time::{Instant, sleep_until};

use super::{Driver, Ended};
use crate::clock;
use crate::connection::link::Link;
use crate::error::{CloseReason, OpenError};

impl Driver {
    /// Brings a new socket. Requests that come meanwhile are taken on and sent when it is there.
    pub(super) async fn come_back(
        &mut self,
        code: Option<CloseCode>,
    ) -> Result<(Link, Box<Welcome>), CloseReason> {
        // After a flood the server wants us slower.
        let mut attempt = if code == Some(CloseCode::Flood) {
            u32::MAX
        } else {
            0
        };
        loop {
            let wait = self.backoff.wait(attempt, self.rng.as_mut());
            self.idle_until(clock::now() + wait).await?;
            match Link::open(&self.address, &self.hello).await {
                Ok(again) => {
                    self.tally.reconnected();
                    return Ok(again);
                }
                Err(error) => {
                    tracing::debug!(%error, attempt, "no connection yet");
                    if let Some(reason) = final_reason(error) {
                        return Err(reason);
                    }
                }
            }
            attempt = attempt.saturating_add(1);
        }
    }

    /// Waits without a socket.
    async fn idle_until(&mut self, deadline: Instant) -> Result<(), CloseReason> {
        loop {
            let request = tokio::select! {
                () = sleep_until(deadline) => return Ok(()),
                request = self.requests.recv(), if self.pending.has_room() => request,
            };
            let Some(request) = request else {
                return Err(CloseReason::ByClient);
            };
            if let Err(Ended::Over(reason)) = self.accept(request) {
                return Err(reason);
            }
        }
    }
}

/// The reason to give up after a failed attempt, if it is one.
fn final_reason(error: OpenError) -> Option<CloseReason> {
    match error {
        OpenError::Refused(why) => Some(CloseReason::Refused(why)),
        OpenError::Closed(Some(code)) if !code.come_back() => Some(CloseReason::ByServer(code)),
        _ => None,
    }
}
