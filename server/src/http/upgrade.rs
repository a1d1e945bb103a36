//! From a request to a socket (RFC 6455, section 4.2).

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    CONNECTION, HeaderName, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY,
    SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::{HeaderMap, Method, StatusCode, Version};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::accept::Peer;
use super::client_address::client_address;
use super::origin::may_open_socket;
use crate::house::House;
use crate::metrics::{self, Refusal};
use crate::session;

/// The only version there is.
const WEBSOCKET_VERSION: &str = "13";

/// Answers `/ws`. No extension and no subprotocol is ever agreed on.
pub(super) async fn upgrade(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Response {
    let serving = Arc::clone(&house);
    open(&house, peer, request, move |address, stream| {
        session::serve(serving, address, stream)
    })
}

/// Makes a socket of a request and has it served in a task of its own; or says why not.
pub(super) fn open<S, F>(house: &House, peer: Peer, mut request: Request, serve: S) -> Response
where
    S: FnOnce(IpAddr, TokioIo<Upgraded>) -> F + Send + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    if house.draining.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "The server restarts.\n").into_response();
    }
    if !may_open_socket(request.headers(), &house.config.public_url) {
        metrics::connection_refused(Refusal::Origin);
        let why = "Pages of this origin may not open sockets here; see --public-url.\n";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let accept = match accept_key(&request) {
        Ok(accept) => accept,
        Err(refusal) => return refusal.into_response(),
    };
    let Some(upgrade) = request.extensions_mut().remove::<OnUpgrade>() else {
        return Handshake::NotAWebSocket.into_response();
    };
    let address = client_address(peer.address, request.headers(), |ip| house.trusts(ip));
    if house.gate.count(&peer.passage, address).is_err() {
        metrics::connection_refused(Refusal::Address);
        let why = "This address has too many connections.\n";
        return (StatusCode::TOO_MANY_REQUESTS, why).into_response();
    }
    house.tasks.spawn("session", async move {
        // The place at the gate is kept until the socket ends.
        let _passage = peer.passage;
        match upgrade.await {
            Ok(stream) => serve(address, TokioIo::new(stream)).await,
            Err(error) => tracing::debug!(%error, "a connection ended in its upgrade"),
        }
    });
    switching_protocols(accept)
}

fn switching_protocols(accept: HeaderValue) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    response
}

/// What is wrong with a handshake.
enum Handshake {
    NotAWebSocket,
    Version,
}

impl IntoResponse for Handshake {
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

/// Checks the handshake and makes the answer to its key.
fn accept_key(request: &Request) -> Result<HeaderValue, Handshake> {
    let headers = request.headers();
    let is_upgrade = request.method() == Method::GET
        && request.version() == Version::HTTP_11
        && has_token(headers, &CONNECTION, "upgrade")
        && has_token(headers, &UPGRADE, "websocket");
    let key = headers
        .get(SEC_WEBSOCKET_KEY)
        .filter(|key| is_key(key.as_bytes()));
    let (true, Some(key)) = (is_upgrade, key) else {
        return Err(Handshake::NotAWebSocket);
    };
    if headers
        .get(SEC_WEBSOCKET_VERSION)
        .is_none_or(|version| version != WEBSOCKET_VERSION)
    {
        return Err(Handshake::Version);
    }
    HeaderValue::try_from(derive_accept_key(key.as_bytes())).map_err(|_| Handshake::NotAWebSocket)
}

/// Sixteen bytes in base64.
fn is_key(key: &[u8]) -> bool {
    key.len() == 24 && key.ends_with(b"==")
}

/// Whether a header's list of words has this one.
fn has_token(headers: &HeaderMap, name: &HeaderName, token: &str) -> bool {
    headers
        .get_all(name)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .any(|word| word.trim().eq_ignore_ascii_case(token))
}
