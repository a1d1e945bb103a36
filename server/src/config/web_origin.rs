//! A web origin: scheme, host, port (RFC 6454).

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// Where a page comes from, `https://dominoes.example` or `http://192.168.1.7:8080`.
///
/// Host in lower case, the port written out even if it is the scheme's own; so equal origins are equal
/// values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WebOrigin {
    scheme: Scheme,
    host: String,
    port: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Scheme {
    Http,
    Https,
}

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
        &self.host
    }

    /// The port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The host as an IP address, if it is one.
    pub fn ip(&self) -> Option<IpAddr> {
        let bare = self
            .host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'));
        bare.unwrap_or(&self.host).parse().ok()
    }

    /// Whether the host is this machine as its browser names it.
    pub fn is_localhost(&self) -> bool {
        matches!(self.host.as_str(), "localhost" | "127.0.0.1" | "[::1]")
    }

    /// Whether a request's `Host` header names this host and port; a port left out is the scheme's.
    pub fn is_host(&self, header: &str) -> bool {
        authority(header, self.scheme)
            .is_ok_and(|(host, port)| host == self.host && port == self.port)
    }
}

impl FromStr for WebOrigin {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.to_ascii_lowercase();
        let (scheme, rest) = match lower.split_once("://") {
            Some(("http", rest)) => (Scheme::Http, rest),
            Some(("https", rest)) => (Scheme::Https, rest),
            Some(_) | None => return Err(NotAnOrigin::Scheme),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.contains(['/', '?', '#', '@']) {
            return Err(NotAnOrigin::TooMuch);
        }
        let (host, port) = authority(rest, scheme)?;
        Ok(Self { scheme, host, port })
    }
}

/// Splits `host[:port]`.
fn authority(text: &str, scheme: Scheme) -> Result<(String, u16), NotAnOrigin> {
    let colon = match text.rfind(']') {
        Some(bracket) => text
            .get(bracket..)
            .and_then(|tail| tail.find(':'))
            .map(|at| bracket + at),
        None => text.rfind(':'),
    };
    let (host, port) = match colon.and_then(|at| text.split_at_checked(at)) {
        Some((host, port)) => (host, parse_port(port)?),
        None => (text, scheme.port()),
    };
    let host = host.to_ascii_lowercase();
    if !is_host_name(&host) {
        return Err(NotAnOrigin::Host);
    }
    Ok((host, port))
}

/// Reads `:port`.
fn parse_port(text: &str) -> Result<u16, NotAnOrigin> {
    let digits = text.strip_prefix(':').ok_or(NotAnOrigin::Port)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotAnOrigin::Port);
    }
    digits
        .parse()
        .ok()
        .filter(|port| *port > 0)
        .ok_or(NotAnOrigin::Port)
}

fn is_host_name(host: &str) -> bool {
    if let Some(v6) = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
    {
        return v6.parse::<std::net::Ipv6Addr>().is_ok();
    }
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    !host.is_empty() && host.len() <= 253 && host.bytes().all(allowed)
}

impl Scheme {
    const fn port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

impl fmt::Display for WebOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.scheme {
            Scheme::Http => "http",
            Scheme::Https => "https",
        };
        write!(f, "{scheme}://{}", self.host)?;
        if self.port == self.scheme.port() {
            Ok(())
        } else {
            write!(f, ":{}", self.port)
        }
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
    fn what_is_no_origin_is_refused() {
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
        assert!(!origin("http://10.0.0.7:8080").is_host("10.0.0.7:8080.evil.example"));
    }
}
