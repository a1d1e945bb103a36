//! Headers that every answer carries.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::Next;
use axum::response::Response;

use super::accept::{Carriage, Peer};
use crate::app::App;
use crate::config::WebOrigin;

/// Where a proxy names the scheme that its client used.
pub(super) const FORWARDED_PROTO: &str = "x-forwarded-proto";
const DAY_S: u32 = 86_400;

/// Everything comes from this server and nothing is inline. `ws:` and `wss:` are named because older versions of
/// Safari do not count sockets as `'self'`.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self' ws: wss:; font-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/// A game of dominoes needs the clipboard and the screen of the machine, and nothing else.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), \
    gyroscope=(), microphone=(), midi=(), payment=(), usb=()";

const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
];

/// Isolates the page from windows that open it. Over plain http from another machine browsers ignore the header and
/// complain in the console, so it is left out there.
const OPENER_POLICY: (HeaderName, &str) = (
    HeaderName::from_static("cross-origin-opener-policy"),
    "same-origin",
);

/// Adds the headers to the answer.
pub(super) async fn add(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let tls = is_tls(request.extensions().get::<Peer>());
    let trustworthy = tls || is_trustworthy(request.headers());
    let mut response = next.run(request).await;
    for (name, value) in HEADERS
        .into_iter()
        .chain(trustworthy.then_some(OPENER_POLICY))
    {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    let days = app.config.tls.hsts_days;
    if tls && days > 0 {
        // Decimal digits are always valid in a header.
        if let Ok(value) = HeaderValue::try_from(format!("max-age={}", days * DAY_S)) {
            response
                .headers_mut()
                .insert(STRICT_TRANSPORT_SECURITY, value);
        }
    }
    response
}

fn is_tls(peer: Option<&Peer>) -> bool {
    peer.is_some_and(|peer| peer.carriage == Carriage::Tls)
}

/// Whether the client used https, to this server or to a trusted proxy.
pub(super) fn came_by_https(headers: &HeaderMap, peer: &Peer, app: &App) -> bool {
    let proxied = || {
        headers
            .get(FORWARDED_PROTO)
            .is_some_and(|value| value == "https")
    };
    is_tls(Some(peer)) || app.trusts(peer.address) && proxied()
}

/// Whether a browser considers the page's origin trustworthy: according to a proxy it came by https, or it comes from
/// this machine. Only [`OPENER_POLICY`] depends on this.
fn is_trustworthy(headers: &HeaderMap) -> bool {
    let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if text(&HeaderName::from_static(FORWARDED_PROTO)) == Some("https") {
        return true;
    }
    text(&HOST)
        .and_then(|host| format!("http://{host}").parse::<WebOrigin>().ok())
        .is_some_and(|origin| {
            origin.is_localhost() || origin.ip().is_some_and(|ip| ip.is_loopback())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, proto: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(proto) = proto {
            headers.insert("x-forwarded-proto", proto.parse().unwrap());
        }
        headers
    }

    #[test]
    fn this_machine_and_https_are_trustworthy() {
        for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"] {
            assert!(is_trustworthy(&headers(host, None)), "{host}");
        }
        assert!(is_trustworthy(&headers("dominoes.example", Some("https"))));
    }

    #[test]
    fn plain_http_from_elsewhere_is_not() {
        for host in ["10.77.0.1:8080", "dominoes.example"] {
            assert!(!is_trustworthy(&headers(host, None)), "{host}");
            assert!(!is_trustworthy(&headers(host, Some("http"))), "{host}");
        }
    }
}
