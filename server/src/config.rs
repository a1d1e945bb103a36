//! Every setting of the server, with unit, default and range. Each is a flag and an environment variable.

mod network;
mod public_url;
mod tls;
mod web_origin;

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use boneyard_protocol::limits;
use clap::{Args, ValueEnum};

pub use network::Network;
pub use public_url::{NotAPublicUrl, Prefix, PublicUrl};
#[cfg(feature = "acme")]
pub use tls::AcmeSettings;
pub use tls::TlsSettings;
pub use web_origin::{NotAnOrigin, WebOrigin};

/// The settings of one server.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// Address and port to listen on; port 0 takes a free one. Anything but a loopback address shows
    /// the server to the network.
    #[arg(
        long,
        env = "BONEYARD_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS:PORT"
    )]
    pub listen: SocketAddr,

    /// Folder of the journal and the finished matches. Made if it is not there; one server at a time.
    #[arg(
        long,
        env = "BONEYARD_DATA",
        default_value = "./boneyard-data",
        value_name = "FOLDER"
    )]
    pub data: PathBuf,

    /// Folder of sheets of your own, `*.toml`: games that can be played here beside those that every server
    /// has. Read once at the start; the server does not start with a wrong one.
    #[arg(long, env = "BONEYARD_SHEETS", value_name = "FOLDER")]
    pub sheets: Option<PathBuf>,

    /// Where players find this server, `https://dominoes.example`, or `https://example.org/dominoes` under a
    /// path of a proxy; may be given several times. Pages of these origins may open sockets. Pages of
    /// localhost, and of this server reached by its IP address, always may.
    #[arg(
        long,
        env = "BONEYARD_PUBLIC_URL",
        value_delimiter = ',',
        value_name = "URL"
    )]
    pub public_url: Vec<PublicUrl>,

    /// Address or network (`10.0.0.0/8`) of a reverse proxy whose `X-Forwarded-For` is believed; may be
    /// given several times. Nobody else's is.
    #[arg(
        long,
        env = "BONEYARD_TRUSTED_PROXY",
        value_delimiter = ',',
        value_name = "NETWORK"
    )]
    pub trusted_proxy: Vec<Network>,

    /// TLS that this server speaks itself.
    #[command(flatten)]
    pub tls: TlsSettings,

    /// Limits on what players may take.
    #[command(flatten)]
    pub limits: ServerLimits,

    /// Milliseconds that pass before every step that the server takes by itself before a deadline (what house
    /// bots do, passes by a player's wish), 0 to 10000; without it as each table's tempo says. For tests
    /// and measurements.
    #[arg(long, env = "BONEYARD_BOT_THINK_MS", value_name = "MS",
          value_parser = clap::value_parser!(u64).range(0..=10_000))]
    pub bot_think_ms: Option<u64>,
}

/// What all players together, one address, or one player may take. At a limit the newcomer is refused;
/// nobody who plays is disturbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct ServerLimits {
    /// Open connections, sockets included, 1 to 100000. Further ones are closed at once.
    #[arg(long, env = "BONEYARD_MAX_CONNECTIONS", default_value_t = 4_096, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_connections: u32,

    /// Open connections of one address (of one /64 network with IPv6), 1 to 100000.
    #[arg(long, env = "BONEYARD_MAX_CONNECTIONS_PER_ADDRESS", default_value_t = 64, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_connections_per_address: u32,

    /// New identities for one address in a minute, 1 to 100000; as many may come in one burst.
    #[arg(long, env = "BONEYARD_NEW_PLAYERS_PER_MINUTE", default_value_t = 60, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub new_players_per_minute: u32,

    /// Open tables, 1 to 100000.
    #[arg(long, env = "BONEYARD_MAX_TABLES", default_value_t = 1_000, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_tables: u32,

    /// Open tables that one player has opened or sits at, 1 to 10000.
    #[arg(long, env = "BONEYARD_MAX_TABLES_PER_PLAYER", default_value_t = 8, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub max_tables_per_player: u32,

    /// Commands that one socket may send each second on and on, 1 to 10000; beyond its burst a command
    /// is refused, and only a lasting flood is closed.
    #[arg(long, env = "BONEYARD_COMMANDS_PER_SECOND", default_value_t = limits::COMMANDS_PER_SECOND,
          value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub commands_per_second: u32,

    /// Commands that one socket may send at once, 1 to 10000.
    #[arg(long, env = "BONEYARD_BURST", default_value_t = limits::BURST, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub burst: u32,
}

/// What tables and the lobby need of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableConfig {
    /// Open tables of the server.
    pub max_tables: u32,
    /// Open tables that one player has opened or sits at.
    pub max_tables_per_player: u32,
    /// Milliseconds before every step of the server's own; `None`: as the table's tempo says.
    pub bot_think_ms: Option<u64>,
}

/// The form of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Human,
    /// One JSON object a line.
    Json,
}

/// A setting that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--{field}: {reason}")]
pub struct ConfigError {
    /// The flag's name.
    pub field: &'static str,
    /// Why.
    pub reason: String,
}

impl Config {
    /// Checks what a single field's range cannot say.
    ///
    /// # Errors
    ///
    /// The field and the reason.
    pub fn check(&self) -> Result<(), ConfigError> {
        if self.limits.max_connections_per_address > self.limits.max_connections {
            return Err(ConfigError {
                field: "max-connections-per-address",
                reason: format!(
                    "{} is more than --max-connections, {}",
                    self.limits.max_connections_per_address, self.limits.max_connections
                ),
            });
        }
        if self.data.as_os_str().is_empty() {
            return Err(ConfigError {
                field: "data",
                reason: "no folder is named".to_owned(),
            });
        }
        self.tls.check()
    }

    /// What tables and the lobby need of it.
    pub const fn tables(&self) -> TableConfig {
        TableConfig {
            max_tables: self.limits.max_tables,
            max_tables_per_player: self.limits.max_tables_per_player,
            bot_think_ms: self.bot_think_ms,
        }
    }

    /// What addresses of this server begin with, where no proxy stands before it: `http` or `https`.
    pub fn scheme(&self) -> &'static str {
        if self.tls.is_on() { "https" } else { "http" }
    }

    /// Whether anybody but this machine can reach the address.
    pub fn is_exposed(&self) -> bool {
        !self.listen.ip().is_loopback()
    }
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            max_connections: 4_096,
            max_connections_per_address: 64,
            new_players_per_minute: 60,
            max_tables: 1_000,
            max_tables_per_player: 8,
            commands_per_second: limits::COMMANDS_PER_SECOND,
            burst: limits::BURST,
        }
    }
}

/// A limit as token buckets take it. 0 would refuse everything; settings begin at 1.
pub(crate) fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        config: Config,
    }

    fn parse(flags: &[&str]) -> Result<Config, String> {
        let all = std::iter::once("boneyard").chain(flags.iter().copied());
        let config = Flags::try_parse_from(all)
            .map_err(|e| e.to_string())?
            .config;
        config.check().map_err(|e| e.to_string())?;
        Ok(config)
    }

    #[test]
    fn the_defaults_are_for_this_machine_alone() {
        let config = parse(&[]).unwrap();
        assert!(!config.is_exposed());
        assert_eq!(config.limits, ServerLimits::default());
        assert!(parse(&["--listen", "0.0.0.0:80"]).unwrap().is_exposed());
    }

    #[test]
    fn a_bad_setting_is_refused_by_name_and_with_a_reason() {
        for (flags, field, reason) in [
            (["--burst", "0"], "--burst", "1..=10000"),
            (
                ["--listen", "localhost"],
                "--listen",
                "invalid socket address",
            ),
            (["--public-url", "dominoes.example"], "--public-url", "http"),
            (
                ["--trusted-proxy", "10.0.0.0/33"],
                "--trusted-proxy",
                "prefix",
            ),
            (
                ["--max-connections", "10"],
                "--max-connections-per-address",
                "64 is more",
            ),
            (["--bot-think-ms", "10001"], "--bot-think-ms", "0..=10000"),
        ] {
            let error = parse(&flags).unwrap_err();
            assert!(
                error.contains(field) && error.contains(reason),
                "{flags:?}: {error}"
            );
        }
    }

    #[test]
    fn several_public_urls_are_taken() {
        let config = parse(&[
            "--public-url",
            "https://a.example,http://b.example:81",
            "--public-url",
            "https://c.example",
        ])
        .unwrap();
        assert_eq!(config.public_url.len(), 3);
    }
}
