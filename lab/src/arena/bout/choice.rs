//! What a seat that is awaited does, and the clock for one that does nothing.

use boneyard_engine::{
    Action, Bot, Event, Ladder, LegalActions, Match, Phase, Ruling, Seat, Viewer,
};
use boneyard_protocol::ErrorCode;
use rand_chacha::ChaCha20Rng;

use super::{Bout, FactBatch, Player};
use crate::arena::ArenaError;
use boneyard_server::clock::Stopwatch;
use boneyard_server::dealer::pick;
use boneyard_server::table::desk::SeatLine;
use boneyard_server::table::illegal;
use boneyard_store::fact::{Fact, Origin};

/// What an awaited seat does.
enum Choice {
    Done(Vec<Event>),
    /// It chose what is refused, or nothing in time: the clock plays for it.
    Nothing,
}

impl Bout<'_> {
    /// What a seat that is awaited does, or the clock for it.
    pub(super) fn answer_of(&mut self, seat: Option<Seat>) -> Result<FactBatch, ArenaError> {
        let seat = seat.ok_or_else(|| self.stuck("nobody is awaited"))?;
        let watch = Stopwatch::start();
        let choice = match self.players.get_mut(seat.index()) {
            Some(Player::BuiltIn(bot, rng)) => {
                let action = chosen(&self.game, seat, bot.as_mut(), rng);
                self.note_time(seat, &watch);
                self.decided(seat, &action)
            }
            Some(Player::Program(_)) => {
                let choice = self.ask_program(seat, &watch)?;
                self.note_time(seat, &watch);
                choice
            }
            None => return Err(self.stuck("a seat has no player")),
        };
        match choice {
            Choice::Done(events) => Ok(FactBatch::of(events, Origin::Seat)),
            Choice::Nothing => self.default(seat),
        }
    }

    fn decided(&mut self, seat: Seat, action: &Action) -> Choice {
        match self.game.decide(seat, action) {
            Ok(events) => Choice::Done(events),
            Err(error) => {
                let why = illegal(error, &LegalActions::default());
                self.note_illegal(seat, code_text(why.code));
                Choice::Nothing
            }
        }
    }

    /// Waits for a program's act. An act of a turn that is over is refused and waited on: it is no choice.
    fn ask_program(&mut self, seat: Seat, watch: &Stopwatch) -> Result<Choice, ArenaError> {
        let think_ms = self.think_ms();
        loop {
            let (Some(desk), Some(Player::Program(program))) =
                (&self.desk, self.players.get_mut(seat.index()))
            else {
                return Err(self.stuck("a program has no desk"));
            };
            let Some(line) = program.hear(self.think.saturating_sub(watch.elapsed()))? else {
                self.note_illegal(seat, "late".to_owned());
                return Ok(Choice::Nothing);
            };
            let (code, refusal) = match desk.hear(seat, &line, think_ms) {
                SeatLine::Nothing => continue,
                SeatLine::Answered(answer) => {
                    program.tell(&answer)?;
                    continue;
                }
                SeatLine::Refused(code, refusal) => (code, refusal),
                SeatLine::Act(id, action) => match self.game.decide(seat, &action) {
                    Ok(events) => {
                        program.tell(&desk.done(id, seat, events.len()))?;
                        return Ok(Choice::Done(events));
                    }
                    Err(error) => desk.illegal(id, seat, error),
                },
            };
            program.tell(&refusal)?;
            self.note_illegal(seat, code_text(code));
            if code != ErrorCode::Stale {
                return Ok(Choice::Nothing);
            }
        }
    }

    /// What the clock of a served table would do: with a ladder, and while rows are arranged, it is an overtime
    /// (SPEC 10.6, 4.4); else it chooses uniformly.
    fn default(&mut self, seat: Seat) -> Result<FactBatch, ArenaError> {
        let has_ladder = self.game.sheet().referee.ladder != Ladder::None;
        if has_ladder || self.game.phase() == Phase::Arranging {
            let events = self.game.rule(Ruling::Overtime(seat));
            let events = events.map_err(|_| self.stuck("an overtime is refused"))?;
            return Ok(FactBatch::of(events, Origin::Table));
        }
        let legal = self.game.honest_actions(seat);
        let action = pick(&mut self.clock, legal.as_slice());
        let events = action.and_then(|action| self.game.decide(seat, action).ok());
        Ok(FactBatch {
            before: Some(Fact::TimeUp { seat }),
            events: events.ok_or_else(|| self.stuck("nothing is legal"))?,
            by: Origin::Clock,
        })
    }

    fn note_time(&mut self, seat: Seat, watch: &Stopwatch) {
        if let Some(conduct) = self.conduct.get_mut(seat.index()) {
            conduct.times.note(watch.elapsed());
        }
    }

    fn note_illegal(&mut self, seat: Seat, code: String) {
        if let Some(conduct) = self.conduct.get_mut(seat.index()) {
            *conduct.illegal.entry(code).or_default() += 1;
        }
    }
}

/// What a built-in bot does. It plays honestly: at a strict table it chooses from what would be legal elsewhere.
fn chosen(game: &Match, seat: Seat, bot: &mut dyn Bot, rng: &mut ChaCha20Rng) -> Action {
    let view = game.view(Viewer::Seat(seat));
    if game.phase() == Phase::Arranging {
        let row = bot.arrange(&view, rng);
        return Action::Arrange { row };
    }
    bot.choose(&view, &game.honest_actions(seat), rng)
}

/// A code as the wire spells it.
fn code_text(code: ErrorCode) -> String {
    match serde_json::to_value(code) {
        Ok(serde_json::Value::String(text)) => text,
        _ => format!("{code:?}"),
    }
}
