//! Coming, going, being ready, and what follows from it by itself.

use boneyard_engine::{BySeat, LegalActions, Match, MatchSetup, Ruling, Seat};
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{PlayerInfo, PlayerKind, Refusal, TableId};

use super::{Given, Table, game_facts};
use crate::table::naming::set_apart;
use crate::table::seats::{Occupant, SeatState, bot_name};
use crate::table::state::{Game, NotATable, State};
use crate::table::wire;
use boneyard_store::fact::{CloseReason, Fact, Opening, Origin, Sitter};

/// Facts proposed in answer to one input, and the table as it would be after them.
///
pub(super) struct ProposedFacts<'a> {
    state: State,
    facts: Vec<Fact>,
    table: Option<&'a Table>,
    given: &'a Given,
}

/// Whether a match may begin: all seats are taken and every player is ready.
fn start_is_ready(seats: &BySeat<SeatState>) -> bool {
    let ready = |seat: &SeatState| match seat.occupant {
        Occupant::Free => false,
        Occupant::Player(_) => seat.ready,
        Occupant::ServerBot { .. } | Occupant::Vacant { .. } => true,
    };
    seats.iter().all(ready)
}

/// A table that is to be opened.
#[derive(Clone, Debug)]
pub(crate) struct NewTable {
    pub(crate) opening: Opening,
    pub(crate) opener: PlayerInfo,
    /// Server bots on the seats after the opener's.
    pub(crate) bots: u8,
    /// Whether the opener is ready at once.
    pub(crate) ready: bool,
}

/// The first facts of a table.
///
/// # Errors
///
/// The sheet is not valid, or cannot be played.
pub(crate) fn open(id: TableId, new: &NewTable, given: &Given) -> Result<Vec<Fact>, Refusal> {
    let state = State::open(id, &new.opening).map_err(|error| match error {
        NotATable::Sheet | NotATable::NoOpening => {
            Refusal::from(boneyard_protocol::ErrorCode::NoSuchSheet)
        }
    })?;
    let mut proposed = ProposedFacts {
        state,
        facts: Vec::new(),
        table: None,
        given,
    };
    proposed.push(Fact::Opened(Box::new(new.opening.clone())));
    let opener = Seat::new(0);
    proposed.push(Fact::Seated {
        seat: opener,
        who: Sitter::Player(new.opener.clone()),
    });
    proposed.push(Fact::Opener { seat: opener });
    for seat in (1..).take(usize::from(new.bots)).map(Seat::new) {
        proposed.push(Fact::Seated {
            seat,
            who: Sitter::ServerBot {
                name: bot_name(seat),
            },
        });
    }
    if new.ready {
        proposed.push(Fact::Ready { seat: opener });
    }
    proposed.conclude()
}

impl<'a> ProposedFacts<'a> {
    pub(super) fn new(table: &'a Table, given: &'a Given) -> Self {
        Self {
            state: table.state.draft(),
            facts: Vec::new(),
            table: Some(table),
            given,
        }
    }

    pub(super) fn push(&mut self, mut fact: Fact) {
        set_apart(&self.state.seats, &mut fact);
        self.state.suppose(&fact, self.given.now.wall);
        self.facts.push(fact);
    }

    pub(super) fn extend(&mut self, facts: impl IntoIterator<Item = Fact>) {
        facts.into_iter().for_each(|fact| self.push(fact));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// The facts, without what would follow.
    pub(super) fn finish(self) -> Vec<Fact> {
        self.facts
    }

    /// The facts, and what follows from them by itself.
    pub(super) fn conclude(mut self) -> Result<Vec<Fact>, Refusal> {
        self.go_on()?;
        Ok(self.facts)
    }

    /// A seat is given up: in a match a bot plays it from now on.
    pub(super) fn leave(&mut self, seat: Seat) {
        let bot = self.state.match_runs().then(|| bot_name(seat));
        self.push(Fact::Left { seat, bot });
    }

    /// What follows by itself: the table closes after its last player, has an opener, and goes on when
    /// everybody is ready.
    pub(super) fn go_on(&mut self) -> Result<(), Refusal> {
        if self.state.players() == 0 {
            self.push(Fact::Closed {
                reason: CloseReason::Deserted,
            });
            return Ok(());
        }
        if self.state.opener.is_none() {
            self.choose_opener();
        }
        match self.state.phase {
            TablePhase::Seating if start_is_ready(&self.state.seats) => self.start_match(),
            TablePhase::BetweenDeals if self.deal_is_ready() => self.next_deal(),
            TablePhase::MatchOver if self.rematch_is_ready() => self.rematch(),
            _ => Ok(()),
        }
    }

    /// The first person in seat order becomes the opener; without persons, the first connected bot.
    fn choose_opener(&mut self) {
        let of_kind = |kind: PlayerKind| {
            let mut seats = self.state.seats.pairs();
            let is_kind = |state: &SeatState| state.player().is_some_and(|p| p.kind == kind);
            seats
                .find(|(_, state)| is_kind(state))
                .map(|(seat, _)| seat)
        };
        let opener = of_kind(PlayerKind::Person).or_else(|| of_kind(PlayerKind::Bot));
        if let Some(seat) = opener {
            self.push(Fact::Opener { seat });
        }
    }

    /// Between deals, a seat that is away or played by a server bot counts as ready.
    fn deal_is_ready(&self) -> bool {
        let ready = |seat: &SeatState| {
            let away = self.table.is_some_and(|table| {
                !table.is_here(seat) && self.given.now.mono >= table.everybody_until
            });
            seat.ready || seat.played_by_server_bot() || away
        };
        self.state.seats.iter().all(ready)
    }

    fn rematch_is_ready(&self) -> bool {
        self.state
            .seats
            .iter()
            .all(|seat| seat.player().is_none() || seat.rematch)
    }

    fn rematch(&mut self) -> Result<(), Refusal> {
        let free: Vec<Seat> = self
            .state
            .seats
            .pairs()
            .filter(|(_, state)| state.is_free())
            .map(|(seat, _)| seat)
            .collect();
        for seat in free {
            self.push(Fact::Seated {
                seat,
                who: Sitter::ServerBot {
                    name: bot_name(seat),
                },
            });
        }
        self.start_match()
    }

    fn start_match(&mut self) -> Result<(), Refusal> {
        let opening = &self.state.opening;
        let setup = MatchSetup {
            rules: opening.sheet.clone(),
            options: opening.options.clone(),
            sheet: self.state.sheet.clone(),
            players: opening.seats,
            prior: None,
            standing: None,
        };
        let event = Match::start(setup).map_err(|error| wire::start_refused(&error))?;
        self.push(Fact::MatchStarted {
            match_id: self.given.match_id,
        });
        self.push(Fact::Game {
            event,
            by: Origin::Table,
            lengthwise: false,
        });
        Ok(())
    }

    /// The next deal is set up; its entry comes with the next input.
    pub(super) fn next_deal(&mut self) -> Result<(), Refusal> {
        self.rule(Ruling::Deal)
    }

    /// The table rules.
    pub(super) fn rule(&mut self, ruling: Ruling) -> Result<(), Refusal> {
        let play = self.state.game.as_deref().and_then(Game::play);
        let Some(play) = play else { return Ok(()) };
        let events = play.rule(ruling);
        let events = events.map_err(|error| wire::illegal(error, &LegalActions::default()))?;
        for fact in game_facts(events, Origin::Table) {
            self.push(fact);
        }
        Ok(())
    }
}
