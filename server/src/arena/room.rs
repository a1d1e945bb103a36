//! One round of one deal: a match that is played up to the end of its first deal, by bots that are fed as sockets
//! are.

use std::sync::Arc;
use std::time::Duration;

use boneyard_engine::{
    Action, Bot, BySide, DealResult, Event, Ladder, LegalActions, Match, Phase, Points, Ruling,
    Seat, Viewer, commitment, deal_entry,
};
use boneyard_protocol::ErrorCode;
use rand::Rng;
use rand_chacha::ChaCha20Rng;

use super::ArenaError;
use super::program::Program;
use super::tally::Conduct;
use crate::clock::Stopwatch;
use crate::dealer::pick;
use crate::table::fact::{Fact, Origin};
use crate::table::{Asked, Desk, illegal};

/// Void entries on end after which by these rules there is no deal.
const VOIDS: u32 = 10_000;

/// Who plays a seat.
pub(super) enum Player<'p> {
    /// A bot of the engine with the random numbers of this seat.
    BuiltIn(Box<dyn Bot>, Box<ChaCha20Rng>),
    /// A program.
    Program(&'p mut Program),
}

/// A round that is being played.
pub(super) struct Room<'p> {
    pub(super) deal: u32,
    pub(super) game: Match,
    pub(super) players: Vec<Player<'p>>,
    /// By seat.
    pub(super) conduct: Vec<Conduct>,
    /// Where a program plays.
    pub(super) desk: Option<Desk>,
    pub(super) entries: ChaCha20Rng,
    pub(super) clock: ChaCha20Rng,
    pub(super) think: Duration,
    pub(super) in_play: BySide<Points>,
    pub(super) result: Option<Arc<DealResult>>,
    pub(super) voids: u32,
}

/// What becomes fact at once.
struct Step {
    before: Option<Fact>,
    events: Vec<Event>,
    by: Origin,
}

impl Step {
    fn of(events: Vec<Event>, by: Origin) -> Self {
        Self {
            before: None,
            events,
            by,
        }
    }
}

/// What a seat that is asked does.
enum Choice {
    Done(Vec<Event>),
    /// It chose what is refused, or nothing in time: the clock plays for it.
    Nothing,
}

impl Room<'_> {
    /// Plays the deal to its end.
    pub(super) fn play(&mut self, started: &Event) -> Result<(), ArenaError> {
        self.observe(started);
        self.seat_programs()?;
        loop {
            let step = match self.game.phase() {
                Phase::AwaitingEntry => self.entry()?,
                Phase::Arranging => {
                    let seat = self.game.arranging().first().copied();
                    self.asked(seat)?
                }
                Phase::Playing => match self.challenge() {
                    Some(events) => Step::of(events, Origin::Seat),
                    None => self.asked(self.game.on_turn())?,
                },
                Phase::DealOver | Phase::MatchOver => break,
            };
            self.become_fact(&step)?;
        }
        self.dismiss_programs()
    }

    fn entry(&mut self) -> Result<Step, ArenaError> {
        self.voids += 1;
        if self.voids > VOIDS {
            return Err(ArenaError::Undealable { deal: self.deal });
        }
        let (mut seed, mut salt) = ([0; 32], [0; 32]);
        self.entries.fill_bytes(&mut seed);
        self.entries.fill_bytes(&mut salt);
        let entry = deal_entry(seed, self.game.setup().players);
        let seal = self.desk.is_some().then(|| Fact::Entry {
            index: self.voids - 1,
            salt,
            commitment: commitment(&salt, &entry),
        });
        Ok(Step {
            before: seal,
            events: self.game.enter(entry)?,
            by: Origin::Table,
        })
    }

    /// Asks a built-in bot at each seat that may challenge (SPEC 10.2). A program challenges in its turn.
    fn challenge(&mut self) -> Option<Vec<Event>> {
        let game = &self.game;
        let mut seats = (0..).map(Seat::new).zip(&mut self.players);
        seats.find_map(|(seat, player)| match player {
            Player::BuiltIn(bot, _) => {
                let events = game.decide(seat, &Action::Challenge).ok()?;
                let calls = bot.challenges(&game.view(Viewer::Seat(seat)));
                calls.then_some(events)
            }
            Player::Program(_) => None,
        })
    }

    /// What a seat that is awaited does, or the clock for it.
    fn asked(&mut self, seat: Option<Seat>) -> Result<Step, ArenaError> {
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
            Choice::Done(events) => Ok(Step::of(events, Origin::Seat)),
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
                Asked::Nothing => continue,
                Asked::Answered(answer) => {
                    program.tell(&answer)?;
                    continue;
                }
                Asked::Refused(code, refusal) => (code, refusal),
                Asked::Act(id, action) => match self.game.decide(seat, &action) {
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
    fn default(&mut self, seat: Seat) -> Result<Step, ArenaError> {
        let has_ladder = self.game.sheet().referee.ladder != Ladder::None;
        if has_ladder || self.game.phase() == Phase::Arranging {
            let events = self.game.rule(Ruling::Overtime(seat));
            let events = events.map_err(|_| self.stuck("an overtime is refused"))?;
            return Ok(Step::of(events, Origin::Table));
        }
        let legal = self.game.honest_actions(seat);
        let action = pick(&mut self.clock, legal.as_slice());
        let events = action.and_then(|action| self.game.decide(seat, action).ok());
        Ok(Step {
            before: Some(Fact::TimeUp { seat }),
            events: events.ok_or_else(|| self.stuck("nothing is legal"))?,
            by: Origin::Clock,
        })
    }

    fn become_fact(&mut self, step: &Step) -> Result<(), ArenaError> {
        for event in &step.events {
            self.game.apply(event);
            self.count(event);
            self.observe(event);
        }
        let think_ms = self.think_ms();
        let Some(desk) = &mut self.desk else {
            return Ok(());
        };
        let of_game = step.events.iter().map(|event| Fact::Game {
            event: event.clone(),
            by: step.by,
            lengthwise: false,
        });
        let facts: Vec<Fact> = step.before.iter().cloned().chain(of_game).collect();
        let told = desk.tell(&facts);
        for (seat, program) in programs(&self.players) {
            program.tell(&desk.events(&told, seat, think_ms))?;
        }
        Ok(())
    }

    fn count(&mut self, event: &Event) {
        if let Event::Scored { side, points, .. } = event {
            let mut sides = self.in_play.iter_mut();
            if let Some(all) = sides.nth(side.index()) {
                *all += *points;
            }
        }
        if let Event::DealOver { result } = event {
            self.result = Some(Arc::clone(result));
        }
    }

    /// Shows an event to the built-in bots, as their seats see it.
    fn observe(&mut self, event: &Event) {
        for (seat, player) in (0..).map(Seat::new).zip(&mut self.players) {
            if let Player::BuiltIn(bot, _) = player {
                bot.observe(&event.seen_by(Viewer::Seat(seat)));
            }
        }
    }

    fn seat_programs(&self) -> Result<(), ArenaError> {
        let Some(desk) = &self.desk else {
            return Ok(());
        };
        programs(&self.players)
            .try_for_each(|(seat, program)| program.tell(&desk.snapshot(seat, self.think_ms())))
    }

    fn dismiss_programs(&self) -> Result<(), ArenaError> {
        let Some(desk) = &self.desk else {
            return Ok(());
        };
        programs(&self.players).try_for_each(|(_, program)| program.tell(&desk.gone()))
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

    fn think_ms(&self) -> u64 {
        u64::try_from(self.think.as_millis()).unwrap_or(u64::MAX)
    }

    fn stuck(&self, what: &'static str) -> ArenaError {
        ArenaError::Stuck {
            deal: self.deal,
            what,
        }
    }
}

fn programs<'a>(players: &'a [Player<'_>]) -> impl Iterator<Item = (Seat, &'a Program)> {
    let seats = (0..).map(Seat::new).zip(players);
    seats.filter_map(|(seat, player)| match player {
        Player::BuiltIn(..) => None,
        Player::Program(program) => Some((seat, &**program)),
    })
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
        Ok(_) | Err(_) => format!("{code:?}"),
    }
}
