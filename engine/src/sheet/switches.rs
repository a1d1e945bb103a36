//! The rules that tables play differently, as switches: what each may be set to in a sheet with its
//! present overrides, and what is set together with each value.
//!
//! Every choice offered here makes a valid sheet (SPEC 2.2): where one value needs another, both are set
//! together, and an override that the rest no longer allows falls back to the game's own rule.

mod first;
mod play;
mod rule;
mod scoring;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use self::rule::{Kind, Rule, State};
use super::effective::{is_table, merged, put_all, tree};
use super::{Invalid, Options, Sheet};

/// The greatest number that may be chosen where any number will do.
pub const MOST_POINTS: u32 = 1000;

/// Where a switch stands in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SwitchGroup {
    /// What most tables change; always in sight.
    First,
    /// `deal.*`
    Deal,
    /// `lead.*`
    Lead,
    /// `turn.*`
    Turn,
    /// `line.*`
    Line,
    /// `score.*`
    Score,
    /// `match.*`
    Match,
    /// `referee.*`
    Referee,
}

/// A rule that may be changed in the present state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Switch {
    /// The dotted field; of a table by player count the entry for the table's number of seats.
    pub field: String,
    /// Where it stands.
    pub group: SwitchGroup,
    /// What it is now.
    pub value: Value,
    /// What it is in the game itself; none where the game has no such entry.
    pub usual: Option<Value>,
    /// What it may be set to. The present value is among them.
    pub choices: Vec<SwitchChoice>,
    /// Any whole number from 1 to this may be chosen, too.
    pub most: Option<u32>,
}

/// A value that a switch may be set to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SwitchChoice {
    /// The value.
    pub value: Value,
    /// What choosing it does to the overrides, the switch's own field and its companions: the new value,
    /// or none where the override is taken back. Empty for the present value.
    pub changes: BTreeMap<String, Option<Value>>,
}

/// A sheet with its overrides, and the switches in this state.
#[derive(Clone, Debug, PartialEq)]
pub struct Switches {
    /// The overrides without what the rest does not allow, what equals the game's own rule, and what is
    /// said about other numbers of seats.
    pub options: Options,
    /// The sheet with these overrides put in.
    pub sheet: Sheet,
    /// The switches, in reading order.
    pub list: Vec<Switch>,
}

/// The switches of a table with `seats` seats.
///
/// # Errors
///
/// The sorted codes of the first stage of SPEC 2.2 that finds any: overrides of unknown fields or outside
/// their domains; `players_range` for a number of seats that the sheet does not allow; what is wrong with
/// the sheet where taking overrides back does not help.
pub fn switches(preset: &Sheet, options: &Options, seats: usize) -> Result<Switches, Vec<Invalid>> {
    merged(preset, options)?;
    let game = SeatedGame::new(preset, seats)?;
    let (options, sheet) = game.for_seats(options);
    sheet.validate()?;
    let state = game.state(&sheet);
    let offers = game.offers(state).into_iter();
    let list = offers
        .map(|offer| game.switch(&options, state, offer))
        .collect();
    Ok(Switches {
        options,
        sheet,
        list,
    })
}

/// A game at a table with so many seats.
struct SeatedGame {
    /// The game's own sheet as a tree of fields.
    own: Value,
    seats: usize,
    /// Every rule with the field that it writes to, in reading order.
    rules: Vec<(&'static Rule, String)>,
}

/// A rule that may be changed, with the values that it may be set to.
struct Offer<'a> {
    rule: &'static Rule,
    field: &'a str,
    value: Value,
    values: Vec<Value>,
}

impl SeatedGame {
    fn new(preset: &Sheet, seats: usize) -> Result<Self, Vec<Invalid>> {
        let players = preset.players.min as usize..=preset.players.max as usize;
        if !players.contains(&seats) {
            return Err(vec![Invalid::PlayersRange]);
        }
        let field = |rule: &Rule| match is_table(rule.field) {
            true => format!("{}.{seats}", rule.field),
            false => rule.field.to_owned(),
        };
        Ok(Self {
            own: tree(preset),
            seats,
            rules: rule::all().map(|rule| (rule, field(rule))).collect(),
        })
    }

    /// The sheet with overrides put in, valid or not.
    fn sheet(&self, options: &Options) -> Sheet {
        let mut whole = self.own.clone();
        put_all(&mut whole, options);
        serde_json::from_value(whole).expect("every override is in its field's domain")
    }

    fn state<'a>(&self, sheet: &'a Sheet) -> State<'a> {
        State {
            sheet,
            seats: self.seats,
        }
    }

    /// The game's own value at a dotted field.
    fn usual(&self, field: &str) -> Option<&Value> {
        value_at(&self.own, field)
    }

    fn offers(&self, state: State) -> Vec<Offer<'_>> {
        let now = tree(state.sheet);
        let offer = |(rule, field): &'_ (&'static Rule, String)| {
            let value = value_at(&now, field)?;
            let values = rule.choices(state, [Some(value), self.usual(field)]);
            let is_choice = values.len() > 1 || (values.len() == 1 && rule.kind == Kind::Free);
            is_choice.then(|| (value.clone(), values))
        };
        let rules = self.rules.iter();
        rules
            .filter_map(|entry| {
                let (value, values) = offer(entry)?;
                Some(Offer {
                    rule: entry.0,
                    field: &entry.1,
                    value,
                    values,
                })
            })
            .collect()
    }

    fn switch(&self, options: &Options, state: State, offer: Offer) -> Switch {
        let Offer {
            rule,
            field,
            value,
            values,
        } = offer;
        let choices = values.into_iter().map(|value| {
            let (after, _) = self.choose(options, state, (rule, field), &value);
            let changes = changes(options, &after);
            SwitchChoice { value, changes }
        });
        Switch {
            field: field.to_owned(),
            group: rule.group,
            value,
            usual: self.usual(field).cloned(),
            choices: choices.collect(),
            most: (rule.kind == Kind::Free).then_some(MOST_POINTS),
        }
    }

    /// The overrides after a switch was set, and the sheet. Back to the game's own rule takes along what
    /// came with the other one.
    fn choose(
        &self,
        options: &Options,
        before: State,
        (rule, field): (&Rule, &str),
        value: &Value,
    ) -> (Options, Sheet) {
        let mut next = options.clone();
        next.0
            .retain(|known, _| known != field && !rule.carries.contains(&known.as_str()));
        if self.usual(field) != Some(value) {
            next.0.insert(field.to_owned(), value.clone());
            next.0.extend((rule.sets)(value, before));
        }
        next.0.extend((rule.always)(value, before));
        self.settle(next)
    }

    /// What is said about other numbers of seats does not count, unless the game says nothing of them.
    fn for_seats(&self, options: &Options) -> (Options, Sheet) {
        let mut kept = options.clone();
        kept.0.retain(|field, _| {
            let entry = field.rsplit_once('.');
            let count = entry.filter(|(table, _)| is_table(table));
            count.is_none_or(|(_, count)| {
                count == self.seats.to_string() || self.usual(field).is_none()
            })
        });
        self.settle(kept)
    }

    /// Drops what equals the game's own rule, and what the rest does not allow.
    fn settle(&self, options: Options) -> (Options, Sheet) {
        let mut kept = options;
        kept.0
            .retain(|field, value| self.usual(field) != Some(&*value));
        loop {
            let sheet = self.sheet(&kept);
            let state = self.state(&sheet);
            let mut rules = self.rules.iter();
            let lost = rules.find(|(rule, field)| is_lost(rule, field, &kept, state));
            let Some((lost, _)) = lost else {
                return (kept, sheet);
            };
            let entries = format!("{}.", lost.field);
            kept.0.retain(|field, _| {
                field != lost.field
                    && !field.starts_with(&entries)
                    && !lost.carries.contains(&field.as_str())
            });
        }
    }
}

fn value_at<'a>(tree: &'a Value, field: &str) -> Option<&'a Value> {
    field.split('.').try_fold(tree, |at, key| at.get(key))
}

/// Whether a rule is overridden with what the rest does not allow.
fn is_lost(rule: &Rule, field: &str, options: &Options, state: State) -> bool {
    let Some(value) = options.0.get(field) else {
        return false;
    };
    if is_carried(field, value, options, state) {
        return false;
    }
    let values = (rule.values)(state);
    values.is_empty() || (rule.is_bound_to(&values) && !values.contains(value))
}

/// Whether a field is as another switch has set it along.
fn is_carried(field: &str, value: &Value, options: &Options, state: State) -> bool {
    rule::all()
        .filter(|rule| rule.carries.contains(&field))
        .any(|rule| {
            let set = options.0.get(rule.field);
            set.is_some_and(|set| (rule.sets)(set, state).get(field) == Some(value))
        })
}

/// What leads from some overrides to others.
fn changes(before: &Options, after: &Options) -> BTreeMap<String, Option<Value>> {
    let gone = before
        .0
        .keys()
        .filter(|field| !after.0.contains_key(*field));
    let set = after
        .0
        .iter()
        .filter(|(field, value)| before.0.get(*field) != Some(value));
    gone.map(|field| (field.clone(), None))
        .chain(set.map(|(field, value)| (field.clone(), Some(value.clone()))))
        .collect()
}

#[cfg(test)]
mod tests;
