//! P9 to P12 and P17: commands at the wrong time, again, of another time, of tiles that are elsewhere, and replayed.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use boneyard_protocol::ErrorCode;
use serde_json::{Value, json};

use super::found::{Found, Miss, check, check_done, check_refused};
use super::ground::{Ground, joined, small_table};
use crate::clock;
use crate::drill::raw::{RawSeat, RawSocket, Route, new_id};

/// How often the same command is sent.
const TIMES: usize = 1_000;
/// How many of them at once: their answers must fit into the queue of one socket.
const AT_ONCE: usize = 20;

fn pass(seat: &RawSeat) -> Value {
    json!({"type": "act", "turn": seat.now["turn"], "action": "pass"})
}

/// Sends a command that must be refused, and changes nothing.
async fn refused(
    seat: &mut RawSeat,
    what: &str,
    command: Value,
    code: ErrorCode,
) -> Result<(), Miss> {
    check_refused(what, &seat.ask(command).await?, code)
}

/// P9: before the match, out of turn, after the match, after leaving.
pub(super) async fn wrong_moments(ground: &Ground) -> Found {
    use ErrorCode::{NoSuchTable, NotNow, NotOpener, NotYourTurn, Stale};
    let route = ground.loose_route();
    let ready = || json!({"type": "ready"});
    let mut table = small_table();
    table["bots"] = 0.into();
    let mut one = RawSeat::open(&route, table).await?;
    let early = json!({"type": "act", "turn": 1, "action": "pass"});
    refused(&mut one, "an act before the match", early, NotNow).await?;
    let rematch = json!({"type": "rematch"});
    refused(&mut one, "a rematch before the match", rematch, NotNow).await?;
    let mut two = RawSeat::join(&route, &one.code).await?;
    for seat in [&mut one, &mut two] {
        check_done("ready", &seat.ask(ready()).await?)?;
    }
    for seat in [&mut one, &mut two] {
        seat.until(|seat| seat.now["phase"] == "playing" && seat.now["seat"].is_number())
            .await?;
    }
    let waiting = if one.is_on_turn() { &mut two } else { &mut one };
    let out_of_turn = pass(waiting);
    refused(waiting, "an act out of turn", out_of_turn, NotYourTurn).await?;
    refused(waiting, "ready in a deal", ready(), NotNow).await?;
    let add_bot = json!({"type": "add_bot"});
    refused(
        &mut two,
        "a bot from somebody who did not open the table",
        add_bot,
        NotOpener,
    )
    .await?;

    let mut three = RawSeat::open(&route, small_table()).await?;
    three
        .play_until(|seat| seat.now["phase"] == "match_over")
        .await?;
    let seq = three.seq;
    let late = pass(&three);
    refused(&mut three, "an act after the match", late, Stale).await?;
    refused(&mut three, "ready after the match", ready(), NotNow).await?;
    check(three.seq == seq, || "facts after the match".to_owned())?;
    let last = pass(&two);
    check_done("leaving", &two.ask(json!({"type": "leave"})).await?)?;
    for command in [last, ready(), json!({"type": "resume", "since": 0})] {
        let what = format!("after leaving a private table: {command}");
        refused(&mut two, &what, command, NoSuchTable).await?;
    }
    joined(&[
        "before the match not_now",
        "out of turn not_your_turn",
        "after the match stale and not_now",
        "after leaving a private table no_such_table",
    ])
}

/// Sends a whole command again and again; every answer must be the same.
async fn repeat(seat: &mut RawSeat, command: &Value) -> Result<Value, Miss> {
    let first = seat.ask_as(command).await?;
    let mut same = 1;
    while same < TIMES {
        for _ in 0..AT_ONCE {
            seat.socket.say(command).await?;
        }
        for _ in 0..AT_ONCE {
            let is_answer = |message: &Value| message["id"] == command["id"];
            let answer = seat.socket.until(is_answer).await.message("answer")?;
            check(answer == first, || format!("{answer} after {first}"))?;
            same += 1;
        }
    }
    Ok(first)
}

/// P10: the same id a thousand times, and with another body.
pub(super) async fn same_ids(ground: &Ground) -> Found {
    let route = ground.loose_route();
    let mut seat = RawSeat::open(&route, small_table()).await?;
    let create = json!({"type": "create", "table": {"sheet": "kozel", "seats": 3}, "id": new_id()});
    check_done("create", &repeat(&mut seat, &create).await?)?;
    let mut other = create.clone();
    other["table"]["seats"] = 4.into();
    check_refused(
        "another create",
        &seat.ask_as(&other).await?,
        ErrorCode::IdReused,
    )?;
    let (socket, welcomed) = RawSocket::enter(&route, Some(&seat.token)).await?;
    check(welcomed.tables.len() == 2, || {
        format!("not two tables: {welcomed:?}")
    })?;

    // The whole table again; others' tables have told nothing to this socket.
    seat.socket = socket;
    let resume = json!({"type": "resume", "since": 0});
    seat.ask(resume).await?;
    seat.until(RawSeat::is_on_turn).await?;
    let mut act = seat.move_to_make();
    act["id"] = new_id().into();
    let first = repeat(&mut seat, &act).await?;
    check_done("act", &first)?;
    act["action"] = "draw".into();
    check_refused(
        "another act",
        &seat.ask_as(&act).await?,
        ErrorCode::IdReused,
    )?;
    joined(&[
        "a create and an act, each 1,000 times: 1,000 equal answers, one effect",
        "another body: id_reused",
    ])
}

/// P11: acts of a turn that is over, in the wrong order, and a resume from nowhere.
pub(super) async fn stale_acts(ground: &Ground) -> Found {
    let mut seat = RawSeat::open(&ground.loose_route(), small_table()).await?;
    seat.until(RawSeat::is_on_turn).await?;
    let first = seat.move_to_make();
    let seq = seat.seq;
    let mut future = first.clone();
    future["turn"] = (first["turn"].as_u64().unwrap_or_default() + 1).into();
    check_refused(
        "an act of the next turn",
        &seat.ask(future).await?,
        ErrorCode::Stale,
    )?;
    check(seat.seq == seq, || "a stale act has made facts".to_owned())?;
    check_done("the act itself", &seat.ask(first.clone()).await?)?;
    seat.until(|seat| seat.seq > seq && seat.is_on_turn())
        .await?;
    let seq = seat.seq;
    check_refused("the act again", &seat.ask(first).await?, ErrorCode::Stale)?;
    check(seat.seq == seq, || "a stale act has made facts".to_owned())?;
    let shown = seat.now.clone();
    let since = json!({"type": "resume", "since": seq + 1_000});
    check_done("a resume from the future", &seat.ask(since).await?)?;
    seat.until(|seat| seat.seq >= seq).await?;
    check(seat.now["legal"] == shown["legal"], || {
        format!("{} after {shown}", seat.now)
    })?;
    joined(&[
        "acts of other turns: stale, no fact",
        "a resume from the future: the whole table",
    ])
}

/// Where a tile was dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    OwnHand,
    OtherHand,
    Stock,
    Aside,
}

/// What is the same for every tile, if the server tells nothing: the refusal without its id and tile.
fn bare(mut answer: Value) -> String {
    if let Some(fields) = answer.as_object_mut() {
        fields.remove("id");
        fields.remove("tile");
    }
    answer.to_string()
}

fn all_tiles() -> BTreeSet<String> {
    let pairs = (0..=6).flat_map(|high| (0..=high).map(move |low| format!("{high}-{low}")));
    pairs.collect()
}

/// P12: tiles of the other hand, of the stock, and set aside.
pub(super) async fn others_tiles(ground: &Ground) -> Found {
    const TRIES: usize = 5;
    let route = ground.loose_route();
    let table = json!({
        "sheet": "draw", "options": {"match.target.2": 1}, "seats": 2, "bots": 1, "private": true,
        "clock_s": 600, "absence_s": 3600, "pause_s": 60, "tempo": "plain"
    });
    let mut seat = RawSeat::open(&route, table).await?;
    seat.play_until(|seat| seat.is_on_turn() && !seat.shown.is_empty())
        .await?;
    let seen = &seat.hand | &seat.shown;
    let unseen: Vec<String> = all_tiles().difference(&seen).cloned().collect();
    let mut took: BTreeMap<String, Duration> = BTreeMap::new();
    let mut answers = BTreeSet::new();
    for tile in unseen.iter().cycle().take(unseen.len() * TRIES) {
        let action = format!("play {tile} left");
        let command = json!({"type": "act", "turn": seat.now["turn"], "action": action});
        let sent = clock::now();
        let answer = seat.ask(command).await?;
        let this = clock::now() - sent;
        check_refused(&action, &answer, ErrorCode::NotYourTile)?;
        answers.insert(bare(answer));
        let least = took.entry(tile.clone()).or_insert(this);
        *least = this.min(*least);
    }
    check(answers.len() == 1, || {
        format!("the answers differ: {answers:?}")
    })?;
    seat.play_until(|seat| seat.now["phase"] == "match_over")
        .await?;
    let places = places(&route, &seat.match_id).await?;
    let mut fastest: BTreeMap<Place, Duration> = BTreeMap::new();
    for (tile, least) in &took {
        if let Some(place) = places.get(tile) {
            let fastest = fastest.entry(*place).or_insert(*least);
            *fastest = (*least).min(*fastest);
        }
    }
    let all = [Place::OtherHand, Place::Stock, Place::Aside];
    let is_complete = all.iter().all(|place| fastest.contains_key(place));
    check(is_complete, || format!("not all places: {fastest:?}"))?;
    // The fastest of many: the rest is the machine's doing.
    let (least, most) = (fastest.values().min(), fastest.values().max());
    let apart = most
        .zip(least)
        .map_or(Duration::ZERO, |(most, least)| *most - *least);
    check(apart < Duration::from_millis(1), || {
        format!("the times differ: {fastest:?}")
    })?;
    let tiles = format!(
        "{} tiles in the other hand, the stock and aside: one answer for all",
        unseen.len()
    );
    joined(&[
        &tiles,
        &format!("the fastest {} µs apart", apart.as_micros()),
    ])
}

/// Where every tile lay at the beginning of the last deal, by the record of the match; the asker has seat 0.
async fn places(route: &Route, match_id: &str) -> Result<BTreeMap<String, Place>, Miss> {
    let request = format!(
        "GET /api/matches/{match_id} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        route.server
    );
    let answer =
        crate::drill::raw::exchange(route, request.as_bytes(), Duration::from_secs(5)).await?;
    let text = answer.text();
    let (_, body) = text.split_once("\r\n\r\n").unwrap_or_default();
    let record: Value = serde_json::from_str(body).unwrap_or_default();
    let deals = record["deals"].as_array().cloned().unwrap_or_default();
    let last = deals
        .last()
        .map(|deal| deal["order"].clone())
        .unwrap_or_default();
    let tiles = last.as_array().cloned().unwrap_or_default();
    check(tiles.len() == 28, || format!("no record: {text:.300}"))?;
    let places = tiles.iter().enumerate().map(|(index, tile)| {
        let place = match index {
            0..7 => Place::OwnHand,
            7..14 => Place::OtherHand,
            14..26 => Place::Stock,
            _ => Place::Aside,
        };
        (tile.as_str().unwrap_or_default().to_owned(), place)
    });
    Ok(places.collect())
}

/// P17: a captured session, byte for byte, on a new connection.
pub(super) async fn replays(ground: &Ground) -> Found {
    let route = ground.loose_route();
    let mut seat = RawSeat::open(&route, small_table()).await?;
    seat.until(RawSeat::is_on_turn).await?;
    let mut first = RawSocket::open(&route).await?;
    first.record();
    first.hello(Some(&seat.token)).await?;
    seat.socket = first;
    seat.ask(json!({"type": "resume", "since": 0})).await?;
    let mut act = seat.move_to_make();
    act["id"] = new_id().into();
    check_done("an act", &seat.ask_as(&act).await?)?;
    let captured = seat.socket.recorded().to_vec();
    seat.until(RawSeat::is_on_turn).await?;
    let before = seat.seq;

    // The secret is the player: the same ids get the same answers, and nothing happens twice.
    let mut again = RawSocket::open(&route).await?;
    again.send_bytes(&captured).await?;
    let answer = again.until(|message| message["id"] == act["id"]).await;
    check(
        matches!(&answer, crate::drill::raw::Reply::Message(answer) if answer["type"] == "ack"),
        || format!("the same act again: {answer:?}"),
    )?;
    seat.socket = again;
    seat.ask(json!({"type": "resume", "since": before})).await?;
    seat.until(|seat| seat.seq >= before).await?;
    check(seat.seq == before, || {
        format!("{} facts became {}", before, seat.seq)
    })?;

    // Without it the same commands come from a stranger, and a stranger is not told that the table exists.
    let (mut stranger, _) = RawSocket::enter(&route, None).await?;
    for command in [
        act,
        json!({"type": "resume", "since": 0, "table": seat.table, "id": new_id()}),
    ] {
        let what = format!("a stranger's {command}");
        check_refused(
            &what,
            &stranger.ask_as(&command).await?,
            ErrorCode::NoSuchTable,
        )?;
    }
    joined(&[
        "with the secret: the same answers, no new fact",
        "without it: no_such_table",
    ])
}
