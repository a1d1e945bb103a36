//! Bans.

use boneyard_protocol::{ClientMessage, Command, ErrorCode, Hello, LobbyCommand, ServerMessage};
use serde_json::{Value, json};

use super::{Host, open_table};
use crate::common::client::{Client, hello};
use crate::common::http::get_with;
use crate::common::{TestServer, soon};

/// Says hello and returns the refusal and the close code.
async fn turned_away(server: &TestServer, hello: Hello) -> (ErrorCode, Option<u16>) {
    let mut client = Client::open(server.address()).await;
    client.say(&ClientMessage::Hello(hello)).await;
    match client.hear().await {
        ServerMessage::Refused(refused) => (refused.why.code, client.closed().await),
        other => panic!("not refused but {other:?}"),
    }
}

#[tokio::test]
async fn a_banned_player_loses_socket_and_seats_and_stays_out_over_a_restart() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (mut ada, _) = Client::enter(at).await;
    let (_, code) = open_table(&mut ada).await;
    let (mut ben, welcome) = Client::enter(at).await;
    ben.ask(Command::Lobby(LobbyCommand::Join { code, seat: None }))
        .await
        .unwrap();
    let wish = json!({"player": welcome.player.id, "reason": "noise"});
    let ban = host.ask("ban", wish).await;
    assert_eq!(ban["reason"], "noise");
    assert_eq!(ben.closed().await, Some(4403));
    let freed = async {
        while host.ask("tables", json!({})).await[0]["seats"][1]["player"] != Value::Null {}
    };
    soon("a free seat", freed).await;
    let back = Hello {
        token: welcome.token,
        ..hello()
    };
    let away = (ErrorCode::Banned, Some(4403));
    assert_eq!(turned_away(&host.server, back.clone()).await, away);
    let bearer = format!(
        "authorization: Bearer {}\r\n",
        back.token.as_deref().unwrap()
    );
    let answer = get_with(host.server.address(), "/api/me", &bearer).await;
    let code = answer.json()["code"].as_str().map(str::to_owned);
    assert_eq!((answer.status, code.as_deref()), (403, Some("banned")));

    host.server.shut_down();
    host.server.ended().await;
    let Host { server, data } = host;
    drop(server);
    let server = TestServer::on_folder(data.path(), &[]).await;
    let host = Host { server, data };
    assert_eq!(turned_away(&host.server, back.clone()).await, away);
    assert_eq!(host.ask("bans", json!({})).await, json!([ban]));
    host.ask("unban", json!({"ban": ban["ban"]})).await;
    Client::enter_as(host.server.address(), back).await;
    let none = host.refused("unban", json!({"ban": ban["ban"]})).await;
    assert_eq!((none.0, none.1.as_str()), (404, "no_such_ban"));
}

#[tokio::test]
async fn a_banned_network_is_closed_and_turned_away() {
    let host = Host::start(&[]).await;
    let (mut ada, _) = Client::enter(host.server.address()).await;
    let ban = host.ask("ban", json!({"address": "127.0.0.0/8"})).await;
    assert_eq!(ban["address"], "127.0.0.0/8");
    assert_eq!(ada.closed().await, Some(4403));
    let mut client = Client::open(host.server.address()).await;
    assert_eq!(
        client.closed().await,
        Some(4403),
        "before the player says anything"
    );
    host.ask("unban", json!({"ban": ban["ban"]})).await;

    let mut waiting = Client::open(host.server.address()).await;
    // The ping is answered before the ban comes, so the socket waits for its hello then.
    waiting.pinged().await;
    host.ask("ban", json!({"address": "::ffff:127.0.0.1"}))
        .await;
    waiting.say(&ClientMessage::Hello(hello())).await;
    match waiting.hear().await {
        ServerMessage::Refused(refused) => assert_eq!(refused.why.code, ErrorCode::Banned),
        other => panic!("not refused but {other:?}"),
    }
    assert_eq!(waiting.closed().await, Some(4403), "banned while waiting");
    for (body, code, field) in [
        (json!({}), "bad_message", "player"),
        (json!({"address": "nowhere"}), "bad_message", "address"),
        (
            json!({"address": "10.0.0.1", "until_ms": 5}),
            "setting_range",
            "until_ms",
        ),
        (
            json!({"address": "10.0.0.1", "reason": "a\nb"}),
            "bad_message",
            "reason",
        ),
    ] {
        let refused = host.refused("ban", body.clone()).await;
        assert_eq!(refused, (400, code.to_owned(), json!(field)), "{body}");
    }
}
