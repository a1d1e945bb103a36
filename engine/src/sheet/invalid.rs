//! Validation of a sheet (SPEC 2.2).

use serde::{Serialize, Serializer};

use super::*;
use crate::tile::Tile;

macro_rules! codes {
    ($($name:ident = $code:literal in $field:literal: $doc:literal,)*) => {
        /// What is wrong with a sheet. Ordered as the codes are.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Invalid {
            $(#[doc = $doc] $name,)*
        }

        impl Invalid {
            /// The code of SPEC 2.2.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The field that is wrong, by its dotted name; of several the one that should be looked at
            /// first. Empty for the codes about whatever field an override names.
            #[must_use]
            pub const fn field(self) -> &'static str {
                match self { $(Self::$name => $field,)* }
            }
        }
    };
}

codes! {
    AllOrOneOpen = "all_or_one_open" in "deal.open_at": "Lay all_or_one only with open_at 0.",
    AlongSpinner = "along_spinner" in "line.along": "No spinner with along.",
    BadValue = "bad_value" in "": "An override's value is outside its domain.",
    BlockResult = "block_result" in "score.block": "The block rule belongs to another result.",
    BonusResult = "bonus_result" in "score.result": "Points in play and bonuses only with result collect or fixed.",
    CapicuaSpinner = "capicua_spinner" in "score.capicua": "No spinner with capicua.",
    ClubDeals = "club_deals" in "match.deals": "Ladder club: deals divisible by 4.",
    DeadLineDraw = "dead_line_draw" in "turn.dead_line_ends": "dead_line_ends only with drawing.",
    Deals = "deals" in "match.deals": "Goal most or fewest needs a number of deals.",
    Divisor = "divisor" in "score.divisor": "Multiples need a divisor of at least 2.",
    DoublesPairs = "doubles_pairs" in "score.block": "Block doubles only without pairs.",
    EqualEndsSpinner = "equal_ends_spinner" in "score.in_play": "No spinner with equal_ends.",
    GoalResult = "goal_result" in "match.goal": "Result own goes with goal reach_loses or fewest, and only these.",
    HandDraw = "hand_draw" in "turn.play_drawn": "Hands not seen: no draw until_fit, and play_drawn no.",
    HandLead = "hand_lead" in "lead.first_tile": "Tile any needs seen hands, rightmost hands not seen.",
    LadderBase = "ladder_base" in "referee.ladder": "A ladder needs pairs and fixed deals without points in play.",
    LadderResult = "ladder_result" in "referee.ladder": "Ladder club: result set; ladder points: own or collect.",
    LayHand = "lay_hand" in "turn.lay": "Chain and all_or_one need hidden hands, any and twin_doubles seen ones.",
    LeadContinuesLay = "lead_continues_lay" in "turn.lead_continues": "lead_continues only with lay any or chain.",
    MustLayAny = "must_lay_any" in "turn.must_lay": "must_lay all only with lay any.",
    NamedLead = "named_lead" in "lead.first_tile": "Tile named only with method named.",
    OpenAtRange = "open_at_range" in "deal.open_at": "open_at needs hidden hands with more tiles.",
    OutWinsBothLay = "out_wins_both_lay" in "match.out_wins_both": "out_wins_both needs several tiles in a turn.",
    OvershootGoal = "overshoot_goal" in "match.overshoot": "overshoot and stop only with goal reach_wins.",
    PairsPlayers = "pairs_players" in "pairs": "Pairs need exactly four players.",
    PenalizeBase = "penalize_base" in "referee.enforcement": "A strict table needs the sport game and a ladder.",
    PlayersRange = "players_range" in "players.min": "2 <= min <= max <= 28, and the match's players between them.",
    ReserveDraw = "reserve_draw" in "deal.reserve": "A reserve only with drawing.",
    RoundResult = "round_result" in "score.round_to": "Rounding only with result collect.",
    RoundTo = "round_to" in "score.round_to": "Rounding to 1 is none.",
    SetPairs = "set_pairs" in "score.result": "Result set only with pairs.",
    SidesFirstSpinner = "sides_first_spinner" in "line.sides_first": "sides_first only with a spinner.",
    Target = "target" in "match.target": "A goal to reach needs a target and no number of deals.",
    ThresholdResult = "threshold_result" in "score.threshold": "A threshold only with result own.",
    TilesMissing = "tiles_missing" in "deal.tiles": "deal.tiles lacks a player count.",
    TilesRange = "tiles_range" in "deal.tiles": "A hand needs a tile, and all hands together at most 28.",
    TwinSpinner = "twin_spinner" in "line.spinner": "No spinner with twin_doubles.",
    UndealtDraw = "undealt_draw" in "deal.undealt": "Tiles are set aside if and only if nobody draws.",
    UnknownField = "unknown_field" in "": "An override names no field.",
    UnseenLead = "unseen_lead" in "lead.first": "Unseen hands cannot be searched for a lead.",
    UntilFitNo = "until_fit_no" in "turn.play_drawn": "Who draws until a tile fits may lay it.",
}

impl Serialize for Invalid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}

impl std::error::Error for Invalid {}

impl Sheet {
    /// Checks stages 3 and 4 of SPEC 2.2; the stages before them belong to overrides.
    ///
    /// # Errors
    ///
    /// The sorted codes of the first stage that finds any.
    pub fn validate(&self) -> Result<(), Vec<Invalid>> {
        let Players { min, max } = self.players;
        if !(2 <= min && min <= max && max <= 28) {
            return Err(vec![Invalid::PlayersRange]);
        }
        let checks = [
            self.dealing(),
            self.leading(),
            self.playing(),
            self.counting(),
            self.sport(),
        ];
        let mut wrong: Vec<Invalid> = checks
            .concat()
            .into_iter()
            .filter(|(_, valid)| !valid)
            .map(|(code, _)| code)
            .collect();
        wrong.sort();
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn counts(&self) -> impl Iterator<Item = (usize, Option<u32>)> {
        let players = self.players.min as usize..=self.players.max as usize;
        players.map(|count| (count, self.deal.tiles.get(count)))
    }

    fn seen(&self) -> bool {
        self.deal.hand == HandRule::Seen
    }

    fn spinner(&self) -> bool {
        self.line.spinner != Spinner::None
    }

    fn dealing(&self) -> Vec<(Invalid, bool)> {
        let Self { deal, turn, .. } = self;
        let draws = turn.draw != DrawRule::Never;
        let fits = |(count, tiles): (usize, Option<u32>)| {
            tiles.is_none_or(|tiles| 1 <= tiles && tiles as usize * count <= Tile::COUNT)
        };
        vec![
            (
                Invalid::PairsPlayers,
                !self.pairs || (self.players.min == 4 && self.players.max == 4),
            ),
            (
                Invalid::TilesMissing,
                self.counts().all(|(_, tiles)| tiles.is_some()),
            ),
            (Invalid::TilesRange, self.counts().all(fits)),
            (
                Invalid::UndealtDraw,
                (deal.undealt == Undealt::Drawable) == draws,
            ),
            (Invalid::ReserveDraw, deal.reserve == 0 || draws),
            (
                Invalid::OpenAtRange,
                deal.open_at == 0
                    || (!self.seen()
                        && self
                            .counts()
                            .all(|(_, tiles)| deal.open_at < tiles.unwrap_or(29))),
            ),
            (Invalid::DeadLineDraw, !turn.dead_line_ends || draws),
            (
                Invalid::HandDraw,
                self.seen()
                    || (turn.draw != DrawRule::UntilFit && turn.play_drawn == PlayDrawn::No),
            ),
            (
                Invalid::UntilFitNo,
                turn.draw != DrawRule::UntilFit || turn.play_drawn != PlayDrawn::No,
            ),
        ]
    }

    fn leading(&self) -> Vec<(Invalid, bool)> {
        let lead = &self.lead;
        let tiles = [lead.first_tile, lead.next_tile];
        let searched = matches!(
            lead.first,
            FirstLead::Named | FirstLead::FewestPips | FirstLead::MostPips
        ) || matches!(
            lead.next,
            NextLead::Named | NextLead::FewestPips | NextLead::MostPips
        );
        vec![
            (
                Invalid::NamedLead,
                (lead.first_tile != LeadTile::Named || lead.first == FirstLead::Named)
                    && (lead.next_tile != LeadTile::Named || lead.next == NextLead::Named),
            ),
            (
                Invalid::HandLead,
                tiles.into_iter().all(|tile| match tile {
                    LeadTile::Any => self.seen(),
                    LeadTile::Named => true,
                    LeadTile::Rightmost => !self.seen(),
                }),
            ),
            (
                Invalid::UnseenLead,
                self.deal.hand != HandRule::Unseen || !searched,
            ),
        ]
    }

    fn playing(&self) -> Vec<(Invalid, bool)> {
        let Self {
            turn, line, score, ..
        } = self;
        let lay = turn.lay;
        vec![
            (
                Invalid::LayHand,
                match lay {
                    LayRule::One => true,
                    LayRule::TwinDoubles | LayRule::Any => self.seen(),
                    LayRule::Chain | LayRule::AllOrOne => !self.seen(),
                },
            ),
            (
                Invalid::AllOrOneOpen,
                lay != LayRule::AllOrOne || self.deal.open_at == 0,
            ),
            (
                Invalid::MustLayAny,
                turn.must_lay != MustLay::All || lay == LayRule::Any,
            ),
            (
                Invalid::LeadContinuesLay,
                !turn.lead_continues || matches!(lay, LayRule::Any | LayRule::Chain),
            ),
            (
                Invalid::TwinSpinner,
                !self.spinner() || lay != LayRule::TwinDoubles,
            ),
            (Invalid::AlongSpinner, !self.spinner() || !line.along),
            (
                Invalid::EqualEndsSpinner,
                !self.spinner() || score.in_play != InPlay::EqualEnds,
            ),
            (
                Invalid::CapicuaSpinner,
                !self.spinner() || score.capicua == 0,
            ),
            (
                Invalid::SidesFirstSpinner,
                !line.sides_first || self.spinner(),
            ),
            (
                Invalid::OutWinsBothLay,
                !self.goal.out_wins_both || matches!(lay, LayRule::TwinDoubles | LayRule::Any),
            ),
        ]
    }

    fn counting(&self) -> Vec<(Invalid, bool)> {
        let Self { score, goal, .. } = self;
        let result = score.result;
        let belongs = match score.block {
            BlockRule::Difference | BlockRule::Pairwise | BlockRule::Others => {
                result == ResultRule::Collect
            }
            BlockRule::All | BlockRule::LowestExempt | BlockRule::Eggs => result == ResultRule::Own,
            BlockRule::Lower => matches!(result, ResultRule::Own | ResultRule::Set),
            BlockRule::Lowest | BlockRule::Doubles => result == ResultRule::Fixed,
        };
        let own_goal = matches!(goal.goal, Goal::ReachLoses | Goal::Fewest);
        let reach = matches!(goal.goal, Goal::ReachWins | Goal::ReachLoses);
        let target = |(count, _)| goal.target.get(count).is_some_and(|target| target >= 1);
        let bonus = score.in_play != InPlay::None
            || score.capicua > 0
            || score.blank_out > 0
            || score.first_pass > 0;
        vec![
            (
                Invalid::Divisor,
                score.in_play != InPlay::Multiples || score.divisor >= 2,
            ),
            (Invalid::RoundTo, score.round_to != 1),
            (Invalid::BlockResult, belongs),
            (
                Invalid::DoublesPairs,
                score.block != BlockRule::Doubles || !self.pairs,
            ),
            (Invalid::SetPairs, result != ResultRule::Set || self.pairs),
            (
                Invalid::RoundResult,
                score.round_to == 0 || result == ResultRule::Collect,
            ),
            (
                Invalid::ThresholdResult,
                score.threshold == 0 || result == ResultRule::Own,
            ),
            (
                Invalid::BonusResult,
                matches!(result, ResultRule::Collect | ResultRule::Fixed) || !bonus,
            ),
            (Invalid::GoalResult, (result == ResultRule::Own) == own_goal),
            (
                Invalid::Target,
                !reach || (goal.deals == 0 && self.counts().all(target)),
            ),
            (Invalid::Deals, reach || goal.deals >= 1),
            (
                Invalid::OvershootGoal,
                goal.goal == Goal::ReachWins
                    || (goal.overshoot == Overshoot::Stop && goal.stop == MatchStop::AtOnce),
            ),
        ]
    }

    fn sport(&self) -> Vec<(Invalid, bool)> {
        let Self {
            turn,
            score,
            goal,
            referee,
            ..
        } = self;
        let result = score.result;
        let fixed_deals = matches!(goal.goal, Goal::Most | Goal::Fewest);
        vec![
            (
                Invalid::PenalizeBase,
                referee.enforcement != Enforcement::Penalize
                    || (self.pairs
                        && self.seen()
                        && turn.lay == LayRule::One
                        && turn.draw == DrawRule::Never
                        && !self.spinner()
                        && !self.line.along
                        && referee.ladder != Ladder::None),
            ),
            (
                Invalid::LadderBase,
                referee.ladder == Ladder::None
                    || (self.pairs
                        && score.in_play == InPlay::None
                        && fixed_deals
                        && score.threshold == 0
                        && score.first_pass == 0),
            ),
            (
                Invalid::LadderResult,
                match referee.ladder {
                    Ladder::None => true,
                    Ladder::Club => result == ResultRule::Set,
                    Ladder::Points => matches!(result, ResultRule::Own | ResultRule::Collect),
                },
            ),
            (
                Invalid::ClubDeals,
                referee.ladder != Ladder::Club || goal.deals.is_multiple_of(4),
            ),
        ]
    }
}
