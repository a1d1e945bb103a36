//! What a switch is made of, and the state of a sheet that decides which values it has.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::SwitchGroup;
use crate::sheet::*;

/// What is set together with a value.
pub(super) type Companions = BTreeMap<String, Value>;

/// Which values there are beside those that a rule lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// None, not even the game's own.
    Listed,
    /// The game's own number and the present one.
    Numbers,
    /// Any number from 1 to [`super::MOST_POINTS`].
    Free,
}

/// One rule that tables play differently.
pub(super) struct Rule {
    /// The dotted field; of a table by player count the whole table.
    pub(super) field: &'static str,
    pub(super) group: SwitchGroup,
    pub(super) kind: Kind,
    /// What it may be set to; empty where it has no meaning.
    pub(super) values: fn(State) -> Vec<Value>,
    /// The fields that may be set together with it.
    pub(super) carries: &'static [&'static str],
    /// What is set together with a value that is not the game's own. The state is the one before.
    pub(super) sets: fn(&Value, State) -> Companions,
    /// What is set together with every value.
    pub(super) always: fn(&Value, State) -> Companions,
}

impl Rule {
    pub(super) const fn listed(
        field: &'static str,
        group: SwitchGroup,
        values: fn(State) -> Vec<Value>,
    ) -> Self {
        Self {
            field,
            group,
            kind: Kind::Listed,
            values,
            carries: &[],
            sets: |_, _| Companions::new(),
            always: |_, _| Companions::new(),
        }
    }

    pub(super) const fn numbers(
        field: &'static str,
        group: SwitchGroup,
        values: fn(State) -> Vec<Value>,
    ) -> Self {
        let mut rule = Self::listed(field, group, values);
        rule.kind = Kind::Numbers;
        rule
    }

    pub(super) const fn free(
        field: &'static str,
        group: SwitchGroup,
        values: fn(State) -> Vec<Value>,
    ) -> Self {
        let mut rule = Self::listed(field, group, values);
        rule.kind = Kind::Free;
        rule
    }

    pub(super) const fn carrying(
        mut self,
        carries: &'static [&'static str],
        sets: fn(&Value, State) -> Companions,
    ) -> Self {
        self.carries = carries;
        self.sets = sets;
        self
    }

    pub(super) const fn always(mut self, always: fn(&Value, State) -> Companions) -> Self {
        self.always = always;
        self
    }

    /// Whether nothing but these values will do. A single value is a matter of course, not a suggestion.
    pub(super) fn is_bound_to(&self, values: &[Value]) -> bool {
        match self.kind {
            Kind::Listed => true,
            Kind::Numbers => values.len() == 1,
            Kind::Free => false,
        }
    }

    /// What it may be set to, with the game's own number where numbers are no closed list.
    pub(super) fn choices(&self, state: State, own: [Option<&Value>; 2]) -> Vec<Value> {
        let mut values = (self.values)(state);
        if values.is_empty() || self.is_bound_to(&values) {
            return values;
        }
        for value in own.into_iter().flatten() {
            if value.is_number() && !values.contains(value) {
                values.push(value.clone());
                values.sort_by_key(Value::as_u64);
            }
        }
        values
    }
}

/// Every rule, in reading order.
pub(super) fn all() -> impl Iterator<Item = &'static Rule> {
    let parts = [
        super::first::FIRST,
        super::play::PLAY,
        super::scoring::SCORING,
    ];
    parts.into_iter().flatten()
}

/// These values where it has a meaning to choose one.
pub(super) fn only<T: Serialize, const N: usize>(when: bool, values: [T; N]) -> Vec<Value> {
    if when {
        Vec::from(values.map(plain))
    } else {
        Vec::new()
    }
}

/// A policy, number or flag as it stands in a sheet.
pub(super) fn plain(value: impl Serialize) -> Value {
    serde_json::to_value(value).expect("policies, numbers and flags are plain data")
}

/// What is set together.
pub(super) fn together<const N: usize>(fields: [(&str, Value); N]) -> Companions {
    fields
        .into_iter()
        .map(|(field, value)| (field.to_owned(), value))
        .collect()
}

/// A sheet with its present overrides, at a table with so many seats.
#[derive(Clone, Copy)]
pub(super) struct State<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) seats: usize,
}

impl State<'_> {
    pub(super) fn seen(self) -> bool {
        self.sheet.deal.hand == HandRule::Seen
    }

    pub(super) fn unseen(self) -> bool {
        self.sheet.deal.hand == HandRule::Unseen
    }

    pub(super) fn opens(self) -> bool {
        self.sheet.deal.open_at > 0
    }

    pub(super) fn draws(self) -> bool {
        self.sheet.turn.draw != DrawRule::Never
    }

    pub(super) fn spinner(self) -> bool {
        self.sheet.line.spinner != Spinner::None
    }

    /// Whether placements score.
    pub(super) fn scores_in_play(self) -> bool {
        self.sheet.score.in_play != InPlay::None
    }

    pub(super) fn multiples(self) -> bool {
        self.sheet.score.in_play == InPlay::Multiples
    }

    pub(super) fn equal_ends(self) -> bool {
        self.sheet.score.in_play == InPlay::EqualEnds
    }

    /// Whether a named tile is searched for in some deal.
    pub(super) fn named(self) -> bool {
        self.sheet.lead.first == FirstLead::Named || self.sheet.lead.next == NextLead::Named
    }

    pub(super) fn laddered(self) -> bool {
        self.sheet.referee.ladder != Ladder::None
    }

    pub(super) fn strict(self) -> bool {
        self.sheet.referee.enforcement == Enforcement::Penalize
    }

    pub(super) fn fixed_deals(self) -> bool {
        matches!(self.sheet.goal.goal, Goal::Most | Goal::Fewest)
    }

    pub(super) fn reach_wins(self) -> bool {
        self.sheet.goal.goal == Goal::ReachWins
    }

    pub(super) fn result(self, kind: ResultRule) -> bool {
        self.sheet.score.result == kind
    }

    /// Whether the tiles left in hands are counted.
    pub(super) fn counts_tiles(self) -> bool {
        self.result(ResultRule::Own) || self.result(ResultRule::Collect)
    }

    /// Whether a deal is worth points to its winner, so that there may be bonuses.
    pub(super) fn has_bonuses(self) -> bool {
        self.result(ResultRule::Collect) || self.result(ResultRule::Fixed)
    }

    /// Games whose points are few: a bonus there is one or two.
    pub(super) fn few_points(self) -> bool {
        self.result(ResultRule::Fixed) || self.scores_in_play()
    }

    /// Whether a turn may lay several tiles of a hand that its owner sees.
    pub(super) fn many_tiles(self) -> bool {
        matches!(self.sheet.turn.lay, LayRule::Any | LayRule::TwinDoubles)
    }

    /// The smallest hand over all numbers of players.
    pub(super) fn fewest_tiles(self) -> u32 {
        let players = self.sheet.players;
        let hands = self.sheet.deal.tiles.iter();
        hands
            .filter(|(count, _)| (players.min..=players.max).contains(&u32::from(*count)))
            .map(|(_, tiles)| tiles)
            .min()
            .unwrap_or(0)
    }

    /// What is led where it is not the named tile.
    pub(super) fn free_lead(self) -> LeadTile {
        if self.seen() {
            LeadTile::Any
        } else {
            LeadTile::Rightmost
        }
    }

    /// Whether every tile is dealt.
    pub(super) fn deals_all(self) -> bool {
        self.sheet.tiles_each(self.seats) * self.seats >= crate::tile::Tile::COUNT
    }
}
