//! How much of the server players may use.

use boneyard_protocol::limits;
use clap::Args;

/// What all players together, one address, or one player may use. At a limit the newcomer is refused;
/// nobody who plays is disturbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
#[command(next_help_heading = "Limits")]
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

    /// Commands that one socket may keep sending each second, 1 to 10000. Beyond its burst a command is
    /// refused; only a lasting flood closes the socket.
    #[arg(long, env = "BONEYARD_COMMANDS_PER_SECOND", default_value_t = limits::COMMANDS_PER_SECOND,
          value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub commands_per_second: u32,

    /// Commands that one socket may send at once, 1 to 10000.
    #[arg(long, env = "BONEYARD_BURST", default_value_t = limits::BURST, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub burst: u32,
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
