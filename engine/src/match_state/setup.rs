//! What a match is started with.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::points::Points;
use crate::scoring::side_count;
use crate::seat::{BySide, Seat};
use crate::sheet::{
    Enforcement, HandRule, InPlay, Invalid, Ladder, Options, Sheet, Spinner, effective_sheet,
    preset,
};

/// What a match is started with, and all it ever needs of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchSetup {
    /// The preset's id, for the record.
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
    /// No preset has this id.
    UnknownRules,
    /// The sheet, the overrides or the number of players is not valid; the codes of SPEC 2.2.
    Invalid(Vec<Invalid>),
    /// The standing does not fit the sheet and the players.
    Standing,
    /// The sheet is valid, but this engine does not play one of its policies yet.
    NotPlayable(Unplayable),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRules => f.write_str("no preset has this id"),
            Self::Invalid(codes) => {
                f.write_str("the sheet is not valid:")?;
                codes.iter().try_for_each(|code| write!(f, " {code}"))
            }
            Self::Standing => f.write_str("the standing does not fit the match"),
            Self::NotPlayable(policy) => write!(f, "not played yet: {}", policy.code()),
        }
    }
}

impl std::error::Error for StartError {}

/// Policies that are not played yet: the one list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unplayable {
    /// A double with four sides.
    Spinner,
    /// Points for placements.
    PointsInPlay,
    /// Hands that are rows.
    Rows,
    /// Warnings and strict tables.
    Ladder,
}

impl Unplayable {
    /// The policy's name in snake case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Spinner => "spinner",
            Self::PointsInPlay => "points_in_play",
            Self::Rows => "rows",
            Self::Ladder => "ladder",
        }
    }

    /// The first policy of a sheet that is not played yet.
    #[must_use]
    pub fn of(sheet: &Sheet) -> Option<Self> {
        let lacks = [
            (sheet.line.spinner != Spinner::None, Self::Spinner),
            (sheet.score.in_play != InPlay::None, Self::PointsInPlay),
            (sheet.deal.hand != HandRule::Seen, Self::Rows),
            (
                sheet.referee.ladder != Ladder::None
                    || sheet.referee.enforcement != Enforcement::Refuse,
                Self::Ladder,
            ),
        ];
        lacks
            .into_iter()
            .find(|(lacks, _)| *lacks)
            .map(|(_, policy)| policy)
    }
}

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
        let preset = preset(rules).ok_or(StartError::UnknownRules)?;
        let sheet = if options.is_empty() {
            preset
        } else {
            Arc::new(effective_sheet(&preset, &options).map_err(StartError::Invalid)?)
        };
        Ok(Self {
            rules: rules.to_owned(),
            options,
            sheet,
            players,
            prior: None,
            standing: None,
        })
    }

    /// Everything that must hold before a match starts.
    pub(super) fn check(&self) -> Result<(), StartError> {
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
        Unplayable::of(&self.sheet).map_or(Ok(()), |policy| Err(StartError::NotPlayable(policy)))
    }
}
