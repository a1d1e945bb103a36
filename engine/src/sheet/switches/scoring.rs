//! The switches about counting, the end of the match and the referee.

use serde_json::Value;

use super::SwitchGroup::{Match, Referee, Score};
use super::rule::{Companions, Rule, State, only, plain, together};
use crate::sheet::*;

pub(super) static SCORING: &[Rule] = &[
    Rule::listed("score.result", Score, |at| {
        let changeable = !at.scores_in_play() && at.counts_tiles();
        only(changeable, [ResultRule::Own, ResultRule::Collect])
    })
    .carrying(
        &[
            "score.block",
            "score.threshold",
            "score.capicua",
            "score.blank_out",
            "score.first_pass",
            "score.round_to",
            "match.overshoot",
            "match.stop",
        ],
        with_result,
    )
    .always(|value, before| {
        let own = *value == plain(ResultRule::Own);
        let goal = match (own, before.fixed_deals()) {
            (true, false) => Goal::ReachLoses,
            (true, true) => Goal::Fewest,
            (false, false) => Goal::ReachWins,
            (false, true) => Goal::Most,
        };
        together([("match.goal", plain(goal))])
    }),
    Rule::listed("score.collect_from", Score, |at| {
        let from_pairs = at.sheet.pairs && at.result(ResultRule::Collect);
        only(from_pairs, [CollectFrom::Opponents, CollectFrom::All])
    }),
    Rule::listed("score.block_tie", Score, |at| {
        let tied = !matches!(
            at.sheet.score.block,
            BlockRule::All | BlockRule::Eggs | BlockRule::Lower
        );
        only(tied, [BlockTie::Nobody, BlockTie::Each])
    }),
    Rule::listed("score.several_without", Score, |at| {
        let by_doubles = at.sheet.score.block == BlockRule::Doubles;
        only(by_doubles, [SeveralWithout::Lowest, SeveralWithout::Each])
    }),
    Rule::numbers("score.out_points", Score, |at| {
        only(at.result(ResultRule::Fixed), [1, 2, 3])
    }),
    Rule::numbers("score.block_points", Score, |at| {
        only(at.result(ResultRule::Fixed), [0, 1, 2, 3])
    }),
    Rule::numbers("score.blank_value", Score, |at| {
        let counted = at.counts_tiles() && at.sheet.score.blank != Blank::Zero;
        only(counted, [10, 20, 25, 50])
    }),
    Rule::numbers("score.six_value", Score, |at| {
        only(at.counts_tiles() && !at.scores_in_play(), [0, 25, 50])
    }),
    Rule::numbers("score.both_value", Score, |at| {
        only(at.counts_tiles() && !at.scores_in_play(), [0, 50, 100])
    }),
    Rule::listed("score.threshold_mode", Score, |at| {
        use ThresholdMode::*;
        only(at.sheet.score.threshold > 0, [Drop, Carry, Always])
    }),
    Rule::numbers("score.divisor", Score, |at| only(at.multiples(), [3, 5])),
    Rule::listed("score.unit", Score, |at| {
        only(at.multiples(), [Unit::Per, Unit::Sum])
    }),
    Rule::numbers("score.round_to", Score, |at| {
        let rounded = at.multiples() && at.result(ResultRule::Collect);
        only(rounded, [0, 3, 5, 10])
    }),
    Rule::numbers("score.lead_double", Score, |at| {
        only(at.equal_ends(), [0, 1, 2, 3])
    }),
    Rule::numbers("score.equal_ends", Score, |at| {
        only(at.equal_ends(), [1, 2, 3])
    }),
    Rule::numbers("score.equal_ends_double", Score, |at| {
        only(at.equal_ends(), [1, 2, 3, 4])
    }),
    Rule::numbers("score.capicua", Score, |at| {
        bonuses(at, at.has_bonuses() && !at.spinner())
    }),
    Rule::numbers("score.blank_out", Score, |at| bonuses(at, at.has_bonuses())),
    Rule::numbers("score.first_pass", Score, |at| {
        if at.laddered() {
            only(at.has_bonuses(), [0])
        } else {
            bonuses(at, at.has_bonuses())
        }
    }),
    Rule::listed("match.stop", Match, |at| {
        let in_a_deal = at.scores_in_play() || at.sheet.score.first_pass > 0;
        only(
            at.reach_wins() && in_a_deal,
            [MatchStop::AtOnce, MatchStop::FinishRound],
        )
    }),
    Rule::listed("match.overshoot", Match, |at| {
        use Overshoot::*;
        only(at.reach_wins(), [Stop, Cap, Exact])
    }),
    Rule::listed("match.tie", Match, |at| {
        only(at.fixed_deals(), [MatchTie::ExtraDeals, MatchTie::Shared])
    }),
    Rule::listed("match.losers", Match, |at| {
        let goats = at.sheet.goal.goal == Goal::ReachLoses;
        only(goats, [Losers::All, Losers::Highest])
    }),
    Rule::listed("match.out_wins_blank", Match, |at| {
        only(may_win_by_going_out(at), [false, true])
    }),
    Rule::listed("match.out_wins_six", Match, |at| {
        only(may_win_by_going_out(at), [false, true])
    }),
    Rule::listed("match.out_wins_both", Match, |at| {
        only(may_win_by_going_out(at) && at.many_tiles(), [false, true])
    }),
    Rule::listed("referee.ladder", Referee, |at| {
        // `none` must stay on the list where the rest of the sheet allows nothing else.
        if !may_have_ladder(at) {
            only(!at.laddered(), [Ladder::None])
        } else if at.result(ResultRule::Set) {
            only(true, [Ladder::Club, Ladder::None])
        } else {
            only(true, [Ladder::Points, Ladder::None])
        }
    })
    .carrying(&["referee.enforcement"], |value, _| {
        if *value == plain(Ladder::None) {
            together([("referee.enforcement", plain(Enforcement::Refuse))])
        } else {
            Companions::new()
        }
    }),
    Rule::listed("referee.warn_scope", Referee, |at| {
        only(at.laddered(), [WarnScope::Tournament, WarnScope::Game])
    }),
    Rule::listed("referee.third", Referee, |at| {
        let club = at.sheet.referee.ladder == Ladder::Club;
        only(club, [ThirdWarning::ByOne, ThirdWarning::PlusOne])
    }),
    Rule::listed("referee.fault", Referee, |at| {
        let priced = at.strict() && !at.result(ResultRule::Set);
        only(priced, [FaultPrice::Fixed, FaultPrice::Hands])
    }),
    Rule::numbers("referee.fault_points", Referee, |at| {
        let priced = at.strict() && !at.result(ResultRule::Set);
        let fixed = at.sheet.referee.fault == FaultPrice::Fixed;
        only(priced && fixed, [5, 10, 20, 40])
    }),
];

fn bonuses(at: State, when: bool) -> Vec<Value> {
    if at.few_points() {
        only(when, [0, 1, 2, 5])
    } else {
        only(when, [0, 10, 25, 50])
    }
}

fn may_win_by_going_out(at: State) -> bool {
    !at.laddered() && !at.scores_in_play()
}

/// SPEC 2.2, `ladder_base` and `ladder_result`.
fn may_have_ladder(at: State) -> bool {
    let score = &at.sheet.score;
    let by_result = match score.result {
        ResultRule::Set => at.sheet.goal.deals.is_multiple_of(4),
        ResultRule::Own | ResultRule::Collect => true,
        ResultRule::Fixed => false,
    };
    at.sheet.pairs
        && !at.scores_in_play()
        && at.fixed_deals()
        && score.threshold == 0
        && score.first_pass == 0
        && by_result
}

/// Points that are bad, or points that the winner collects: the block and what belongs to one of them
/// only go along.
fn with_result(value: &Value, before: State) -> Companions {
    let pairs = before.sheet.pairs;
    if *value == plain(ResultRule::Collect) {
        let block = if pairs && !before.fixed_deals() {
            BlockRule::Others
        } else {
            BlockRule::Difference
        };
        return together([("score.block", plain(block)), ("score.threshold", 0.into())]);
    }
    let block = if pairs {
        BlockRule::Lower
    } else {
        BlockRule::All
    };
    together([
        ("score.block", plain(block)),
        ("score.capicua", 0.into()),
        ("score.blank_out", 0.into()),
        ("score.first_pass", 0.into()),
        ("score.round_to", 0.into()),
        ("match.overshoot", plain(Overshoot::Stop)),
        ("match.stop", plain(MatchStop::AtOnce)),
    ])
}
