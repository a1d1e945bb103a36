//! Lets the host's page find out what a proxy in front of the server does wrong.
//!
//! The page compares its own address with what arrived here, and tries what a game needs: a socket that is upgraded and
//! may be silent between two pings, and answers that are passed on as they come. The answer holds only what the page
//! itself sent, the address of the server and the client's address as read here.

mod echo;

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use boneyard_protocol::ErrorCode;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

use super::accept::Peer;
use super::client_address::{FORWARDED_FOR, client_address};
use super::error::Failure;
use super::origin::is_allowed;
use super::prefix::Kept;
use super::security_headers::{FORWARDED_PROTO, came_by_https};
use super::upgrade;
use crate::app::App;
use crate::config::{Prefix, PublicUrl, WebOrigin};

/// Lines of the slow answer.
const LINES: u32 = 5;
/// The pause between two lines.
const PAUSE: Duration = Duration::from_millis(200);
/// The most characters of a header in the answer.
const SHOWN: usize = 200;

/// The query: the page's origin.
#[derive(Debug, Deserialize)]
pub(super) struct PageOrigin {
    /// `location.origin`. Browsers do not send it with a page's requests to its own origin.
    origin: Option<String>,
}

/// What arrived.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct ReceivedRequest {
    /// Whether the connection, or the trusted proxy's with its client, is TLS.
    secure: bool,
    /// The `Host` header.
    host: Option<String>,
    /// The origin that was judged.
    origin: Option<String>,
    /// Whether pages of it may open sockets.
    origin_ok: bool,
    /// `X-Forwarded-For`, several lines as one.
    forwarded_for: Option<String>,
    /// `X-Forwarded-Proto`.
    forwarded_proto: Option<String>,
    /// The address for which the client is counted and banned.
    client_address: IpAddr,
    /// Whether the connection is a trusted proxy's.
    via_proxy: bool,
    /// The path of that origin under which the settings put the server.
    prefix: String,
    /// Whether the proxy has kept that path.
    prefix_kept: bool,
}

/// `/api/self-check`.
pub(super) async fn received(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    kept: Option<Extension<Kept>>,
    query: Result<Query<PageOrigin>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let bad = |_| Failure::new(StatusCode::BAD_REQUEST, ErrorCode::BadMessage);
    let Query(page) = query.map_err(bad)?;
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = page.origin.as_deref().or_else(|| text(ORIGIN.as_str()));
    let parsed = origin.and_then(|origin| origin.parse::<WebOrigin>().ok());
    let public_urls = &app.config.public_url;
    let lines: Vec<&str> = headers
        .get_all(FORWARDED_FOR)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .collect();
    let received = ReceivedRequest {
        secure: came_by_https(&headers, &peer, &app),
        host: text(HOST.as_str()).map(shown),
        origin: origin.map(shown),
        origin_ok: match (origin, &parsed) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(_), Some(origin)) => is_allowed(origin, &headers, public_urls),
        },
        forwarded_for: (!lines.is_empty()).then(|| shown(&lines.join(", "))),
        forwarded_proto: text(FORWARDED_PROTO).map(shown),
        client_address: client_address(peer.address, &headers, |ip| app.trusts(ip)),
        via_proxy: app.trusts(peer.address),
        prefix: prefix_of(parsed.as_ref(), public_urls).folder(),
        prefix_kept: kept.is_some(),
    };
    Ok(([(CACHE_CONTROL, "no-store")], Json(received)).into_response())
}

/// The path that the settings name for an origin. For an origin that they do not name it is the first path.
fn prefix_of(origin: Option<&WebOrigin>, public_urls: &[PublicUrl]) -> Prefix {
    let named = public_urls.iter().find(|url| Some(url.origin()) == origin);
    let url = named.or_else(|| public_urls.first());
    url.map(|url| url.prefix().clone()).unwrap_or_default()
}

/// The beginning of a header, which is enough to recognize it.
fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// `/api/self-check/stream`: lines that arrive one by one, unless a proxy holds them back.
pub(super) async fn slow() -> Response {
    let lines = stream::unfold(0, |line| async move {
        if line == LINES {
            return None;
        }
        if line > 0 {
            sleep(PAUSE).await;
        }
        Some((Ok::<_, Infallible>(format!("{line}\n")), line + 1))
    });
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, Body::from_stream(lines)).into_response()
}

/// `/ws/self-check`: a socket that echoes text and sends nothing else, not even pings.
pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Response {
    let draining = app.draining.clone();
    upgrade::open(&app, peer, request, move |_address, stream| {
        echo::serve(stream, draining)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_that_of_the_page_s_origin() {
        let urls = ["https://a.example/x", "https://b.example"];
        let urls: Vec<PublicUrl> = urls.iter().map(|url| url.parse().unwrap()).collect();
        let folder = |origin: Option<&str>| {
            let origin = origin.map(|text| text.parse::<WebOrigin>().unwrap());
            prefix_of(origin.as_ref(), &urls).folder()
        };
        assert_eq!(folder(Some("https://a.example")), "/x/");
        assert_eq!(folder(Some("https://b.example")), "/");
        assert_eq!(folder(Some("https://c.example")), "/x/");
        assert_eq!(folder(None), "/x/");
        assert_eq!(prefix_of(None, &[]).folder(), "/");
    }
}
