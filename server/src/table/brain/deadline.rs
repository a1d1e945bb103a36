//! What a table waits for, how long, and what happens then. Every state but the closed one is a wait with
//! a deadline and a default.

use boneyard_engine::{Action, Ladder, LegalActions, Match, Ruling, Seat};
use boneyard_protocol::Refusal;
use boneyard_protocol::position::TablePhase;

use super::seating::ProposedFacts;
use super::{Given, Table, game_facts};
use crate::clock::MonoMillis;
use crate::table::seats::SeatState;
use crate::table::state::Game;
use crate::table::turn_clock::{Awaited, Due, Wait};
use crate::table::wire;
use boneyard_store::fact::{CloseReason, Fact, Origin};

/// Milliseconds that a full table waits for somebody to be ready; then they lose the seat.
const READY_MS: u64 = 60_000;
/// Milliseconds that seats have to arrange their rows, all at the same time.
const ROWS_MS: u64 = 60_000;
/// Milliseconds that a table waits for a rematch; then it is closed.
const REMATCH_MS: u64 = 5 * 60_000;

/// How long a table that waits for people is kept open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Patience {
    /// Milliseconds while nobody is connected; then it is closed.
    pub(crate) deserted_ms: u64,
    /// Milliseconds at all; then it is closed.
    pub(crate) company_ms: u64,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            deserted_ms: 10 * 60_000,
            company_ms: 6 * 60 * 60_000,
        }
    }
}

impl Table {
    /// The same table with another patience.
    pub(crate) fn with_patience(mut self, patience: Patience, now: MonoMillis) -> Self {
        self.patience = patience;
        self.follow(now);
        self
    }

    /// Sets the clocks to what the table waits for.
    pub(super) fn follow(&mut self, now: MonoMillis) {
        let wait = self.wait();
        let is_away =
            |state: &SeatState| state.player().is_some() && !state.stand_in && !self.is_here(state);
        let away = |seat: &Seat| self.state.seats.get(*seat).is_some_and(is_away);
        let absent = wait.seats.iter().copied().filter(away).collect();
        self.clocks.follow(wait, absent, now);
    }

    fn wait(&self) -> Wait {
        if let Some(asked) = self.state.asked() {
            return Self::absence_wait(asked);
        }
        let state = &self.state;
        let settings = &state.opening.settings;
        let play = state.game.as_deref().and_then(Game::play);
        let entry = play.and_then(Match::deal).unwrap_or(0);
        let (awaited, of_ms) = match state.phase {
            TablePhase::Closed => (Awaited::Nothing, 0),
            TablePhase::Seating if state.seats.iter().all(|seat| !seat.is_free()) => {
                (Awaited::Ready, READY_MS)
            }
            TablePhase::Seating => {
                let deserted = !state.seats.iter().any(|seat| self.is_here(seat));
                let Patience {
                    deserted_ms,
                    company_ms,
                } = self.patience;
                let of_ms = if deserted { deserted_ms } else { company_ms };
                (Awaited::Company { deserted }, of_ms)
            }
            TablePhase::Arranging => {
                return Wait {
                    awaited: Awaited::Rows(entry),
                    seats: state.arranging(),
                    of_ms: ROWS_MS,
                };
            }
            TablePhase::Playing => match play.and_then(|play| Some((play, play.on_turn()?))) {
                Some((play, seat)) => {
                    return Wait {
                        awaited: self.awaited_turn(play),
                        seats: vec![seat],
                        of_ms: settings.clock_ms,
                    };
                }
                None => (Awaited::Nothing, 0),
            },
            TablePhase::BetweenDeals => (Awaited::NextDeal(entry), settings.pause_ms),
            TablePhase::MatchOver => (Awaited::Rematch(state.match_number), REMATCH_MS),
        };
        Wait {
            awaited,
            seats: Vec::new(),
            of_ms,
        }
    }

    /// With a ladder every further period of the same turn has a clock of its own.
    /// The turn whose clock stands while those who are here choose about its absent player.
    pub(super) fn interrupted_turn(&self) -> Option<Awaited> {
        self.state.asked()?;
        let play = self.state.game.as_deref().and_then(Game::play)?;
        Some(self.awaited_turn(play))
    }

    fn awaited_turn(&self, play: &Match) -> Awaited {
        let (turn, over) = (play.turn(), play.overtimes());
        match self.state.sheet.referee.ladder {
            Ladder::None => Awaited::Turn(turn),
            Ladder::Points | Ladder::Club => Awaited::Period { turn, over },
        }
    }

    /// What has run out becomes fact.
    pub(super) fn wake(&self, given: &Given) -> Result<Vec<Fact>, Refusal> {
        let mut proposed = match self.clocks.due(given.now.mono) {
            None => return Ok(Vec::new()),
            Some(Due::Absence(seat)) => {
                return Ok(vec![self.absence_is_spent(seat)]);
            }
            Some(Due::Wait) => ProposedFacts::new(self, given),
        };
        match self.clocks.awaited() {
            Awaited::Nothing => {}
            Awaited::Company { .. } => proposed.push(Fact::Closed {
                reason: CloseReason::Idle,
            }),
            Awaited::Rematch(_) => proposed.push(Fact::Closed {
                reason: CloseReason::Finished,
            }),
            Awaited::Ready => {
                for (seat, state) in self.state.seats.pairs() {
                    if state.player().is_some() && !state.ready {
                        proposed.leave(seat);
                    }
                }
                proposed.go_on()?;
            }
            Awaited::NextDeal(_) => proposed.next_deal()?,
            Awaited::Rows(_) => self.fix_rows(&mut proposed)?,
            Awaited::Absence { .. } => proposed.extend(self.absence_default()),
            Awaited::Turn(_) | Awaited::Period { .. } => return self.time_up(given.draw),
        }
        Ok(proposed.finish())
    }

    /// A row that is not arranged in time stays as it was dealt (SPEC 4.4).
    fn fix_rows(&self, proposed: &mut ProposedFacts<'_>) -> Result<(), Refusal> {
        for seat in self.state.arranging() {
            proposed.rule(Ruling::Overtime(seat))?;
        }
        Ok(())
    }

    /// Without a ladder the clock chooses uniformly from the legal list; with one it is an overtime
    /// (SPEC 10.6).
    fn time_up(&self, draw: u64) -> Result<Vec<Fact>, Refusal> {
        let play = self.state.game.as_deref().and_then(Game::play);
        let Some((play, seat)) = play.and_then(|play| Some((play, play.on_turn()?))) else {
            return Ok(Vec::new());
        };
        let legal = play.honest_actions(seat);
        let refused = |error| wire::illegal(error, &LegalActions::default());
        if self.state.sheet.referee.ladder != Ladder::None {
            let events = play.rule(Ruling::Overtime(seat)).map_err(refused)?;
            return Ok(game_facts(events, Origin::Table).collect());
        }
        let Some(action) = uniform(legal.as_slice(), draw) else {
            return Ok(Vec::new());
        };
        let events = play.decide(seat, action).map_err(refused)?;
        let time_up = std::iter::once(Fact::TimeUp { seat });
        Ok(time_up.chain(game_facts(events, Origin::Clock)).collect())
    }
}

/// The element that a random number names; every one as likely as the others but for one part in 2^59.
fn uniform(actions: &[Action], draw: u64) -> Option<&Action> {
    let count = u128::try_from(actions.len()).ok()?;
    actions.get(usize::try_from((u128::from(draw) * count) >> 64).ok()?)
}
