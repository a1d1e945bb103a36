//! P16: bytes and messages at random, on real sockets. The decoder alone is fuzzed elsewhere, and longer.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};
use serde_json::{Value, json};

use super::found::{Found, check};
use super::ground::{Ground, is_sound, joined};
use crate::drill::raw::{Frame, Opcode, RawSeat, RawSocket, Reply, Route, new_id};

/// Sockets that get nothing but bytes.
const SOCKETS: usize = 150;
/// Messages that were right once.
const MESSAGES: usize = 2_000;
/// Bytes that mean something in JSON.
const NOISE: &[u8] = b"{}[]\",:\\0-9eE.n";
/// After so many the socket is read.
const BATCH: usize = 20;

/// P16.
pub(super) async fn random_bytes(ground: &Ground) -> Found {
    let own = ground.own_server(Vec::new(), None).await?;
    let route = Route::of(own.address());
    let mut rng = StdRng::seed_from_u64(ground.seed);
    for _ in 0..SOCKETS {
        let mut socket = RawSocket::open(&route).await?;
        let mut bytes = vec![0; rng.random_range(1..2_000)];
        rng.fill_bytes(&mut bytes);
        // The server may take it or close the socket, but it must keep running.
        drop(socket.send_bytes(&bytes).await);
        socket.reset()?;
    }
    let mut seat = RawSeat::open(&route, super::ground::small_table()).await?;
    seat.until(RawSeat::is_on_turn).await?;
    let right = right_messages(&seat);
    let (mut socket, mut sent, mut opened) = (None, 0, 0_usize);
    while sent < MESSAGES {
        let open: &mut RawSocket = match &mut socket {
            Some(open) => open,
            None => {
                opened += 1;
                socket.insert(RawSocket::enter(&route, Some(&seat.token)).await?.0)
            }
        };
        let mut is_open = true;
        for _ in 0..BATCH {
            let frame = random_frame(&right, &mut rng);
            is_open &= open.send(&frame).await.is_ok();
            sent += 1;
        }
        is_open = is_open && open.is_alive().await;
        if !is_open {
            let (_, end) = open.drain(Duration::from_secs(2)).await;
            check(!matches!(end, Reply::Nothing), || "it hangs".to_owned())?;
            socket = None;
        }
    }
    is_sound(&own).await?;
    own.stop().await?;
    let bytes =
        format!("{SOCKETS} sockets of random bytes, {sent} spoiled messages on {opened} sockets");
    joined(&[
        &bytes,
        "no panic, the server is ready",
        &format!("seed {}", ground.seed),
    ])
}

/// Messages that a server would take.
fn right_messages(seat: &RawSeat) -> Vec<String> {
    let table = &seat.table;
    let all: Vec<Value> = vec![
        json!({"type": "heartbeat"}),
        json!({"type": "lobby", "follow": true}),
        json!({"type": "rename", "name": "Ada é😀"}),
        json!({"type": "create", "table": {"sheet": "kozel", "options": {"match.target.2": 13}, "seats": 2, "bots": 1}}),
        json!({"type": "quick_play", "sheet": "draw", "against": "bots", "seats": 3}),
        json!({"type": "join", "code": seat.code, "seat": 1}),
        json!({"type": "sit", "table": table, "seat": 0}),
        json!({"type": "watch", "table": table}),
        json!({"type": "add_bot", "table": table, "seat": 1}),
        json!({"type": "ready", "table": table}),
        seat.move_to_make(),
        json!({"type": "act", "table": table, "entry": 0, "action": "arrange 6-6 6-5"}),
        json!({"type": "phrase", "table": table, "phrase": "hello"}),
        json!({"type": "rematch", "table": table}),
        json!({"type": "resume", "table": table, "since": 3}),
    ];
    let with_id = |mut message: Value| {
        message["id"] = new_id().into();
        message.to_string()
    };
    all.into_iter().map(with_id).collect()
}

/// A right message, spoiled here and there; now and then in a spoiled frame.
fn random_frame(right: &[String], rng: &mut StdRng) -> Frame {
    let mut bytes = right[rng.random_range(..right.len())].clone().into_bytes();
    for _ in 0..rng.random_range(0..4) {
        let at = rng
            .random_range(..bytes.len().max(1))
            .min(bytes.len().saturating_sub(1));
        match rng.random_range(0..5) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << rng.random_range(0..7),
            1 if !bytes.is_empty() => drop(bytes.remove(at)),
            2 => bytes.insert(at, NOISE[rng.random_range(..NOISE.len())]),
            3 => bytes.truncate(at),
            _ => {
                let copy = bytes[at..].to_vec();
                bytes.extend(copy);
            }
        }
    }
    // Text that stays UTF-8, except for one in twenty.
    if rng.random_range(0..20) > 0 {
        bytes = String::from_utf8_lossy(&bytes).into_owned().into_bytes();
    }
    bytes.truncate(4_096);
    match rng.random_range(0..60) {
        0 => Frame::new(Opcode::Unknown(rng.random_range(3..8)), bytes),
        1 => Frame::text(bytes).reserved(rng.random_range(1..8)),
        2 => Frame::text(bytes).unmasked(),
        3 => Frame::new(Opcode::Binary, bytes),
        4 => Frame::new(Opcode::Ping, bytes),
        _ => Frame::text(bytes),
    }
}
