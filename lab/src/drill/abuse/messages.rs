//! P6 to P8: messages that are no JSON, no message, or no hello.

use std::time::Duration;

use boneyard_protocol::ErrorCode;
use serde_json::{Value, json};

use super::found::{Found, Miss, check, check_close, check_done, check_refused};
use super::frames::silent_until_closed;
use super::ground::{Ground, joined, small_table};
use crate::drill::raw::{Frame, RawSeat, RawSocket, Reply, Route, new_id};

/// Messages on one socket, fewer than it may send in one burst.
const ON_ONE_SOCKET: usize = 30;

/// What a text must be answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Heartbeat,
    Refused(ErrorCode),
}

fn nested(levels: usize) -> String {
    // The object itself is one level.
    let (open, close) = ("[".repeat(levels - 1), "]".repeat(levels - 1));
    format!(r#"{{"type":"heartbeat","x":{open}{close}}}"#)
}

fn with(value: &str) -> String {
    format!(r#"{{"type":"heartbeat","x":{value}}}"#)
}

/// Texts, and what each must be answered with.
fn horrors() -> Vec<(String, Due)> {
    use Due::{Heartbeat, Refused};
    let bad = Refused(ErrorCode::BadJson);
    let keys: Vec<String> = (0..300).map(|key| format!(r#""k{key}":{key}"#)).collect();
    let deep_close = "]".repeat(2_000);
    let mut all = vec![
        (nested(127), Heartbeat),
        (nested(128), bad),
        ("[".repeat(4_000), bad),
        (deep_close, bad),
        (with(&format!("{{{}}}", keys.join(","))), Heartbeat),
        (r#"{"type":"heartbeat","type":"heartbeat"}"#.to_owned(), bad),
        (with(r#"{"a":1,"\u0061":2}"#), bad),
        (with("1e400"), bad),
        (with("-1e400"), bad),
        (with("-0"), Heartbeat),
        (with("9007199254740993"), Heartbeat),
        (with("123456789012345678901234567890"), Heartbeat),
        (with("NaN"), bad),
        (with("Infinity"), bad),
        (with("01"), bad),
        (with("1."), bad),
        (with("+1"), bad),
        (with(r#""\ud800""#), bad),
        (with(r#""\udc00\ud800""#), bad),
        (with(r#""\ud83d\ude00""#), Heartbeat),
        (with("\"\u{0}\""), bad),
        (with(r#""\u0000""#), Heartbeat),
        (with("\"\t\""), bad),
        (with(r#""\x""#), bad),
        (format!("\u{feff}{}", with("1")), bad),
        (format!("{}x", with("1")), bad),
        (format!("{}{}", with("1"), with("1")), bad),
        (format!(" \t\r\n{} \n", with("1")), Heartbeat),
        (with("'a'"), bad),
        (with("[1,]"), bad),
        (with("1").replace(':', "="), bad),
        (with("/* no */ 1"), bad),
    ];
    for no_object in [
        "",
        " ",
        "null",
        "true",
        "7",
        "\"hello\"",
        "[]",
        "{",
        "\u{0}",
    ] {
        all.push((no_object.to_owned(), bad));
    }
    all
}

/// P6: JSON that would break a careless reader.
pub(super) async fn json_horrors(ground: &Ground) -> Found {
    let horrors = horrors();
    for batch in horrors.chunks(ON_ONE_SOCKET) {
        let (mut socket, _) = RawSocket::enter(&ground.route(), None).await?;
        for (text, due) in batch {
            socket.send(&Frame::text(text.as_str())).await?;
            let answer = socket.next(Duration::from_secs(5)).await;
            let Reply::Message(answer) = &answer else {
                return Err(Miss(format!("{text:.80}: {answer:?}")));
            };
            match due {
                Due::Heartbeat => check(answer["type"] == "heartbeat", || {
                    format!("{text:.80}: {answer}")
                })?,
                Due::Refused(code) => check_refused(&format!("{text:.80}"), answer, *code)?,
            }
        }
    }
    for large in [
        "[".repeat(100_000),
        with(&format!("[{}1]", "1,".repeat(10_000))),
    ] {
        let (mut socket, _) = RawSocket::enter(&ground.route(), None).await?;
        // It is closed before everything is read.
        drop(socket.send(&Frame::text(large)).await);
        let (_, end) = socket.drain(Duration::from_secs(5)).await;
        check_close("a hundred thousand levels or ten thousand keys", &end, 1009)?;
    }
    let count = horrors.len();
    let texts = format!("{count} texts: bad_json, or read where they are JSON");
    joined(&[
        &texts,
        "127 levels read, 128 refused",
        "100,000: close 1009",
    ])
}

/// Commands without ids, and the refusals that they must get.
fn nonsense(table: &str, other: &str, turn: u64) -> Vec<(Value, ErrorCode)> {
    let mut all = no_messages(table, other);
    all.extend(no_acts(table, turn));
    all.extend(no_tables());
    all
}

fn no_messages(table: &str, other: &str) -> Vec<(Value, ErrorCode)> {
    use ErrorCode::{BadMessage, NameInvalid, NoSuchPhrase, NoSuchTable, UnknownType};
    let sit = |seat: Value| {
        (
            json!({"type": "sit", "table": other, "seat": seat}),
            BadMessage,
        )
    };
    let leave = |table: Value, code| (json!({"type": "leave", "table": table}), code);
    let rename = |name: &str| (json!({"type": "rename", "name": name}), NameInvalid);
    let phrase = json!({"type": "phrase", "table": table, "phrase": "psst"});
    let resume = json!({"type": "resume", "table": table, "since": -1});
    vec![
        (json!({"type": "dance"}), UnknownType),
        (json!({"type": "HELLO"}), UnknownType),
        (json!({"type": 7}), BadMessage),
        (json!({}), BadMessage),
        (json!({"type": "leave"}), BadMessage),
        leave(7.into(), BadMessage),
        leave("here".into(), BadMessage),
        leave("00000000-0000-7000-8000-000000000000".into(), NoSuchTable),
        (json!({"type": "lobby", "follow": "yes"}), BadMessage),
        sit(255.into()),
        sit(256.into()),
        sit((-1).into()),
        sit(1.5.into()),
        sit("1".into()),
        (json!({"type": "join", "code": "../../etc/pw"}), BadMessage),
        (resume, BadMessage),
        rename(""),
        rename("\u{202e}x"),
        rename(&"x".repeat(3_000)),
        (phrase, NoSuchPhrase),
    ]
}

fn no_acts(table: &str, turn: u64) -> Vec<(Value, ErrorCode)> {
    use ErrorCode::{BadMessage, MalformedAction, Stale};
    let act = |turn: Value, action: &str, code| {
        let act = json!({"type": "act", "table": table, "turn": turn, "action": action});
        (act, code)
    };
    vec![
        act(turn.into(), "play 7-99 left", MalformedAction),
        act(turn.into(), "play 6-4 nowhere", MalformedAction),
        act(turn.into(), "", MalformedAction),
        act((-1).into(), "pass", BadMessage),
        act(4_294_967_296_u64.into(), "pass", BadMessage),
        act(Value::Null, "pass", BadMessage),
        act(4_000_000_000_u64.into(), "pass", Stale),
    ]
}

fn no_tables() -> Vec<(Value, ErrorCode)> {
    use ErrorCode::{BadMessage, NoSuchSheet, PlayersRange, SettingRange, SheetInvalid};
    let create = |field: &str, value: Value, code| {
        let mut wish = json!({"sheet": "kozel", "seats": 2});
        wish[field] = value;
        (json!({"type": "create", "table": wish}), code)
    };
    vec![
        create("sheet", "whist".into(), NoSuchSheet),
        create("seats", 0.into(), PlayersRange),
        create("seats", 255.into(), PlayersRange),
        create("seats", 256.into(), BadMessage),
        create("clock_s", 4.into(), SettingRange),
        create("absence_s", u32::MAX.into(), SettingRange),
        create("options", json!({"turn.draw": "never"}), SheetInvalid),
        create("options", json!([]), BadMessage),
    ]
}

/// P7: messages of unknown types, with fields that are missing, wrong or too many.
pub(super) async fn nonsense_messages(ground: &Ground) -> Found {
    let route = ground.route();
    let other = RawSeat::open(&route, json!({"sheet": "kozel", "seats": 3})).await?;
    let mut seat = RawSeat::open(&route, small_table()).await?;
    seat.until(RawSeat::is_on_turn).await?;
    let before = (seat.seq, seat.now.clone());
    let turn = seat.now["turn"].as_u64().unwrap_or_default();
    let nonsense = nonsense(&seat.table, &other.table, turn);
    for batch in nonsense.chunks(ON_ONE_SOCKET) {
        let (mut socket, _) = RawSocket::enter(&route, Some(&seat.token)).await?;
        for (command, code) in batch {
            let answer = socket.ask(command.clone()).await?;
            check_refused(&command.to_string(), &answer, *code)?;
        }
        // A field that nobody knows changes nothing.
        let answer = socket
            .ask(json!({"type": "lobby", "follow": false, "x": [{}]}))
            .await?;
        check_done("an unknown field", &answer)?;
        socket
            .say(&json!({"type": "lobby", "follow": true, "id": "7"}))
            .await?;
        let answer = socket.until(|message| message["type"] == "refused").await;
        check(
            matches!(&answer, Reply::Message(answer) if answer["code"] == "bad_message"),
            || format!("an id that is none: {answer:?}"),
        )?;
    }
    let (mut socket, _) = RawSocket::enter(&route, Some(&seat.token)).await?;
    socket
        .ask(json!({"type": "resume", "table": seat.table, "since": 9_007_199_254_740_993_u64}))
        .await?;
    let snapshot = socket.until(|message| message["type"] == "snapshot").await;
    if let Reply::Message(snapshot) = &snapshot {
        seat.meet(snapshot);
    }
    let mut after = (seat.seq, seat.now.clone());
    // Clocks go on; nothing else may have.
    after.1["clock"].clone_from(&before.1["clock"]);
    check(after == before, || {
        format!("something has changed: {snapshot:?}")
    })?;
    let refused = format!(
        "{} commands: each refused by its code, with its id",
        nonsense.len()
    );
    joined(&[&refused, "unknown fields ignored", "the table is as it was"])
}

/// Hellos of other versions, a command instead of one, and a second one.
async fn wrong_hellos(route: &Route) -> Result<(), Miss> {
    use ErrorCode::{BadMessage, HelloFirst, NotNow, VersionUnsupported};
    let hello = |versions: Value| json!({"type": "hello", "versions": versions, "kind": "bot"});
    let lobby = json!({"type": "lobby", "follow": false, "id": new_id()});
    for (first, code) in [
        (hello(json!({"from": 0, "to": 0})), VersionUnsupported),
        (hello(json!({"from": 999, "to": 999})), VersionUnsupported),
        (hello(json!({"from": 2, "to": 1})), VersionUnsupported),
        (hello(json!({"from": "1", "to": "1"})), BadMessage),
        (hello(json!("1")), BadMessage),
        (hello(Value::Null), BadMessage),
        (lobby, HelloFirst),
    ] {
        let mut socket = RawSocket::open(route).await?;
        socket.say(&first).await?;
        let (messages, end) = socket.drain(Duration::from_secs(5)).await;
        let answer = messages.first().cloned().unwrap_or_default();
        check_refused(&first.to_string(), &answer, code)?;
        check_close("what is no hello", &end, 4400)?;
        let ranged = code != VersionUnsupported || answer["from"] == 1 && answer["to"] == 1;
        check(ranged, || format!("no range of versions: {answer}"))?;
    }
    let (mut twice, _) = RawSocket::enter(route, None).await?;
    twice.say(&hello(json!({"from": 1, "to": 1}))).await?;
    let answer = twice
        .next(Duration::from_secs(5))
        .await
        .message("refusal")?;
    check_refused("a second hello", &answer, NotNow)?;
    check(twice.is_alive().await, || {
        "a second hello ends the socket".to_owned()
    })
}

/// P8: a hello that does not come, comes late or twice, or speaks of other versions.
pub(super) async fn hellos(ground: &Ground) -> Found {
    let route = ground.route();
    let silent = RawSocket::open(&route).await?;
    let mut late = RawSocket::open(&route).await?;
    late.send(&Frame::text(r#"{"type":"hello","#).unfinished())
        .await?;
    let waits = async { tokio::try_join!(silent_until_closed(silent), silent_until_closed(late)) };
    let others = wrong_hellos(&route);
    let (waited, others) = tokio::join!(waits, others);
    others?;
    let ((silent, after), (late, later)) = waited?;
    check_close("no hello", &silent, 4400)?;
    check_close("half a hello", &late, 4400)?;
    for took in [after, later] {
        let in_time = (4_500..8_000).contains(&took.as_millis());
        check(in_time, || format!("closed after {took:?}"))?;
    }
    let absent = format!(
        "none or half a hello: close 4400 after {:.1} s",
        after.as_secs_f64()
    );
    joined(&[
        &absent,
        "other versions: the server's range and 4400",
        "a second one: not_now",
    ])
}
