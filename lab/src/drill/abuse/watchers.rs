//! O5: a crowd that looks on at one table.

use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

use boneyard_protocol::JoinCode;
use serde_json::{Value, json};
use tokio::runtime;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep};

use super::found::{Found, Miss, check};
use super::ground::{Ground, joined};
use crate::clock;
use crate::drill::machine;
use crate::drill::raw::{RawSocket, Reply, Route};

/// Those who come in a second.
const PACE: u32 = 400;
/// How long all of them look on.
const LOOK_ON: Duration = Duration::from_secs(3);
/// The mover's act must be acknowledged within this, 99 times of 100.
const ACKNOWLEDGED_WITHIN: Duration = Duration::from_millis(100);

/// O5.
pub(super) async fn watchers(ground: &Ground) -> Found {
    let code = ground.honest.codes.first().cloned();
    let code = code.ok_or_else(|| Miss("no honest table".to_owned()))?;
    let crowd = Crowd::send_in(ground.route(), code, ground.watchers)?;
    crowd.is_in.await.map_err(|_| crowd_lost())?;
    let began = clock::now();
    sleep(LOOK_ON).await;
    let acts = ground.honest.of_table(0, Some(began));
    crowd.end.send_replace(true);
    let (least, most) = crowd.seen.await.map_err(|_| crowd_lost())??;
    let (count, slow) = (acts.count(), acts.quantile(0.99));
    check(count > 10, || format!("only {count} acts at the table"))?;
    check(slow <= ACKNOWLEDGED_WITHIN, || {
        format!("the mover waited: {acts}")
    })?;
    joined(&[
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

fn crowd_lost() -> Miss {
    Miss("the thread of the crowd was lost".to_owned())
}

/// The watchers, on a thread of their own with the lowest priority: reading frames is not the server's work and must
/// not delay the honest players.
struct Crowd {
    /// Sent when the last of them has started.
    is_in: oneshot::Receiver<()>,
    end: watch::Sender<bool>,
    /// The fewest and the most facts that one of them has seen.
    seen: oneshot::Receiver<Result<(u64, u64), Miss>>,
}

impl Crowd {
    fn send_in(route: Route, code: JoinCode, watchers: usize) -> io::Result<Self> {
        let (all_in, is_in) = oneshot::channel();
        let (end, ends) = watch::channel(false);
        let (tell, seen) = oneshot::channel();
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let crowd = async move {
            let seen = come_and_look(route, code, watchers, ends, all_in).await;
            // The receiver has given up.
            drop(tell.send(seen));
        };
        let thread = thread::Builder::new().name("crowd".to_owned());
        thread.spawn(move || {
            if let Err(error) = machine::give_way() {
                tracing::error!(%error, "the crowd is measured with the server");
            }
            runtime.block_on(crowd);
        })?;
        Ok(Self { is_in, end, seen })
    }
}

async fn come_and_look(
    route: Route,
    code: JoinCode,
    watchers: usize,
    ends: watch::Receiver<bool>,
    all_in: oneshot::Sender<()>,
) -> Result<(u64, u64), Miss> {
    let code = Arc::new(code);
    let mut pace = interval(Duration::from_secs(1) / PACE);
    let mut crowd = JoinSet::new();
    for _ in 0..watchers {
        pace.tick().await;
        crowd.spawn(look_on(route, Arc::clone(&code), ends.clone()));
    }
    if all_in.send(()).is_err() {
        return Err(crowd_lost());
    }
    let (mut least, mut most) = (u64::MAX, 0);
    while let Some(seen) = crowd.join_next().await {
        let facts = seen??;
        (least, most) = (least.min(facts), most.max(facts));
    }
    Ok((least, most))
}

/// Looks on until the end; how many facts came, without a gap.
async fn look_on(
    route: Route,
    code: Arc<JoinCode>,
    mut ends: watch::Receiver<bool>,
) -> Result<u64, Miss> {
    let (mut socket, _) = RawSocket::enter(&route, None).await?;
    come_in(&mut socket, &code).await?;
    let (mut next, mut facts) = (None, 0);
    loop {
        let reply = tokio::select! {
            reply = socket.next(Duration::from_secs(30)) => reply,
            _ = ends.wait_for(|end| *end) => return Ok(facts),
        };
        let Reply::Message(message) = reply else {
            return Err(Miss(format!("a watcher has lost the socket: {reply:?}")));
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
