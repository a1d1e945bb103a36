//! An IP network, for the list of trusted proxies and for bans.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::{IpNet, PrefixLenError};

/// One address, or all addresses that share its first bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

/// Bits before the IPv4 part of an IPv4 address mapped into IPv6.
const MAPPED_BITS: u8 = 96;

/// The text is not a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotANetwork {
    /// Not an IP address.
    #[error("it must be an IP address, or one with a prefix like 10.0.0.0/8")]
    Address,
    /// Not a prefix of such an address.
    #[error("the prefix must be a number up to 32 (IPv4) or 128 (IPv6)")]
    Prefix,
}

impl Network {
    /// Whether the address belongs to it. An IPv4 address mapped into IPv6 counts as itself.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

/// Addresses are compared as IPv4 where possible, so a network of IPv4 addresses mapped into IPv6 becomes an IPv4
/// network.
fn compared(address: IpAddr, prefix: u8) -> Result<IpNet, PrefixLenError> {
    match (address.to_canonical(), prefix.checked_sub(MAPPED_BITS)) {
        (v4 @ IpAddr::V4(_), Some(prefix)) if address.is_ipv6() => IpNet::new(v4, prefix),
        _ => IpNet::new(address, prefix),
    }
}

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| NotANetwork::Address)?;
        let prefix = match prefix {
            None => IpNet::from(address).max_prefix_len(),
            Some(prefix) => prefix.parse().map_err(|_| NotANetwork::Prefix)?,
        };
        let network = compared(address, prefix);
        network.map(Self).map_err(|_| NotANetwork::Prefix)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(network: &str, address: &str) -> bool {
        network
            .parse::<Network>()
            .unwrap()
            .contains(address.parse().unwrap())
    }

    #[test]
    fn a_network_holds_the_addresses_with_its_first_bits() {
        assert!(contains("10.0.0.0/8", "10.200.3.4"));
        assert!(!contains("10.0.0.0/8", "11.0.0.1"));
        assert!(contains("0.0.0.0/0", "1.2.3.4"));
        assert!(contains("::/0", "2001:db8::1"));
        assert!(contains("192.168.1.7", "192.168.1.7"));
        assert!(!contains("192.168.1.7", "192.168.1.6"));
        assert!(contains("127.0.0.1", "::ffff:127.0.0.1"));
        assert!(!contains("::/0", "1.2.3.4"));
    }

    #[test]
    fn a_network_that_is_written_as_ipv6_but_is_ipv4_holds_ipv4_addresses() {
        assert!(contains("::ffff:192.168.1.7", "192.168.1.7"));
        assert!(!contains("::ffff:192.168.1.7", "192.168.1.6"));
        assert!(contains("::ffff:10.0.0.0/104", "10.200.3.4"));
        assert!(!contains("::ffff:10.0.0.0/104", "::ffff:11.0.0.1"));
        assert!(contains("::ffff:0:0/96", "1.2.3.4"));
        let network: Network = "::ffff:10.0.0.0/104".parse().unwrap();
        assert_eq!(network.to_string(), "10.0.0.0/8");
    }

    #[test]
    fn other_texts_are_refused() {
        assert_eq!("proxy".parse::<Network>(), Err(NotANetwork::Address));
        assert_eq!("10.0.0.0/33".parse::<Network>(), Err(NotANetwork::Prefix));
        assert_eq!("::1/129".parse::<Network>(), Err(NotANetwork::Prefix));
    }
}
