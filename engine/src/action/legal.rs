//! The legal list.

use super::Action;

/// The legal list of a seat (SPEC 3.3), sorted by the bytes of the spelling. Empty for everybody
/// but the seat on turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LegalActions(Vec<Action>);

impl LegalActions {
    pub(crate) fn from_sorted(actions: Vec<Action>) -> Self {
        debug_assert!(actions.is_sorted());
        Self(actions)
    }

    /// Whether the action is in the list.
    #[must_use]
    pub fn contains(&self, action: &Action) -> bool {
        self.0.binary_search(action).is_ok()
    }

    /// The actions as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Action] {
        &self.0
    }

    /// How many actions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is legal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The actions in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Action> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a LegalActions {
    type Item = &'a Action;
    type IntoIter = std::slice::Iter<'a, Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
