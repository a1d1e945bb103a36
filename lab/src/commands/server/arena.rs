//! `boneyard-lab arena`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use boneyard_lab::arena::{self, Contender, Plan, Playing};
use boneyard_server::sheet_files;
use clap::Args;

use super::show;

/// Let two bots play the same deals and say how much better one is.
#[derive(Debug, Args)]
pub(crate) struct Arena {
    /// A bot of the engine (`steady`, `random`), or a command in quotes that speaks the socket's messages, one a
    /// line, on its standard input and output.
    a: Contender,
    /// The other.
    b: Contender,
    /// The game.
    #[arg(long, default_value = "kozel", value_name = "ID")]
    sheet: String,
    /// How many deals, 1 to 1000000.
    #[arg(long, default_value_t = 1000, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    deals: u32,
    /// Play every deal twice, the second time with the seats exchanged.
    #[arg(long)]
    duplicate: bool,
    /// The deals, and all that built-in bots draw, follow from it.
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    seed: u64,
    /// How many play; the sheet's fewest if not given. A and B sit by turns.
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// Milliseconds that a command has for one action, 10 to 600000. Then the clock plays for it.
    #[arg(long, default_value_t = 5000, value_name = "MS",
          value_parser = clap::value_parser!(u64).range(10..=600_000))]
    think_ms: u64,
    /// Deals at the same time, 1 to 256; if not given as many as there are cores, and one with a command.
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print the figures as JSON.
    #[arg(long)]
    json: bool,
    /// Folder of the host's own sheets, if the game is one of them.
    #[arg(long, env = "BONEYARD_SHEETS", value_name = "FOLDER")]
    sheets: Option<PathBuf>,
}

impl Arena {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let sheets = sheet_files::load(self.sheets.as_deref()).context("--sheets")?;
        let threads = self.threads();
        let plan = Plan::new([self.a, self.b], &sheets, &self.sheet, self.seats);
        let plan = match plan {
            Ok(plan) => plan,
            Err(error) => {
                eprintln!("boneyard-lab: {error}");
                return Ok(ExitCode::from(2));
            }
        };
        let playing = if self.duplicate {
            Playing::Duplicate
        } else {
            Playing::Once
        };
        let plan = plan
            .deals(self.deals, playing)
            .seed(self.seed)
            .think(Duration::from_millis(self.think_ms))
            .threads(threads);
        let figures = arena::run(&plan)?;
        if self.json {
            show(&format!("{}\n", serde_json::to_string_pretty(&figures)?))?;
        } else {
            show(&figures.to_string())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Programs are timed: more of them than one game's at a time would disturb each other.
    fn threads(&self) -> usize {
        let is_program = |contender: &Contender| matches!(contender, Contender::Program(_));
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        match self.threads {
            Some(threads) => usize::from(threads),
            None if is_program(&self.a) || is_program(&self.b) => 1,
            None => cores(),
        }
    }
}
