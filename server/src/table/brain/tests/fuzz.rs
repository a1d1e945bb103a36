//! Sequences of commands, right ones and wrong ones, with time and comings and goings between them. The
//! environment variable `FUZZ_SEQUENCES` says how many.

use std::collections::BTreeSet;

use boneyard_protocol::{AbsenceChoice, ErrorCode, TableCommand};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

use super::*;
use crate::identity::Likeness;
use crate::table::turn_clock::Awaited;

/// Sequences in an ordinary run of the tests.
const FEW_SEQUENCES: u32 = 300;

/// Games that differ in what a table waits for: rows, ladders, draws, pairs.
const GAMES: [(&str, u8); 6] = [
    ("kozel", 3),
    ("draw", 2),
    ("all-fives", 4),
    ("blind-memory", 2),
    ("sport-club", 4),
    ("blind-unseen", 3),
];

/// Something that happens at a table.
#[derive(Clone, Debug)]
enum RandomInput {
    Join(u8, Option<u8>),
    Sit(u8, Option<u8>),
    AddBot(u8, Option<u8>),
    Ready(u8),
    Everybody,
    /// Whoever is on turn, or has a row to arrange, does it.
    Right,
    /// Somebody acts: a text, and how far the turn and the entry are off.
    Act(u8, Index, i8),
    Rematch(u8),
    Leave(u8),
    Arrive(u8),
    Depart(u8),
    Renamed(u8, Index),
    /// Somebody wishes that the table pass for them, or no longer.
    Wish(u8, bool),
    /// Somebody chooses about an absent player; how far the turn is off.
    Choose(u8, Index, i8),
    /// The one on turn goes and does not come back until their absence is spent.
    Vanish,
    /// A forced pass for somebody, wished for or not.
    Pass(u8),
    Later(u32),
    Stop,
}

const TEXTS: [&str; 14] = [
    "draw",
    "pass",
    "stop",
    "turn_up",
    "challenge",
    "lead 6-6",
    "lead 0-0",
    "play 6-4 left",
    "play 5-5 right",
    "play 3-0 up",
    "arrange 6-6 6-5",
    "arrange",
    "play 7-9 left",
    "dance",
];
const CHOICES: [AbsenceChoice; 3] = [AbsenceChoice::Wait, AbsenceChoice::Bot, AbsenceChoice::End];
const NAMES: [&str; 5] = ["Person 1", "Регsоn 1", "PERSON 1", "Person 1²", "Ada"];

fn steps() -> impl Strategy<Value = Vec<RandomInput>> {
    let who = || 0..6_u8;
    let seat = || prop::option::of(0..9_u8);
    let step = prop_oneof![
        3 => (who(), seat()).prop_map(|(who, seat)| RandomInput::Join(who, seat)),
        1 => (who(), seat()).prop_map(|(who, seat)| RandomInput::Sit(who, seat)),
        1 => (who(), seat()).prop_map(|(who, seat)| RandomInput::AddBot(who, seat)),
        2 => who().prop_map(RandomInput::Ready),
        2 => Just(RandomInput::Everybody),
        12 => Just(RandomInput::Right),
        4 => (who(), any::<Index>(), -1..2_i8).prop_map(|(who, text, off)| RandomInput::Act(who, text, off)),
        1 => who().prop_map(RandomInput::Rematch),
        1 => who().prop_map(RandomInput::Leave),
        2 => who().prop_map(RandomInput::Arrive),
        2 => who().prop_map(RandomInput::Depart),
        1 => (who(), any::<Index>()).prop_map(|(who, name)| RandomInput::Renamed(who, name)),
        1 => (who(), any::<bool>()).prop_map(|(who, on)| RandomInput::Wish(who, on)),
        2 => (who(), any::<Index>(), -1..2_i8)
            .prop_map(|(who, choice, off)| RandomInput::Choose(who, choice, off)),
        1 => Just(RandomInput::Vanish),
        1 => who().prop_map(RandomInput::Pass),
        3 => (0..200_000_u32).prop_map(RandomInput::Later),
        1 => Just(RandomInput::Stop),
    ];
    prop::collection::vec(step, 1..40)
}

impl World {
    fn step(&mut self, step: &RandomInput) -> Result<Vec<Fact>, Refusal> {
        match step {
            RandomInput::Join(who, seat) => self.command(
                *who,
                Request::Join {
                    code: code(),
                    seat: *seat,
                },
            ),
            RandomInput::Sit(who, seat) => self.command(*who, TableCommand::Sit { seat: *seat }),
            RandomInput::AddBot(who, seat) => {
                self.command(*who, TableCommand::AddBot { seat: *seat })
            }
            RandomInput::Ready(who) => self.command(*who, TableCommand::Ready),
            RandomInput::Everybody => self.everybody(),
            RandomInput::Right => self.right(),
            RandomInput::Act(who, text, off) => {
                let command = self.wrong_act(TEXTS[text.index(TEXTS.len())], i64::from(*off));
                self.command(*who, command)
            }
            RandomInput::Rematch(who) => self.command(*who, TableCommand::Rematch),
            RandomInput::Leave(who) => self.command(*who, TableCommand::Leave),
            RandomInput::Arrive(who) => {
                self.arrive(*who);
                Ok(Vec::new())
            }
            RandomInput::Depart(who) => {
                self.depart(*who);
                Ok(Vec::new())
            }
            RandomInput::Renamed(who, name) => self.input(&Input::Renamed {
                player: person(*who).id,
                name: NAMES[name.index(NAMES.len())],
            }),
            RandomInput::Wish(who, on) => self.command(*who, TableCommand::AutoPass { on: *on }),
            RandomInput::Choose(who, choice, off) => {
                let command = self.choice(CHOICES[choice.index(CHOICES.len())], i64::from(*off));
                self.command(*who, command)
            }
            RandomInput::Vanish => Ok(self.vanish()),
            RandomInput::Pass(seat) => self.input(&Input::AutoPass {
                seat: Seat::new(*seat),
            }),
            RandomInput::Later(millis) => {
                self.pass_time(u64::from(*millis));
                Ok(self.wake())
            }
            RandomInput::Stop => self.input(&Input::Stop),
        }
    }

    /// Everybody who can sits down and is ready.
    fn everybody(&mut self) -> Result<Vec<Fact>, Refusal> {
        for who in 0..6 {
            let _full = self.command(
                who,
                Request::Join {
                    code: code(),
                    seat: None,
                },
            );
            let _not_now = self.command(who, TableCommand::Ready);
        }
        Ok(Vec::new())
    }

    /// What the table waits for is done by whoever has the seat, server bots included.
    fn right(&mut self) -> Result<Vec<Fact>, Refusal> {
        let (seat, command) = if let Some(seat) = self.table.state.arranging().first() {
            (*seat, self.arrangement(*seat))
        } else if let Some(seat) = self.table.state.on_turn() {
            (seat, self.any_action())
        } else {
            return Ok(self.wake());
        };
        let state = self.table.state.seats.get(seat);
        match state
            .and_then(|state| state.player_id())
            .filter(|_| self.table.server_bots_turn() != Some(seat))
        {
            Some(player) => {
                let who = (0..6)
                    .find(|who| person(*who).id == player)
                    .expect("a person of ours");
                self.command(who, command)
            }
            None => {
                let TableCommand::Act { action, .. } = command else {
                    unreachable!("both are actions")
                };
                let action = action.parse().expect("an action's text");
                self.input(&Input::ServerBot { seat, action })
            }
        }
    }

    /// Returns how long that absence lasts.
    fn vanish(&mut self) -> Vec<Fact> {
        let on_turn = self.table.state.on_turn();
        let state = on_turn.and_then(|seat| self.table.state.seats.get(seat));
        let player = state.and_then(|state| state.player_id());
        let Some(who) = (0..6).find(|who| Some(person(*who).id) == player) else {
            return Vec::new();
        };
        self.depart(who);
        self.pass_time(120_000);
        self.wake()
    }

    fn choice(&self, choice: AbsenceChoice, off: i64) -> TableCommand {
        let play = self
            .table
            .state
            .game
            .as_deref()
            .and_then(|game| game.play());
        let turn = play.map_or(0, |play| play.turn());
        TableCommand::Absence {
            turn: u32::try_from(i64::from(turn) + off).unwrap_or(0),
            choice,
        }
    }

    fn wrong_act(&self, action: &str, off: i64) -> TableCommand {
        let play = self
            .table
            .state
            .game
            .as_deref()
            .and_then(|game| game.play());
        let near = |number: u32| u32::try_from(i64::from(number) + off).ok();
        TableCommand::Act {
            turn: play.and_then(|play| near(play.turn())),
            entry: play.and_then(|play| play.deal()).and_then(near),
            action: action.to_owned(),
            lengthwise: off == 1,
        }
    }

    /// What must be true of a table at any time.
    fn check(&self) {
        let state = &self.table.state;
        let players: Vec<_> = state
            .seats
            .iter()
            .filter_map(|seat| seat.player_id())
            .collect();
        let different: BTreeSet<_> = players.iter().collect();
        assert_eq!(players.len(), different.len(), "somebody has two seats");
        let names: Vec<_> = state.seats.iter().filter_map(|seat| seat.name()).collect();
        for (index, (one, _)) in names.iter().enumerate() {
            let one = Likeness::of(one);
            let alike = |(other, _): &(&str, PlayerKind)| one.is_like(&Likeness::of(other));
            assert!(
                !names[..index].iter().any(alike),
                "names look alike: {names:?}"
            );
        }
        let is_open = !self.table.is_closed();
        if is_open {
            let opener = state.opener.and_then(|seat| state.seats.get(seat));
            assert!(
                opener.is_some_and(|seat| seat.player().is_some()),
                "no player is the opener"
            );
            assert!(
                self.table.clocks.awaited() != Awaited::Nothing
                    || self.table.server_bots_turn().is_some(),
                "the table waits for nothing: {:?}",
                state.phase
            );
        }
        assert_eq!(state.seq.0, u64::try_from(self.journal.len()).unwrap());
    }
}

fn play((game, seed, steps): &((&'static str, u8), u64, Vec<RandomInput>), refused: &mut u64) {
    let mut world = World::open(game.0, game.1, 0, Opener::NotYet, *seed);
    world.check();
    for step in steps {
        let closed = world.table.is_closed();
        let facts = world.journal.len();
        match world.step(step) {
            Ok(_) => {}
            Err(why) => {
                *refused += 1;
                assert_eq!(
                    world.journal.len(),
                    facts,
                    "a refused {step:?} did something"
                );
                assert!(!closed || why.code == ErrorCode::NoSuchTable, "{why:?}");
            }
        }
        assert!(
            !closed || world.journal.len() == facts,
            "{step:?} at a closed table"
        );
        world.check();
    }
    let folded = State::from_records(&world.journal).unwrap();
    assert!(
        folded == world.table.state,
        "the fold of the journal is another table"
    );
}

#[test]
fn command_sequences() {
    let cases = match std::env::var("FUZZ_SEQUENCES") {
        Ok(text) => text.parse().expect("the variable holds a number"),
        Err(_) => FEW_SEQUENCES,
    };
    let game = prop::sample::select(GAMES.to_vec());
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    });
    let (inputs, refused) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let done = runner.run(&(game, any::<u64>(), steps()), |case| {
        inputs.set(inputs.get() + case.2.len());
        let mut more = refused.get();
        play(&case, &mut more);
        refused.set(more);
        Ok(())
    });
    if let Err(failure) = done {
        panic!("{failure}");
    }
    eprintln!(
        "fuzz command sequences: {cases} of them, {} steps, {} refused",
        inputs.get(),
        refused.get()
    );
    assert!(refused.get() > 0);
}
