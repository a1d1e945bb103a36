//! A web origin: scheme, host, port (RFC 6454).

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use url::{Host, ParseError, Url};

/// Where a page comes from, `https://dominoes.example` or `http://192.168.1.7:8080`.
///
/// Kept as a URL without a path, its host in lower case and without the scheme's default port, so that equal origins
/// are equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WebOrigin(Url);

/// The text is not the origin of a web page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnOrigin {
    /// Not `http://` or `https://`.
    #[error("it must begin with http:// or https://")]
    Scheme,
    /// More than a host and a port.
    #[error("it must end after host and port: no user, path or query")]
    TooMuch,
    /// The host is empty or has characters that no host name has.
    #[error("the host is not a host name or an IP address")]
    Host,
    /// The port is not a number from 1 to 65535.
    #[error("the port must be a number from 1 to 65535")]
    Port,
}

impl WebOrigin {
    /// The host, in lower case, IPv6 in brackets.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.0.port_or_known_default().unwrap_or_default()
    }

    /// The host as an IP address, if it is one.
    pub fn ip(&self) -> Option<IpAddr> {
        match self.0.host()? {
            Host::Ipv4(v4) => Some(v4.into()),
            Host::Ipv6(v6) => Some(v6.into()),
            Host::Domain(_) => None,
        }
    }

    /// Whether the host is a name of the browser's own machine.
    pub fn is_localhost(&self) -> bool {
        matches!(self.host(), "localhost" | "127.0.0.1" | "[::1]")
    }

    /// Whether a request's `Host` header names this host and port; without a port the scheme's default counts.
    pub fn is_host(&self, header: &str) -> bool {
        let named = parse(self.0.scheme(), header);
        named.is_ok_and(|named| named == *self)
    }
}

impl FromStr for WebOrigin {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (scheme, rest) = text.split_once("://").ok_or(NotAnOrigin::Scheme)?;
        parse(scheme, rest.strip_suffix('/').unwrap_or(rest))
    }
}

/// Reads `host[:port]`. Refuses what [`Url`] would tolerate and correct: an origin decides who may open sockets, so it
/// must be written as browsers write it.
fn parse(scheme: &str, authority: &str) -> Result<WebOrigin, NotAnOrigin> {
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return Err(NotAnOrigin::Scheme);
    }
    if authority.contains(['/', '\\', '?', '#', '@']) {
        return Err(NotAnOrigin::TooMuch);
    }
    let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'%';
    if !authority.bytes().all(is_plain) {
        return Err(NotAnOrigin::Host);
    }
    let url = Url::parse(&format!("{scheme}://{authority}")).map_err(|error| match error {
        ParseError::InvalidPort => NotAnOrigin::Port,
        _ => NotAnOrigin::Host,
    })?;
    if authority.ends_with(':') || url.port() == Some(0) {
        return Err(NotAnOrigin::Port);
    }
    Ok(WebOrigin(url))
}

impl fmt::Display for WebOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.origin().ascii_serialization())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(text: &str) -> WebOrigin {
        text.parse().unwrap()
    }

    #[test]
    fn equal_origins_are_equal_values() {
        assert_eq!(
            origin("https://Dominoes.Example/"),
            origin("https://dominoes.example:443")
        );
        assert_ne!(
            origin("http://dominoes.example"),
            origin("https://dominoes.example")
        );
        assert_ne!(
            origin("https://dominoes.example:8443"),
            origin("https://dominoes.example")
        );
        assert_eq!(origin("http://[::1]:8080").to_string(), "http://[::1]:8080");
        assert_eq!(
            origin("https://a.example:443").to_string(),
            "https://a.example"
        );
    }

    #[test]
    fn other_texts_are_refused() {
        use NotAnOrigin::{Host, Port, Scheme, TooMuch};
        for (text, error) in [
            ("null", Scheme),
            ("", Scheme),
            ("ftp://a.example", Scheme),
            ("https://a.example/path", TooMuch),
            ("https://user@a.example", TooMuch),
            ("https://a.example?x", TooMuch),
            ("https://", Host),
            ("https://a b", Host),
            ("https://a\\b", TooMuch),
            ("https://a%2eexample", Host),
            ("https://a\t.example", Host),
            ("https://bücher.example", Host),
            ("https:a.example", Scheme),
            ("https://[::1", Host),
            ("https://[nonsense]", Host),
            ("https://a.example:", Port),
            ("https://a.example:0", Port),
            ("https://a.example:65536", Port),
            ("https://a.example:+80", Port),
        ] {
            assert_eq!(text.parse::<WebOrigin>(), Err(error), "{text}");
        }
    }

    #[test]
    fn a_host_header_is_compared_with_the_port_of_the_scheme() {
        assert!(origin("http://10.0.0.7:8080").is_host("10.0.0.7:8080"));
        assert!(origin("http://10.0.0.7").is_host("10.0.0.7"));
        assert!(origin("https://[fe80::1]").is_host("[FE80::1]:443"));
        assert!(!origin("http://10.0.0.7:8080").is_host("10.0.0.7"));
        assert!(!origin("http://10.0.0.7:8080").is_host("10.0.0.7:8080/"));
        assert!(!origin("http://10.0.0.7:8080").is_host("10.0.0.7:8080.evil.example"));
    }
}
