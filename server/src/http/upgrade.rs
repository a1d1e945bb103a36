//! From a request to a socket (RFC 6455, section 4.2).

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use super::accept::Peer;
use super::client_address::client_address;
use super::origin::may_open_socket;
use crate::app::App;
use crate::metrics::{self, Refusal};
use crate::session;

/// The only version there is.
const WEBSOCKET_VERSION: &str = "13";

/// Answers `/ws`. No extension and no subprotocol is ever accepted.
pub(super) async fn upgrade(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Response {
    let serving = Arc::clone(&app);
    open(&app, peer, request, move |address, stream| {
        session::serve(serving, address, stream)
    })
}

/// Upgrades a request to a socket and serves it in a task, or answers why not.
pub(super) fn open<S, F>(app: &App, peer: Peer, mut request: Request, serve: S) -> Response
where
    S: FnOnce(IpAddr, TokioIo<Upgraded>) -> F + Send + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    if app.draining.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "The server restarts.\n").into_response();
    }
    if !may_open_socket(request.headers(), &app.config.public_url) {
        metrics::connection_refused(Refusal::Origin);
        let why = "Pages of this origin may not open sockets here; see --public-url.\n";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let accepted = match accept(&request) {
        Ok(accepted) => accepted,
        Err(refusal) => return refusal.into_response(),
    };
    let Some(upgrade) = request.extensions_mut().remove::<OnUpgrade>() else {
        return Refused::NotAWebSocket.into_response();
    };
    let address = client_address(peer.address, request.headers(), |ip| app.trusts(ip));
    if app.gate.count(&peer.passage, address).is_err() {
        metrics::connection_refused(Refusal::Address);
        let why = "This address has too many connections.\n";
        return (StatusCode::TOO_MANY_REQUESTS, why).into_response();
    }
    app.tasks.spawn("session", async move {
        // Dropping the passage frees its place, so it lives as long as the socket.
        let _passage = peer.passage;
        match upgrade.await {
            Ok(stream) => serve(address, TokioIo::new(stream)).await,
            Err(error) => tracing::debug!(%error, "a connection ended during its upgrade"),
        }
    });
    accepted
}

/// Why a handshake is refused.
enum Refused {
    NotAWebSocket,
    Version,
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        match self {
            Self::NotAWebSocket => {
                (StatusCode::BAD_REQUEST, "This path is for WebSockets.\n").into_response()
            }
            Self::Version => {
                let version = [(SEC_WEBSOCKET_VERSION, WEBSOCKET_VERSION)];
                (StatusCode::UPGRADE_REQUIRED, version).into_response()
            }
        }
    }
}

/// Checks the handshake and makes the answer that accepts it.
fn accept(request: &Request) -> Result<Response, Refused> {
    let key = request.headers().get(SEC_WEBSOCKET_KEY);
    if !key.is_some_and(|key| is_key(key.as_bytes())) {
        return Err(Refused::NotAWebSocket);
    }
    create_response_with_body(request, Body::empty).map_err(|error| match error {
        Error::Protocol(ProtocolError::MissingSecWebSocketVersionHeader) => Refused::Version,
        _ => Refused::NotAWebSocket,
    })
}

/// Sixteen bytes in base64.
fn is_key(key: &[u8]) -> bool {
    key.len() == 24 && key.ends_with(b"==")
}
