//! Every setting of the server, with unit, default and range. Each is a flag and an environment variable.

mod limits;
mod network;
mod password;
mod public_url;
mod times;
mod tls;
mod web_origin;

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::{Args, Command, FromArgMatches, ValueEnum};

pub use limits::ServerLimits;
pub use network::{Network, NotANetwork};
pub use password::ServerPassword;
pub use public_url::{NotAPublicUrl, Prefix, PublicUrl};
pub use times::{ABSENCE_S, CLOCK_S, PAUSE_S, TableTimes};
#[cfg(feature = "acme")]
pub use tls::AcmeSettings;
pub use tls::TlsSettings;
pub use web_origin::{NotAnOrigin, WebOrigin};

/// The settings of one server.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Network")]
pub struct Config {
    /// Address and port to listen on; port 0 takes a free one. Anything but a loopback address opens
    /// the server to the network; `--listen` alone opens it on every address, at port 8080.
    #[arg(
        long,
        env = "BONEYARD_LISTEN",
        default_value = "127.0.0.1:8080",
        default_missing_value = "0.0.0.0:8080",
        num_args = 0..=1,
        value_name = "ADDRESS:PORT",
        value_parser = listen_address
    )]
    pub listen: SocketAddr,

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

    /// Address or network (`10.0.0.0/8`) of a reverse proxy; may be given several times. `X-Forwarded-For`
    /// is believed from these addresses only.
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

    /// Lets the host's page and `boneyard admin` work from other machines, too. The token of
    /// DATA/admin-token is needed in any case.
    #[arg(
        long,
        env = "BONEYARD_ADMIN_REMOTE",
        action = clap::ArgAction::SetTrue,
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    pub admin_remote: bool,

    /// Folder of the journal and the finished matches. It is made if missing; one server at a time may use it.
    #[arg(
        long,
        env = "BONEYARD_DATA",
        default_value = "./boneyard-data",
        value_name = "FOLDER",
        help_heading = "Files"
    )]
    pub data: PathBuf,

    /// Folder of your own sheets, `*.toml`: games that can be played here in addition to those that every
    /// server has. Read once at the start; the server does not start if one is wrong.
    #[arg(
        long,
        env = "BONEYARD_SHEETS",
        value_name = "FOLDER",
        help_heading = "Files"
    )]
    pub sheets: Option<PathBuf>,

    /// Password that every player must give, 4 to 128 characters. Prefer the variable: other users of this
    /// machine can see flags.
    #[arg(
        long,
        env = "BONEYARD_SERVER_PASSWORD",
        hide_env_values = true,
        value_name = "PASSWORD",
        help_heading = "Players"
    )]
    pub server_password: Option<ServerPassword>,

    /// Who may bring bots.
    #[arg(
        long,
        env = "BONEYARD_BOTS",
        default_value = "open",
        value_name = "WHO",
        help_heading = "Players"
    )]
    pub bots: BotsFrom,

    /// Limits on what players may take.
    #[command(flatten)]
    pub limits: ServerLimits,

    /// How long tables wait.
    #[command(flatten)]
    pub times: TableTimes,

    /// Milliseconds before every step that the server takes by itself before a deadline (actions of server
    /// bots, automatic passes), 0 to 10000; by default each table's tempo decides. For tests and
    /// measurements.
    #[arg(long, env = "BONEYARD_BOT_THINK_MS", value_name = "MS", help_heading = "Times",
          value_parser = clap::value_parser!(u64).range(0..=10_000))]
    pub bot_think_ms: Option<u64>,
}

/// Who may bring bots to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BotsFrom {
    /// Everybody: a bot without a token gets an identity, like people.
    #[default]
    Open,
    /// Only the host, who makes the bots' tokens with `boneyard admin bot-token`.
    Host,
}

/// The settings of tables and the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableConfig {
    /// How many tables may be open.
    pub max_tables: u32,
    /// How many open tables one player may have opened or sit at.
    pub max_tables_per_player: u32,
    /// Milliseconds before every step that the server takes by itself; `None` if the table's tempo decides.
    pub bot_think_ms: Option<u64>,
    /// The default times of tables, and how long they wait for people.
    pub times: TableTimes,
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
    /// Why it cannot be used.
    pub reason: String,
}

impl Config {
    /// The settings of these flags, for code that builds a server but is not the program itself. Variables of the
    /// environment are ignored.
    ///
    /// # Errors
    ///
    /// There is no such flag, or it cannot have this value.
    pub fn of_flags<'a>(flags: impl IntoIterator<Item = &'a str>) -> Result<Self, clap::Error> {
        let program = Self::augment_args(Command::new("boneyard").no_binary_name(true));
        let alone = program.mut_args(|flag| flag.env(Resettable::Reset));
        let matches = alone.try_get_matches_from(flags)?;
        Self::from_arg_matches(&matches)
    }

    /// Checks what a single field's range cannot express.
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
        if let Some(fault) = self
            .server_password
            .as_ref()
            .and_then(ServerPassword::fault)
        {
            return Err(ConfigError {
                field: "server-password",
                reason: fault.to_owned(),
            });
        }
        self.tls.check()
    }

    /// The part for tables and the lobby.
    pub const fn tables(&self) -> TableConfig {
        TableConfig {
            max_tables: self.limits.max_tables,
            max_tables_per_player: self.limits.max_tables_per_player,
            bot_think_ms: self.bot_think_ms,
            times: self.times,
        }
    }

    /// The scheme of this server's own addresses, without a proxy: `http` or `https`.
    pub fn scheme(&self) -> &'static str {
        if self.tls.is_on() { "https" } else { "http" }
    }
}

fn listen_address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "it must be an IP address and a port, like 192.168.1.7:8080 or [::]:8080")
}

/// A limit for a token bucket. 0 would refuse everything; settings begin at 1.
pub(crate) fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(flags: &[&str]) -> Result<Config, String> {
        let config = Config::of_flags(flags.iter().copied()).map_err(|e| e.to_string())?;
        config.check().map_err(|e| e.to_string())?;
        Ok(config)
    }

    #[test]
    fn by_default_only_this_machine_can_connect() {
        let config = parse(&[]).unwrap();
        assert!(config.listen.ip().is_loopback());
        assert_eq!(config.limits, ServerLimits::default());
        let open = parse(&["--listen", "0.0.0.0:80"]).unwrap();
        assert!(!open.listen.ip().is_loopback());
    }

    #[test]
    fn a_bad_setting_is_refused_by_name_and_with_a_reason() {
        for (flags, field, reason) in [
            (["--burst", "0"], "--burst", "1..=10000"),
            (
                ["--listen", "localhost"],
                "--listen",
                "an IP address and a port",
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
            (
                ["--public-url", "https://a.example/?x=1"],
                "--public-url",
                "query",
            ),
            (
                ["--trusted-proxy", "nginx"],
                "--trusted-proxy",
                "IP address",
            ),
            (["--tls-cert", "c.pem"], "--tls-key", "no use without it"),
            (["--tls-key", "k.pem"], "--tls-cert", "no use without it"),
            (["--server-password", "abc"], "--server-password", "4"),
            (["--bots", "nobody"], "--bots", "open, host"),
            (["--idle-s", "59"], "--idle-s", "60..=604800"),
        ] {
            let error = parse(&flags).unwrap_err();
            assert!(
                error.contains(field) && error.contains(reason),
                "{flags:?}: {error}"
            );
        }
    }

    #[test]
    fn listen_alone_opens_every_address() {
        let config = parse(&["--listen"]).unwrap();
        assert_eq!(config.listen, "0.0.0.0:8080".parse().unwrap());
    }

    #[test]
    fn the_times_of_tables_have_the_defaults_of_their_type() {
        assert_eq!(parse(&[]).unwrap().times, TableTimes::default());
    }

    #[test]
    fn a_wrong_password_of_the_host_is_not_shown() {
        let error = parse(&["--server-password", "zzz"]).unwrap_err();
        assert!(!error.contains("zzz"), "{error}");
        let config = parse(&["--server-password", "our kitchen"]).unwrap();
        assert!(!format!("{config:?}").contains("kitchen"));
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
