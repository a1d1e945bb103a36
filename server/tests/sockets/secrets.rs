//! What nobody may read who has nothing to do with it.

use boneyard_protocol::{Command, CommandId, Hello, QuickPlayAgainst, ServerMessage, TableId};

use crate::common::client::{Client, hello};
use crate::common::http::get_with;
use crate::common::program::Program;
use crate::common::{TestServer, soon};

/// The tiles that a text names, as in `"6-4"`.
fn tiles(text: &str) -> Vec<String> {
    let named = |high: u8| (0..=high).map(move |low| format!("\"{high}-{low}\""));
    let all = (0..=6).flat_map(named);
    all.filter(|tile| text.contains(tile.as_str())).collect()
}

#[tokio::test]
async fn no_log_holds_a_token_a_code_or_a_tile_however_much_is_logged() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("log");
    let log = std::fs::File::create(&path).unwrap();
    let mut program = Program::start_with_trace(data.path(), log).await;
    let (mut client, welcome) = Client::enter(program.address).await;
    let token = welcome.token.unwrap();
    let play = Command::QuickPlay {
        sheet: Some("kozel".to_owned()),
        against: QuickPlayAgainst::Bots,
        seats: Some(2),
    };
    let ack = client.ask(play).await.unwrap();
    let legal = loop {
        if let ServerMessage::Events(events) = client.hear().await
            && !events.now.legal.is_empty()
        {
            break events.now;
        }
    };
    let act = Command::Act {
        table: ack.table.unwrap(),
        turn: legal.turn,
        entry: None,
        action: legal.legal.first().unwrap().clone(),
        lengthwise: false,
    };
    client.ask(act).await.unwrap();
    let again = Hello {
        token: Some(token.clone()),
        ..hello()
    };
    Client::enter_as(program.address, again).await;
    let bearer = format!("authorization: Bearer {token}\r\n");
    get_with(program.address, "/api/tables", &bearer).await;
    program.signal("TERM").await;
    soon("the end", program.child.wait()).await.unwrap();

    let log = std::fs::read_to_string(path).unwrap();
    assert!(log.contains("open") && log.contains("ended"), "{log}");
    assert!(!log.contains(&token), "a token");
    let code = ack.code.unwrap().to_string();
    assert!(!log.contains(&code), "a join code");
    let named: Vec<&str> = log.lines().filter(|line| !tiles(line).is_empty()).collect();
    assert!(named.is_empty(), "{named:?}");
    for word in ["lead ", "play "] {
        let action = legal.legal.first().unwrap();
        assert!(
            !action.starts_with(word) || !log.contains(action.as_str()),
            "{action}"
        );
    }
}

#[tokio::test]
async fn a_private_table_is_not_there_for_whoever_has_not_its_code() {
    let server = TestServer::start().await;
    let (mut host, _) = Client::enter(server.address()).await;
    let id = "0190e0c0-0000-7000-8000-000000000001";
    let table = r#"{"sheet":"kozel","seats":2,"private":true}"#;
    host.say_text(&format!(
        r#"{{"type":"create","id":"{id}","table":{table}}}"#
    ))
    .await;
    let ServerMessage::Ack(ack) = host.hear().await else {
        panic!("no table")
    };
    let (mut stranger, _) = Client::enter(server.address()).await;
    for fields in [
        r#""type":"resume","since":0"#,
        r#""type":"resume","since":99999"#,
        r#""type":"watch""#,
        r#""type":"sit""#,
        r#""type":"sit","seat":7"#,
        r#""type":"add_bot""#,
        r#""type":"ready""#,
        r#""type":"act","turn":1,"action":"draw""#,
        r#""type":"act","turn":1,"action":"dance""#,
        r#""type":"phrase","phrase":"hello""#,
        r#""type":"phrase","phrase":"psst""#,
        r#""type":"rematch""#,
        r#""type":"leave""#,
    ] {
        let mut answers = Vec::new();
        for table in [
            ack.table.unwrap(),
            "0190e0c0-0000-7000-8000-0000000000ff".parse().unwrap(),
        ] {
            let ask = format!(r#"{{{fields},"id":"{id}","table":"{table}"}}"#);
            stranger.say_text(&ask).await;
            answers.push(stranger.hear_text().await);
        }
        assert_eq!(answers.first(), answers.last(), "{fields}");
        let answer = answers.first().unwrap();
        assert!(answer.contains("no_such_table"), "{answer}");
    }
}

#[tokio::test]
async fn a_repeated_leave_gets_the_same_answer() {
    let server = TestServer::start().await;
    let (mut host, _) = Client::enter(server.address()).await;
    let (mut guest, _) = Client::enter(server.address()).await;
    let create = r#"{"type":"create","id":"0190e0c0-0000-7000-8000-000000000002","table":{"sheet":"kozel","seats":3}}"#;
    host.say_text(create).await;
    let ServerMessage::Ack(ack) = host.hear().await else {
        panic!("no table")
    };
    let table: TableId = ack.table.unwrap();
    guest.ask(Command::Sit { table, seat: None }).await.unwrap();
    let id: CommandId = "0190e0c0-0000-7000-8000-000000000003".parse().unwrap();
    let mut answers = Vec::new();
    for _ in 0..2 {
        let leave = format!(r#"{{"type":"leave","id":"{id}","table":"{table}"}}"#);
        guest.say_text(&leave).await;
        let ack = loop {
            match guest.hear().await {
                ServerMessage::Ack(ack) if ack.id == id => break ack,
                ServerMessage::Refused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        };
        answers.push(ack);
    }
    assert!(answers.first().unwrap().seq.is_some(), "{answers:?}");
    assert_eq!(answers.first(), answers.last());
}
