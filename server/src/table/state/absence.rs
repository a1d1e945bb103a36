//! What the persons who are here have been asked about an absent player.

use std::collections::BTreeSet;

use boneyard_engine::Seat;
use boneyard_protocol::AbsenceChoice;

use super::{Game, State};
use boneyard_store::fact::Fact;

/// The last question of a match about an absent player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AbsenceQuestion {
    /// The absent player's seat.
    pub(crate) seat: Seat,
    /// The turn that the absent player does not play.
    pub(crate) turn: u32,
    /// How often somebody has chosen to wait.
    pub(crate) waits: u32,
    /// Who wants to end the match.
    pub(crate) end: BTreeSet<Seat>,
    /// Whether there is no answer yet.
    open: bool,
}

impl State {
    /// The question that is open: its turn is still the running one, and nothing has answered it.
    pub(crate) fn asked(&self) -> Option<&AbsenceQuestion> {
        let seat = self.on_turn();
        let turn = self.turn();
        let asked = self.asked.as_ref().filter(|asked| asked.open);
        asked.filter(|asked| Some(asked.seat) == seat && Some(asked.turn) == turn)
    }

    /// The seat of the open question.
    pub(crate) fn asked_about(&self) -> Option<Seat> {
        self.asked().map(|asked| asked.seat)
    }

    /// Whether there was a question in the running turn, answered or not. There is but one a turn: whoever
    /// comes and goes gains nothing.
    pub(crate) fn has_asked_this_turn(&self) -> bool {
        let turn = self.asked.as_ref().map(|asked| asked.turn);
        turn.is_some() && turn == self.turn()
    }

    fn turn(&self) -> Option<u32> {
        let play = self.game.as_deref().and_then(Game::play);
        play.map(boneyard_engine::Match::turn)
    }

    /// The question is put.
    pub(super) fn ask_about(&mut self, seat: Seat) {
        self.asked = self.turn().map(|turn| AbsenceQuestion {
            seat,
            turn,
            waits: 0,
            end: BTreeSet::new(),
            open: true,
        });
    }

    /// Somebody has chosen.
    pub(super) fn choose_about_absent(&mut self, by: Seat, choice: AbsenceChoice) {
        if let Some(asked) = &mut self.asked {
            match choice {
                AbsenceChoice::Wait => asked.waits += 1,
                AbsenceChoice::Bot => {}
                AbsenceChoice::End => {
                    asked.end.insert(by);
                }
            }
        }
    }

    /// A fact about a seat may answer the question about it: a bot plays, the player is back, or has left.
    pub(super) fn answer_about(&mut self, seat: Seat, fact: &Fact) {
        let answers = matches!(
            fact,
            Fact::StandIn { .. } | Fact::Returned { .. } | Fact::Left { .. } | Fact::Seated { .. }
        );
        if let Some(asked) = self
            .asked
            .as_mut()
            .filter(|asked| asked.seat == seat && answers)
        {
            asked.open = false;
        }
    }
}
