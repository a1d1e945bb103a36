//! One round of one deal: a match that is played up to the end of its first deal, by bots that are fed as sockets
//! are.

mod choice;

use std::sync::Arc;
use std::time::Duration;

use boneyard_engine::{
    Action, Bot, BySide, DealResult, Event, Match, Phase, Points, Seat, Viewer, commitment,
    deal_entry,
};
use boneyard_protocol::ServerMessage;
use rand::Rng;
use rand_chacha::ChaCha20Rng;

use super::ArenaError;
use super::program::Program;
use super::tally::Conduct;
use boneyard_server::table::desk::Desk;
use boneyard_store::fact::{Fact, Origin};

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
pub(super) struct Bout<'p> {
    /// The deal's number, from 1.
    pub(super) deal: u32,
    pub(super) game: Match,
    /// By seat.
    pub(super) players: Vec<Player<'p>>,
    /// By seat.
    pub(super) conduct: Vec<Conduct>,
    /// Where a program plays.
    pub(super) desk: Option<Desk>,
    /// From which the entries follow.
    pub(super) entries: ChaCha20Rng,
    /// From which follows what the clock plays.
    pub(super) clock: ChaCha20Rng,
    /// How long a program may think about one action.
    pub(super) think: Duration,
    /// The points for placements so far.
    pub(super) in_play: BySide<Points>,
    /// Of the deal, once it is over.
    pub(super) result: Option<Arc<DealResult>>,
    /// Entries so far; all but the last were void.
    pub(super) voids: u32,
}

/// What becomes fact at once.
struct FactBatch {
    before: Option<Fact>,
    events: Vec<Event>,
    by: Origin,
}

impl FactBatch {
    fn of(events: Vec<Event>, by: Origin) -> Self {
        Self {
            before: None,
            events,
            by,
        }
    }
}

impl Bout<'_> {
    /// Plays the deal to its end.
    pub(super) fn play(&mut self, started: &Event) -> Result<(), ArenaError> {
        self.observe(started);
        self.seat_programs()?;
        loop {
            let batch = match self.game.phase() {
                Phase::AwaitingEntry => self.entry()?,
                Phase::Arranging => {
                    let seat = self.game.arranging().first().copied();
                    self.answer_of(seat)?
                }
                Phase::Playing => match self.challenge() {
                    Some(events) => FactBatch::of(events, Origin::Seat),
                    None => self.answer_of(self.game.on_turn())?,
                },
                Phase::DealOver | Phase::MatchOver => break,
            };
            self.become_fact(&batch)?;
        }
        self.dismiss_programs()
    }

    fn entry(&mut self) -> Result<FactBatch, ArenaError> {
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
        Ok(FactBatch {
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

    fn become_fact(&mut self, batch: &FactBatch) -> Result<(), ArenaError> {
        for event in &batch.events {
            self.game.apply(event);
            self.count(event);
            self.observe(event);
        }
        let think_ms = self.think_ms();
        let Some(desk) = &mut self.desk else {
            return Ok(());
        };
        let of_game = batch.events.iter().map(|event| Fact::Game {
            event: event.clone(),
            by: batch.by,
            lengthwise: false,
        });
        let facts: Vec<Fact> = batch.before.iter().cloned().chain(of_game).collect();
        let messages = desk.tell(&facts);
        for (seat, program) in programs(&self.players) {
            let events = desk.events(&messages, Some(seat), think_ms);
            program.tell(&ServerMessage::Events(Box::new(events)))?;
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
        programs(&self.players).try_for_each(|(seat, program)| {
            let snapshot = desk.snapshot(Some(seat), self.think_ms());
            program.tell(&ServerMessage::Snapshot(Box::new(snapshot)))
        })
    }

    fn dismiss_programs(&self) -> Result<(), ArenaError> {
        let Some(desk) = &self.desk else {
            return Ok(());
        };
        programs(&self.players).try_for_each(|(_, program)| program.tell(&desk.gone()))
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
