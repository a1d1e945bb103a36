//! Match cases: every state, view and event of every step.

use std::collections::BTreeMap;

use boneyard_engine::{
    Action, BySide, DealEntry, Event, Match, MatchSetup, Options, Phase, Points, Ruling, Seat,
    Standing,
};
use serde::Deserialize;
use serde_json::Value;

use super::case::Verdict;
use super::spelling::{events, state, views};

#[derive(Deserialize)]
pub(crate) struct Case {
    rules: String,
    #[serde(default)]
    options: Options,
    players: u8,
    deals: Vec<DealEntry>,
    prior: Option<[u32; 2]>,
    start: Option<Standing>,
    steps: Vec<CaseMove>,
    expect: Vec<Value>,
    #[serde(default)]
    views: BTreeMap<String, Value>,
    #[serde(default)]
    events: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct CaseMove {
    seat: Option<u8>,
    r#do: String,
    #[serde(default)]
    reject: bool,
}

/// A case being played.
struct Play<'a> {
    case: &'a Case,
    game: Match,
    dealt: usize,
}

pub(crate) fn run(case: &Case) -> Verdict {
    let setup = match MatchSetup::preset(&case.rules, case.options.clone(), case.players) {
        Ok(setup) => MatchSetup {
            prior: case.prior,
            standing: case.start.clone(),
            ..setup
        },
        Err(error) => return error.into(),
    };
    let started = match Match::start(setup) {
        Ok(started) => started,
        Err(error) => return error.into(),
    };
    let Some(game) = Match::from_events([&started]) else {
        return Verdict::Failed("the first event is not the start".to_owned());
    };
    let mut play = Play {
        case,
        game,
        dealt: 0,
    };
    let mut verdict = play
        .deal_in(vec![started])
        .map_or_else(Verdict::Failed, |events| play.check(0, &events, None));
    for (index, step) in (1..).zip(&case.steps) {
        verdict = verdict.and(|| play.step(index, step));
    }
    verdict
}

impl Play<'_> {
    fn step(&mut self, index: usize, step: &CaseMove) -> Verdict {
        let what = format!("step {index} ({:?} {:?})", step.seat, step.r#do);
        let decided = match step.seat {
            Some(seat) => step
                .r#do
                .parse::<Action>()
                .map_err(|error| error.to_string())
                .and_then(|action| {
                    let decided = self.game.decide(Seat::new(seat), &action);
                    decided.map_err(|error| error.to_string())
                }),
            None => step
                .r#do
                .parse::<Ruling>()
                .map_err(|error| error.to_string())
                .and_then(|ruling| self.game.rule(ruling).map_err(|error| error.to_string())),
        };
        match (decided, step.reject) {
            (Err(_), true) => Verdict::Passed,
            (Ok(_), true) => Verdict::Failed(format!("{what}: expected a refusal, was accepted")),
            (Err(error), false) => Verdict::Failed(format!("{what}: refused: {error}")),
            (Ok(decided), false) => {
                let before = self.game.scores().clone();
                decided.iter().for_each(|event| self.game.apply(event));
                self.deal_in(decided)
                    .map_or_else(Verdict::Failed, |events| {
                        self.check(index, &events, Some(&before))
                    })
            }
        }
    }

    /// Deals while an entry is awaited; all events of the step.
    fn deal_in(&mut self, mut events: Vec<Event>) -> Result<Vec<Event>, String> {
        while self.game.phase() == Phase::AwaitingEntry {
            let entry = self
                .case
                .deals
                .get(self.dealt)
                .ok_or("no entry is left")?
                .clone();
            self.dealt += 1;
            let dealt = self.game.enter(entry).map_err(|error| error.to_string())?;
            dealt.iter().for_each(|event| self.game.apply(event));
            events.extend(dealt);
        }
        Ok(events)
    }

    fn check(&self, index: usize, of_step: &[Event], before: Option<&BySide<Points>>) -> Verdict {
        let key = index.to_string();
        let expected = self.case.expect.get(index).unwrap_or(&Value::Null);
        let compare = |what: &str, expected: Option<&Value>, got: &dyn Fn() -> Value| {
            expected.map_or(Verdict::Passed, |expected| {
                Verdict::compare(&format!("{what} of step {index}"), expected, &got())
            })
        };
        compare("state", Some(expected), &|| state(&self.game, before))
            .and(|| compare("views", self.case.views.get(&key), &|| views(&self.game)))
            .and(|| {
                let players = self.game.players();
                compare("events", self.case.events.get(&key), &|| {
                    events(players, of_step)
                })
            })
    }
}
