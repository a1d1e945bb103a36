//! The house's bots: an engine bot for every seat that the house plays at one table.
//!
//! A bot is shown what a player at its seat would be shown, and nothing else. How long it thinks is drawn
//! without a look at its hand, so that the time tells nothing.

use std::collections::BTreeMap;

use boneyard_engine::{Action, Bot, Event, Match, Seat, SteadyBot, Viewer};
use rand::Rng;

use crate::clock::MonoMillis;

/// Milliseconds that a bot thinks at a table with several persons, at the least and at the most. With one
/// person or none it acts at once; a page paces what it shows.
const THINK_MS: (u64, u64) = (800, 2_500);

/// The house's bots at one table.
#[derive(Default)]
pub(crate) struct HouseBots {
    bots: BTreeMap<Seat, Box<dyn Bot>>,
    due: Option<MonoMillis>,
}

impl HouseBots {
    /// Forgets everything: another match, or a table loaded anew.
    pub(crate) fn reset(&mut self) {
        self.bots.clear();
        self.due = None;
    }

    /// Which seats the house plays now. A bot that sits down later starts from what it sees then.
    pub(crate) fn seat(&mut self, seats: &[Seat]) {
        self.bots.retain(|seat, _| seats.contains(seat));
        for seat in seats {
            self.bots
                .entry(*seat)
                .or_insert_with(|| Box::new(SteadyBot::default()));
        }
    }

    /// Shows every bot an event, as its seat may see it.
    pub(crate) fn observe(&mut self, event: &Event) {
        for (seat, bot) in &mut self.bots {
            bot.observe(&event.seen_by(Viewer::Seat(*seat)));
        }
    }

    /// A bot has the next action: it will act after its time to think, `fixed_ms` or as the company is.
    pub(crate) fn plan(
        &mut self,
        persons: usize,
        fixed_ms: Option<u64>,
        now: MonoMillis,
        rng: &mut dyn Rng,
    ) {
        let (least, most) = THINK_MS;
        let think_ms = match fixed_ms {
            Some(fixed) => fixed,
            None if persons >= 2 => least + rng.next_u64() % (most - least + 1),
            None => 0,
        };
        self.due = Some(now.plus(think_ms));
    }

    /// No bot has the next action.
    pub(crate) fn rest(&mut self) {
        self.due = None;
    }

    /// When a bot acts.
    pub(crate) fn due(&self) -> Option<MonoMillis> {
        self.due
    }

    /// The action of the bot at a seat that is on turn, or has its row to arrange. A bot plays honestly: at
    /// a strict table it chooses from what would be legal elsewhere.
    pub(crate) fn choose(&mut self, play: &Match, seat: Seat, rng: &mut dyn Rng) -> Option<Action> {
        self.due = None;
        let bot = self.bots.get_mut(&seat)?;
        let view = play.view(Viewer::Seat(seat));
        if play.arranging().contains(&seat) {
            let row = bot.arrange(&view, rng);
            return Some(Action::Arrange { row });
        }
        if play.decide(seat, &Action::Challenge).is_ok() && bot.challenges(&view) {
            return Some(Action::Challenge);
        }
        let legal = play.honest_actions(seat);
        (!legal.is_empty()).then(|| bot.choose(&view, &legal, rng))
    }
}
