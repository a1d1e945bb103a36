//! Connections, routes, headers, the page's files.

pub(crate) mod accept;
mod account;
mod admin;
mod api;
mod client_address;
mod error;
mod health;
mod open_files;
mod origin;
mod prefix;
mod security_headers;
mod self_check;
mod static_files;
mod upgrade;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use tokio::net::{TcpListener, TcpSocket};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use crate::app::App;

/// The most bytes of a request's body. Only the host's API needs one, for a line of text at most.
const BODY_BYTES: usize = 4_096;

/// All routes.
pub(crate) fn router(app: Arc<App>) -> Router {
    let in_time = TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, app.times.answer);
    let api = Router::new()
        .route("/sheets", get(api::sheets))
        .route("/sheets/{id}", get(api::sheet))
        .route("/tables", get(api::tables))
        .route("/matches/{id}", get(api::finished_match))
        .route("/protocol", get(api::protocol))
        .route("/protocol.d.ts", get(api::declarations))
        .route("/asyncapi.yaml", get(api::asyncapi_document))
        .route("/me", get(account::me))
        .route("/self-check", get(self_check::received))
        .route("/self-check/stream", get(self_check::slow))
        .fallback(api::no_such_path);
    let routes = Router::new()
        .nest("/api", api)
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .route("/", get(static_files::index))
        .route("/index.html", get(static_files::index))
        .route("/host", get(static_files::index))
        .route("/a/{build}/{*path}", get(static_files::asset))
        .fallback(nothing_here)
        .layer(in_time)
        // Outside the timeout above: a backup takes long.
        .route("/api/admin/{action}", post(admin::action))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES))
        // Outside the layers above: a socket outlives every request.
        .route("/ws", any(upgrade::upgrade))
        .route("/ws/self-check", any(self_check::socket))
        .layer(CatchPanicLayer::custom(failed))
        .with_state(Arc::clone(&app));
    // Around the routes, because a layer inside them runs after the route is chosen.
    Router::new()
        .fallback_service(routes)
        .layer(from_fn_with_state(Arc::clone(&app), prefix::take_off))
        .layer(from_fn_with_state(app, security_headers::add))
}

/// Bytes that the system buffers for one socket until its client takes them (Linux doubles the number). By default it
/// buffers megabytes for each client that does not read, and a slow client goes unnoticed until they are full.
const SEND_BUFFER_BYTES: u32 = 65_536;
/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1_024;

/// Listens. The options set here apply to every accepted connection.
///
/// # Errors
///
/// The address is in use, or does not belong to this machine.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // On Unix this allows an address on which closed connections still linger; elsewhere it would share the address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// As many connections as wished, or as the system's limit of open files allows.
pub(crate) fn connections(wished: u32) -> u32 {
    let possible = open_files::connections_within(wished, open_files::open_files_limit());
    if possible < wished {
        tracing::warn!(
            wished,
            possible,
            "the system allows fewer connections; raise its limit of open files"
        );
    }
    possible
}

async fn nothing_here() -> Response {
    (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response()
}

/// A bug in a handler costs one request. The panic hook has logged it; the answer gives no details.
fn failed(_panic: Box<dyn std::any::Any + Send>) -> Response {
    (
        StatusCode::INTERNAL_SERVER_ERROR,
        "This is a fault of the server.\n",
    )
        .into_response()
}
