//! Where players find the server: an origin, and the path under which a proxy serves it there.

use std::fmt;
use std::str::FromStr;

use super::{NotAnOrigin, WebOrigin};

/// An address for people: `https://dominoes.example`, or `https://example.org/dominoes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    origin: WebOrigin,
    prefix: Prefix,
}

/// A path chosen by the host under which everything is served, `/dominoes`; empty if the server has its origin to
/// itself. It never ends with a slash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefix(String);

/// The text is not a public URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAPublicUrl {
    /// The part before the path is not an origin.
    #[error(transparent)]
    Origin(#[from] NotAnOrigin),
    /// It has a user, a query or a fragment.
    #[error("it must end after the path: no user, query or fragment")]
    TooMuch,
    /// The path has characters or segments that proxies and browsers write in several ways.
    #[error(
        "the path may have letters, digits, -, _, ~ and . between slashes, {LONGEST} characters together"
    )]
    Path,
    /// The path begins like one of the server's own, so that nobody could tell whether a proxy removed it.
    #[error("the path may not begin with a name that the server uses itself: {}", OWN.join(", "))]
    Taken,
}

/// The most bytes of a prefix.
const LONGEST: usize = 100;
/// First segments of the server's own paths.
const OWN: [&str; 8] = [
    "a",
    "api",
    "healthz",
    "host",
    "index.html",
    "metrics",
    "readyz",
    "ws",
];

impl PublicUrl {
    /// Scheme, host and port.
    pub const fn origin(&self) -> &WebOrigin {
        &self.origin
    }

    /// The path.
    pub const fn prefix(&self) -> &Prefix {
        &self.prefix
    }
}

impl Prefix {
    /// The path with a slash at its end, as the page's own address has it: `/` or `/dominoes/`.
    pub fn folder(&self) -> String {
        format!("{}/", self.0)
    }

    /// A request's path without the prefix: `/x` for `/dominoes/x`, empty for `/dominoes`. `None` if the path does not
    /// have the prefix, or there is no prefix.
    pub fn rest<'path>(&self, path: &'path str) -> Option<&'path str> {
        if self.0.is_empty() {
            return None;
        }
        path.strip_prefix(&self.0)
            .filter(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

impl FromStr for PublicUrl {
    type Err = NotAPublicUrl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.contains(['?', '#', '@']) {
            return Err(NotAPublicUrl::TooMuch);
        }
        let host = text.find("://").map_or(0, |at| at + "://".len());
        let slash = text
            .get(host..)
            .and_then(|rest| rest.find('/'))
            .map(|at| host + at);
        let (origin, path) = text
            .split_at_checked(slash.unwrap_or(text.len()))
            .unwrap_or((text, ""));
        Ok(Self {
            origin: origin.parse()?,
            prefix: path.parse()?,
        })
    }
}

impl FromStr for Prefix {
    type Err = NotAPublicUrl;

    fn from_str(path: &str) -> Result<Self, Self::Err> {
        let path = path.strip_suffix('/').unwrap_or(path);
        if path.is_empty() {
            return Ok(Self::default());
        }
        let segments = path.strip_prefix('/').ok_or(NotAPublicUrl::Path)?;
        if path.len() > LONGEST || !segments.split('/').all(is_segment) {
            return Err(NotAPublicUrl::Path);
        }
        let first = segments.split('/').next().unwrap_or_default();
        if OWN.contains(&first) {
            return Err(NotAPublicUrl::Taken);
        }
        Ok(Self(path.to_owned()))
    }
}

/// Whether a segment has no escapes and does not mean another folder.
fn is_segment(segment: &str) -> bool {
    let allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'~' | b'.');
    !segment.is_empty() && !matches!(segment, "." | "..") && segment.bytes().all(allowed)
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin, self.prefix)
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> PublicUrl {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_is_an_origin_and_a_path() {
        for (text, origin, folder, shown) in [
            (
                "https://a.example",
                "https://a.example",
                "/",
                "https://a.example",
            ),
            (
                "https://a.example/",
                "https://a.example",
                "/",
                "https://a.example",
            ),
            (
                "https://A.example:8443/Dominoes/",
                "https://a.example:8443",
                "/Dominoes/",
                "https://a.example:8443/Dominoes",
            ),
            (
                "http://[::1]:80/x/y-1",
                "http://[::1]",
                "/x/y-1/",
                "http://[::1]/x/y-1",
            ),
        ] {
            let url = url(text);
            assert_eq!(url.origin().to_string(), origin, "{text}");
            assert_eq!(url.prefix().folder(), folder, "{text}");
            assert_eq!(url.to_string(), shown, "{text}");
        }
    }

    #[test]
    fn an_unusable_address_is_refused() {
        use NotAPublicUrl::{Origin, Path, Taken, TooMuch};
        for (text, error) in [
            ("a.example/x", Origin(NotAnOrigin::Scheme)),
            ("https:///x", Origin(NotAnOrigin::Host)),
            ("https://a.example?x", TooMuch),
            ("https://a.example/x#y", TooMuch),
            ("https://me@a.example/", TooMuch),
            ("https://a.example//", Path),
            ("https://a.example/x//y", Path),
            ("https://a.example/../x", Path),
            ("https://a.example/x%2fy", Path),
            ("https://a.example/two words", Path),
            ("https://a.example/api", Taken),
            ("https://a.example/ws/x", Taken),
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(error), "{text}");
        }
        let long = format!("https://a.example/{}", "x".repeat(LONGEST));
        assert_eq!(long.parse::<PublicUrl>(), Err(Path));
    }

    #[test]
    fn the_prefix_ends_where_a_name_ends() {
        let prefix = url("https://a.example/dominoes").prefix().clone();
        assert_eq!(prefix.rest("/dominoes/api/sheets"), Some("/api/sheets"));
        assert_eq!(prefix.rest("/dominoes/"), Some("/"));
        assert_eq!(prefix.rest("/dominoes"), Some(""));
        assert_eq!(prefix.rest("/dominoes2/ws"), None);
        assert_eq!(prefix.rest("/api/sheets"), None);
        assert_eq!(Prefix::default().rest("/api/sheets"), None);
    }
}
