//! The rule sheet: a game as data (SPEC 2). Nothing in the engine knows a game's name.

#[cfg(feature = "json")]
mod clause;
mod datum;
#[cfg(feature = "json")]
mod effective;
#[cfg(feature = "toml")]
mod file;
mod invalid;
mod options;
mod policy;
mod preset;
mod shelf;
#[cfg(feature = "json")]
mod switches;
mod table;

use serde::{Deserialize, Serialize};

#[cfg(feature = "json")]
pub use clause::{Clause, clauses};
#[cfg(feature = "json")]
pub use effective::effective_sheet;
#[cfg(feature = "toml")]
pub use file::{NotASheet, WrongField};
pub use invalid::Invalid;
pub use options::Options;
pub use policy::{
    AfterBlock, Blank, BlockRule, BlockTie, CollectFrom, Direction, DrawRule, Enforcement,
    FaultPrice, FirstLead, Goal, HandRule, InPlay, Ladder, LayRule, LeadTie, LeadTile, Losers,
    MatchStop, MatchTie, MustLay, NamedLead, NextLead, OpenedLay, Openness, Overshoot, PlayDrawn,
    ResultRule, SeatDraw, SeveralWithout, Spinner, SpinnerValue, ThirdWarning, ThresholdMode,
    Undealt, Unit, WarnScope,
};
pub use preset::{preset, presets};
pub use shelf::{IdTaken, Sheets};
#[cfg(feature = "json")]
pub use switches::{MOST_POINTS, Switch, SwitchChoice, SwitchGroup, Switches, switches};
pub use table::Table;

use table::int;

/// A rule set. A field left out takes the default of SPEC 2.1; an unknown field is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sheet {
    /// The sheet's name in records.
    pub id: String,
    /// Its name in three languages.
    pub names: Names,
    /// The numbers of players allowed.
    pub players: Players,
    /// Whether seats 0 and 2 play against 1 and 3.
    pub pairs: bool,
    /// Dealing and hands.
    pub deal: DealRules,
    /// Who leads, and with what.
    pub lead: LeadRules,
    /// What a turn is made of.
    pub turn: TurnRules,
    /// How tiles lie.
    pub line: LineRules,
    /// How a deal is counted.
    pub score: ScoreRules,
    /// How the match ends.
    #[serde(rename = "match")]
    pub goal: MatchRules,
    /// The referee.
    pub referee: RefereeRules,
}

/// A sheet's name in three languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Names {
    /// English.
    pub en: String,
    /// Russian.
    pub ru: String,
    /// Hungarian.
    pub hu: String,
}

/// The numbers of players allowed, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Players {
    /// The fewest, at least 2.
    #[serde(deserialize_with = "int")]
    pub min: u32,
    /// The most, at most 28.
    #[serde(deserialize_with = "int")]
    pub max: u32,
}

impl Default for Players {
    fn default() -> Self {
        Self { min: 2, max: 4 }
    }
}

/// `deal.*`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DealRules {
    /// Tiles per seat, by player count.
    pub tiles: Table,
    /// What becomes of the undealt tiles.
    pub undealt: Undealt,
    /// Tiles at the end of the stock that are never drawn.
    #[serde(deserialize_with = "int")]
    pub reserve: u32,
    /// So many doubles in a hand make the deal void; 0 = never.
    #[serde(deserialize_with = "int")]
    pub redeal_doubles: u32,
    /// So many tiles of one number in a hand make the deal void; 0 = never.
    #[serde(deserialize_with = "int")]
    pub redeal_suit: u32,
    /// Who sees a hand.
    pub hand: HandRule,
    /// A row with at most so many tiles is opened; 0 = never.
    #[serde(deserialize_with = "int")]
    pub open_at: u32,
    /// Who sees an opened row.
    pub open_to: Openness,
    /// Who sees a turned-up tile that does not fit.
    pub misfit_visible: Openness,
}

/// `lead.*`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LeadRules {
    /// Who leads the first deal.
    pub first: FirstLead,
    /// Who leads a later deal.
    pub next: NextLead,
    /// What is led in the first deal.
    pub first_tile: LeadTile,
    /// What is led in a later deal.
    pub next_tile: LeadTile,
    /// The order of the search for a named lead.
    pub named: NamedLead,
    /// The order of tiles with equal pips.
    pub tie: LeadTie,
    /// Who leads after a block if the winner leads.
    pub after_block: AfterBlock,
    /// Which tile wins the seat draw.
    pub seat_draw: SeatDraw,
}

/// `turn.*`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TurnRules {
    /// The order of play.
    pub direction: Direction,
    /// How many tiles a turn may lay.
    pub lay: LayRule,
    /// The same for opened rows.
    pub opened_lay: OpenedLay,
    /// With lay any: may one stop while a tile fits?
    pub must_lay: MustLay,
    /// May the leader go on laying in the turn of the lead?
    pub lead_continues: bool,
    /// Drawing when nothing fits.
    pub draw: DrawRule,
    /// May a possible draw be declined?
    pub draw_optional: bool,
    /// Must, may or may not a drawn tile that fits be laid in the same turn?
    pub play_drawn: PlayDrawn,
    /// Does the deal end when nothing can ever fit (SPEC 8.2)?
    pub dead_line_ends: bool,
}

/// `line.*`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LineRules {
    /// Which double is open on four sides.
    pub spinner: Spinner,
    /// Must the spinner's left and right be covered before its up and down?
    pub sides_first: bool,
    /// How long the spinner counts.
    pub spinner_value: SpinnerValue,
    /// May doubles lie lengthwise?
    pub along: bool,
}

/// `score.*`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScoreRules {
    /// Points for placements.
    pub in_play: InPlay,
    /// For a led double (equal_ends).
    #[serde(deserialize_with = "int")]
    pub lead_double: u32,
    /// For equal ends.
    #[serde(deserialize_with = "int")]
    pub equal_ends: u32,
    /// For equal ends, one of them a double.
    #[serde(deserialize_with = "int")]
    pub equal_ends_double: u32,
    /// For multiples.
    #[serde(deserialize_with = "int")]
    pub divisor: u32,
    /// One point per divisor, or the sum itself.
    pub unit: Unit,
    /// Collected amounts are rounded to multiples of this; 0 = not at all.
    #[serde(deserialize_with = "int")]
    pub round_to: u32,
    /// How a deal is counted.
    pub result: ResultRule,
    /// Who pays the winner.
    pub collect_from: CollectFrom,
    /// How a block is counted.
    pub block: BlockRule,
    /// A tie for the lowest hand.
    pub block_tie: BlockTie,
    /// Several hands without a double (block doubles).
    pub several_without: SeveralWithout,
    /// For going out (result fixed).
    #[serde(deserialize_with = "int")]
    pub out_points: u32,
    /// For a won block (result fixed).
    #[serde(deserialize_with = "int")]
    pub block_points: u32,
    /// When 0-0 counts `blank_value`.
    pub blank: Blank,
    /// What 0-0 counts then.
    #[serde(deserialize_with = "int")]
    pub blank_value: u32,
    /// What 6-6 alone counts; 0 = its pips.
    #[serde(deserialize_with = "int")]
    pub six_value: u32,
    /// What 0-0 and 6-6 alone count together; 0 = as others.
    #[serde(deserialize_with = "int")]
    pub both_value: u32,
    /// Entries below this are lost or wait; 0 = none.
    #[serde(deserialize_with = "int")]
    pub threshold: u32,
    /// What becomes of entries below the threshold.
    pub threshold_mode: ThresholdMode,
    /// Bonus for going out at both ends.
    #[serde(deserialize_with = "int")]
    pub capicua: u32,
    /// Bonus for going out with 0-0.
    #[serde(deserialize_with = "int")]
    pub blank_out: u32,
    /// Bonus for the leader if the second turn is a pass.
    #[serde(deserialize_with = "int")]
    pub first_pass: u32,
}

impl Default for ScoreRules {
    fn default() -> Self {
        Self {
            in_play: InPlay::default(),
            lead_double: 0,
            equal_ends: 0,
            equal_ends_double: 0,
            divisor: 5,
            unit: Unit::default(),
            round_to: 0,
            result: ResultRule::default(),
            collect_from: CollectFrom::default(),
            block: BlockRule::default(),
            block_tie: BlockTie::default(),
            several_without: SeveralWithout::default(),
            out_points: 0,
            block_points: 0,
            blank: Blank::default(),
            blank_value: 25,
            six_value: 0,
            both_value: 0,
            threshold: 0,
            threshold_mode: ThresholdMode::default(),
            capicua: 0,
            blank_out: 0,
            first_pass: 0,
        }
    }
}

/// `match.*`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchRules {
    /// The score to reach, by player count.
    pub target: Table,
    /// A fixed number of deals; 0 = until the target.
    #[serde(deserialize_with = "int")]
    pub deals: u32,
    /// What the match is about.
    pub goal: Goal,
    /// Does a target reached by points in play stop the match at once?
    pub stop: MatchStop,
    /// Points above the target.
    pub overshoot: Overshoot,
    /// Level after the fixed deals.
    pub tie: MatchTie,
    /// Who is the goat.
    pub losers: Losers,
    /// Going out with 0-0 wins the match.
    pub out_wins_blank: bool,
    /// Going out with 6-6 wins the match.
    pub out_wins_six: bool,
    /// Going out with both in one turn wins the match.
    pub out_wins_both: bool,
}

/// `referee.*`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RefereeRules {
    /// Are impossible moves refused or punished?
    pub enforcement: Enforcement,
    /// Seconds per turn; the engine has no clock.
    #[serde(deserialize_with = "int")]
    pub clock: u32,
    /// The ladder of warnings.
    pub ladder: Ladder,
    /// Which counter the ladder reads.
    pub warn_scope: WarnScope,
    /// How a fault is priced.
    pub fault: FaultPrice,
    /// The fixed price of a fault.
    #[serde(deserialize_with = "int")]
    pub fault_points: u32,
    /// The third warning of the club code.
    pub third: ThirdWarning,
}

impl Default for RefereeRules {
    fn default() -> Self {
        Self {
            enforcement: Enforcement::default(),
            clock: 30,
            ladder: Ladder::default(),
            warn_scope: WarnScope::default(),
            fault: FaultPrice::default(),
            fault_points: 10,
            third: ThirdWarning::default(),
        }
    }
}

impl Sheet {
    /// The tiles each seat gets in a match of `players`, 0 if the sheet says nothing.
    #[must_use]
    pub fn tiles_each(&self, players: usize) -> usize {
        usize::try_from(self.deal.tiles.get(players).unwrap_or(0)).unwrap_or(0)
    }

    /// The score to reach in a match of `players`, if the goal is one to reach.
    #[must_use]
    pub fn target(&self, players: usize) -> Option<u32> {
        match self.goal.goal {
            Goal::ReachWins | Goal::ReachLoses => self.goal.target.get(players),
            Goal::Most | Goal::Fewest => None,
        }
    }
}
