//! Matches between bots.

use boneyard_engine::{
    Action, Bot, Event, Match, MatchSetup, Options, Phase, Ruling, Seat, Side, Viewer, bot,
    deal_entry,
};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

#[cfg(test)]
mod tests;

/// A match between bots, fed as sockets are: seen events and views only.
pub(crate) struct Contest {
    pub(crate) game: Match,
    bots: Vec<Box<dyn Bot>>,
    rng: ChaCha20Rng,
}

impl Contest {
    /// The names of the bots by seat.
    pub(crate) fn new(setup: MatchSetup, names: &[&str], seed: u64) -> Self {
        let started = Match::start(setup).expect("a preset is valid");
        let game = Match::from_events([&started]).expect("it begins with the start");
        let bots = names.iter().map(|name| bot(name).expect("a bot's name"));
        let mut contest = Self {
            game,
            bots: bots.collect(),
            rng: ChaCha20Rng::seed_from_u64(seed),
        };
        contest.tell(&started);
        contest
    }

    /// Plays the match to its end; shows what a seat is about to do, with the match before it.
    pub(crate) fn play(&mut self, mut see: impl FnMut(&Match, Seat, &Action)) {
        while let Some(events) = self.step(&mut see) {
            for event in &events {
                self.game.apply(event);
                self.tell(event);
            }
        }
    }

    fn tell(&mut self, event: &Event) {
        for (seat, bot) in (0..).map(Seat::new).zip(&mut self.bots) {
            bot.observe(&event.seen_by(Viewer::Seat(seat)));
        }
    }

    fn step(&mut self, see: &mut impl FnMut(&Match, Seat, &Action)) -> Option<Vec<Event>> {
        let (seat, action) = match self.game.phase() {
            Phase::AwaitingEntry => {
                let mut seed = [0; 32];
                self.rng.fill_bytes(&mut seed);
                let entry = deal_entry(seed, self.game.setup().players);
                return Some(self.game.enter(entry).expect("an entry for the players"));
            }
            Phase::Arranging => self.arrangement(),
            Phase::Playing => self.challenge().unwrap_or_else(|| self.choice()),
            Phase::DealOver => {
                return Some(self.game.rule(Ruling::Deal).expect("the deal is over"));
            }
            Phase::MatchOver => return None,
        };
        see(&self.game, seat, &action);
        let events = self.game.decide(seat, &action);
        Some(events.expect("a bot does what is legal"))
    }

    fn arrangement(&mut self) -> (Seat, Action) {
        let awaiting = self.game.view(Viewer::Watcher).awaiting;
        let seat = *awaiting.first().expect("a row is awaited");
        let view = self.game.view(Viewer::Seat(seat));
        let row = self.bots[seat.index()].arrange(&view, &mut self.rng);
        (seat, Action::Arrange { row })
    }

    fn choice(&mut self) -> (Seat, Action) {
        let seat = self.game.on_turn().expect("somebody is on turn");
        let view = self.game.view(Viewer::Seat(seat));
        let action = self.bots[seat.index()].choose(&view, &view.legal, &mut self.rng);
        (seat, action)
    }

    fn challenge(&mut self) -> Option<(Seat, Action)> {
        let mut seats = (0..).map(Seat::new).zip(&mut self.bots);
        let caller = seats.find_map(|(seat, bot)| {
            let may = self.game.decide(seat, &Action::Challenge).is_ok();
            let calls = may && bot.challenges(&self.game.view(Viewer::Seat(seat)));
            calls.then_some(seat)
        });
        Some((caller?, Action::Challenge))
    }
}

/// One side of `strong` bots against sides of `weak` ones: 1 if it wins the match, 0 if not, and a
/// part of a match that is won together.
pub(crate) fn contest(
    rules: &str,
    options: &Options,
    players: u8,
    [strong, weak]: [&str; 2],
    seed: u64,
) -> f64 {
    let setup = MatchSetup::preset(rules, options.clone(), players).expect("valid overrides");
    let pairs = setup.sheet.pairs;
    let sides = if pairs { 2 } else { u64::from(players) };
    // Its place changes, since places are not equal.
    let mine = u8::try_from(seed % sides).expect("few sides");
    let is_mine = |seat: u8| {
        if pairs {
            seat % 2 == mine
        } else {
            seat == mine
        }
    };
    let name = |seat| if is_mine(seat) { strong } else { weak };
    let names: Vec<&str> = (0..players).map(name).collect();
    let mut contest = Contest::new(setup, &names, seed);
    contest.play(|_, _, _| {});
    let winners = &contest.game.result().expect("the match is over").winners;
    if winners.contains(&Side::new(mine)) {
        1.0 / f64::from(u32::try_from(winners.len()).expect("few sides"))
    } else {
        0.0
    }
}
