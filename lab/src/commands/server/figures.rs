//! `boneyard-lab figures`.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use boneyard_lab::drill;
use boneyard_lab::drill::crowd::{self, CrowdBounds, CrowdPlan};
use boneyard_lab::drill::drops::{self, DropPlan};
use clap::{Args, Subcommand};

use super::full_tables::FullTables;
use crate::commands::code_of;

/// Start a server on a temporary folder and measure what an idle socket costs, or how soon a dropped seat is back.
/// Exit code 1 if the figure does not keep its bound.
#[derive(Debug, Args)]
pub(crate) struct Figures {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    tables: FullTables,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Idle sockets beside tables that play: memory for each idle one, latency for the others.
    Crowd(Crowd),
    /// Sockets that are broken off in the middle of a match, and come back.
    Drops(Drops),
}

#[derive(Debug, Args)]
struct Crowd {
    /// Idle sockets.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=15_000))]
    idle: u32,
    /// Milliseconds that the seat on turn thinks.
    #[arg(long, default_value_t = 150)]
    think: u64,
    /// Seconds to measure.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// KiB that an idle socket may cost the server.
    #[arg(long, default_value_t = 12.0)]
    kib: f64,
    /// Milliseconds until 99 of 100 acts must be acknowledged.
    #[arg(long, default_value_t = 50)]
    within: u64,
}

#[derive(Debug, Args)]
struct Drops {
    /// Drops.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    drops: u32,
    /// Milliseconds until 99 of 100 must be back.
    #[arg(long, default_value_t = 150)]
    within: u64,
}

impl Figures {
    #[tokio::main]
    pub(super) async fn run(self) -> Result<ExitCode> {
        drill::log_to_stderr();
        let kept = match self.what {
            What::Crowd(crowd) => crowd.measure(self.tables).await?,
            What::Drops(drops) => drops.measure(self.tables).await?,
        };
        Ok(code_of(kept))
    }
}

impl Crowd {
    async fn measure(self, tables: FullTables) -> Result<bool> {
        let idle = usize::try_from(self.idle)?;
        let server = tables.server(tables.players() + idle).await?;
        let plan = CrowdPlan {
            idle,
            load: tables.load(&server, self.think, self.seconds)?,
        };
        let report = crowd::run(&server, &plan).await?;
        println!("{report}");
        server.stop().await?;
        Ok(report.keeps(CrowdBounds {
            kib_each: self.kib,
            acknowledged: Duration::from_millis(self.within),
        }))
    }
}

impl Drops {
    async fn measure(self, tables: FullTables) -> Result<bool> {
        let server = tables.server(tables.players() * 2).await?;
        let plan = DropPlan {
            drops_each: self.drops.div_ceil(tables.tables),
            tables: tables.plan(&server)?,
        };
        let report = drops::run(&plan).await?;
        println!("{report}");
        server.stop().await?;
        Ok(report.keeps(Duration::from_millis(self.within)))
    }
}
