//! Who can reach a server, and at which addresses: for the welcome at the start and the host's page.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use boneyard_protocol::admin::Exposed;

use crate::config::Config;

/// Prefixes of the names of interfaces that lead to containers and virtual machines on this machine. Their addresses
/// come last.
const INNER: [&str; 6] = ["docker", "br-", "veth", "virbr", "vmnet", "cni"];

/// Who can reach what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposure {
    exposed: Exposed,
    /// The server's address for this machine.
    own_url: String,
}

impl Exposure {
    /// What these settings expose of a server that listens at this address.
    pub fn of(config: &Config, listens: SocketAddr) -> Self {
        let at = |scheme: &str, ip: IpAddr| {
            let address = SocketAddr::new(ip, listens.port());
            format!("{scheme}://{address}")
        };
        let url = |ip: IpAddr| at(config.scheme(), ip);
        let public_urls: Vec<String> = config.public_url.iter().map(ToString::to_string).collect();
        let mut addresses = public_urls.clone();
        addresses.extend(shared(listens.ip()).into_iter().map(url));
        Self {
            exposed: Exposed {
                listen: listens.to_string(),
                addresses,
                public_urls,
                loopback_only: listens.ip().is_loopback(),
                tls: config.tls.is_on(),
                password: config.server_password.is_some(),
                admin_remote: config.admin_remote,
                proxies: config
                    .trusted_proxy
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
            },
            own_url: match own(listens.ip()) {
                // The TLS port serves plain http to this machine, too.
                own if own.is_loopback() => at("http", own),
                own => url(own),
            },
        }
    }

    /// The same for the host's page.
    pub const fn exposed(&self) -> &Exposed {
        &self.exposed
    }

    /// The address to share: a public URL, else one of the machine's own.
    pub fn best(&self) -> &str {
        self.exposed.addresses.first().unwrap_or(&self.own_url)
    }

    /// The server's address for this machine.
    pub fn own_url(&self) -> String {
        self.own_url.clone()
    }

    /// Whether other machines may reach it, directly or through a proxy.
    pub fn is_open(&self) -> bool {
        !self.exposed.loopback_only || !self.exposed.public_urls.is_empty()
    }
}

/// Who can reach what, a line for each part, and where.
impl fmt::Display for Exposure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Exposed {
            addresses,
            loopback_only,
            password,
            admin_remote,
            ..
        } = &self.exposed;
        if !self.is_open() {
            return writeln!(
                f,
                "only this machine can reach it; --listen opens it to the network"
            );
        }
        let everybody = match loopback_only {
            true => "everybody let through by a proxy on this machine",
            false => "everybody who reaches this machine",
        };
        let players = match password {
            true => "everybody with the server's password",
            false => "everybody",
        };
        let host = match admin_remote {
            true => "everybody with the token of the data folder",
            false => "this machine only, with the token of the data folder",
        };
        writeln!(f, "open to {everybody}:")?;
        writeln!(f, "  the page and the list of games    everybody")?;
        writeln!(f, "  sockets: playing and watching     {players}")?;
        writeln!(f, "  listed tables, finished matches   {players}")?;
        writeln!(f, "  /metrics, /healthz, /readyz       everybody")?;
        writeln!(f, "  the host's page and its API       {host}")?;
        if addresses.is_empty() {
            return writeln!(
                f,
                "this machine has no network: there is no address to share"
            );
        }
        writeln!(f, "share one of these:")?;
        for address in addresses {
            writeln!(f, "  {address}")?;
        }
        Ok(())
    }
}

/// An address of this machine at which a server that listens there is found.
fn own(listens: IpAddr) -> IpAddr {
    match listens {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        // Such a socket usually takes IPv4, too, but only IPv6 is certain.
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        one @ (IpAddr::V4(_) | IpAddr::V6(_)) => one,
    }
}

/// The addresses at which others find a server that listens there, the likeliest first.
fn shared(listens: IpAddr) -> Vec<IpAddr> {
    if !listens.is_unspecified() {
        return vec![listens];
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::warn!(%error, "the machine's own addresses cannot be read");
        Vec::new()
    });
    let named = interfaces.into_iter().map(|interface| {
        let ip = interface.ip();
        (interface.name, ip)
    });
    in_order(named.collect(), listens)
}

fn in_order(mut interfaces: Vec<(String, IpAddr)>, listens: IpAddr) -> Vec<IpAddr> {
    interfaces.retain(|(_, ip)| !ip.is_loopback() && (listens.is_ipv6() || ip.is_ipv4()));
    // A link-local address needs the interface's name, and browsers do not accept one in a URL.
    interfaces.retain(|(_, ip)| match ip {
        IpAddr::V4(_) => true,
        IpAddr::V6(v6) => !v6.is_unicast_link_local(),
    });
    let inner = |name: &str| INNER.iter().any(|beginning| name.starts_with(beginning));
    interfaces.sort_by_key(|(name, ip)| (inner(name), ip.is_ipv6(), !is_private(*ip)));
    let mut addresses: Vec<IpAddr> = Vec::new();
    for (_, ip) in interfaces {
        if !addresses.contains(&ip) {
            addresses.push(ip);
        }
    }
    addresses
}

/// Whether an address belongs to a private network (RFC 1918, RFC 4193).
fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => v4.is_private(),
        IpAddr::V6(v6) => v6.is_unique_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exposure(flags: &[&str], listens: &str) -> Exposure {
        let config = Config::of_flags(flags.iter().copied()).unwrap();
        Exposure::of(&config, listens.parse().unwrap())
    }

    #[test]
    fn by_default_nobody_else_is_let_in() {
        let exposure = exposure(&[], "127.0.0.1:8080");
        assert!(!exposure.is_open());
        assert_eq!(exposure.best(), "http://127.0.0.1:8080");
        assert!(exposure.to_string().contains("only this machine"));
    }

    #[test]
    fn a_public_url_comes_first_and_keeps_its_path() {
        let flags = ["--public-url", "https://example.org/dominoes"];
        let exposure = exposure(&flags, "127.0.0.1:8080");
        assert!(exposure.is_open(), "through a proxy");
        assert_eq!(exposure.best(), "https://example.org/dominoes");
        assert_eq!(exposure.own_url(), "http://127.0.0.1:8080");
    }

    #[test]
    fn the_sentences_say_what_is_open() {
        let shut = exposure(&["--listen", "192.168.1.7:80"], "192.168.1.7:80").to_string();
        assert!(shut.contains("watching     everybody\n") && shut.contains("this machine only"));
        assert!(shut.contains("  http://192.168.1.7:80\n"), "{shut}");
        let flags = ["--server-password", "kitchen", "--admin-remote"];
        let open = exposure(&flags, "192.168.1.7:80").to_string();
        assert!(open.contains("watching     everybody with the server's password"));
        assert!(open.contains("everybody with the token"), "{open}");
        assert!(!open.contains("kitchen"));
    }

    #[test]
    fn a_machine_without_a_network_has_nothing_to_share() {
        let mut alone = exposure(&["--listen", "0.0.0.0:80"], "0.0.0.0:80");
        alone.exposed.addresses.clear();
        let text = alone.to_string();
        assert!(text.ends_with("no address to share\n"), "{text}");
        assert!(!text.contains("share one of these"), "{text}");
    }

    #[test]
    fn private_addresses_come_before_containers_and_ipv4_before_ipv6() {
        let found = [
            ("lo", "127.0.0.1"),
            ("docker0", "172.17.0.1"),
            ("eth0", "2001:db8::5"),
            ("eth0", "fe80::5"),
            ("eth1", "203.0.113.5"),
            ("wlan0", "192.168.1.7"),
        ];
        let found = found.map(|(name, ip)| (name.to_owned(), ip.parse().unwrap()));
        let ordered = |listens: &str| -> Vec<String> {
            let addresses = in_order(found.to_vec(), listens.parse().unwrap());
            addresses.iter().map(ToString::to_string).collect()
        };
        let v4 = ["192.168.1.7", "203.0.113.5", "172.17.0.1"];
        assert_eq!(ordered("0.0.0.0"), v4);
        let all = ["192.168.1.7", "203.0.113.5", "2001:db8::5", "172.17.0.1"];
        assert_eq!(ordered("::"), all);
    }
}
