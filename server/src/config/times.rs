//! How long tables wait if the player who opens them does not say.

use std::ops::RangeInclusive;

use clap::Args;

/// Seconds for a turn that a table may have.
pub const CLOCK_S: RangeInclusive<u32> = 5..=600;
/// Seconds of absence in a match that a table may have.
pub const ABSENCE_S: RangeInclusive<u32> = 0..=3_600;
/// Seconds between two deals that a table may have.
pub const PAUSE_S: RangeInclusive<u32> = 0..=60;

/// What tables get that are opened without times of their own, and how long they wait for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
#[command(next_help_heading = "Times")]
pub struct TableTimes {
    /// Seconds for a turn at tables that do not say, 5 to 600; without it as each game's sheet says.
    #[arg(long, env = "BONEYARD_CLOCK_S", value_name = "S",
          value_parser = clap::value_parser!(u32).range(5..=600))]
    pub clock_s: Option<u32>,

    /// Seconds that a table waits for an absent player in one match, 0 to 3600.
    #[arg(long, env = "BONEYARD_ABSENCE_S", default_value_t = 120, value_name = "S",
          value_parser = clap::value_parser!(u32).range(0..=3_600))]
    pub absence_s: u32,

    /// Seconds between two deals, 0 to 60.
    #[arg(long, env = "BONEYARD_PAUSE_S", default_value_t = 12, value_name = "S",
          value_parser = clap::value_parser!(u32).range(0..=60))]
    pub pause_s: u32,

    /// Seconds after which a table that waits for people is closed if nobody is there, 10 to 86400.
    #[arg(long, env = "BONEYARD_DESERTED_S", default_value_t = 600, value_name = "S",
          value_parser = clap::value_parser!(u32).range(10..=86_400))]
    pub deserted_s: u32,

    /// Seconds after which a table that waits for people is closed at all, 60 to 604800.
    #[arg(long, env = "BONEYARD_IDLE_S", default_value_t = 21_600, value_name = "S",
          value_parser = clap::value_parser!(u32).range(60..=604_800))]
    pub idle_s: u32,
}

impl Default for TableTimes {
    fn default() -> Self {
        Self {
            clock_s: None,
            absence_s: 120,
            pause_s: 12,
            deserted_s: 600,
            idle_s: 21_600,
        }
    }
}
