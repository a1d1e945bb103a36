//! The only place that starts tasks, so that a shutdown can tell them to stop and wait for them.

use std::future::Future;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

use crate::metrics;

/// The tasks of one server and the token that tells them to stop.
///
/// Cheap to clone; all clones are the same set. Every task must end soon after [`Tasks::token`] is cancelled, or its
/// owner must stop it.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    tracker: TaskTracker,
    token: CancellationToken,
}

/// Tasks were still running at the end of their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{count} tasks did not end in time")]
pub struct StillRunning {
    /// How many.
    pub count: usize,
}

impl Tasks {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a task in a span of this name. A panic ends this task alone; its `JoinHandle` says so.
    #[expect(
        clippy::disallowed_methods,
        reason = "this module is the one that starts tasks"
    )]
    pub fn spawn<F>(&self, name: &'static str, future: F) -> JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        let span = tracing::info_span!("task", name);
        let counted = metrics::task();
        let counting = async move {
            let _counted = counted;
            future.await
        };
        tokio::spawn(self.tracker.track_future(counting.instrument(span)))
    }

    /// Cancelled when the tasks must stop.
    pub fn token(&self) -> &CancellationToken {
        &self.token
    }

    /// Tells all tasks to stop. Returns at once; see [`Tasks::finish`].
    pub fn stop(&self) {
        self.token.cancel();
    }

    /// How many tasks run now.
    pub fn count(&self) -> usize {
        self.tracker.len()
    }

    /// Waits until all tasks have ended.
    ///
    /// # Errors
    ///
    /// Some still run after `within`. They are left running.
    pub async fn finish(&self, within: Duration) -> Result<(), StillRunning> {
        self.tracker.close();
        let waited = tokio::time::timeout(within, self.tracker.wait()).await;
        waited.map_err(|_elapsed| StillRunning {
            count: self.count(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn tasks_end_when_they_must_stop() {
        let tasks = Tasks::new();
        let token = tasks.token().clone();
        let task = tasks.spawn("waits", async move { token.cancelled().await });
        assert_eq!(tasks.count(), 1);
        tasks.stop();
        tasks.finish(Duration::from_secs(5)).await.unwrap();
        task.await.unwrap();
    }

    #[tokio::test]
    async fn a_task_that_does_not_end_is_counted() {
        let tasks = Tasks::new();
        let task = tasks.spawn("stays", std::future::pending::<()>());
        assert_eq!(
            tasks.finish(Duration::ZERO).await,
            Err(StillRunning { count: 1 })
        );
        task.abort();
    }
}
