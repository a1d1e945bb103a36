//! Every choice makes a valid sheet, alone, in pairs and in long walks.

mod not_offered;

use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::sheet::{effective_sheet, preset, presets};

/// A switch of a game with one of its values.
struct Single {
    sheet: Arc<Sheet>,
    seats: usize,
    rule: &'static Rule,
    field: String,
    usual: Option<Value>,
    value: Value,
    after: Options,
}

fn seat_counts(sheet: &Sheet) -> std::ops::RangeInclusive<usize> {
    sheet.players.min as usize..=sheet.players.max as usize
}

/// Every switch of a game with each of its values.
fn singles(sheet: &Arc<Sheet>, seats: usize) -> Vec<Single> {
    let game = SeatedGame::new(sheet, seats).unwrap();
    let none = Options::default();
    let offered = switches(sheet, &none, seats).unwrap();
    assert_eq!((&offered.options, &offered.sheet), (&none, &**sheet));
    let single = |switch: &Switch, choice: &SwitchChoice| {
        let rule = game.rules.iter().find(|(_, field)| *field == switch.field);
        Single {
            sheet: sheet.clone(),
            seats,
            rule: rule.unwrap().0,
            field: switch.field.clone(),
            usual: switch.usual.clone(),
            value: choice.value.clone(),
            after: changed(&none, &choice.changes),
        }
    };
    let list = offered.list.iter();
    list.flat_map(|switch| {
        switch
            .choices
            .iter()
            .map(move |choice| single(switch, choice))
    })
    .collect()
}

fn all_singles() -> Vec<Single> {
    let sheets = presets().iter();
    sheets
        .flat_map(|sheet| seat_counts(sheet).flat_map(move |seats| singles(sheet, seats)))
        .collect()
}

/// The overrides as a client changes them.
fn changed(options: &Options, changes: &BTreeMap<String, Option<Value>>) -> Options {
    let mut next = options.clone();
    for (field, value) in changes {
        match value {
            Some(value) => next.0.insert(field.clone(), value.clone()),
            None => next.0.remove(field),
        };
    }
    next
}

fn at(sheet: &Sheet, field: &str) -> Option<Value> {
    let whole = tree(sheet);
    field
        .split('.')
        .try_fold(&whole, |at, key| at.get(key))
        .cloned()
}

fn options(value: Value) -> Options {
    serde_json::from_value(value).unwrap()
}

/// The overrides after a switch of a game was set.
fn set(id: &str, before: Value, seats: usize, field: &str, value: Value) -> Value {
    let offered = switches(&preset(id).unwrap(), &options(before), seats).unwrap();
    let switch = offered.list.iter().find(|switch| switch.field == field);
    let mut choices = switch.unwrap().choices.iter();
    let choice = choices.find(|choice| choice.value == value).unwrap();
    serde_json::to_value(changed(&offered.options, &choice.changes)).unwrap()
}

#[test]
fn every_value_with_its_companions_is_valid_and_differs_from_the_game_where_it_says_so() {
    let all = all_singles();
    assert!(all.len() > 2000, "{}", all.len());
    for single in all {
        let Single {
            field,
            value,
            after,
            ..
        } = &single;
        let place = format!("{} with {}: {field} {value}", single.sheet.id, single.seats);
        let sheet = effective_sheet(&single.sheet, after).expect(&place);
        assert_eq!(at(&sheet, field).as_ref(), Some(value), "{place}");
        assert_eq!(
            after.is_empty(),
            single.usual.as_ref() == Some(value),
            "{place}"
        );
    }
}

#[test]
fn a_games_own_rules_are_among_the_choices_and_going_back_leaves_nothing_behind() {
    for single in all_singles() {
        let place = format!("{}: {} {}", single.sheet.id, single.field, single.value);
        let usual = single.usual.expect(&place);
        let game = SeatedGame::new(&single.sheet, single.seats).unwrap();
        let (there, sheet) = game.for_seats(&single.after);
        assert_eq!(there, single.after, "{place}");
        let state = game.state(&sheet);
        let offers = game.offers(state);
        let offer = offers.iter().find(|offer| offer.field == single.field);
        let offer = offer.expect(&place);
        assert!(offer.values.contains(&usual), "{place}");
        let (back, _) = game.choose(&there, state, (offer.rule, offer.field), &usual);
        assert!(back.is_empty(), "{place}");
    }
}

/// Two switches together, in either order.
fn pairs_are_valid(sheet: &Arc<Sheet>) {
    let seats = sheet.players.max as usize;
    let game = SeatedGame::new(sheet, seats).unwrap();
    for first in singles(sheet, seats) {
        let (there, changed) = game.for_seats(&first.after);
        let state = game.state(&changed);
        for offer in game.offers(state) {
            for value in &offer.values {
                let (both, whole) = game.choose(&there, state, (offer.rule, offer.field), value);
                let place = || format!("{}: {both:?} after {}", sheet.id, first.field);
                assert_eq!(whole.validate(), Ok(()), "{}", place());
                let set = both.0.get(offer.field).or(game.usual(offer.field));
                assert_eq!(set, Some(value), "{}", place());
            }
        }
    }
}

#[test]
fn two_switches_together_are_valid_in_either_order() {
    std::thread::scope(|scope| {
        let (one, other) = presets().split_at(presets().len() / 2);
        for half in [one, other] {
            scope.spawn(move || half.iter().for_each(pairs_are_valid));
        }
    });
}

/// Numbers that look drawn, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % count
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

#[test]
fn any_number_of_switches_set_back_and_with_other_seats_is_valid() {
    let mut dice = Dice(20_261_130);
    for _ in 0..500 {
        let sheet = dice.pick(presets());
        let counts: Vec<usize> = seat_counts(sheet).collect();
        let mut seats = sheet.players.max as usize;
        let mut now = Options::default();
        for _ in 0..25 {
            if dice.below(10) == 0 {
                seats = *dice.pick(&counts);
            }
            let game = SeatedGame::new(sheet, seats).unwrap();
            let (there, changed) = game.for_seats(&now);
            assert_eq!(changed.validate(), Ok(()), "{} {now:?}", sheet.id);
            let state = game.state(&changed);
            let offers = game.offers(state);
            let offer = dice.pick(&offers);
            let value = dice.pick(&offer.values);
            now = game
                .choose(&there, state, (offer.rule, offer.field), value)
                .0;
            let whole = effective_sheet(sheet, &now);
            let whole = whole.unwrap_or_else(|codes| panic!("{} {now:?}: {codes:?}", sheet.id));
            assert_eq!(at(&whole, offer.field).as_ref(), Some(value));
        }
    }
}

#[test]
fn the_contested_rules_have_their_switches() {
    let contested = [
        "score.blank",
        "score.blank_value",
        "score.result",
        "turn.dead_line_ends",
        "score.threshold",
        "score.threshold_mode",
        "score.block",
        "deal.reserve",
        "line.along",
        "score.several_without",
        "turn.draw_optional",
        "turn.play_drawn",
        "line.spinner_value",
        "turn.draw",
        "score.round_to",
        "match.target",
        "turn.lay",
        "turn.opened_lay",
        "deal.misfit_visible",
        "deal.open_to",
        "referee.warn_scope",
        "referee.third",
        "referee.enforcement",
        "match.tie",
    ];
    let all = all_singles();
    for field in contested {
        let offered = all.iter().filter(|single| single.field.starts_with(field));
        let mut other = offered.filter(|single| {
            single.usual.as_ref() != Some(&single.value) || single.rule.kind == Kind::Free
        });
        assert!(other.next().is_some(), "{field} is never offered");
    }
}

#[test]
fn what_needs_another_choice_brings_it_along_and_what_does_not_go_with_it_falls_back() {
    let never = json!({"turn.draw": "never", "deal.undealt": "aside"});
    assert_eq!(
        set("kozel", json!({}), 3, "turn.draw", json!("never")),
        never
    );
    let optional = json!({"turn.draw_optional": true});
    assert_eq!(
        set("kozel", optional, 3, "turn.draw", json!("never")),
        never
    );
    assert_eq!(
        set("kozel", json!({}), 3, "lead.next", json!("rotate")),
        json!({"lead.next": "rotate", "lead.next_tile": "any"})
    );
    let offered = switches(&preset("kozel").unwrap(), &Options::default(), 3).unwrap();
    let target = offered
        .list
        .iter()
        .find(|switch| switch.field == "match.target.3")
        .unwrap();
    assert_eq!(target.most, Some(MOST_POINTS));
    let free = json!({"match.target.3": 51, "score.blank": "sole"});
    let offered = switches(&preset("kozel").unwrap(), &options(free.clone()), 3).unwrap();
    assert_eq!(offered.options, options(free.clone()));
    let offered = switches(&preset("kozel").unwrap(), &options(free), 2).unwrap();
    assert_eq!(offered.options, options(json!({"score.blank": "sole"})));
}

#[test]
fn what_is_wrong_in_itself_is_refused() {
    let codes = |value: Value, seats| {
        switches(&preset("kozel").unwrap(), &options(value), seats).unwrap_err()
    };
    assert_eq!(
        codes(json!({"turn.nothing": 1}), 3),
        [Invalid::UnknownField]
    );
    assert_eq!(
        codes(json!({"turn.draw": "always"}), 3),
        [Invalid::BadValue]
    );
    assert_eq!(codes(json!({}), 5), [Invalid::PlayersRange]);
    assert_eq!(
        codes(json!({"deal.hand": "unseen"}), 3).first(),
        Some(&Invalid::HandDraw)
    );
}
