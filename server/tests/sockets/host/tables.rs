//! The state of the server and its tables, and closing a table.

use boneyard_protocol::{Command, ErrorCode, Fact, LobbyCommand, ServerMessage, TableCommand};
use serde_json::json;

use super::{Host, hear_until, open_table};
use crate::common::client::Client;
use crate::common::http::get;

#[tokio::test]
async fn the_state_says_who_can_reach_what_and_what_is_there() {
    let host = Host::start(&["--public-url", "https://example.org/dominoes"]).await;
    let (mut ada, _) = Client::enter(host.server.address()).await;
    open_table(&mut ada).await;
    let state = host.ask("state", json!({})).await;
    assert_eq!(state["schema"], 3);
    assert_eq!(state["exposed"]["loopback_only"], true);
    assert_eq!(
        state["exposed"]["addresses"][0],
        "https://example.org/dominoes"
    );
    assert_eq!(state["exposed"]["password"], false);
    assert_eq!(state["counts"]["tables"], 1);
    assert_eq!(state["counts"]["players_online"], 1);
    assert!(state["data"]["database_bytes"].as_u64().unwrap() > 0);
    assert_eq!(
        state["health"][0],
        json!({"name": "storage", "ok": true, "detail": "the database can be written"})
    );
    assert!(state.get("draining").is_none(), "{state}");
}

#[tokio::test]
async fn tables_are_listed_with_their_links_and_without_their_tiles() {
    let host = Host::start(&["--public-url", "https://example.org/dominoes"]).await;
    let at = host.server.address();
    let (mut ada, welcome) = Client::enter(at).await;
    let (table, code) = open_table(&mut ada).await;
    let (mut watcher, _) = Client::enter(at).await;
    let watch = Command::Lobby(LobbyCommand::Watch {
        table: None,
        code: Some(code.clone()),
    });
    watcher.ask(watch).await.unwrap();
    let tables = host.ask("tables", json!({})).await;
    let one = &tables[0];
    assert_eq!(one["table"], json!(table));
    let link = format!("https://example.org/dominoes/#/join/{code}");
    assert_eq!(
        (&one["link"], &one["seat_links"][2]),
        (&json!(link), &json!(format!("{link}/2")))
    );
    assert_eq!(one["watchers"], 1);
    let seat = json!({"seat": 0, "player": welcome.player.id, "name": "Ada", "kind": "person", "connected": true, "host": true});
    assert_eq!(one["seats"][0], seat);
    assert_eq!(
        one["seats"][1],
        json!({"seat": 1, "connected": false, "host": false})
    );
    assert!(one["opened_at"].as_u64().unwrap() > 1_700_000_000_000);
    let text = tables.to_string();
    assert!(!text.contains("tiles") && !text.contains("hand"), "{text}");
}

#[tokio::test]
async fn a_closed_table_is_gone_and_everybody_is_told_why() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (mut ada, _) = Client::enter(at).await;
    let (table, code) = open_table(&mut ada).await;
    let (mut watcher, _) = Client::enter(at).await;
    let watch = Command::Lobby(LobbyCommand::Watch {
        table: None,
        code: Some(code),
    });
    watcher.ask(watch).await.unwrap();
    host.ask(
        "close",
        json!({"table": table, "reason": "We shut for tonight."}),
    )
    .await;
    let said = ServerMessage::Announcement {
        text: "We shut for tonight.".into(),
    };
    for client in [&mut ada, &mut watcher] {
        hear_until(client, |message| *message == said).await;
        hear_until(client, |message| *message == ServerMessage::Gone { table }).await;
    }
    assert_eq!(host.ask("tables", json!({})).await, json!([]));
    let again = host.refused("close", json!({"table": table})).await;
    assert_eq!((again.0, again.1.as_str()), (404, "no_such_table"));
    let refused = ada.ask(TableCommand::Ready.at(table)).await.unwrap_err();
    assert_eq!(refused.why.code, ErrorCode::NoSuchTable);
}

/// Waits for a fact and returns what is found in it.
async fn read_fact<T>(client: &mut Client, found: impl Fn(&Fact) -> Option<T>) -> T {
    loop {
        if let ServerMessage::Events(events) = client.hear().await
            && let Some(what) = events.facts.iter().find_map(&found)
        {
            return what;
        }
    }
}

#[tokio::test]
async fn a_match_at_a_table_that_is_closed_keeps_its_record() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (mut ada, _) = Client::enter(at).await;
    let request = json!({"sheet": "kozel", "seats": 3, "bots": 2});
    let request = serde_json::from_value(request).unwrap();
    let ack = ada
        .ask(Command::Lobby(LobbyCommand::Create { table: request }))
        .await
        .unwrap();
    let table = ack.table.unwrap();
    ada.command(TableCommand::Ready.at(table)).await;
    let dealt = |fact: &Fact| matches!(fact, Fact::Dealt { .. }).then_some(());
    read_fact(&mut ada, dealt).await;
    host.ask("close", json!({"table": table})).await;
    let broken_off = |fact: &Fact| {
        let Fact::Unfinished { match_id } = fact else {
            return None;
        };
        Some(*match_id)
    };
    let match_id = read_fact(&mut ada, broken_off).await;
    let record = get(at, &format!("/api/matches/{match_id}")).await;
    assert_eq!(record.status, 200, "{}", record.text());
    let record = record.json();
    assert!(record.get("result").is_none(), "{record}");
    assert_eq!(record["seats"][0], "Ada");
}
