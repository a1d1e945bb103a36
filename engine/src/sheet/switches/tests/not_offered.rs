//! What is not offered is refused, or there is a reason.

use super::*;
use crate::sheet::effective;

/// Of whole numbers those are offered that tables play; a client that asks for another one gets it.
const USED: &str = "the numbers that tables play";
/// Nothing in such a sheet looks at the field.
const IDLE: &str = "without effect where it is not offered";
/// It would be valid, and no game that anybody knows by this name.
const OTHER: &str = "another game, which has its own sheet";

/// Fields with values that would be valid and are not offered, with the reason.
const NOT_OFFERED: &[(&str, &str)] = &[
    ("deal.misfit_visible", IDLE),
    ("deal.open_at", USED),
    ("deal.open_to", IDLE),
    ("deal.redeal_doubles", USED),
    ("deal.redeal_suit", USED),
    ("deal.reserve", USED),
    ("deal.tiles", USED),
    ("lead.after_block", IDLE),
    ("lead.named", IDLE),
    ("lead.tie", IDLE),
    ("line.along", IDLE),
    ("line.spinner", OTHER),
    ("line.spinner_value", IDLE),
    ("match.deals", USED),
    ("match.goal", OTHER),
    ("match.losers", IDLE),
    ("match.out_wins_blank", OTHER),
    ("match.out_wins_six", OTHER),
    ("match.stop", IDLE),
    ("match.target", USED),
    ("match.tie", IDLE),
    ("referee.fault", IDLE),
    ("referee.fault_points", USED),
    ("referee.third", IDLE),
    ("referee.warn_scope", IDLE),
    ("score.blank", IDLE),
    ("score.blank_out", USED),
    ("score.blank_value", USED),
    ("score.block_points", USED),
    ("score.block_tie", IDLE),
    ("score.both_value", USED),
    ("score.capicua", USED),
    ("score.collect_from", IDLE),
    ("score.divisor", USED),
    ("score.equal_ends", USED),
    ("score.equal_ends_double", USED),
    ("score.first_pass", USED),
    ("score.lead_double", USED),
    ("score.out_points", USED),
    ("score.result", OTHER),
    ("score.round_to", USED),
    ("score.several_without", IDLE),
    ("score.six_value", USED),
    ("score.threshold", USED),
    ("score.threshold_mode", IDLE),
    ("score.unit", IDLE),
    ("turn.draw", IDLE),
    ("turn.draw_optional", IDLE),
    ("turn.lay", OTHER),
    ("turn.opened_lay", IDLE),
    ("turn.play_drawn", IDLE),
];

/// Every value that the schema has for a field; of whole numbers the small ones and the round ones.
fn domain(sheet: &Sheet, field: &str) -> Vec<Value> {
    let blank = tree(&Sheet::default());
    let whole = tree(sheet);
    match value_at(&whole, field) {
        Some(Value::Bool(_)) => vec![false.into(), true.into()],
        Some(Value::Number(_)) => (0..=16)
            .chain([20, 25, 28, 50, 100])
            .map(Value::from)
            .collect(),
        _ => POLICIES
            .iter()
            .map(|policy| Value::from(*policy))
            .filter(|policy| effective::in_domain(&blank, field, policy))
            .collect(),
    }
}

/// Every word of every policy.
const POLICIES: &[&str] = &[
    "all",
    "all_or_one",
    "always",
    "anticlockwise",
    "any",
    "arranged",
    "aside",
    "at_once",
    "by_one",
    "cap",
    "carry",
    "chain",
    "clockwise",
    "closer",
    "club",
    "collect",
    "difference",
    "double",
    "doubles",
    "drawable",
    "drop",
    "each",
    "eggs",
    "equal_ends",
    "exact",
    "extra_deals",
    "fewest",
    "fewest_pips",
    "finish_round",
    "first_double",
    "fixed",
    "game",
    "hands",
    "high_double",
    "highest",
    "line",
    "lot",
    "low_double",
    "lower",
    "lowest",
    "lowest_exempt",
    "may",
    "most",
    "most_pips",
    "multiples",
    "must",
    "named",
    "narrow",
    "never",
    "no",
    "nobody",
    "none",
    "one",
    "one_double",
    "opponents",
    "others",
    "own",
    "owner",
    "pairwise",
    "penalize",
    "per",
    "plus_one",
    "points",
    "reach_loses",
    "reach_wins",
    "refuse",
    "rightmost",
    "rotate",
    "seen",
    "set",
    "shared",
    "sides",
    "sole",
    "stop",
    "sum",
    "tournament",
    "twin_doubles",
    "unseen",
    "until_fit",
    "wide",
    "winner",
    "zero",
];

#[test]
fn what_is_not_offered_is_refused_or_has_a_reason() {
    let mut met = BTreeMap::new();
    let mut refused = 0;
    for sheet in presets() {
        for seats in seat_counts(sheet) {
            let game = SeatedGame::new(sheet, seats).unwrap();
            let state = game.state(sheet);
            let offers = game.offers(state);
            for (rule, field) in &game.rules {
                let offer = offers.iter().find(|offer| offer.field == field);
                let values = offer.map_or(&[][..], |offer| &offer.values);
                let is_new =
                    |value: &Value| !values.contains(value) && game.usual(field) != Some(value);
                for value in domain(sheet, field).into_iter().filter(is_new) {
                    let mut alone = Options::default();
                    alone.0.insert(field.clone(), value.clone());
                    alone.0.extend((rule.sets)(&value, state));
                    if effective_sheet(sheet, &alone).is_err() {
                        refused += 1;
                        continue;
                    }
                    met.entry(rule.field)
                        .or_insert_with(|| format!("{} {value}", sheet.id));
                }
            }
        }
    }
    assert!(refused > 1000, "{refused}");
    let reasons: BTreeMap<_, _> = NOT_OFFERED.iter().copied().collect();
    for (field, example) in &met {
        assert!(
            reasons.contains_key(field),
            "{field} is valid and not offered: {example}"
        );
    }
    for (field, reason) in reasons {
        assert!(
            met.contains_key(field),
            "{field} is always offered, not kept back: {reason}"
        );
    }
}
