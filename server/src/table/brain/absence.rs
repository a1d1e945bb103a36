//! What the players who are here may do when an absent player's time is up.
//!
//! The table waits once a turn for their choice, and at the end of that wait a bot plays. Only persons who are
//! here choose; programs never do, or a table might wait for ever. While there are persons of another side, a
//! partner's voice is heard for the end of the match alone: a partner has no reason to hurry.

use boneyard_engine::Seat;
use boneyard_protocol::limits::{ABSENCE_CHOICE_MS, ABSENCE_WAIT_MS};
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{
    AbsenceChoice, AbsenceEnd, AbsenceView, ErrorCode, PlayerInfo, PlayerKind, Refusal,
};

use super::Table;
use crate::clock::MonoMillis;
use crate::table::seats::SeatState;
use crate::table::state::AbsenceQuestion;
use crate::table::turn_clock::{Awaited, Wait};
use boneyard_store::fact::Fact;

impl Table {
    /// A player's absence budget is spent while the table waits for them.
    pub(super) fn absence_is_spent(&self, seat: Seat) -> Fact {
        let asks = self.state.opening.settings.absence_end == AbsenceEnd::Ask
            && self.state.phase == TablePhase::Playing
            && !self.state.has_asked_this_turn()
            && !self.choosers(seat).is_empty();
        if asks {
            Fact::Absent { seat }
        } else {
            stand_in(seat)
        }
    }

    /// The wait for the choice.
    pub(super) fn absence_wait(asked: &AbsenceQuestion) -> Wait {
        let (turn, waits) = (asked.turn, asked.waits);
        let of_ms = if waits == 0 {
            ABSENCE_CHOICE_MS
        } else {
            ABSENCE_WAIT_MS
        };
        Wait {
            awaited: Awaited::Absence { turn, waits },
            seats: Vec::new(),
            of_ms: of_ms.into(),
        }
    }

    /// Nobody has chosen in time.
    pub(super) fn absence_default(&self) -> Option<Fact> {
        self.state.asked_about().map(stand_in)
    }

    /// Somebody who is here chooses.
    pub(super) fn choose_about_absence(
        &self,
        player: &PlayerInfo,
        turn: u32,
        choice: AbsenceChoice,
        received: MonoMillis,
    ) -> Result<Vec<Fact>, Refusal> {
        let by = self.seated(player)?;
        let asked = self.state.asked().filter(|asked| asked.turn == turn);
        let asked = asked.filter(|_| !self.clocks.is_up_at(received));
        let asked = asked.ok_or_else(|| Refusal::from(ErrorCode::Stale))?;
        if !self.choices(asked, by).contains(&choice) {
            return Err(ErrorCode::NotNow.into());
        }
        let mut facts = vec![Fact::AbsenceChoice { seat: by, choice }];
        match choice {
            AbsenceChoice::Wait => {}
            AbsenceChoice::Bot => facts.push(stand_in(asked.seat)),
            AbsenceChoice::End => match self.end_that_all_want(asked, Some(by)) {
                Some(end) => facts.push(end),
                None if asked.end.contains(&by) => facts.clear(),
                None => {}
            },
        }
        Ok(facts)
    }

    /// A player has given up a seat; perhaps only they did not want the end.
    pub(super) fn end_among_the_rest(&self) -> Option<Fact> {
        let asked = self.state.asked()?;
        let is_back = self.is_here(self.state.seats.get(asked.seat)?);
        let end = self.end_that_all_want(asked, None);
        end.filter(|_| !is_back)
    }

    /// The end of the match, if every other person who plays in person wants it; `also` wants it from now on. A
    /// lost connection is no word for it.
    fn end_that_all_want(&self, asked: &AbsenceQuestion, also: Option<Seat>) -> Option<Fact> {
        let playing = self.persons(asked.seat, |state| !state.stand_in);
        let wants = |seat: &Seat| Some(*seat) == also || asked.end.contains(seat);
        let all = !playing.is_empty() && playing.iter().all(wants);
        let game = self.state.game.as_deref().filter(|_| all)?;
        let match_id = game.match_id;
        Some(Fact::Unfinished { match_id })
    }

    /// How it stands, for one viewer.
    pub(super) fn absence_view(&self, viewer: Option<Seat>) -> Option<AbsenceView> {
        let asked = self.state.asked()?;
        let choices = viewer.map(|viewer| self.choices(asked, viewer));
        Some(AbsenceView {
            seat: asked.seat.get(),
            waits: asked.waits,
            end: asked.end.iter().map(|seat| seat.get()).collect(),
            choices: choices.unwrap_or_default(),
        })
    }

    fn choices(&self, asked: &AbsenceQuestion, by: Seat) -> Vec<AbsenceChoice> {
        let mut choices = Vec::new();
        if self.choosers(asked.seat).contains(&by) {
            choices.extend([AbsenceChoice::Wait, AbsenceChoice::Bot]);
        }
        if self.persons_here(asked.seat).contains(&by) {
            choices.push(AbsenceChoice::End);
        }
        choices
    }

    /// The persons who are here but for one seat's.
    fn persons_here(&self, but: Seat) -> Vec<Seat> {
        self.persons(but, |state| self.is_here(state))
    }

    /// The persons of a kind but for one seat's.
    fn persons(&self, but: Seat, is_meant: impl Fn(&SeatState) -> bool) -> Vec<Seat> {
        let is_person = |state: &SeatState| {
            let player = state.player();
            player.is_some_and(|player| player.kind == PlayerKind::Person)
        };
        let seats = self.state.seats.pairs();
        let persons =
            seats.filter(|(seat, state)| *seat != but && is_person(state) && is_meant(state));
        persons.map(|(seat, _)| seat).collect()
    }

    /// Who may choose to wait or to let a bot play.
    fn choosers(&self, absent: Seat) -> Vec<Seat> {
        let here = self.persons_here(absent);
        let is_partner =
            |seat: &Seat| self.state.sheet.pairs && seat.index() % 2 == absent.index() % 2;
        let others: Vec<Seat> = here
            .iter()
            .copied()
            .filter(|seat| !is_partner(seat))
            .collect();
        if others.is_empty() { here } else { others }
    }
}

fn stand_in(seat: Seat) -> Fact {
    Fact::StandIn {
        seat,
        absence_left_ms: 0,
    }
}
