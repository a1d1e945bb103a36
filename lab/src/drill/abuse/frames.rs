//! P1 to P5: frames that are wrong, slow or too large.

use std::time::Duration;

use serde_json::json;
use tokio::time::{interval, sleep, timeout};

use super::found::{Found, Miss, check, check_close};
use super::ground::{Ground, Rascal, is_sound, joined, metric, settles};
use super::process::Usage;
use crate::clock;
use crate::drill::raw::{Frame, Opcode, RawSocket, Reply, Route, new_id};

/// A message of the client must be complete after so long; the rest is this drill's patience.
const MESSAGE_WITHIN: Duration = Duration::from_secs(10);
const SLACK: Duration = Duration::from_secs(3);
/// Bytes of the largest message.
const MOST: usize = 4_096;

/// P1: text that is not UTF-8, in one frame and in two; what is cut within a character and goes on is fine.
pub(super) async fn not_utf8(ground: &Ground) -> Found {
    let rascal = Rascal::sit(ground.route()).await?;
    let text = format!(r#"{{"type":"rename","name":"é€😀","id":"{}"}}"#, new_id());
    let inside = (1..text.len()).filter(|cut| !text.is_char_boundary(*cut));
    let cuts: Vec<usize> = inside.collect();
    for &cut in &cuts {
        let part = &text.as_bytes()[..cut];
        let whole = Frame::text(part).to_bytes();
        rascal
            .is_closed_for("a frame that ends in a character", &whole, 1007)
            .await?;
        let mut spoiled = Frame::text(part).unfinished().to_bytes();
        spoiled.extend(Frame::new(Opcode::Continuation, "x\"}").to_bytes());
        rascal
            .is_closed_for("a character that does not go on", &spoiled, 1007)
            .await?;
    }
    for wrong in [
        &b"\xff"[..],
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xf5",
    ] {
        rascal
            .is_closed_for("no character at all", &Frame::text(wrong).to_bytes(), 1007)
            .await?;
    }
    let mut socket = rascal.back().await?;
    for &cut in &cuts {
        let (head, tail) = text.as_bytes().split_at(cut);
        socket.send(&Frame::text(head).unfinished()).await?;
        socket.send(&Frame::new(Opcode::Continuation, tail)).await?;
        let answer =
            socket.until(|message| message["type"] == "ack" || message["type"] == "refused");
        let answer = answer.await;
        check(matches!(answer, Reply::Message(_)), || {
            format!("a character in two frames: {answer:?}")
        })?;
    }
    rascal.resumes().await?;
    let closed = format!("{} cuts and 5 wrong bytes: close 1007", 2 * cuts.len());
    joined(&[
        &closed,
        "the seat stayed",
        "right characters in two frames were read",
    ])
}

/// P2: frames that no client may send. Each carries a `leave`, which must not be obeyed.
pub(super) async fn broken_frames(ground: &Ground) -> Found {
    let rascal = Rascal::sit(ground.route()).await?;
    let leave = json!({"type": "leave", "table": rascal.table, "id": new_id()}).to_string();
    let text = || Frame::text(leave.as_str());
    let mut broken = vec![
        ("unmasked", text().unmasked().to_bytes()),
        (
            "a continuation of nothing",
            Frame::new(Opcode::Continuation, leave.as_str()).to_bytes(),
        ),
        (
            "a ping of 126 bytes",
            Frame::new(Opcode::Ping, vec![0; 126]).to_bytes(),
        ),
        (
            "a ping in pieces",
            Frame::new(Opcode::Ping, "").unfinished().to_bytes(),
        ),
        (
            "a close in pieces",
            Frame::new(Opcode::Close, "").unfinished().to_bytes(),
        ),
        (
            "a close of one byte",
            Frame::new(Opcode::Close, [3]).to_bytes(),
        ),
        (
            "a close with a reserved code",
            Frame::new(Opcode::Close, 1005_u16.to_be_bytes()).to_bytes(),
        ),
    ];
    for bits in 1..=7 {
        broken.push(("reserved bits", text().reserved(bits).to_bytes()));
    }
    for number in [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] {
        let unknown = Frame::new(Opcode::Unknown(number), leave.as_str());
        broken.push(("an unknown opcode", unknown.to_bytes()));
    }
    let mut nested = text().unfinished().to_bytes();
    nested.extend(text().to_bytes());
    broken.push(("a message within a message", nested));
    for (what, bytes) in &broken {
        rascal.is_closed_for(what, bytes, 1002).await?;
    }
    let binary = Frame::new(Opcode::Binary, leave.as_str()).to_bytes();
    rascal
        .is_closed_for("a binary frame", &binary, 1003)
        .await?;
    rascal.resumes().await?;
    let closed = format!("{} broken frames: close 1002", broken.len());
    joined(&[&closed, "a binary one: 1003", "none was obeyed"])
}

/// P3: one message in frames of one byte, one a second, with pings between.
pub(super) async fn trickle(ground: &Ground) -> Found {
    let rascal = Rascal::sit(ground.route()).await?;
    let mut socket = rascal.back().await?;
    let began = clock::now();
    socket.send(&Frame::text("{").unfinished()).await?;
    let mut beat = interval(Duration::from_secs(1));
    let end = loop {
        beat.tick().await;
        let frames = [
            Frame::new(Opcode::Continuation, " ").unfinished(),
            Frame::new(Opcode::Ping, ""),
        ];
        for frame in frames {
            // What comes back shows whether it was taken.
            drop(socket.send(&frame).await);
        }
        let reply = socket.next(Duration::from_millis(1)).await;
        let waited = clock::now() - began;
        if reply != Reply::Nothing || waited > MESSAGE_WITHIN + SLACK {
            break reply;
        }
    };
    check_close("a message of a byte a second", &end, 1008)?;
    let took = clock::now() - began;
    check(took + Duration::from_millis(100) >= MESSAGE_WITHIN, || {
        format!("closed after {took:?}")
    })?;
    rascal.resumes().await?;
    let closed = format!(
        "a byte a second: close 1008 after {:.1} s",
        took.as_secs_f64()
    );
    joined(&[&closed, "the seat stayed"])
}

/// P4: half a frame, and then nothing, or a reset.
pub(super) async fn half_frames(ground: &Ground) -> Found {
    let own = ground.own_server(Vec::new(), None).await?;
    let route = Route::of(own.address());
    let rascal = Rascal::sit(route).await?;
    rascal.resumes().await?;
    let tasks = metric(&own, "boneyard_tasks").await?;
    let whole = Frame::text(r#"{"type":"heartbeat"}"#).to_bytes();
    for cut in 1..whole.len() {
        let mut socket = RawSocket::enter(&route, None).await?.0;
        socket.send_bytes(&whole[..cut]).await?;
        socket.reset()?;
        // Half a head of a request, and half a hello.
        let mut socket = RawSocket::open(&route).await?;
        socket.send_bytes(&whole[..cut]).await?;
        socket.reset()?;
    }
    let mut silent = rascal.back().await?;
    silent.send_bytes(&whole[..whole.len() / 2]).await?;
    let (_, end) = silent.drain(MESSAGE_WITHIN + SLACK).await;
    check_close("half a frame and silence", &end, 1008)?;
    settles(&own, "boneyard_tasks", tasks).await?;
    rascal.resumes().await?;
    is_sound(&own).await?;
    own.stop().await?;
    let resets = format!(
        "{} resets within a frame: {tasks} tasks as before",
        2 * (whole.len() - 1)
    );
    joined(&[&resets, "silence within a frame: close 1008"])
}

/// P5: lengths up to the limit, above it, and beyond all reason.
pub(super) async fn too_large(ground: &Ground) -> Found {
    let own = ground.own_server(Vec::new(), None).await?;
    let route = Route::of(own.address());
    let rascal = Rascal::sit(route).await?;
    let mut socket = rascal.back().await?;
    let padded = |bytes: usize| {
        let (head, tail) = (r#"{"type":"heartbeat","x":""#, r#""}"#);
        format!(
            "{head}{}{tail}",
            "x".repeat(bytes - head.len() - tail.len())
        )
    };
    socket.send(&Frame::text(padded(MOST))).await?;
    let answer = socket.until(|message| message["type"] == "heartbeat").await;
    check(matches!(answer, Reply::Message(_)), || {
        format!("4096 bytes: {answer:?}")
    })?;
    let one_more = Frame::text(padded(MOST + 1)).to_bytes();
    rascal.is_closed_for("4097 bytes", &one_more, 1009).await?;
    let mut pieces = Frame::text(vec![b' '; MOST]).unfinished().to_bytes();
    pieces.extend(Frame::new(Opcode::Continuation, " ").to_bytes());
    rascal
        .is_closed_for("4097 bytes in two frames", &pieces, 1009)
        .await?;
    let before = Usage::of(own.pid())?;
    for length in [u64::MAX >> 1, 1 << 40, 1 << 31, 65_536, 4_097] {
        for _ in 0..10 {
            let claim = Frame::text("").claiming(length).to_bytes();
            rascal
                .is_closed_for("a length that is only claimed", &claim, 1009)
                .await?;
        }
    }
    let after = Usage::of(own.pid())?;
    let grown = after.memory_kib.saturating_sub(before.memory_kib);
    check(grown < 8_192, || format!("memory has grown by {grown} KiB"))?;
    is_sound(&own).await?;
    own.stop().await?;
    let claimed =
        format!("lengths up to 2^63-1 claimed: close 1009 at once, {grown} KiB more memory");
    joined(&[
        "4096 bytes read",
        "4097 in one frame or two: close 1009",
        &claimed,
    ])
}

/// Waits for the end of a socket that says nothing after its upgrade.
pub(super) async fn silent_until_closed(mut socket: RawSocket) -> Result<(Reply, Duration), Miss> {
    let began = clock::now();
    let closed = timeout(
        Duration::from_secs(20),
        socket.drain(Duration::from_secs(20)),
    )
    .await;
    let (messages, end) = closed.map_err(|_| Miss("never closed".to_owned()))?;
    let told_why = messages
        .iter()
        .any(|message| message["code"] == "hello_first");
    check(told_why, || format!("not told why: {messages:?}"))?;
    // Nobody answers the close; the server ends the connection by itself.
    sleep(Duration::ZERO).await;
    Ok((end, clock::now() - began))
}
