//! A match played by chance, with everything that happened.

use boneyard_engine::{
    Act, Action, DealEntry, Enforcement, Event, Ladder, LegalActions, Match, MatchRecord,
    MatchSetup, Phase, Points, Ruling, Seat, Standing, Tile, deal_entry,
};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// How the players choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Any legal action.
    Uniform,
    /// Rather to stop.
    Stingy,
    /// Rather to go on.
    Long,
}

impl Style {
    pub(crate) const ALL: [Self; 3] = [Self::Uniform, Self::Stingy, Self::Long];

    fn likes(self, action: &Action) -> bool {
        match self {
            Self::Uniform => true,
            Self::Stingy => *action == Action::Stop,
            Self::Long => !matches!(action, Action::Stop | Action::Pass),
        }
    }
}

/// What a match is given.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    Entry(DealEntry),
    Act(Act),
}

/// A match being played.
pub(crate) struct World {
    pub(crate) game: Match,
    /// Everything that happened, from the start on.
    pub(crate) events: Vec<Event>,
    /// What the match was given, in order.
    pub(crate) inputs: Vec<Input>,
    /// How many events there were after each input.
    pub(crate) marks: Vec<usize>,
    pub(crate) record: MatchRecord,
    style: Style,
    /// How many of a thousand steps are the referee's.
    rulings: usize,
    /// The rows still to be arranged, as they were dealt.
    awaited: Vec<(Seat, Vec<Tile>)>,
    rng: ChaCha20Rng,
}

impl World {
    pub(crate) fn new(setup: MatchSetup, style: Style, seed: u64) -> Self {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let rulings = [0, 4, 20][below(&mut rng, 3)];
        let record = MatchRecord::new(&setup);
        let started = Match::start(setup).expect("a setting is valid");
        let game = Match::from_events([&started]).expect("it begins with the start");
        Self {
            game,
            events: vec![started],
            inputs: Vec::new(),
            marks: Vec::new(),
            record,
            style,
            rulings,
            awaited: Vec::new(),
            rng,
        }
    }

    /// A match that is given the same setup, to be fed by hand.
    pub(crate) fn again(&self) -> Self {
        Self::new(self.game.setup().as_ref().clone(), self.style, 0)
    }

    /// One step by chance; the events, `None` once the match is over.
    pub(crate) fn step(&mut self) -> Option<&[Event]> {
        let act = match self.game.phase() {
            Phase::AwaitingEntry => {
                let mut seed = [0; 32];
                self.rng.fill_bytes(&mut seed);
                let entry = deal_entry(seed, self.game.setup().players);
                return Some(self.enter(entry));
            }
            Phase::Arranging => self.arrange(),
            Phase::Playing => self.play(),
            Phase::DealOver => Act::Table(Ruling::Deal),
            Phase::MatchOver => return None,
        };
        Some(self.act(act).expect("what is chosen is legal"))
    }

    pub(crate) fn enter(&mut self, entry: DealEntry) -> &[Event] {
        let events = self
            .game
            .enter(entry.clone())
            .expect("entries are dealt for the players");
        self.record.add_deal(entry.clone());
        self.keep(Input::Entry(entry), events)
    }

    /// Does what a seat or the table does; `None` if it is refused.
    pub(crate) fn act(&mut self, act: Act) -> Option<&[Event]> {
        let events = match &act {
            Act::Seat(seat, action) => self.game.decide(*seat, action),
            Act::Table(ruling) => self.game.rule(*ruling),
        };
        let events = events.ok()?;
        self.record.add_act(act.clone(), None);
        Some(self.keep(Input::Act(act), events))
    }

    /// The index of the first event that an input brought.
    pub(crate) fn first_event_of(&self, input: usize) -> usize {
        // Before all inputs there is the start of the match.
        input.checked_sub(1).map_or(1, |before| self.marks[before])
    }

    /// What an input brought.
    pub(crate) fn events_of(&self, input: usize) -> &[Event] {
        &self.events[self.first_event_of(input)..self.marks[input]]
    }

    fn keep(&mut self, input: Input, events: Vec<Event>) -> &[Event] {
        let before = self.events.len();
        for event in events {
            self.game.apply(&event);
            self.note(&event);
            self.events.push(event);
        }
        self.inputs.push(input);
        self.marks.push(self.events.len());
        &self.events[before..]
    }

    /// Rows that wait, told without the engine's views.
    fn note(&mut self, event: &Event) {
        if let Event::Dealt { hands, .. } = event {
            let rows = hands.pairs();
            self.awaited = rows
                .map(|(seat, row)| (seat, row.uncovered().clone()))
                .collect();
        } else if let Event::Arranged { seat, .. } = event {
            self.awaited.retain(|(awaited, _)| awaited != seat);
        }
    }

    /// Any awaited seat, in any order of its tiles; at times its time runs out.
    fn arrange(&mut self) -> Act {
        let one = self.below(self.awaited.len());
        let (seat, mut row) = self.awaited[one].clone();
        if self.below(8) == 0 {
            return Act::Table(Ruling::Overtime(seat));
        }
        self.shuffle(&mut row);
        Act::Seat(seat, Action::Arrange { row })
    }

    fn play(&mut self) -> Act {
        let seat = self.game.on_turn().expect("somebody is on turn");
        if self.below(1000) < self.rulings {
            return Act::Table(self.ruling(seat));
        }
        if self.game.sheet().referee.enforcement == Enforcement::Refuse {
            let legal = self.game.legal_actions(seat);
            return Act::Seat(seat, self.choose(&legal));
        }
        self.play_strictly(seat)
    }

    /// At a strict table: mostly honest, at times wrong, and now and then somebody challenges.
    fn play_strictly(&mut self, seat: Seat) -> Act {
        if self.below(12) == 0 {
            let challenger = Seat::new(u8::try_from(self.below(4)).expect("below 4"));
            if self.game.decide(challenger, &Action::Challenge).is_ok() {
                return Act::Seat(challenger, Action::Challenge);
            }
        }
        let list = if self.below(8) == 0 {
            self.game.legal_actions(seat)
        } else {
            self.game.honest_actions(seat)
        };
        Act::Seat(seat, self.choose(&list))
    }

    fn ruling(&mut self, on_turn: Seat) -> Ruling {
        let ladder = self.game.sheet().referee.ladder != Ladder::None;
        let seat = Seat::new(u8::try_from(self.below(4)).expect("below 4"));
        match self.below(6) {
            0 if ladder => Ruling::Restart,
            1 | 2 if ladder => Ruling::Warn(seat),
            _ => Ruling::Overtime(on_turn),
        }
    }

    fn choose(&mut self, legal: &LegalActions) -> Action {
        let style = self.style;
        let liked: Vec<&Action> = legal.iter().filter(|action| style.likes(action)).collect();
        if liked.is_empty() || self.below(8) == 0 {
            return legal.as_slice()[self.below(legal.len())].clone();
        }
        liked[self.below(liked.len())].clone()
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        below(&mut self.rng, n)
    }

    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

fn below(rng: &mut ChaCha20Rng, n: usize) -> usize {
    usize::try_from(rng.next_u32()).expect("a word of 32 bits") % n
}

/// The setup of a match as chance has it: at times with prior warnings, at times from a standing.
pub(crate) fn by_chance(mut setup: MatchSetup, seed: u64) -> MatchSetup {
    let mut rng = ChaCha20Rng::seed_from_u64(!seed);
    if setup.sheet.referee.ladder != Ladder::None && below(&mut rng, 3) == 0 {
        setup.prior = Some([0; 2].map(|_| u32::try_from(below(&mut rng, 3)).expect("below 3")));
    }
    if below(&mut rng, 8) == 0 {
        let players = usize::from(setup.players);
        let sides = if setup.sheet.pairs { 2 } else { players };
        let points =
            |rng: &mut ChaCha20Rng| Points::from(u32::try_from(below(rng, 9)).expect("below 9"));
        setup.standing = Some(Standing {
            score: boneyard_engine::BySide::from_fn(sides, |_| points(&mut rng)),
            done: u32::try_from(below(&mut rng, 3)).expect("below 3"),
            leader: Seat::new(u8::try_from(below(&mut rng, players)).expect("below 28")),
            warnings: None,
        });
    }
    setup
}
