//! Whether the process lives, whether it can serve, and what it counts.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use boneyard_protocol::MatchId;
use tokio::time::timeout;

use crate::app::App;

/// How long the store may take to answer whether it works.
const STORE_ANSWERS: Duration = Duration::from_secs(2);

/// `/healthz`: the process lives.
pub(super) async fn alive() -> Response {
    plain(StatusCode::OK, "alive\n")
}

/// `/readyz`: the store can be read and written, and the server is not about to restart.
pub(super) async fn ready(State(app): State<Arc<App>>) -> Response {
    if app.draining.is_cancelled() {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "restarting\n");
    }
    if !app.journal.is_writable() {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "storage unavailable\n");
    }
    // No match has this id; the look-up shows that the store can be read.
    match timeout(
        STORE_ANSWERS,
        app.archive.find_match(MatchId(uuid::Uuid::nil())),
    )
    .await
    {
        Ok(Ok(_)) => plain(StatusCode::OK, "ready\n"),
        _ => plain(StatusCode::SERVICE_UNAVAILABLE, "storage unavailable\n"),
    }
}

/// `/metrics`, in the text form of Prometheus.
pub(super) async fn metrics(State(app): State<Arc<App>>) -> Response {
    app.metrics.run_upkeep();
    let headers = [
        (CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, app.metrics.render()).into_response()
}

fn plain(status: StatusCode, text: &'static str) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], text).into_response()
}
