//! What bots are worth: whole matches of every sheet between one kind and another.

use std::collections::BTreeMap;

use boneyard_engine::{
    Action, Bot, Event, Match, MatchSetup, Options, Phase, Ruling, Seat, Side, Viewer, bot,
    deal_entry, presets,
};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::crew;

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

    /// Plays on until the match is over, or something is true after a step.
    pub(crate) fn play(&mut self, mut until: impl FnMut(&Match) -> bool) {
        while let Some(events) = self.step() {
            for event in &events {
                self.game.apply(event);
                self.tell(event);
            }
            if until(&self.game) {
                return;
            }
        }
    }

    fn tell(&mut self, event: &Event) {
        for (seat, bot) in (0..).map(Seat::new).zip(&mut self.bots) {
            bot.observe(&event.seen_by(Viewer::Seat(seat)));
        }
    }

    fn step(&mut self) -> Option<Vec<Event>> {
        let events = match self.game.phase() {
            Phase::AwaitingEntry => {
                let mut seed = [0; 32];
                self.rng.fill_bytes(&mut seed);
                let entry = deal_entry(seed, self.game.setup().players);
                return Some(self.game.enter(entry).expect("an entry for the players"));
            }
            Phase::Arranging => {
                let awaiting = self.game.view(Viewer::Watcher).awaiting;
                let seat = *awaiting.first().expect("a row is awaited");
                let view = self.game.view(Viewer::Seat(seat));
                let row = self.bots[seat.index()].arrange(&view, &mut self.rng);
                self.game.decide(seat, &Action::Arrange { row })
            }
            Phase::Playing => {
                let (seat, action) = self.challenge().unwrap_or_else(|| self.choice());
                self.game.decide(seat, &action)
            }
            Phase::DealOver => self.game.rule(Ruling::Deal),
            Phase::MatchOver => return None,
        };
        Some(events.expect("a bot does what is legal"))
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

/// One side of `strong` bots against `weak` ones: the share of matches it won (a match won together
/// counts in parts), and the share that a side of equals would win.
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
    contest.play(|_| false);
    let winners = &contest.game.result().expect("the match is over").winners;
    if winners.contains(&Side::new(mine)) {
        1.0 / f64::from(u32::try_from(winners.len()).expect("few sides"))
    } else {
        0.0
    }
}

/// Wins and matches by sheet and number of players.
type Tally = BTreeMap<(&'static str, u8), (f64, u32)>;

/// Plays so many matches of every sheet at its fewest and its most players and prints the share that
/// the steady side has won.
pub(crate) fn report(each: u64) -> bool {
    let tables: Vec<(&'static str, u8)> = presets()
        .iter()
        .flat_map(|sheet| {
            let (min, max) = (sheet.players.min, sheet.players.max);
            let counts = if min == max {
                vec![min]
            } else {
                vec![min, max]
            };
            let count = |players| u8::try_from(players).expect("at most 28 players");
            counts
                .into_iter()
                .map(move |players| (sheet.id.as_str(), count(players)))
        })
        .collect();
    let count = u64::try_from(tables.len()).expect("a short list");
    let done = crew::work(
        0,
        count * each,
        |number, tally: &mut Tally| {
            let (rules, players) = tables[usize::try_from(number % count).expect("an index")];
            let names = ["steady", "random"];
            let won = contest(rules, &Options::default(), players, names, number / count);
            let cell = tally.entry((rules, players)).or_default();
            *cell = (cell.0 + won, cell.1 + 1);
            Ok(())
        },
        |all, some| {
            for (key, (won, of)) in some {
                let cell = all.entry(key).or_default();
                *cell = (cell.0 + won, cell.1 + of);
            }
        },
    );
    println!("sheet           players  matches  won by the steady side against random ones");
    for ((rules, players), (won, of)) in &done.results {
        println!(
            "{rules:<15} {players:>7} {of:>8}  {:.0} %",
            100.0 * won / f64::from(*of)
        );
    }
    println!("{:.1} s, {} cores", done.took.as_secs_f64(), done.threads);
    for (number, why) in &done.failures {
        println!("FAILED match {number}: {why}");
    }
    done.failures.is_empty()
}
