//! What nobody may read who has nothing to do with it.

use boneyard_protocol::{CommandId, ServerMessage, TableCommand, TableId};

use crate::common::TestServer;
use crate::common::client::Client;

#[tokio::test]
async fn a_private_table_is_not_there_for_a_player_without_its_code() {
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
    guest
        .ask(TableCommand::Sit { seat: None }.at(table))
        .await
        .unwrap();
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
