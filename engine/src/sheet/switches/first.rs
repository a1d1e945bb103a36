//! The switches that are always in sight, and what the match is about.

use serde_json::Value;

use super::SwitchGroup::{First, Match};
use super::rule::{Companions, Rule, State, only, plain, together};
use crate::sheet::*;

pub(super) static FIRST: &[Rule] = &[
    Rule::free("match.target", First, |at| {
        let own = at.sheet.goal.target.get(at.seats);
        only(!at.fixed_deals(), [own.unwrap_or(100)])
    }),
    Rule::listed("match.goal", Match, |at| match at.sheet.score.result {
        ResultRule::Own => only(true, [Goal::ReachLoses, Goal::Fewest]),
        ResultRule::Set => Vec::new(),
        ResultRule::Collect | ResultRule::Fixed => only(true, [Goal::ReachWins, Goal::Most]),
    })
    .carrying(
        &[
            "match.deals",
            "match.overshoot",
            "match.stop",
            "referee.ladder",
            "referee.enforcement",
        ],
        with_goal,
    ),
    Rule::listed("match.deals", First, |at| {
        if at.sheet.referee.ladder == Ladder::Club {
            only(at.fixed_deals(), [4, 8, 12, 16])
        } else {
            only(at.fixed_deals(), [1, 2, 3, 4, 6, 8, 10, 12, 16])
        }
    }),
    Rule::listed("score.block", First, |at| match at.sheet.score.result {
        ResultRule::Collect => only(
            true,
            [
                BlockRule::Difference,
                BlockRule::Pairwise,
                BlockRule::Others,
            ],
        ),
        ResultRule::Own => only(
            true,
            [
                BlockRule::All,
                BlockRule::LowestExempt,
                BlockRule::Lower,
                BlockRule::Eggs,
            ],
        ),
        ResultRule::Fixed => only(!at.sheet.pairs, [BlockRule::Lowest, BlockRule::Doubles]),
        ResultRule::Set => Vec::new(),
    }),
    Rule::listed("turn.lay", First, |at| {
        let changeable = !at.scores_in_play() && !at.strict();
        if at.seen() {
            only(
                changeable,
                [LayRule::One, LayRule::TwinDoubles, LayRule::Any],
            )
        } else {
            only(
                changeable,
                [LayRule::One, LayRule::Chain, LayRule::AllOrOne],
            )
        }
    })
    .carrying(
        &[
            "turn.lead_continues",
            "turn.must_lay",
            "deal.open_at",
            "match.out_wins_both",
        ],
        with_lay,
    ),
    Rule::listed("turn.draw", First, |at| {
        let changeable = !at.strict() && !at.deals_all();
        if at.seen() {
            only(
                changeable,
                [DrawRule::Never, DrawRule::One, DrawRule::UntilFit],
            )
        } else {
            only(changeable, [DrawRule::Never, DrawRule::One])
        }
    })
    .carrying(
        &[
            "deal.undealt",
            "deal.reserve",
            "turn.dead_line_ends",
            "turn.play_drawn",
        ],
        with_draw,
    ),
    Rule::listed("score.blank", First, |at| {
        only(at.counts_tiles(), [Blank::Zero, Blank::Sole, Blank::Always])
    }),
    Rule::numbers("score.threshold", First, |at| {
        let own = at.result(ResultRule::Own);
        if at.laddered() {
            only(own, [0])
        } else {
            only(own, [0, 13, 25])
        }
    }),
    Rule::listed("referee.enforcement", First, |at| {
        only(
            may_be_strict(at),
            [Enforcement::Refuse, Enforcement::Penalize],
        )
    }),
];

/// To a score, or for a number of deals.
fn with_goal(value: &Value, before: State) -> Companions {
    if [plain(Goal::Most), plain(Goal::Fewest)].contains(value) {
        return together([
            ("match.deals", 4.into()),
            ("match.overshoot", plain(Overshoot::Stop)),
            ("match.stop", plain(MatchStop::AtOnce)),
        ]);
    }
    let Sheet { players, goal, .. } = before.sheet;
    let mut set = together([
        ("match.deals", 0.into()),
        ("referee.ladder", plain(Ladder::None)),
        ("referee.enforcement", plain(Enforcement::Refuse)),
    ]);
    // A target for the numbers of players that have none.
    let missing =
        (players.min..=players.max).filter(|&count| goal.target.get(count as usize).is_none());
    set.extend(missing.map(|count| (format!("match.target.{count}"), 100.into())));
    set
}

fn with_lay(value: &Value, _: State) -> Companions {
    let is = |rule| *value == plain(rule);
    let mut set = Companions::new();
    if !is(LayRule::Any) && !is(LayRule::Chain) {
        set.extend(together([("turn.lead_continues", false.into())]));
    }
    if !is(LayRule::Any) {
        set.extend(together([("turn.must_lay", plain(MustLay::One))]));
    }
    if is(LayRule::AllOrOne) {
        set.extend(together([("deal.open_at", 0.into())]));
    }
    if !is(LayRule::Any) && !is(LayRule::TwinDoubles) {
        set.extend(together([("match.out_wins_both", false.into())]));
    }
    set
}

fn with_draw(value: &Value, before: State) -> Companions {
    if *value == plain(DrawRule::Never) {
        return together([
            ("deal.undealt", plain(Undealt::Aside)),
            ("deal.reserve", 0.into()),
            ("turn.dead_line_ends", false.into()),
        ]);
    }
    let mut set = together([("deal.undealt", plain(Undealt::Drawable))]);
    let stays_in_hand = before.sheet.turn.play_drawn == PlayDrawn::No;
    if *value == plain(DrawRule::UntilFit) && stays_in_hand {
        set.extend(together([("turn.play_drawn", plain(PlayDrawn::Must))]));
    }
    set
}

/// A strict table needs the game of sport (SPEC 2.2, `penalize_base`).
fn may_be_strict(at: State) -> bool {
    at.laddered()
        && at.sheet.pairs
        && at.seen()
        && at.sheet.turn.lay == LayRule::One
        && !at.draws()
        && !at.spinner()
        && !at.sheet.line.along
}
