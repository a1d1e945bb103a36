//! `boneyard admin`: what the host's page does, from the shell.

mod client;
mod listing;
mod span;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use boneyard_protocol::admin::{
    AdminAction, Announce, CloseTable, Drain, Kick, NewBackup, NewBan, NewBot, Nothing,
    ReportsAsked, Restore, Unban,
};
use boneyard_protocol::{PlayerId, TableId};
use boneyard_server::admin::token::{self, AdminToken};
use boneyard_server::clock::{Clock, SystemClock};
use boneyard_server::config::Network;
use boneyard_server::dealer::SystemDealer;
use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::Value;

use self::client::Client;
use self::span::Span;
use super::{Data, code_of, show};

/// See and do what the host of a running server may: tables, players, bans, announcements, restarts, backups.
#[derive(Debug, Args)]
pub(crate) struct Admin {
    #[command(subcommand)]
    wish: Wish,
    #[command(flatten)]
    to: To,
}

/// The server, and how its answers are shown.
#[derive(Debug, Args)]
struct To {
    #[command(flatten)]
    folder: Data,
    /// Address of the server, `http://127.0.0.1:8080`; by default the one that the server has noted in its data folder.
    #[arg(long, env = "BONEYARD_ADMIN_URL", value_name = "URL", global = true)]
    url: Option<String>,
    /// Print the answer itself, as JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Wish {
    /// Show the state of the server: who can reach it, what it holds, whether it is well.
    State,
    /// List the open tables with the links that lead to them.
    Tables,
    /// List the players who are connected or have a seat.
    Players,
    /// Close a table: everybody is removed from it.
    Close {
        /// The table's id, as `boneyard admin tables` shows it.
        #[arg(value_parser = table_id)]
        table: TableId,
        /// Shown to everybody at the table before it closes.
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// Disconnect a player, who may come back.
    Kick {
        /// The player's id, as `boneyard admin players` shows it.
        #[arg(value_parser = player_id)]
        player: PlayerId,
        /// Remove the player from this table only.
        #[arg(long, value_name = "TABLE", value_parser = table_id)]
        table: Option<TableId>,
    },
    /// Ban a player or an address.
    Ban(BanArgs),
    /// Lift a ban.
    Unban {
        /// The ban's number.
        ban: u64,
    },
    /// List the bans.
    Bans,
    /// Show a text to everybody who is connected.
    Announce {
        /// 1 to 280 characters.
        text: String,
    },
    /// End the server in order after a time. Until then running matches go on and nothing new begins.
    Drain {
        /// After which time: `90s`, `10m`, `1h`.
        #[arg(
            long = "in",
            value_name = "TIME",
            default_value = "1m",
            conflicts_with = "cancel"
        )]
        wait: Span,
        /// Cancel an announced end.
        #[arg(long)]
        cancel: bool,
    },
    /// Write a backup into the folder `backups` of the data folder.
    Backup {
        /// The backup's name; by default the time.
        name: Option<String>,
    },
    /// List the backups.
    Backups,
    /// Restore a backup after a time: everybody is disconnected, the present data is put aside, and the server starts
    /// again by itself. `drain --cancel` cancels it.
    Restore {
        /// The backup's name.
        name: String,
        /// After which time: `90s`, `10m`, `1h`.
        #[arg(long = "in", value_name = "TIME", default_value = "1m")]
        wait: Span,
    },
    /// Check whether the data folder is well; exit code 0 if so.
    Check,
    /// Make an identity for a bot and print its token once.
    BotToken {
        /// The bot's name.
        name: String,
    },
    /// List the reports of players, newest first.
    Reports {
        /// The most reports to list.
        #[arg(long, default_value_t = 100, value_name = "N")]
        limit: u32,
    },
    /// Print the path of the host's token; `--renew` makes a new one.
    Token {
        /// Make a new token; the old one becomes void.
        #[arg(long)]
        renew: bool,
    },
}

#[derive(Debug, Args)]
struct BanArgs {
    /// The player's id, as `boneyard admin players` shows it.
    #[arg(long, value_name = "PLAYER", required_unless_present = "address", value_parser = player_id)]
    player: Option<PlayerId>,
    /// An address or a network, `203.0.113.0/24`.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "player")]
    address: Option<Network>,
    /// A note for your own list.
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// For how long: `30m`, `12h`, `7d`; by default for ever.
    #[arg(long = "for", value_name = "TIME")]
    span: Option<Span>,
}

impl Admin {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let Self { wish, to } = self;
        if let Wish::Token { renew } = wish {
            return token_of(&to.folder.data, renew);
        }
        let (action, body) = request(wish)?;
        let client = to.client()?;
        let answer = client.ask(action, &body)?;
        if to.json {
            show(&format!("{answer:#}\n"))?;
        } else {
            show(&listing::of(action, &answer))?;
        }
        let is_well =
            action != AdminAction::Check || answer.get("well") == Some(&Value::Bool(true));
        Ok(code_of(is_well))
    }
}

/// Names are not unique, so players and tables are named by their ids.
fn player_id(text: &str) -> Result<PlayerId, &'static str> {
    text.parse()
        .map_err(|_| "it must be a player's id, as `boneyard admin players` shows it")
}

fn table_id(text: &str) -> Result<TableId, &'static str> {
    text.parse()
        .map_err(|_| "it must be a table's id, as `boneyard admin tables` shows it")
}

impl To {
    fn client(&self) -> anyhow::Result<Client> {
        let data = &self.folder.data;
        let hint = "is --data the running server's data folder?";
        let token = AdminToken::read(data).context(hint)?;
        let url = match &self.url {
            Some(url) => url.clone(),
            None => token::noted_address(data).context(hint)?,
        };
        Client::new(&url, token)
    }
}

/// Prints the path of the token, never the token: others may see a terminal or its log.
fn token_of(data: &Path, renew: bool) -> anyhow::Result<ExitCode> {
    if renew {
        AdminToken::renew(data, &SystemDealer)?;
    } else {
        AdminToken::read(data)?;
    }
    show(&format!("{}\n", data.join(token::FILE).display()))?;
    Ok(ExitCode::SUCCESS)
}

/// An action with its body.
fn of(action: AdminAction, body: &impl Serialize) -> anyhow::Result<(AdminAction, Value)> {
    Ok((action, serde_json::to_value(body)?))
}

/// The action and its body.
fn request(wish: Wish) -> anyhow::Result<(AdminAction, Value)> {
    match wish {
        Wish::State => of(AdminAction::State, &Nothing {}),
        Wish::Tables => of(AdminAction::Tables, &Nothing {}),
        Wish::Players => of(AdminAction::Players, &Nothing {}),
        Wish::Close { table, reason } => of(AdminAction::Close, &CloseTable { table, reason }),
        Wish::Kick { player, table } => of(AdminAction::Kick, &Kick { player, table }),
        Wish::Ban(args) => of(AdminAction::Ban, &args.ban()),
        Wish::Unban { ban } => of(AdminAction::Unban, &Unban { ban }),
        Wish::Bans => of(AdminAction::Bans, &Nothing {}),
        Wish::Announce { text } => of(AdminAction::Announce, &Announce { text }),
        Wish::Drain { wait, cancel } => {
            let in_s = (!cancel).then(|| wait.seconds());
            of(AdminAction::Drain, &Drain { in_s, cancel })
        }
        Wish::Backup { name } => of(AdminAction::Backup, &NewBackup { file: name }),
        Wish::Backups => of(AdminAction::Backups, &Nothing {}),
        Wish::Restore { name, wait } => {
            let in_s = Some(wait.seconds());
            of(AdminAction::Restore, &Restore { backup: name, in_s })
        }
        Wish::Check => of(AdminAction::Check, &Nothing {}),
        Wish::BotToken { name } => of(AdminAction::BotToken, &NewBot { name }),
        Wish::Reports { limit } => of(AdminAction::Reports, &ReportsAsked { limit: Some(limit) }),
        Wish::Token { .. } => bail!("the token is not an action of the server"),
    }
}

impl BanArgs {
    fn ban(self) -> NewBan {
        let now = SystemClock::new().now().wall;
        let until = |span: Span| now.0.saturating_add(u64::from(span.seconds()) * 1_000);
        NewBan {
            player: self.player,
            address: self.address.map(|network| network.to_string()),
            reason: self.reason,
            until_ms: self.span.map(until),
        }
    }
}
