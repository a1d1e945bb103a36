//! `boneyard-lab proxy`.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use boneyard_lab::drill;
use boneyard_lab::drill::proxy::{self, Cut, Weather};
use clap::{Args, ValueEnum};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// Carries connections to a server and does to them what a bad network does. The weather holds from the
/// start; with `--every` all open connections are cut again and again. Ends with Ctrl-C.
#[derive(Debug, Args)]
pub(crate) struct Proxy {
    /// Where clients connect to; port 0 takes a free one, which is printed.
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// The server.
    #[arg(long)]
    to: SocketAddr,
    /// Every byte arrives so many milliseconds later.
    #[arg(long, conflicts_with_all = ["trickle", "blackhole"])]
    delay: Option<u64>,
    /// Bytes arrive in pieces of so many, at least 1.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "blackhole")]
    trickle: Option<u32>,
    /// Milliseconds after each piece.
    #[arg(long, default_value_t = 10)]
    pause: u64,
    /// Nothing arrives.
    #[arg(long)]
    blackhole: bool,
    /// How connections are cut.
    #[arg(long, default_value = "reset")]
    cut: How,
    /// Seconds between two cuts, at least 1; without it nothing is cut.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
}

/// How a connection is cut.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum How {
    /// In good order.
    Close,
    /// Only the server's way.
    HalfClose,
    /// By a reset.
    Reset,
}

impl From<How> for Cut {
    fn from(how: How) -> Self {
        match how {
            How::Close => Self::Close,
            How::HalfClose => Self::HalfClose,
            How::Reset => Self::Reset,
        }
    }
}

impl Proxy {
    fn weather(&self) -> Result<Weather> {
        Ok(match (self.delay, self.trickle, self.blackhole) {
            (None, None, false) => Weather::Clear,
            (Some(delay), None, false) => Weather::Delay(Duration::from_millis(delay)),
            (None, Some(bytes), false) => Weather::Trickle {
                bytes: usize::try_from(bytes)?,
                pause: Duration::from_millis(self.pause),
            },
            (None, None, true) => Weather::Blackhole,
            _ => bail!("one weather at a time"),
        })
    }

    #[tokio::main]
    pub(super) async fn run(self) -> Result<ExitCode> {
        drill::log_to_stderr();
        let flags = self;
        let proxy = proxy::Proxy::start_on(flags.listen, flags.to).await?;
        proxy.set_weather(flags.weather()?);
        println!("listening on {} for {}", proxy.address(), flags.to);
        let Some(seconds) = flags.every else {
            tokio::signal::ctrl_c().await?;
            return Ok(ExitCode::SUCCESS);
        };
        let period = Duration::from_secs(seconds);
        let first: Instant = boneyard_lab::clock::now() + period;
        let mut cuts = interval_at(first, period);
        cuts.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                ended = tokio::signal::ctrl_c() => {
                    ended?;
                    return Ok(ExitCode::SUCCESS);
                }
                _ = cuts.tick() => {
                    println!("cutting {} connections", proxy.open());
                    proxy.cut(flags.cut.into());
                }
            }
        }
    }
}
