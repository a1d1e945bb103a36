//! O5: a crowd that looks on at one table.

use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::JoinCode;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{interval, sleep};

use super::found::{Found, Miss, check};
use super::ground::{Ground, told};
use crate::clock;
use crate::drill::raw::{Door, Heard, RawSocket};

/// Those who come in a second.
const PACE: u32 = 400;
/// How long all of them look on.
const LOOK_ON: Duration = Duration::from_secs(3);
/// The mover's act must be acknowledged within this, 99 times of 100.
const ACKNOWLEDGED_WITHIN: Duration = Duration::from_millis(100);

/// O5.
pub(super) async fn watchers(ground: &Ground) -> Found {
    let code = ground.honest.codes.first().cloned();
    let code: Arc<JoinCode> = Arc::new(code.ok_or_else(|| Miss("no honest table".to_owned()))?);
    let (end, ends) = watch::channel(false);
    let mut pace = interval(Duration::from_secs(1) / PACE);
    let mut crowd = JoinSet::new();
    for _ in 0..ground.watchers {
        pace.tick().await;
        crowd.spawn(look_on(ground.door(), Arc::clone(&code), ends.clone()));
    }
    let began = clock::now();
    sleep(LOOK_ON).await;
    let acts = ground.honest.of_table(0, Some(began));
    end.send_replace(true);
    let (mut least, mut most) = (u64::MAX, 0);
    while let Some(seen) = crowd.join_next().await {
        let facts = seen??;
        (least, most) = (least.min(facts), most.max(facts));
    }
    let (count, slow) = (acts.count(), acts.quantile(0.99));
    check(count > 10, || format!("only {count} acts at the table"))?;
    check(slow <= ACKNOWLEDGED_WITHIN, || {
        format!("the mover waited: {acts}")
    })?;
    told(&[
        &format!(
            "{} watchers, {least} to {most} facts each, none missing",
            ground.watchers
        ),
        &format!(
            "{count} acts acknowledged, p99 {:.1} ms",
            slow.as_secs_f64() * 1_000.0
        ),
    ])
}

/// Looks on until the end; how many facts came, without a gap.
async fn look_on(
    door: Door,
    code: Arc<JoinCode>,
    mut ends: watch::Receiver<bool>,
) -> Result<u64, Miss> {
    let (mut socket, _) = RawSocket::enter(&door, None).await?;
    come_in(&mut socket, &code).await?;
    let (mut next, mut facts) = (None, 0);
    loop {
        let heard = tokio::select! {
            heard = socket.next(Duration::from_secs(30)) => heard,
            _ = ends.wait_for(|end| *end) => return Ok(facts),
        };
        let Heard::Message(message) = heard else {
            return Err(Miss(format!("a watcher has lost his socket: {heard:?}")));
        };
        let seq = message["seq"].as_u64();
        match (message["type"].as_str(), seq) {
            (Some("snapshot"), Some(seq)) => next = Some(seq + 1),
            (Some("events"), Some(seq)) => {
                check(next.is_none_or(|next| next == seq), || {
                    format!("fact {seq} came where {next:?} was due")
                })?;
                let count = message["facts"].as_array().map_or(0, Vec::len);
                let count = u64::try_from(count).unwrap_or(u64::MAX);
                facts += count;
                next = Some(seq + count);
            }
            _ => {}
        }
    }
}

/// Like every client, a watcher who is told that the table has no time asks again.
async fn come_in(socket: &mut RawSocket, code: &JoinCode) -> Result<(), Miss> {
    const ATTEMPTS: u32 = 10;
    let mut answer = Value::Null;
    for _ in 0..ATTEMPTS {
        answer = socket.ask(json!({"type": "watch", "code": code})).await?;
        if answer["code"] != "table_busy" {
            break;
        }
        sleep(Duration::from_millis(200)).await;
    }
    check(answer["type"] == "ack", || {
        format!("a watcher is refused: {answer}")
    })
}
