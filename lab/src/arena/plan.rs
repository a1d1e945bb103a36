//! What is to be played.

use std::sync::Arc;
use std::time::Duration;

use boneyard_engine::{Match, MatchSetup, Options, Sheet, Sheets, StartError};

use super::Contender;

/// How often each deal is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playing {
    /// Once; the seats are exchanged from deal to deal.
    Once,
    /// Twice, the second time with the seats exchanged.
    Duplicate,
}

/// What is to be played, by which contenders and how.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) contenders: [Contender; 2],
    pub(super) setup: MatchSetup,
    /// How many deals, at least 1.
    pub(super) deals: u32,
    pub(super) playing: Playing,
    pub(super) seed: u64,
    /// How long a program may think about one action.
    pub(super) think: Duration,
    /// At least 1.
    pub(super) threads: usize,
}

/// Why a plan cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// There is no such sheet.
    #[error("--sheet: there is no sheet `{name}`, only {known}")]
    NoSuchSheet {
        /// As it was asked for.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// The sheet cannot be played by so many.
    #[error("--seats: {sheet} is played by {min} to {max}, not by {seats}")]
    Seats {
        /// The sheet.
        sheet: String,
        /// The fewest.
        min: u32,
        /// The most.
        max: u32,
        /// As it was asked for.
        seats: u8,
    },
    /// The sheet cannot be played at all.
    #[error("--sheet: {0}")]
    Sheet(StartError),
}

impl Plan {
    /// Deals of a sheet between two contenders, at the sheet's fewest seats unless another number is named. A
    /// program has 5 seconds for every action.
    ///
    /// # Errors
    ///
    /// The sheet or the number of seats does not exist.
    pub fn new(
        contenders: [Contender; 2],
        sheets: &Sheets,
        sheet: &str,
        seats: Option<u8>,
    ) -> Result<Self, PlanError> {
        let found = sheets.get(sheet).ok_or_else(|| PlanError::NoSuchSheet {
            name: sheet.to_owned(),
            known: known(sheets),
        })?;
        let fewest = u8::try_from(found.players.min).unwrap_or(u8::MAX);
        let seats = seats.unwrap_or(fewest);
        let setup = MatchSetup::of_sheet(found, Options::default(), seats);
        let setup = setup.map_err(PlanError::Sheet)?;
        if !(found.players.min..=found.players.max).contains(&u32::from(seats)) {
            return Err(PlanError::Seats {
                sheet: sheet.to_owned(),
                min: found.players.min,
                max: found.players.max,
                seats,
            });
        }
        Match::start(setup.clone()).map_err(PlanError::Sheet)?;
        Ok(Self {
            contenders,
            setup,
            deals: 1,
            playing: Playing::Once,
            seed: 0,
            think: Duration::from_secs(5),
            threads: 1,
        })
    }

    /// So many deals, at least 1.
    #[must_use]
    pub fn deals(mut self, deals: u32, playing: Playing) -> Self {
        (self.deals, self.playing) = (deals.max(1), playing);
        self
    }

    /// The seed from which deals, and the choices of built-in bots, follow.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// How long a program may think about one action.
    #[must_use]
    pub fn think(mut self, think: Duration) -> Self {
        self.think = think;
        self
    }

    /// So many deals at the same time, at least 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    pub(super) fn sheet(&self) -> &Arc<Sheet> {
        &self.setup.sheet
    }

    /// Whether a program plays.
    pub(super) fn has_program(&self) -> bool {
        let is_program = |contender: &Contender| matches!(contender, Contender::Program(_));
        self.contenders.iter().any(is_program)
    }
}

fn known(sheets: &Sheets) -> String {
    let ids: Vec<&str> = sheets.iter().map(|sheet| sheet.id.as_str()).collect();
    ids.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(sheet: &str, seats: Option<u8>) -> Result<Plan, PlanError> {
        let bots = ["steady", "random"].map(|name| name.parse().unwrap());
        Plan::new(bots, &Sheets::presets(), sheet, seats)
    }

    #[test]
    fn a_sheet_is_played_at_its_fewest_seats_unless_others_are_named() {
        let fewest = plan("kozel", None).unwrap();
        assert_eq!(u32::from(fewest.setup.players), fewest.sheet().players.min);
        assert_eq!(plan("kozel", Some(3)).unwrap().setup.players, 3);
    }

    #[test]
    fn unknown_sheets_and_seats_are_refused_with_those_that_there_are() {
        let refused = plan("kosel", None).unwrap_err().to_string();
        assert!(refused.starts_with("--sheet: there is no sheet `kosel`, only "));
        assert!(refused.contains("kozel-pairs"), "{refused}");
        let refused = plan("kozel-pairs", Some(3)).unwrap_err().to_string();
        assert_eq!(
            refused,
            "--seats: kozel-pairs is played by 4 to 4, not by 3"
        );
    }
}
