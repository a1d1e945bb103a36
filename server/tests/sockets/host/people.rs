//! Players and bots: the list of players, kicks, announcements and reports.

use boneyard_protocol::{Command, Hello, LobbyCommand, PlayerKind, ServerMessage};
use serde_json::json;

use super::{Host, hear_until, open_table};
use crate::common::client::{Client, hello};
use crate::common::soon;

#[tokio::test]
async fn players_are_listed_while_they_are_there_or_have_a_seat() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (mut ada, welcome) = Client::enter(at).await;
    let (table, _) = open_table(&mut ada).await;
    let players = host.ask("players", json!({})).await;
    let expected = json!({"player": welcome.player.id, "name": "Ada", "kind": "person", "connected": true, "address": "127.0.0.1", "tables": [table]});
    let mut shown = players[0].clone();
    let since = shown.as_object_mut().unwrap().remove("since");
    assert_eq!(shown, expected);
    assert!(since.unwrap().as_u64().unwrap() > 1_700_000_000_000);
    drop(ada);
    let gone = async {
        loop {
            let players = host.ask("players", json!({})).await;
            if players[0]["connected"] == false {
                break players;
            }
        }
    };
    let players = soon("the absence", gone).await;
    assert_eq!(players[0]["tables"], json!([table]));
    assert!(players[0].get("address").is_none());
}

#[tokio::test]
async fn a_player_is_kicked_from_a_table_or_from_the_server() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (mut ada, _) = Client::enter(at).await;
    let (table, code) = open_table(&mut ada).await;
    let (mut ben, welcome) = Client::enter(at).await;
    let ben_id = welcome.player.id;
    let join = Command::Lobby(LobbyCommand::Join { code, seat: None });
    ben.ask(join.clone()).await.unwrap();
    host.ask("kick", json!({"player": ben_id, "table": table}))
        .await;
    hear_until(&mut ben, |message| {
        *message == ServerMessage::Gone { table }
    })
    .await;
    ben.ask(join).await.expect("the player may come back");
    host.ask("kick", json!({"player": ben_id})).await;
    assert_eq!(ben.closed().await, Some(4407));
    let seats = &host.ask("tables", json!({})).await[0]["seats"];
    assert_eq!(seats[1]["player"], json!(ben_id), "the seat is kept");
    let nobody = host.refused("kick", json!({"player": table})).await;
    assert_eq!((nobody.0, nobody.1.as_str()), (404, "no_such_player"));
    Client::enter_as(
        at,
        Hello {
            token: welcome.token,
            ..hello()
        },
    )
    .await;
}

#[tokio::test]
async fn an_announcement_reaches_everybody() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let ((mut ada, _), (mut ben, _)) = (Client::enter(at).await, Client::enter(at).await);
    let sent = host.ask("announce", json!({"text": " Tea at ten. "})).await;
    assert_eq!(sent, json!({"sockets": 2}));
    let said = ServerMessage::Announcement {
        text: "Tea at ten.".into(),
    };
    for client in [&mut ada, &mut ben] {
        hear_until(client, |message| *message == said).await;
    }
    for text in ["", " ", "a\nb", "a\u{202e}b", &"a".repeat(281)] {
        let refused = host.refused("announce", json!({"text": text})).await;
        assert_eq!(
            refused,
            (400, "bad_message".to_owned(), json!("text")),
            "{text:?}"
        );
    }
}

#[tokio::test]
async fn a_bot_is_made_by_the_host_and_comes_in_by_its_token() {
    let host = Host::start(&["--server-password", "our kitchen"]).await;
    let made = host.ask("bot_token", json!({"name": "Emil 2"})).await;
    let bot = Hello {
        token: Some(made["token"].as_str().unwrap().to_owned()),
        kind: PlayerKind::Bot,
        name: None,
        ..hello()
    };
    let (_bot, welcome) = Client::enter_as(host.server.address(), bot).await;
    assert_eq!(json!(welcome.player.id), made["player"]);
    assert_eq!(welcome.player.name, "Emil 2");
    let refused = host.refused("bot_token", json!({"name": "admin"})).await;
    assert_eq!(refused, (400, "name_reserved".to_owned(), json!("name")));
}

#[tokio::test]
async fn reports_are_listed_with_current_names() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (mut ada, _) = Client::enter(at).await;
    let (table, code) = open_table(&mut ada).await;
    let (mut ben, _) = Client::enter_as(
        at,
        Hello {
            name: Some("Béla".into()),
            ..hello()
        },
    )
    .await;
    ben.ask(Command::Lobby(LobbyCommand::Join { code, seat: None }))
        .await
        .unwrap();
    let report = json!({"type": "report", "table": table, "seat": 1, "reason": "stalling"});
    ada.ask(serde_json::from_value(report).unwrap())
        .await
        .unwrap();
    let reports = host.ask("reports", json!({"limit": 1})).await;
    assert_eq!(reports[0]["reason"], "stalling");
    assert_eq!(
        (&reports[0]["whom_name"], &reports[0]["by_name"]),
        (&json!("Béla"), &json!("Ada"))
    );
    let refused = host.refused("reports", json!({"limit": 0})).await;
    assert_eq!(refused, (400, "setting_range".to_owned(), json!("limit")));
}
