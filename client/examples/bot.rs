//! A bot that plays at the table it is sent to, by join code or invite link:
//! `cargo run -p boneyard-client --example bot -- --code ABCD-2345-WXYZ`

use anyhow::{Context, Result, bail};
use boneyard_client::{CommandError, Connection, Duty, Event, Identity, TableMirror};
use boneyard_engine::Tile;
use boneyard_protocol::{JoinCode, ServerMessage};
use clap::Parser;

#[derive(Parser)]
struct Flags {
    /// The table's join code, or its invite link.
    #[arg(long)]
    code: String,
    /// The server's socket.
    #[arg(long, default_value = "ws://127.0.0.1:8080/ws")]
    url: String,
    /// The bot's name.
    #[arg(long, default_value = "Rusty")]
    name: String,
}

#[tokio::main]
async fn main() -> Result<()> {
    let flags = Flags::parse();
    let code = flags.code.rsplit('/').next().unwrap_or_default();
    let code: JoinCode = code
        .parse()
        .context("neither a join code nor an invite link")?;
    let (connection, mut events) = Connection::open(&flags.url, Identity::bot(flags.name)).await?;
    let table = connection
        .join(code, None)
        .await?
        .table
        .context("no table in the answer")?;
    let mut mirror: Option<TableMirror> = None;
    let mut done = 0; // the number of the last fact that this bot has made
    while let Some(event) = events.next().await {
        match event {
            Event::Snapshot(snapshot) => mirror = Some(TableMirror::new(*snapshot)),
            Event::Facts(facts) => mirror.as_mut().context("no snapshot")?.apply(&facts)?,
            Event::Passing(message) if matches!(*message, ServerMessage::Gone { .. }) => break,
            Event::Closed(reason) => bail!(reason),
            Event::Passing(_) | Event::Connected(_) | Event::Disconnected => continue,
        }
        let Some(mirror) = mirror.as_ref().filter(|mirror| mirror.seq() >= done) else {
            continue;
        };
        let answer = match mirror.duty() {
            Some(Duty::Ready) => connection.ready(table).await,
            Some(Duty::Rematch) => connection.rematch(table).await,
            Some(Duty::Arrange { entry, action }) => {
                connection.act_in_deal(table, entry, action).await
            }
            Some(Duty::Act { turn, legal }) => {
                let action = choose(&legal).context("nothing is legal")?;
                connection.act(table, turn, action).await
            }
            None => continue,
        };
        done = match answer {
            Ok(ack) => ack.seq.unwrap_or(done),
            Err(CommandError::Refused(_)) => mirror.seq() + 1, // too late: look again
            Err(over) => bail!(over),
        };
    }
    Ok(())
}

/// The action that gets rid of the most pips.
fn choose(legal: &[String]) -> Option<&String> {
    let tile = |action: &str| action.split(' ').find_map(|word| word.parse::<Tile>().ok());
    legal
        .iter()
        .max_by_key(|action| tile(action).map(|tile| tile.pips()))
}
