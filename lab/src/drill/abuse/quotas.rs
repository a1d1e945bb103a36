//! O6 and O12: what one player and one address may have, and whose address it is.

use std::net::Ipv4Addr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

use super::crowds::flat;
use super::found::{Found, Miss, check, check_close, check_done, check_refused};
use super::ground::{Ground, is_sound, joined, metric, settles, usual_limits};
use super::process::Usage;
use crate::drill::raw::{RawSocket, Route, new_id};
use crate::drill::server_process::ServerProcess;
use boneyard_protocol::ErrorCode;

const TABLES: usize = 3;
const CONNECTIONS: usize = 8;
const NEWCOMERS: usize = 20;
/// A machine like any other.
const HOME: Ipv4Addr = Ipv4Addr::new(127, 2, 0, 1);
/// Another.
const AWAY: Ipv4Addr = Ipv4Addr::new(127, 2, 0, 2);
/// The proxy that is trusted in O12, and the one before it.
const PROXY: Ipv4Addr = Ipv4Addr::new(127, 9, 0, 1);

async fn server(ground: &Ground) -> Result<ServerProcess, Miss> {
    let mut flags = usual_limits();
    flags.extend([
        ("--max-tables-per-player", TABLES.to_string()),
        ("--max-connections-per-address", CONNECTIONS.to_string()),
        ("--new-players-per-minute", NEWCOMERS.to_string()),
        ("--trusted-proxy", "127.9.0.0/16".to_owned()),
    ]);
    ground.own_server(flags, None).await
}

fn listed() -> Value {
    json!({"type": "create", "table": {"sheet": "kozel", "seats": 4}})
}

/// O6: one player's tables, one address's connections and newcomers; and tables that everybody has left.
pub(super) async fn quotas(ground: &Ground) -> Found {
    let own = server(ground).await?;
    let home = Route::of(own.address()).from(HOME);
    // Each address gets in; the server itself is looked at from the usual one.
    let (mut opener, _) = RawSocket::enter(&Route::of(own.address()).from(AWAY), None).await?;
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let answer = opener.ask(listed()).await?;
        check_done("a table", &answer)?;
        tables.push(answer["table"].clone());
    }
    check_refused(
        "one table more",
        &opener.ask(listed()).await?,
        ErrorCode::TooManyTables,
    )?;
    let sat = pipelined_seats(&home, &tables).await?;
    newcomers(&home).await?;
    connections(&own, HOME, AWAY).await?;
    drop(opener);
    own.stop().await?;
    let collected = left_tables(ground).await?;
    joined(&[
        &format!(
            "table {} of one player: too_many_tables, {sat} seats from a burst of commands",
            TABLES + 1
        ),
        &format!(
            "newcomer {} of a minute: rate_limited, 1008; with a token one is let in",
            NEWCOMERS + 1
        ),
        &format!(
            "connection {} of one address closed, others let in",
            CONNECTIONS + 1
        ),
        &collected,
    ])
}

/// A player who is one table below the limit opens many at once.
async fn pipelined_seats(route: &Route, tables: &[Value]) -> Result<usize, Miss> {
    let (mut guest, _) = RawSocket::enter(route, None).await?;
    check_done("the player's own table", &guest.ask(listed()).await?)?;
    for table in tables.iter().cycle().take(TABLES * 4) {
        guest
            .say(&json!({"type": "sit", "table": table, "id": new_id()}))
            .await?;
    }
    let (mut done, mut answers) = (0, 0);
    while answers < TABLES * 4 {
        let answer =
            guest.until(|message| message["type"] == "ack" || message["type"] == "refused");
        let answer = answer.await.message("answer")?;
        done += usize::from(answer["type"] == "ack");
        answers += 1;
    }
    check(done < TABLES, || {
        format!("{done} seats and a table where {TABLES} are allowed")
    })?;
    Ok(done)
}

/// As many newcomers as an address may bring in a minute, and one more.
async fn newcomers(route: &Route) -> Result<(), Miss> {
    let mut token = None;
    // One has come before.
    for _ in 1..NEWCOMERS {
        let (_, welcomed) = RawSocket::enter(route, None).await?;
        token = welcomed.token;
    }
    let mut one_more = RawSocket::open(route).await?;
    one_more
        .say(&json!({"type": "hello", "versions": {"from": 1, "to": 1}, "kind": "bot"}))
        .await?;
    let (messages, end) = one_more.drain(Duration::from_secs(5)).await;
    let answer = messages.first().cloned().unwrap_or_default();
    check_refused("one newcomer more", &answer, ErrorCode::RateLimited)?;
    check_close("one newcomer more", &end, 1008)?;
    RawSocket::enter(route, token.as_deref()).await?;
    Ok(())
}

/// Holds as many connections as one address may have, and tries one more.
async fn connections(own: &ServerProcess, full: Ipv4Addr, other: Ipv4Addr) -> Result<(), Miss> {
    let route = Route::of(own.address()).from(full);
    // The server must have noticed that the earlier connections are gone.
    settles(own, "boneyard_sockets", 1.0).await?;
    let mut held = Vec::new();
    for _ in 0..CONNECTIONS {
        held.push(RawSocket::open(&route).await?);
    }
    let mut one_more = route.connect().await?;
    let mut byte = [0; 1];
    let ended = timeout(Duration::from_secs(2), one_more.read(&mut byte)).await;
    check(matches!(ended, Ok(Ok(0) | Err(_))), || {
        format!("one connection more: {ended:?}")
    })?;
    RawSocket::open(&Route::of(own.address()).from(other)).await?;
    drop(held);
    Ok(())
}

/// Tables that everybody has left are gone: rounds of as many, and what they leave behind.
async fn left_tables(ground: &Ground) -> Result<String, Miss> {
    const ROUNDS: usize = 5;
    const PLAYERS: usize = 6;
    const EACH: usize = 8;
    let own = ground.own_server(Vec::new(), None).await?;
    let route = Route::of(own.address());
    let tasks = metric(&own, "boneyard_tasks").await?;
    let mut memory = Vec::new();
    for _ in 0..ROUNDS {
        for _ in 0..PLAYERS {
            let (mut player, _) = RawSocket::enter(&route, None).await?;
            let mut tables = Vec::new();
            for _ in 0..EACH {
                let answer = player.ask(listed()).await?;
                check_done("a table", &answer)?;
                tables.push(answer["table"].clone());
            }
            for table in tables {
                check_done(
                    "leaving",
                    &player.ask(json!({"type": "leave", "table": table})).await?,
                )?;
            }
        }
        settles(&own, "boneyard_tables", 0.0).await?;
        settles(&own, "boneyard_tasks", tasks).await?;
        memory.push(Usage::of(own.pid())?.memory_kib);
    }
    let grown = flat(&memory)?;
    is_sound(&own).await?;
    own.stop().await?;
    Ok(format!(
        "{ROUNDS} times {} tables opened and left: none is left, {tasks} tasks as before, memory from the third round on {grown:+} KiB",
        PLAYERS * EACH
    ))
}

/// Opens a socket through a proxy that says who is behind it; the status.
async fn through(route: &Route, forwarded: &str) -> Result<(Option<RawSocket>, bool), Miss> {
    let line = format!("X-Forwarded-For: {forwarded}\r\n");
    match RawSocket::open_with(route, &line).await {
        Ok((socket, _)) => Ok((Some(socket), true)),
        Err(error) => {
            let text = error.to_string();
            let refused =
                text.contains("429") || text.contains("reset") || text.contains("end of file");
            check(refused, || text)?;
            Ok((None, false))
        }
    }
}

/// How many of so many sockets are let in; all are held until the end.
async fn let_in(route: &Route, who: impl Fn(usize) -> String) -> Result<usize, Miss> {
    let mut held = Vec::new();
    for number in 0..CONNECTIONS + 4 {
        held.extend(through(route, &who(number)).await?.0);
    }
    Ok(held.len())
}

/// What is tried, from where, how many must be let in, and the address that each forwards.
type Forged = (&'static str, Ipv4Addr, usize, fn(usize) -> String);

/// O12: addresses that somebody writes into a header.
pub(super) async fn forged_addresses(ground: &Ground) -> Found {
    let own = server(ground).await?;
    let of = |from| Route::of(own.address()).from(from);
    let all = CONNECTIONS + 4;
    let cases: [Forged; 7] = [
        ("a stranger's header", HOME, CONNECTIONS, |number| {
            format!("203.0.113.{number}")
        }),
        (
            "a stranger who names the proxy",
            AWAY,
            CONNECTIONS,
            |number| format!("203.0.113.{number}, 127.9.0.1"),
        ),
        ("different clients of the proxy", PROXY, all, |number| {
            format!("203.0.113.{number}")
        }),
        (
            "one client behind forged hops",
            PROXY,
            CONNECTIONS,
            |number| format!("198.51.100.{number}, 203.0.113.77"),
        ),
        (
            "one client through two proxies",
            PROXY,
            CONNECTIONS,
            |number| format!("198.51.100.{number}, 203.0.113.78, 127.9.0.2"),
        ),
        (
            "one IPv6 network of 64 bits",
            PROXY,
            CONNECTIONS,
            |number| format!("2001:db8:1:2::{number:x}"),
        ),
        ("several IPv6 networks", PROXY, all, |number| {
            format!("2001:db8:1:{number:x}::1")
        }),
    ];
    for (what, from, wanted, who) in cases {
        let came = let_in(&of(from), who).await?;
        check(came == wanted, || {
            format!("{what}: {came} of {all} let in instead of {wanted}")
        })?;
        settles(&own, "boneyard_sockets", 0.0).await?;
    }
    is_sound(&own).await?;
    own.stop().await?;
    joined(&[
        &format!("a stranger's X-Forwarded-For: {CONNECTIONS} of {all}, as without it"),
        "through the trusted proxy the last foreign hop counts, forged ones before it do not",
        "an IPv6 /64 counts as one",
    ])
}
