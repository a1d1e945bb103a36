//! O1, O2 and O8: more sockets than anybody should open, silent, without files, and reconnecting without a pause.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};

use super::found::{Found, Miss, check};
use super::ground::{Ground, is_sound, joined, metric, settles, usual_limits};
use super::honest::HonestTables;
use super::process::Usage;
use crate::clock;
use crate::drill::raw::{RawSocket, Route};
use crate::drill::tables::TablePlan;

/// A head must be complete, and a hello be there, within so long.
const HEAD_WITHIN: Duration = Duration::from_secs(5);
const SLACK: Duration = Duration::from_secs(4);
/// New connections in a second: the honest players share the machine with those who open them.
const PACE: u32 = 800;

/// How a socket of the crowd is silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Silence {
    /// Not a byte.
    Whole,
    /// Half a head.
    HalfHead,
    /// A byte a second.
    Dribble,
    /// Upgraded, and then no hello.
    NoHello,
}

impl Silence {
    fn of(number: usize) -> Self {
        match number % 8 {
            0..4 => Self::Whole,
            4..6 => Self::HalfHead,
            6 => Self::Dribble,
            _ => Self::NoHello,
        }
    }
}

/// O1: sockets that send nothing, half a message, or a byte at a time.
pub(super) async fn silent_crowd(ground: &Ground) -> Found {
    let before = metric(&ground.main, "boneyard_connections").await?;
    let mut pace = interval(Duration::from_secs(1) / PACE);
    let mut crowd = JoinSet::new();
    for number in 0..ground.crowd {
        pace.tick().await;
        let host = u8::try_from(number % 200).unwrap_or_default() + 1;
        let route = ground.route().from(Ipv4Addr::new(127, 1, 0, host));
        crowd.spawn(be_silent(route, Silence::of(number)));
    }
    let mut longest = Duration::ZERO;
    while let Some(closed) = crowd.join_next().await {
        longest = longest.max(closed??);
    }
    settles(&ground.main, "boneyard_connections", before + 1.0).await?;
    let closed = format!(
        "{} sockets, half of them silent, a quarter with half a head, the others dribbling or without hello",
        ground.crowd
    );
    joined(&[
        &closed,
        &format!(
            "all closed, the slowest after {:.1} s",
            longest.as_secs_f64()
        ),
    ])
}

/// How long the server bore it.
async fn be_silent(route: Route, silence: Silence) -> Result<Duration, Miss> {
    let head = format!("GET / HTTP/1.1\r\nHost: {}\r\nX: ", route.server);
    let opened = clock::now();
    let closed = match silence {
        Silence::Whole => until_closed(route.connect().await?).await,
        Silence::HalfHead => {
            let mut stream = route.connect().await?;
            stream.write_all(head.as_bytes()).await?;
            until_closed(stream).await
        }
        Silence::Dribble => {
            let (mut reading, mut writing) = route.connect().await?.into_split();
            let dribble = async {
                for byte in head.bytes().cycle() {
                    sleep(Duration::from_secs(1)).await;
                    if writing.write_all(&[byte]).await.is_err() {
                        break;
                    }
                }
            };
            let mut nowhere = Vec::new();
            let closed = async { drop(reading.read_to_end(&mut nowhere).await) };
            timeout(HEAD_WITHIN + SLACK, async {
                tokio::select! {
                    () = dribble => {}
                    () = closed => {}
                }
            })
            .await
            .is_ok()
        }
        Silence::NoHello => {
            let mut socket = RawSocket::open(&route).await?;
            let (_, end) = socket.drain(HEAD_WITHIN + SLACK).await;
            end == crate::drill::raw::Reply::Closed(Some(4400))
        }
    };
    let took = clock::now() - opened;
    check(closed, || format!("{silence:?}: still open after {took:?}"))?;
    Ok(took)
}

async fn until_closed(mut stream: TcpStream) -> bool {
    let mut nowhere = Vec::new();
    // The server may answer that it was too late, or reset the connection.
    let closed = async { drop(stream.read_to_end(&mut nowhere).await) };
    timeout(HEAD_WITHIN + SLACK, closed).await.is_ok()
}

/// O2: a server that may open 200 files, and a thousand clients that connect.
pub(super) async fn few_files(ground: &Ground) -> Found {
    const FILES: u32 = 200;
    const KNOCKS: usize = 1_000;
    let own = ground.own_server(usual_limits(), Some(FILES)).await?;
    let plan = TablePlan {
        url: own.url(),
        tables: 2,
        seats: 4,
        sheet: "kozel".to_owned(),
        seed: ground.seed,
    };
    let players = HonestTables::sit_down(&plan, Duration::from_millis(50)).await?;
    let route = Route::of(own.address());
    let (began, before) = (clock::now(), Usage::of(own.pid())?);
    let crowd = knock(&route, KNOCKS).await;
    sleep(Duration::from_secs(1)).await;
    let acts = players.since(began).count();
    check(acts > 10, || {
        format!("only {acts} acts of the players inside")
    })?;
    let (wall, after) = (clock::now() - began, Usage::of(own.pid())?);
    check(
        after.files <= usize::try_from(FILES).unwrap_or(usize::MAX),
        || format!("{} files", after.files),
    )?;
    let busy = after.processor.saturating_sub(before.processor);
    check(busy < wall, || {
        format!("{busy:?} of processor time in {wall:?}")
    })?;
    let knocked = crowd.len();
    drop(crowd);
    let again = comes_in(&route).await?;
    let end = players.end().await?;
    check(
        end.disconnects + end.gaps + end.refused + end.differing == 0,
        || format!("the players inside: {end:?}"),
    )?;
    is_sound(&own).await?;
    own.stop().await?;
    joined(&[
        &format!(
            "{knocked} connections to {FILES} files: {} open, {acts} acts of the players inside",
            after.files
        ),
        &format!(
            "when they had gone a newcomer was in after {} ms",
            again.as_millis()
        ),
    ])
}

/// Connects again and again; returns the sockets that are open.
async fn knock(route: &Route, times: usize) -> Vec<TcpStream> {
    let mut crowd = Vec::with_capacity(times);
    for _ in 0..times {
        // The system queues connections that the server cannot take.
        if let Ok(Ok(stream)) = timeout(Duration::from_secs(2), route.connect()).await {
            crowd.push(stream);
        }
    }
    crowd
}

/// How long it takes until a newcomer is let in.
async fn comes_in(route: &Route) -> Result<Duration, Miss> {
    let began = clock::now();
    let enter = async { while RawSocket::enter(route, None).await.is_err() {} };
    let entered = timeout(Duration::from_secs(5), enter).await;
    check(entered.is_ok(), || {
        "nobody is let in after the crowd has gone".to_owned()
    })?;
    Ok(clock::now() - began)
}

/// O8: connections that come and go, a thousand a second.
pub(super) async fn hasty_crowd(ground: &Ground) -> Found {
    const ROUNDS: u32 = 5;
    const EACH: u32 = 600;
    let own = ground.own_server(usual_limits(), None).await?;
    let route = Arc::new(Route::of(own.address()));
    let tasks = metric(&own, "boneyard_tasks").await?;
    let before = Usage::of(own.pid())?;
    let mut memory = Vec::new();
    for _ in 0..ROUNDS {
        let mut pace = interval(Duration::from_millis(1));
        let mut crowd = JoinSet::new();
        for number in 0..EACH {
            pace.tick().await;
            let route = Arc::clone(&route);
            crowd.spawn(async move {
                match number % 4 {
                    0 => drop(route.connect().await?),
                    1 => route.connect().await?.set_zero_linger()?,
                    2 => drop(RawSocket::open(&route).await?),
                    _ => RawSocket::open(&route).await?.reset()?,
                }
                Ok::<(), std::io::Error>(())
            });
        }
        while let Some(gone) = crowd.join_next().await {
            gone??;
        }
        settles(&own, "boneyard_tasks", tasks).await?;
        memory.push(Usage::of(own.pid())?.memory_kib);
    }
    let after = Usage::of(own.pid())?;
    // The connection that reads the figures may be there or not.
    check(after.files <= before.files + 1, || {
        format!("{} files before, {} after", before.files, after.files)
    })?;
    let grown = flat(&memory)?;
    is_sound(&own).await?;
    own.stop().await?;
    joined(&[
        &format!(
            "{ROUNDS} times {EACH} connections: {tasks} tasks and {} files as before",
            before.files
        ),
        &format!("memory from the third round on {grown:+} KiB"),
    ])
}

/// Memory after equal rounds: what the first three have taken may stay, but none after them may take more. What
/// has been freed is not given back to the system at once, so that the start is no measure.
pub(super) fn flat(memory: &[u64]) -> Result<i64, Miss> {
    const NOISE_KIB: i64 = 2_048;
    let kib = |value: Option<&u64>| value.and_then(|kib| i64::try_from(*kib).ok()).unwrap_or(0);
    let grown = kib(memory.last()) - kib(memory.get(2));
    check(grown <= NOISE_KIB, || {
        format!("memory after equal rounds, in KiB: {memory:?}")
    })?;
    Ok(grown)
}
