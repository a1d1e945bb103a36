//! A bot that does anything legal.

use rand_core::Rng;

use super::Bot;
use crate::action::{Action, LegalActions};
use crate::event::SeenEvent;
use crate::shuffle::below;
use crate::view::SeatView;

/// Chooses uniformly from the legal list.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl Bot for RandomBot {
    fn observe(&mut self, _event: &SeenEvent) {}

    fn choose(&mut self, _view: &SeatView, legal: &LegalActions, rng: &mut dyn Rng) -> Action {
        legal.as_slice()[below(rng, legal.len())].clone()
    }
}
