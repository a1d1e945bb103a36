//! What every case works with: the servers, the honest tables, and a player to misbehave as.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{interval, timeout};

use super::found::{Found, Miss, check, check_close};
use super::honest::HonestTables;
use super::process::Usage;
use crate::drill::raw::{RawSeat, RawSocket, Route, exchange};
use crate::drill::server_process::{Flag, ServerProcess};

/// Time in which what must come back to its old size does.
const SETTLES_WITHIN: Duration = Duration::from_secs(6);

/// See the module.
pub(super) struct Ground {
    pub(super) program: PathBuf,
    /// Where the honest tables are; one player may send no more than the usual limits allow.
    pub(super) main: ServerProcess,
    /// A server that takes as many commands as one likes.
    pub(super) loose: ServerProcess,
    pub(super) honest: HonestTables,
    /// Sockets of a crowd.
    pub(super) crowd: usize,
    /// Watchers of one table.
    pub(super) watchers: usize,
    pub(super) seed: u64,
}

/// The flags of a server whose players have the usual limits.
pub(super) fn usual_limits() -> Vec<Flag> {
    vec![
        ("--commands-per-second", "10".to_owned()),
        ("--burst", "40".to_owned()),
        ("--bot-think-ms", "0".to_owned()),
    ]
}

impl Ground {
    /// The way to the server of the honest tables.
    pub(super) fn route(&self) -> Route {
        Route::of(self.main.address())
    }

    /// The way to the server that takes everything.
    pub(super) fn loose_route(&self) -> Route {
        Route::of(self.loose.address())
    }

    /// A server for one case alone, so that nobody else is in its figures.
    pub(super) async fn own_server(
        &self,
        flags: Vec<Flag>,
        files: Option<u32>,
    ) -> Result<ServerProcess, Miss> {
        let sockets = self.crowd.max(self.watchers);
        let mut rng = rand::rng();
        Ok(ServerProcess::start_with(&self.program, sockets, flags, files, &mut rng).await?)
    }

    /// Watchers, crowds and others want as much room.
    pub(super) fn usage(&self) -> io::Result<Usage> {
        Usage::of(self.main.pid())
    }
}

/// A number that a server counts.
pub(super) async fn metric(server: &ServerProcess, name: &str) -> Result<f64, Miss> {
    let page = server.get("/metrics").await?;
    let lines = page.lines().filter_map(|line| line.strip_prefix(name));
    let mut values = lines.filter_map(|rest| rest.strip_prefix(' ')?.parse().ok());
    // What was never counted is not on the page.
    Ok(values.next().unwrap_or(0.0))
}

/// Waits until a number of the server is no more than it was.
pub(super) async fn settles(server: &ServerProcess, name: &str, most: f64) -> Result<(), Miss> {
    let mut look = interval(Duration::from_millis(50));
    let mut last = f64::NAN;
    let settled = timeout(SETTLES_WITHIN, async {
        loop {
            look.tick().await;
            last = metric(server, name).await?;
            if last <= most {
                return Ok(());
            }
        }
    });
    match settled.await {
        Ok(settled) => settled,
        Err(_elapsed) => Err(Miss(format!("{name} is {last}, and was {most}"))),
    }
}

/// The server answers, and nothing in its log says that it is at fault.
pub(super) async fn is_sound(server: &ServerProcess) -> Result<(), Miss> {
    let log = server.log()?;
    let faults = ["panic", "ERROR"];
    let fault = log
        .lines()
        .find(|line| faults.iter().any(|fault| line.contains(fault)));
    check(fault.is_none(), || format!("the server's log: {fault:?}"))?;
    let route = Route::of(server.address());
    let request = format!(
        "GET /readyz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        route.server
    );
    let answer = exchange(&route, request.as_bytes(), Duration::from_secs(5)).await?;
    check(answer.status() == Some(200), || {
        format!("the server is not ready: {}", answer.text())
    })
}

/// A player with a seat who misbehaves again and again, and comes back with their token.
pub(super) struct Rascal {
    route: Route,
    token: String,
    pub(super) table: String,
}

/// A private table with a bot that plays at once; no clock decides anything.
pub(super) fn small_table() -> Value {
    json!({
        "sheet": "kozel", "options": {"match.target.2": 13}, "seats": 2, "bots": 1, "private": true,
        "clock_s": 600, "absence_s": 3600, "pause_s": 60, "tempo": "plain"
    })
}

impl Rascal {
    /// Sits down.
    pub(super) async fn sit(route: Route) -> Result<Self, Miss> {
        let seat = RawSeat::open(&route, small_table()).await?;
        Ok(Self {
            route,
            token: seat.token,
            table: seat.table,
        })
    }

    /// Comes back; the seat must still be the player's.
    pub(super) async fn back(&self) -> Result<RawSocket, Miss> {
        self.back_by(&self.route).await
    }

    /// Comes back from a machine that takes hardly anything.
    pub(super) async fn back_narrow(&self) -> Result<RawSocket, Miss> {
        self.back_by(&self.route.narrow()).await
    }

    async fn back_by(&self, route: &Route) -> Result<RawSocket, Miss> {
        let (socket, welcomed) = RawSocket::enter(route, Some(&self.token)).await?;
        check(welcomed.tables.contains(&self.table), || {
            format!("the seat is gone: {welcomed:?}")
        })?;
        Ok(socket)
    }

    /// Comes back, sends bytes, and must be closed with this code.
    pub(super) async fn is_closed_for(
        &self,
        what: &str,
        bytes: &[u8],
        code: u16,
    ) -> Result<(), Miss> {
        let mut socket = self.back().await?;
        // The server may close before it has read everything.
        drop(socket.send_bytes(bytes).await);
        let (_, end) = socket.drain(Duration::from_secs(5)).await;
        check_close(what, &end, code)
    }

    /// Comes back and gets the whole table, which is as it was.
    pub(super) async fn resumes(&self) -> Result<u64, Miss> {
        let mut socket = self.back().await?;
        let resume = json!({"type": "resume", "table": self.table, "since": 0});
        socket.ask(resume).await?;
        let snapshot = socket.until(|message| message["type"] == "snapshot").await;
        let snapshot = snapshot.message("snapshot")?;
        let seq = snapshot["seq"].as_u64();
        seq.ok_or_else(|| Miss(format!("a snapshot without a number: {snapshot}")))
    }
}

/// Several findings as one.
pub(super) fn joined(parts: &[&str]) -> Found {
    Ok(parts.join("; "))
}
