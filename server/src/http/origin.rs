//! Which pages may open a socket.
//!
//! A browser lets any page open a WebSocket to any server, and sends the page's origin. A request without an origin
//! does not come from a browser; its rights come from the token in its hello, like everybody's.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use crate::config::{PublicUrl, WebOrigin};

/// Whether a request with these headers may open a socket, or use the host's API. Allowed are: no origin; the public
/// URLs; localhost with any port; and an origin that is an IP address equal to the request's `Host`. A host *name*
/// equal to `Host` proves nothing: the owner of any name can point it here (DNS rebinding).
pub(super) fn may_open_socket(headers: &HeaderMap, public_urls: &[PublicUrl]) -> bool {
    let mut origins = headers.get_all(ORIGIN).iter();
    let (origin, None) = (origins.next(), origins.next()) else {
        return false;
    };
    let Some(origin) = origin else { return true };
    let Some(origin) = origin
        .to_str()
        .ok()
        .and_then(|text| text.parse::<WebOrigin>().ok())
    else {
        return false;
    };
    is_allowed(&origin, headers, public_urls)
}

/// Whether pages of this origin may open sockets with these headers.
pub(super) fn is_allowed(
    origin: &WebOrigin,
    headers: &HeaderMap,
    public_urls: &[PublicUrl],
) -> bool {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    public_urls.iter().any(|url| url.origin() == origin)
        || origin.is_localhost()
        || origin.ip().is_some() && host.is_some_and(|host| origin.is_host(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        may_open_socket(&headers, &["https://dominoes.example/x".parse().unwrap()])
    }

    #[test]
    fn pages_of_this_server_may_open_sockets() {
        for (host, origin) in [
            ("dominoes.example", "https://dominoes.example"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("127.0.0.1:8080", "http://localhost:3000"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("192.168.1.7:8080", "http://192.168.1.7:8080"),
            ("192.168.1.7", "http://192.168.1.7"),
        ] {
            assert!(allowed(host, Some(origin)), "{host} {origin}");
        }
        assert!(allowed("192.168.1.7:8080", None));
    }

    #[test]
    fn other_pages_may_not() {
        for (host, origin) in [
            ("dominoes.example", "http://dominoes.example"),
            ("dominoes.example", "https://dominoes.example:8443"),
            ("dominoes.example", "https://evil-dominoes.example"),
            ("dominoes.example", "https://dominoes.example.evil.example"),
            ("dominoes.example", "null"),
            ("dominoes.example", ""),
            ("evil.example", "http://evil.example"),
            ("192.168.1.7:8080", "http://192.168.1.7"),
            ("192.168.1.7:8080", "http://192.168.1.8:8080"),
            ("localhost", "http://localhost.evil.example"),
        ] {
            assert!(!allowed(host, Some(origin)), "{host} {origin}");
        }
    }

    #[test]
    fn two_origins_are_none() {
        let mut headers = HeaderMap::new();
        headers.append(ORIGIN, "http://localhost".parse().unwrap());
        headers.append(ORIGIN, "http://localhost".parse().unwrap());
        assert!(!may_open_socket(&headers, &[]));
    }
}
