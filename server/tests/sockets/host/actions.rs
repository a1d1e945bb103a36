//! What each action does.

use boneyard_protocol::{
    ClientMessage, Command, ErrorCode, Fact, Hello, JoinCode, ServerMessage, TableId,
};
use serde_json::{Value, json};

use super::Host;
use crate::common::client::{Client, hello};
use crate::common::http::get;
use crate::common::{TestServer, soon};

async fn open_table(client: &mut Client) -> (TableId, JoinCode) {
    let request = json!({"sheet": "kozel", "seats": 3, "private": true});
    let table = serde_json::from_value(request).unwrap();
    let ack = client.ask(Command::Create { table }).await.unwrap();
    (ack.table.unwrap(), ack.code.unwrap())
}

/// Waits for a message.
async fn hear_until(client: &mut Client, is_it: impl Fn(&ServerMessage) -> bool) -> ServerMessage {
    loop {
        let message = client.hear().await;
        if is_it(&message) {
            return message;
        }
    }
}

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
async fn tables_are_told_with_their_links_and_without_their_tiles() {
    let host = Host::start(&["--public-url", "https://example.org/dominoes"]).await;
    let at = host.server.address();
    let (mut ada, welcome) = Client::enter(at).await;
    let (table, code) = open_table(&mut ada).await;
    let (mut watcher, _) = Client::enter(at).await;
    let watch = Command::Watch {
        table: None,
        code: Some(code.clone()),
    };
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
async fn players_are_told_while_they_are_there_or_have_a_seat() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (mut ada, welcome) = Client::enter(at).await;
    let (table, _) = open_table(&mut ada).await;
    let players = host.ask("players", json!({})).await;
    let expected = json!({"player": welcome.player.id, "name": "Ada", "kind": "person", "connected": true, "address": "127.0.0.1", "tables": [table]});
    let mut seen = players[0].clone();
    let since = seen.as_object_mut().unwrap().remove("since");
    assert_eq!(seen, expected);
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
    let players = soon("his absence", gone).await;
    assert_eq!(players[0]["tables"], json!([table]));
    assert!(players[0].get("address").is_none());
}

#[tokio::test]
async fn a_closed_table_is_gone_and_everybody_is_told_why() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (mut ada, _) = Client::enter(at).await;
    let (table, code) = open_table(&mut ada).await;
    let (mut watcher, _) = Client::enter(at).await;
    let watch = Command::Watch {
        table: None,
        code: Some(code),
    };
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
    let refused = ada.ask(Command::Ready { table }).await.unwrap_err();
    assert_eq!(refused.why.code, ErrorCode::NoSuchTable);
}

/// Waits for a fact and returns what is found in it.
async fn told<T>(client: &mut Client, found: impl Fn(&Fact) -> Option<T>) -> T {
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
    let ack = ada.ask(Command::Create { table: request }).await.unwrap();
    let table = ack.table.unwrap();
    ada.command(Command::Ready { table }).await;
    let dealt = |fact: &Fact| matches!(fact, Fact::Dealt { .. }).then_some(());
    told(&mut ada, dealt).await;
    host.ask("close", json!({"table": table})).await;
    let broken_off = |fact: &Fact| {
        let Fact::Unfinished { match_id } = fact else {
            return None;
        };
        Some(*match_id)
    };
    let match_id = told(&mut ada, broken_off).await;
    let record = get(at, &format!("/api/matches/{match_id}")).await;
    assert_eq!(record.status, 200, "{}", record.text());
    let record = record.json();
    assert!(record.get("result").is_none(), "{record}");
    assert_eq!(record["seats"][0], "Ada");
}

#[tokio::test]
async fn a_player_is_shown_out_of_a_table_or_altogether() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (mut ada, _) = Client::enter(at).await;
    let (table, code) = open_table(&mut ada).await;
    let (mut ben, welcome) = Client::enter(at).await;
    let ben_id = welcome.player.id;
    let join = Command::Join { code, seat: None };
    ben.ask(join.clone()).await.unwrap();
    host.ask("kick", json!({"player": ben_id, "table": table}))
        .await;
    hear_until(&mut ben, |message| {
        *message == ServerMessage::Gone { table }
    })
    .await;
    ben.ask(join).await.expect("he may come back");
    host.ask("kick", json!({"player": ben_id})).await;
    assert_eq!(ben.closed().await, Some(4407));
    let seats = &host.ask("tables", json!({})).await[0]["seats"];
    assert_eq!(seats[1]["player"], json!(ben_id), "his seat is kept");
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
    ben.ask(Command::Join { code, seat: None }).await.unwrap();
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

    host.server.shut_down();
    host.server.ended().await;
    let Host { server, data } = host;
    drop(server);
    let server = again(&data).await;
    let host = Host { server, data };
    assert_eq!(turned_away(&host.server, back.clone()).await, away);
    assert_eq!(host.ask("bans", json!({})).await, json!([ban]));
    host.ask("unban", json!({"ban": ban["ban"]})).await;
    Client::enter_as(host.server.address(), back).await;
    let none = host.refused("unban", json!({"ban": ban["ban"]})).await;
    assert_eq!((none.0, none.1.as_str()), (404, "no_such_ban"));
}

/// Another server on the folder, once the one before has let go of it.
async fn again(data: &tempfile::TempDir) -> TestServer {
    TestServer::on_folder(data.path(), &[]).await
}

#[tokio::test]
async fn a_banned_network_is_closed_and_turned_away() {
    let host = Host::start(&[]).await;
    let (mut ada, _) = Client::enter(host.server.address()).await;
    let ban = host.ask("ban", json!({"address": "127.0.0.0/8"})).await;
    assert_eq!(ban["address"], "127.0.0.0/8");
    assert_eq!(ada.closed().await, Some(4403));
    let mut client = Client::open(host.server.address()).await;
    assert_eq!(client.closed().await, Some(4403), "before he says anything");
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

#[tokio::test]
async fn an_announcement_reaches_everybody() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let ((mut ada, _), (mut ben, _)) = (Client::enter(at).await, Client::enter(at).await);
    let told = host.ask("announce", json!({"text": " Tea at ten. "})).await;
    assert_eq!(told, json!({"sockets": 2}));
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
async fn an_announced_restart_begins_nothing_and_can_be_called_off() {
    let host = Host::start(&[]).await;
    let at = host.server.address();
    let (mut ada, _) = Client::enter(at).await;
    let draining = host.ask("drain", json!({"in_s": 3600})).await;
    let left = draining["in_ms"].as_u64().unwrap();
    assert!((3_590_000..=3_600_000).contains(&left), "{left}");
    let is_told = |message: &ServerMessage| {
        matches!(
            message,
            ServerMessage::Restarting {
                in_ms: Some(1..=3_600_000)
            }
        )
    };
    hear_until(&mut ada, is_told).await;
    let (mut late, _) = Client::enter(at).await;
    hear_until(&mut late, is_told).await;
    let table = serde_json::from_value(json!({"sheet": "kozel", "seats": 2})).unwrap();
    let create = Command::Create { table };
    let refused = ada.ask(create.clone()).await.unwrap_err();
    assert_eq!(refused.why.code, ErrorCode::Restarting);
    assert!(host.ask("state", json!({})).await["draining"]["in_ms"].is_u64());
    assert_eq!(host.ask("drain", json!({"cancel": true})).await, json!({}));
    let off = |message: &ServerMessage| *message == ServerMessage::RestartCancelled;
    hear_until(&mut ada, off).await;
    ada.ask(create).await.unwrap();
    for (body, code) in [
        (json!({}), "bad_message"),
        (json!({"in_s": 5, "cancel": true}), "bad_message"),
        (json!({"in_s": 86_401}), "setting_range"),
    ] {
        let refused = host.refused("drain", body.clone()).await;
        assert_eq!(refused, (400, code.to_owned(), json!("in_s")), "{body}");
    }
}

#[tokio::test]
async fn a_match_that_runs_goes_on_until_an_announced_end() {
    let host = Host::start(&[]).await;
    let (mut ada, _) = Client::enter(host.server.address()).await;
    host.ask("drain", json!({"in_s": 0})).await;
    let restarting = hear_until(&mut ada, |message| {
        matches!(message, ServerMessage::Restarting { in_ms: None })
    });
    restarting.await;
    assert_eq!(ada.closed().await, Some(1012));
    host.server.ended().await;
}

#[tokio::test]
async fn backups_are_made_named_and_listed() {
    let host = Host::start(&[]).await;
    let (mut ada, _) = Client::enter(host.server.address()).await;
    open_table(&mut ada).await;
    let made = host.ask("backup", json!({"file": "before"})).await;
    assert_eq!(
        (&made["file"], &made["tables"]),
        (&json!("before.sqlite"), &json!(1))
    );
    let listed = host.ask("backups", json!({})).await;
    assert_eq!(listed[0]["bytes"], made["bytes"]);
    assert!(host.data.path().join("backups/before.sqlite").is_file());
    let twice = host.refused("backup", json!({"file": "before"})).await;
    assert_eq!((twice.0, twice.1.as_str()), (409, "backup_exists"));
    let outside = host.refused("backup", json!({"file": "../before"})).await;
    assert_eq!(outside, (400, "bad_message".to_owned(), json!("file")));
    host.ask("backup", json!({})).await;
    assert_eq!(
        host.ask("backups", json!({}))
            .await
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let report = host.ask("check", json!({})).await;
    assert_eq!(report["well"], true, "{report}");
}

#[tokio::test]
async fn a_bot_is_made_by_the_host_and_comes_in_by_its_token() {
    let host = Host::start(&["--server-password", "our kitchen"]).await;
    let made = host.ask("bot_token", json!({"name": "Emil 2"})).await;
    let bot = Hello {
        token: Some(made["token"].as_str().unwrap().to_owned()),
        kind: boneyard_protocol::PlayerKind::Bot,
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
async fn reports_are_told_with_the_names_of_today() {
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
    ben.ask(Command::Join { code, seat: None }).await.unwrap();
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
