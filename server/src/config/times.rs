//! The default times of tables.

use std::ops::RangeInclusive;

use clap::Args;

/// The range of seconds for a turn.
pub const CLOCK_S: RangeInclusive<u32> = 5..=600;
/// The range of seconds of absence in a match.
pub const ABSENCE_S: RangeInclusive<u32> = 0..=3_600;
/// The range of seconds between two deals.
pub const PAUSE_S: RangeInclusive<u32> = 0..=60;

/// Times of tables that are opened without their own, and how long tables wait for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
#[command(next_help_heading = "Times")]
pub struct TableTimes {
    /// Seconds for a turn unless the table sets its own, 5 to 600; by default each game's sheet decides.
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

    /// Seconds after which a table that waits for people is closed in any case, 60 to 604800.
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
