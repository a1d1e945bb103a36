//! A Boneyard bot: plays one match, the tile with the most pips at each turn, and comes back whenever its
//! connection is lost. It knows no rules.
//!
//! ```text
//! cargo run -p boneyard-client --example bot -- ws://127.0.0.1:8080/ws ABCD-2345-WXYZ
//! cargo run -p boneyard-client --example bot -- ws://127.0.0.1:8080/ws --create kozel --seats 3
//! BONEYARD_PASSWORD='our kitchen table' cargo run -p boneyard-client --example bot -- \
//!     wss://dominoes.example/ws ABCD-2345-WXYZ --root-cert root.pem
//! ```

#![expect(clippy::print_stdout, reason = "this is the program itself")]

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use boneyard_client::{Backoff, Connection, Duty, EventStream, Identity, Options, Seat, Trust};
use boneyard_engine::Tile;
use boneyard_protocol::JoinCode;
use clap::Parser;
use serde_json::json;

/// A Boneyard bot.
#[derive(Parser)]
struct Flags {
    /// The server's socket, `ws://127.0.0.1:8080/ws` or `wss://dominoes.example/ws`.
    url: String,
    /// The join code of a table, or its invite link.
    #[arg(required_unless_present = "create", value_parser = code_in)]
    code: Option<JoinCode>,
    /// Open a table in place of joining one.
    #[arg(long, value_name = "SHEET", conflicts_with = "code")]
    create: Option<String>,
    /// Seats of the table that is opened.
    #[arg(long, default_value_t = 2)]
    seats: u8,
    /// The bot's name.
    #[arg(long, default_value = "Rusty")]
    name: String,
    /// Where the identity is kept.
    #[arg(long, value_name = "FILE", default_value = "rust-bot.token")]
    token: PathBuf,
    /// The server's password, if it asks for one. Better given as a variable: other users of this machine see
    /// flags.
    #[arg(long, env = "BONEYARD_PASSWORD", hide_env_values = true)]
    password: Option<String>,
    /// For `wss`: the root certificate (PEM) to trust, in place of those that the system trusts.
    #[arg(long, value_name = "FILE")]
    root_cert: Option<PathBuf>,
}

fn code_in(text: &str) -> Result<JoinCode> {
    let mut parts = text.split('/');
    let code = parts.find_map(|part| part.parse().ok());
    code.context("neither a join code nor an invite link")
}

#[tokio::main]
async fn main() -> Result<()> {
    let flags = Flags::parse();
    let (connection, events) = connect(&flags).await?;
    let entered = match flags.code {
        Some(code) => connection.join(code, None).await?,
        None => {
            let request = json!({"sheet": flags.create, "seats": flags.seats, "private": true});
            let opened = connection.create(serde_json::from_value(request)?).await?;
            println!("code {}", opened.code.as_ref().context("no code")?);
            opened
        }
    };
    let table = entered.table.context("no table")?;
    play(Seat::new(connection, events, table)).await
}

/// The first connection. The crate makes all later ones: it comes back, resumes, and sends again what was not
/// answered.
async fn connect(flags: &Flags) -> Result<(Connection, EventStream)> {
    let identity = Identity {
        token: fs::read_to_string(&flags.token).ok(),
        password: flags.password.clone(),
        ..Identity::bot(&flags.name)
    };
    let root_cert = flags.root_cert.as_ref();
    let trust = root_cert.map(Trust::root_file).transpose()?;
    let trust = trust.unwrap_or_default();
    let mut attempt = 0;
    let (connection, events) = loop {
        let options = Options {
            trust: trust.clone(),
            ..Options::default()
        };
        match Connection::open_with(&flags.url, identity.clone(), options).await {
            Ok(opened) => break opened,
            Err(error) if error.may_pass() => println!("lost: {error}"),
            Err(error) => return Err(error.into()),
        }
        tokio::time::sleep(Backoff::default().wait(attempt, &mut rand::rng())).await;
        attempt += 1;
    };
    if identity.token.is_none() {
        keep(&flags.token, connection.token())?;
    }
    Ok((connection, events))
}

/// Only the owner may read the file: the token gives control of this bot's seats.
fn keep(file: &Path, token: &str) -> Result<()> {
    let mut new = OpenOptions::new();
    let mut file = new.write(true).create_new(true).mode(0o600).open(file)?;
    Ok(file.write_all(token.as_bytes())?)
}

/// Does what the table waits for, until the match is over.
async fn play(mut seat: Seat) -> Result<()> {
    while let Some(duty) = seat.duty().await? {
        match duty {
            Duty::Ready => seat.ready().await?,
            Duty::Arrange { entry, action } => seat.arrange(entry, &action).await?,
            Duty::Act { turn, legal } => seat.act(turn, most_pips(&legal)).await?,
            Duty::Rematch => {
                let score = seat.mirror().map(|mirror| &mirror.now().score);
                println!("match over: {:?}", score.context("no score")?);
                return Ok(seat.leave().await?);
            }
        }
    }
    bail!("the table is closed")
}

/// Of the legal actions the one whose tile has the most pips.
fn most_pips(legal: &[String]) -> &str {
    let pips = |action: &&String| {
        let mut words = action.split(' ');
        let tile = words.find_map(|word| word.parse::<Tile>().ok());
        tile.map(|tile| tile.pips())
    };
    legal.iter().max_by_key(pips).map_or("", String::as_str)
}
