//! O3 and O4: one client that sends without end, and one that never reads.

use std::time::Duration;

use serde_json::json;
use tokio::time::interval;

use super::crowds::flat;
use super::found::{Found, Miss, check};
use super::ground::{Ground, Rascal, joined, metric};
use crate::clock;
use crate::drill::raw::{Frame, Opcode, RawSocket, ReadFrame, new_id};

/// How long each flood goes on, over as many sockets as it takes.
const FLOOD: Duration = Duration::from_millis(1_500);
/// Sockets that do not read, in each round.
const DEAF: usize = 8;
/// Time in which a socket that does not read must be found out.
const FOUND_WITHIN: Duration = Duration::from_secs(30);

/// What a flood met.
#[derive(Debug, Default)]
struct Flooded {
    sent: usize,
    refused: usize,
    closed: usize,
}

/// O3: pings and tiny messages as fast as they are taken.
pub(super) async fn floods(ground: &Ground) -> Found {
    let rascal = Rascal::sit(ground.route()).await?;
    let kinds = [
        ("pings", Frame::new(Opcode::Ping, "").to_bytes()),
        ("tiny messages", Frame::text("{}").to_bytes()),
        (
            "heartbeats",
            Frame::text(r#"{"type":"heartbeat"}"#).to_bytes(),
        ),
    ];
    let mut parts = Vec::new();
    for (what, frame) in &kinds {
        let mut met = Flooded::default();
        let end = clock::now() + FLOOD;
        while clock::now() < end {
            let socket = rascal.back().await?;
            flood(socket, what, frame, &mut met).await?;
        }
        check(met.closed > 0, || format!("{what}: never closed: {met:?}"))?;
        // Pings are not answered by refusals.
        let refused_first = *what == "pings" || met.refused >= 40 * met.closed;
        check(refused_first, || {
            format!("{what}: not refused first: {met:?}")
        })?;
        parts.push(format!(
            "{} {what}: {} refused, {} times close 1008",
            met.sent, met.refused, met.closed
        ));
    }
    rascal.resumes().await?;
    parts.push("the seat stayed".to_owned());
    Ok(parts.join("; "))
}

/// Floods one socket until it is closed.
async fn flood(
    mut socket: RawSocket,
    what: &str,
    frame: &[u8],
    met: &mut Flooded,
) -> Result<(), Miss> {
    const AT_ONCE: usize = 500;
    let many = frame.repeat(AT_ONCE);
    let (times, frames) = socket.flood(&many, Duration::from_secs(5)).await;
    let sent = times * AT_ONCE;
    met.sent += sent;
    let is_refusal = |frame: &&ReadFrame| {
        frame
            .payload
            .windows(12)
            .any(|part| part == b"rate_limited")
    };
    met.refused += frames.iter().filter(is_refusal).count();
    let last = frames.last();
    let code = last
        .filter(|frame| frame.opcode == Opcode::Close)
        .and_then(ReadFrame::close_code);
    check(code == Some(1008), || {
        format!("{what}: close {code:?} after {sent} frames")
    })?;
    met.closed += 1;
    Ok(())
}

/// O4: watchers of busy tables, and a player, who read nothing.
pub(super) async fn deaf_clients(ground: &Ground) -> Found {
    const ROUNDS: usize = 4;
    let rascal = Rascal::sit(ground.route()).await?;
    let mut memory = Vec::new();
    let (mut longest, mut slow) = (Duration::ZERO, 0.0);
    for _ in 0..ROUNDS {
        let before = slow_closes(ground).await?;
        let began = clock::now();
        let mut deaf = Vec::new();
        for _ in 0..DEAF {
            let (socket, _) = RawSocket::enter(&ground.route().narrow(), None).await?;
            deaf.push(look_on_deaf(socket, ground).await?);
        }
        // Players, too: their seats stay.
        deaf.push(look_on_deaf(rascal.back_narrow().await?, ground).await?);
        let wanted = before + f64::from(u32::try_from(deaf.len()).unwrap_or(u32::MAX));
        let mut look = interval(Duration::from_millis(50));
        loop {
            look.tick().await;
            slow = slow_closes(ground).await?;
            longest = longest.max(clock::now() - began);
            if slow >= wanted {
                break;
            }
            let waited = clock::now() - began;
            check(waited < FOUND_WITHIN, || {
                format!(
                    "only {} of {} closed with 4408 in {waited:?}",
                    slow - before,
                    deaf.len()
                )
            })?;
        }
        memory.push(ground.usage()?.memory_kib);
    }
    let grown = flat(&memory)?;
    rascal.resumes().await?;
    joined(&[
        &format!(
            "{ROUNDS} times {DEAF} watchers of all honest tables and a player: {slow} times close 4408"
        ),
        &format!("the last after {:.1} s", longest.as_secs_f64()),
        &format!("memory from the third round on {grown:+} KiB; the seat stayed"),
    ])
}

async fn slow_closes(ground: &Ground) -> Result<f64, Miss> {
    metric(&ground.main, r#"boneyard_socket_closes_total{code="4408"}"#).await
}

/// Looks on at every honest table, and reads no more.
async fn look_on_deaf(mut socket: RawSocket, ground: &Ground) -> Result<RawSocket, Miss> {
    for code in ground.honest.codes.iter().take(30) {
        let watch = json!({"type": "watch", "code": code, "id": new_id()});
        socket.say(&watch).await?;
    }
    Ok(socket)
}
