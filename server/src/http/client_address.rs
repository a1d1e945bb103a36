//! The address of the client behind trusted proxies.

use std::net::IpAddr;

use axum::http::HeaderMap;

pub(super) const FORWARDED_FOR: &str = "x-forwarded-for";

/// The client's address: the peer's, unless the peer is a trusted proxy; then the last address in
/// `X-Forwarded-For` that is not a trusted proxy's. Everything before it was written by somebody untrusted.
/// Several header lines are one list.
pub(super) fn client_address(
    peer: IpAddr,
    headers: &HeaderMap,
    trusts: impl Fn(IpAddr) -> bool,
) -> IpAddr {
    let mut nearest = peer.to_canonical();
    let lines: Vec<&str> = headers
        .get_all(FORWARDED_FOR)
        .iter()
        .map(|line| line.to_str().unwrap_or_default())
        .collect();
    for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
        if !trusts(nearest) {
            break;
        }
        // Nothing before a malformed entry can be believed.
        let Ok(address) = hop.trim().parse::<IpAddr>() else {
            break;
        };
        nearest = address.to_canonical();
    }
    nearest
}

/// Whether there is an `X-Forwarded-For` in which every entry is an address. If not, [`client_address`] may be the
/// address of a proxy that names its client in another header.
pub(super) fn tells_the_way(headers: &HeaderMap) -> bool {
    let mut lines = headers.get_all(FORWARDED_FOR).iter().peekable();
    let is_address = |hop: &str| hop.trim().parse::<IpAddr>().is_ok();
    lines.peek().is_some()
        && lines.all(|line| {
            line.to_str()
                .is_ok_and(|line| line.split(',').all(is_address))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Network;

    fn client(peer: &str, lines: &[&str]) -> String {
        let trusted: Network = "10.0.0.0/8".parse().unwrap();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, line.parse().unwrap());
        }
        client_address(peer.parse().unwrap(), &headers, |ip| trusted.contains(ip)).to_string()
    }

    #[test]
    fn a_stranger_cannot_choose_an_address() {
        assert_eq!(client("203.0.113.5", &["198.51.100.1"]), "203.0.113.5");
        assert_eq!(
            client("10.0.0.1", &["198.51.100.1, 203.0.113.5"]),
            "203.0.113.5"
        );
    }

    #[test]
    fn trusted_proxies_are_walked_from_the_right() {
        assert_eq!(
            client("10.0.0.1", &["203.0.113.5, 10.0.0.2"]),
            "203.0.113.5"
        );
        assert_eq!(client("::ffff:10.0.0.1", &["203.0.113.5"]), "203.0.113.5");
        assert_eq!(
            client("10.0.0.1", &["1.1.1.1", "203.0.113.5", "10.0.0.3"]),
            "203.0.113.5"
        );
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &["nonsense"]), "10.0.0.1");
    }
}
