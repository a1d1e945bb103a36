//! What a match is started with.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::points::Points;
use crate::result::Warnings;
use crate::scoring::side_count;
use crate::seat::{BySide, Seat, Side};
#[cfg(feature = "json")]
use crate::sheet::effective_sheet;
use crate::sheet::{Invalid, Options, Sheet, preset};

/// What a match is started with, and all it ever needs of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchSetup {
    /// The sheet's id, for the record.
    pub rules: String,
    /// The overrides, for the record.
    pub options: Options,
    /// The whole effective sheet: the preset with the overrides put in.
    pub sheet: Arc<Sheet>,
    /// How many seats play.
    pub players: u8,
    /// Warnings before the match, per pair (referees).
    pub prior: Option<[u32; 2]>,
    /// The standing it goes on from.
    pub standing: Option<Standing>,
}

/// A standing a match may be set up from (SPEC 7.8).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Scores per side.
    pub score: BySide<Points>,
    /// How many deals are completed.
    pub done: u32,
    /// Who led the last one.
    pub leader: Seat,
    /// This match's warnings per pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warnings: Option<[u32; 2]>,
}

/// Why a match cannot be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// No sheet has this id.
    UnknownRules,
    /// The sheet, the overrides or the number of players is not valid; the codes of SPEC 2.2.
    Invalid(Vec<Invalid>),
    /// The standing does not fit the sheet and the players.
    Standing,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRules => f.write_str("no sheet has this id"),
            Self::Invalid(codes) => {
                f.write_str("the sheet is not valid:")?;
                codes.iter().try_for_each(|code| write!(f, " {code}"))
            }
            Self::Standing => f.write_str("the standing does not fit the match"),
        }
    }
}

impl std::error::Error for StartError {}

/// A standing of more completed deals is refused, so that counting on cannot overflow. The same
/// bound holds for every number of a sheet (SPEC 2.1).
const MOST_DEALS: u32 = 1_000_000;

impl MatchSetup {
    /// A setup from a preset and overrides, without prior warnings and standing.
    ///
    /// # Errors
    ///
    /// [`StartError::UnknownRules`] or [`StartError::Invalid`].
    pub fn preset(rules: &str, options: Options, players: u8) -> Result<Self, StartError> {
        Self::of_sheet(
            &preset(rules).ok_or(StartError::UnknownRules)?,
            options,
            players,
        )
    }

    /// The same from any sheet.
    ///
    /// # Errors
    ///
    /// [`StartError::Invalid`].
    pub fn of_sheet(base: &Arc<Sheet>, options: Options, players: u8) -> Result<Self, StartError> {
        let sheet = Arc::clone(base);
        #[cfg(feature = "json")]
        let sheet = if options.is_empty() {
            sheet
        } else {
            Arc::new(effective_sheet(base, &options).map_err(StartError::Invalid)?)
        };
        Ok(Self {
            rules: base.id.clone(),
            options,
            sheet,
            players,
            prior: None,
            standing: None,
        })
    }

    /// Everything that must hold before a match starts.
    pub(crate) fn check(&self) -> Result<(), StartError> {
        self.sheet.validate().map_err(StartError::Invalid)?;
        let players = u32::from(self.players);
        if players < self.sheet.players.min || self.sheet.players.max < players {
            return Err(StartError::Invalid(vec![Invalid::PlayersRange]));
        }
        let sides = side_count(&self.sheet, usize::from(self.players));
        let fits = |standing: &Standing| {
            standing.score.len() == sides
                && standing.leader.get() < self.players
                && standing.done <= MOST_DEALS
        };
        if !self.standing.as_ref().is_none_or(fits) {
            return Err(StartError::Standing);
        }
        Ok(())
    }

    /// The warnings a side brings into the match (SPEC 10.4): those of the competition before it,
    /// and those of this match from a standing.
    pub(crate) fn warnings_before(&self, side: Side) -> Warnings {
        let of = |pairs: Option<[u32; 2]>| {
            pairs
                .and_then(|pairs| pairs.get(side.index()).copied())
                .unwrap_or(0)
        };
        let game = of(self
            .standing
            .as_ref()
            .and_then(|standing| standing.warnings));
        Warnings {
            game,
            total: of(self.prior).saturating_add(game),
        }
    }
}
