//! Server bots: an engine bot for every seat that the server plays at one table.
//!
//! A bot is shown what a player at its seat would be shown, and nothing else. The table's pace decides when it acts, so
//! that the time gives nothing away.

use std::collections::BTreeMap;

use boneyard_engine::{Action, Bot, Event, Match, Seat, SteadyBot, Viewer};
use rand::Rng;

/// The server bots at one table.
#[derive(Default)]
pub(crate) struct ServerBots {
    bots: BTreeMap<Seat, Box<dyn Bot>>,
}

impl ServerBots {
    /// Forgets everything: another match, or a table loaded anew.
    pub(crate) fn reset(&mut self) {
        self.bots.clear();
    }

    /// Sets the seats that the server plays. A bot that sits down later starts from what it sees then.
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

    /// The action of the bot at a seat that is on turn or must arrange its row. A bot plays honestly: at a strict table
    /// it chooses from what would be legal elsewhere.
    pub(crate) fn choose(&mut self, play: &Match, seat: Seat, rng: &mut dyn Rng) -> Option<Action> {
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
