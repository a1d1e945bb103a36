//! Requests to a server, for `boneyard admin`, `boneyard health` and tests. Plain http only, without redirects and
//! proxies. Any status is an answer.

use std::time::Duration;

use axum::http::{Request, Response};
use thiserror::Error;
use ureq::Agent;

/// The most bytes of an answer's body.
const ANSWER_BYTES: u64 = 16 << 20;

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum RequestError {
    /// There is no connection, or none in time.
    #[error("nobody answers: {0}")]
    Unreachable(ureq::Error),
    /// There is a connection, but no complete answer.
    #[error("no proper answer: {0}")]
    Broken(ureq::Error),
}

/// Sends requests one by one, each on a connection of its own.
#[derive(Clone, Debug)]
pub struct HttpClient(Agent);

impl HttpClient {
    /// A client that waits `connect` for a connection, and `answer` for everything together.
    #[must_use]
    pub fn new(connect: Duration, answer: Duration) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_idle_connections(0)
            .proxy(None)
            .user_agent("boneyard")
            .timeout_connect(Some(connect))
            .timeout_global(Some(answer));
        Self(config.build().new_agent())
    }

    /// Sends a request with an absolute URI and reads the whole answer. Blocks the thread.
    ///
    /// # Errors
    ///
    /// See [`RequestError`].
    pub fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, RequestError> {
        let answer = self.0.run(request).map_err(kind)?;
        let (head, mut body) = answer.into_parts();
        let body = body.with_config().limit(ANSWER_BYTES).read_to_vec();
        Ok(Response::from_parts(head, body.map_err(kind)?))
    }
}

fn kind(error: ureq::Error) -> RequestError {
    match &error {
        ureq::Error::Protocol(_) => RequestError::Broken(error),
        ureq::Error::Io(io) if io.kind() == std::io::ErrorKind::UnexpectedEof => {
            RequestError::Broken(error)
        }
        _ => RequestError::Unreachable(error),
    }
}
