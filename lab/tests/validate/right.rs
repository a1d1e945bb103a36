//! A bot on the client crate that does everything as it should.

use std::path::PathBuf;
use std::{env, fs};

use boneyard_client::{Connection, Duty, Identity, Seat};
use boneyard_protocol::JoinCode;

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
    let (connection, events) = Connection::open(url, identity).await.unwrap();
    fs::write(&file, connection.token()).unwrap();
    let code: JoinCode = env::var("BONEYARD_TABLE").unwrap().parse().unwrap();
    let table = connection.join(code, None).await.unwrap().table.unwrap();
    let mut seat = Seat::new(connection, events, table);
    while let Some(duty) = seat.duty().await.unwrap() {
        match duty {
            Duty::Ready => seat.ready().await.unwrap(),
            Duty::Arrange { entry, action } => seat.arrange(entry, &action).await.unwrap(),
            Duty::Act { turn, legal } => seat.act(turn, &legal[0]).await.unwrap(),
            Duty::Rematch => return seat.leave().await.unwrap(),
        }
    }
}
