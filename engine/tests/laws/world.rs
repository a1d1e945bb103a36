//! Matches to state laws about: games, random play, and the universe of actions.

use boneyard_engine::{
    Act, Action, DealEntry, End, Event, Lay, LegalActions, Match, MatchRecord, MatchSetup, Options,
    Phase, Ruling, Seat, Tile, deal_entry,
};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

/// Games with their switches turned both ways.
pub(crate) fn games() -> Vec<(&'static str, Value)> {
    vec![
        ("kozel", json!({})),
        (
            "kozel",
            json!({"line.along": true, "turn.direction": "anticlockwise"}),
        ),
        (
            "kozel",
            json!({"score.block": "eggs", "score.threshold_mode": "carry"}),
        ),
        (
            "kozel",
            json!({"deal.redeal_doubles": 3, "lead.next": "rotate", "lead.next_tile": "any"}),
        ),
        ("kozel-pairs", json!({})),
        (
            "kozel-pairs",
            json!({"deal.redeal_doubles": 3, "deal.redeal_suit": 4}),
        ),
        ("draw", json!({})),
        (
            "draw",
            json!({"turn.draw_optional": true, "turn.play_drawn": "may"}),
        ),
        (
            "draw",
            json!({"turn.draw": "one", "turn.play_drawn": "no", "deal.reserve": 0}),
        ),
        (
            "draw",
            json!({"turn.dead_line_ends": true, "turn.draw": "one"}),
        ),
        ("draw", json!({"turn.lay": "any", "turn.must_lay": "all"})),
        (
            "block",
            json!({"score.block": "pairwise", "score.block_tie": "each"}),
        ),
        (
            "block",
            json!({"score.first_pass": 20, "match.overshoot": "cap", "score.capicua": 7}),
        ),
        ("blitz", json!({})),
        (
            "sea-goat",
            json!({"turn.lay": "twin_doubles", "match.out_wins_both": true}),
        ),
        ("partnership", json!({})),
    ]
}

pub(crate) fn setup((rules, options): &(&str, Value), more_players: u32) -> MatchSetup {
    let options: Options = serde_json::from_value(options.clone()).unwrap();
    let setup = MatchSetup::preset(rules, options, 0).unwrap();
    let (min, max) = (setup.sheet.players.min, setup.sheet.players.max);
    let players = u8::try_from(min + more_players % (max - min + 1)).unwrap();
    MatchSetup { players, ..setup }
}

/// A match played by chance, with everything that happened.
pub(crate) struct World {
    pub(crate) game: Match,
    pub(crate) events: Vec<Event>,
    pub(crate) record: MatchRecord,
    rng: ChaCha20Rng,
}

impl World {
    pub(crate) fn new(setup: MatchSetup, seed: u64) -> Self {
        let record = MatchRecord::new(&setup);
        let started = Match::start(setup).unwrap();
        let game = Match::from_events([&started]).unwrap();
        let rng = ChaCha20Rng::seed_from_u64(seed);
        Self {
            game,
            events: vec![started],
            record,
            rng,
        }
    }

    /// One step by chance; the events, `None` once the match is over.
    pub(crate) fn step(&mut self) -> Option<Vec<Event>> {
        match self.game.phase() {
            Phase::AwaitingEntry => {
                let mut seed = [0; 32];
                self.rng.fill_bytes(&mut seed);
                Some(self.enter(deal_entry(seed, self.game.setup().players)))
            }
            Phase::Playing => {
                let seat = self.game.on_turn().unwrap();
                let legal = self.game.legal_actions(seat);
                let action = self.choose(&legal);
                Some(self.act(Act::Seat(seat, action)))
            }
            Phase::DealOver => Some(self.act(Act::Table(Ruling::Deal))),
            Phase::MatchOver => None,
        }
    }

    pub(crate) fn enter(&mut self, entry: DealEntry) -> Vec<Event> {
        let events = self.game.enter(entry.clone()).unwrap();
        self.record.add_deal(entry);
        self.keep(events)
    }

    pub(crate) fn act(&mut self, act: Act) -> Vec<Event> {
        let events = match &act {
            Act::Seat(seat, action) => self.game.decide(*seat, action),
            Act::Table(ruling) => self.game.rule(*ruling),
        };
        self.record.add_act(act, None);
        self.keep(events.unwrap())
    }

    fn keep(&mut self, events: Vec<Event>) -> Vec<Event> {
        events.iter().for_each(|event| self.game.apply(event));
        self.events.extend(events.iter().cloned());
        events
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.rng.next_u32()).unwrap() % n
    }

    fn choose(&mut self, legal: &LegalActions) -> Action {
        legal.as_slice()[self.below(legal.len())].clone()
    }
}

pub(crate) fn seats(game: &Match) -> impl Iterator<Item = Seat> + use<> {
    (0..).take(game.players()).map(Seat::new)
}

/// Every action there is, but for the orders of a row.
pub(crate) fn universe() -> Vec<Action> {
    let mut all = vec![
        Action::Arrange {
            row: Tile::ALL[..7].to_vec(),
        },
        Action::Challenge,
        Action::Draw,
        Action::Pass,
        Action::Stop,
        Action::TurnUp,
    ];
    for tile in Tile::ALL {
        for lay in [Lay::Across, Lay::Along] {
            all.push(Action::Lead { tile, lay });
            all.extend(End::ALL.map(|end| Action::Play { tile, end, lay }));
        }
    }
    all
}
