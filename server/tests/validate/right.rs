//! A bot on the client crate that does everything as it should.

use std::path::PathBuf;
use std::{env, fs};

use boneyard_client::{CommandError, Connection, Duty, Event, Identity, TableMirror};
use boneyard_protocol::{Ack, JoinCode, ServerMessage, TableId};

#[test]
#[ignore = "a bot for the other tests"]
fn plays() {
    let Ok(url) = env::var("BONEYARD_URL") else {
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(play(&url));
}

async fn play(url: &str) {
    let file = PathBuf::from(env::var("BONEYARD_DIR").unwrap()).join("token");
    let identity = Identity {
        token: fs::read_to_string(&file).ok(),
        ..Identity::bot("Right")
    };
    let (connection, mut events) = Connection::open(url, identity).await.unwrap();
    fs::write(&file, connection.token()).unwrap();
    let code: JoinCode = env::var("BONEYARD_TABLE").unwrap().parse().unwrap();
    let table = connection.join(code, None).await.unwrap().table.unwrap();
    let mut mirror: Option<TableMirror> = None;
    let mut done = 0;
    while let Some(event) = events.next().await {
        match event {
            Event::Snapshot(snapshot) => mirror = Some(TableMirror::new(*snapshot)),
            Event::Facts(facts) => mirror.as_mut().unwrap().apply(&facts).unwrap(),
            Event::Passing(message) if matches!(*message, ServerMessage::Gone { .. }) => return,
            Event::Closed(reason) => panic!("{reason}"),
            Event::Passing(_) | Event::Connected(_) | Event::Disconnected => continue,
        }
        let Some(mirror) = mirror.as_ref().filter(|mirror| mirror.seq() >= done) else {
            continue;
        };
        match mirror.duty() {
            Some(Duty::Rematch) => {
                connection.leave(table).await.unwrap();
                return;
            }
            Some(duty) => match answer(&connection, table, duty).await {
                Ok(ack) => done = ack.seq.unwrap_or(done),
                Err(CommandError::Refused(_)) => done = mirror.seq() + 1,
                Err(over) => panic!("{over}"),
            },
            None => {}
        }
    }
}

async fn answer(connection: &Connection, table: TableId, duty: Duty) -> Result<Ack, CommandError> {
    match duty {
        Duty::Ready => connection.ready(table).await,
        Duty::Rematch => connection.rematch(table).await,
        Duty::Arrange { entry, action } => connection.act_in_deal(table, entry, action).await,
        Duty::Act { turn, legal } => connection.act(table, turn, &legal[0]).await,
    }
}
