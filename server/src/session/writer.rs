//! The writing half of a session: empties the outbox, and pings.

use std::sync::Arc;

use boneyard_protocol::{CloseCode, ServerMessage};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::frames::{FrameSink, Lost, Outbound};
use crate::app::{App, notice};
use crate::outbox::{Next, Outgoing, encode};

/// Writes to one socket.
pub(super) struct Writer<'a, K> {
    sink: &'a mut K,
    outgoing: Outgoing,
    app: Arc<App>,
}

impl<'a, K: FrameSink> Writer<'a, K> {
    pub(super) fn new(sink: &'a mut K, outgoing: Outgoing, app: &Arc<App>) -> Self {
        Self {
            sink,
            outgoing,
            app: Arc::clone(app),
        }
    }

    /// Writes until the socket is closed or lost. Runs once: if it is cancelled, the current frame may be lost, and
    /// nothing may follow it.
    pub(super) async fn run(&mut self) {
        // A lost connection is a normal end of a session.
        let _ended = self.write_all().await;
    }

    async fn write_all(&mut self) -> Result<(), Lost> {
        let every = self.app.times.ping;
        let mut pings = interval(every);
        pings.reset();
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let draining = self.app.draining.clone();
        let stopping = self.app.tasks.token().clone();
        let mut restart = self.app.restart.follow();
        let (mut announced, mut stopped) = (false, false);
        loop {
            let frame = tokio::select! {
                biased;
                // First, so that a server that stops at once still announces it.
                () = draining.cancelled(), if !announced => {
                    announced = true;
                    Next::Frame(encode(&ServerMessage::Restarting { in_ms: None }))
                }
                () = stopping.cancelled(), if !stopped => {
                    stopped = true;
                    self.outgoing.close(CloseCode::Restart);
                    continue;
                }
                Ok(()) = restart.changed(), if !announced => {
                    let end = *restart.borrow_and_update();
                    Next::Frame(encode(&notice(end, self.app.clock.now().mono)))
                }
                next = self.outgoing.next() => next,
                _ = pings.tick() => {
                    self.write(Outbound::Ping).await?;
                    continue;
                }
            };
            match frame {
                Next::Frame(text) => self.write(Outbound::Text(text)).await?,
                Next::Close(code) => return self.close(code).await,
            }
        }
    }

    /// Writes one frame. A client that does not take it in time is lost.
    pub(super) async fn write(&mut self, frame: Outbound) -> Result<(), Lost> {
        timeout(self.app.times.send, self.sink.send(frame))
            .await
            .unwrap_or(Err(Lost))
    }

    async fn close(&mut self, code: CloseCode) -> Result<(), Lost> {
        tracing::debug!(code = code.number(), "closing the socket");
        self.write(Outbound::Close(code)).await
    }
}
