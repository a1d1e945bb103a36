//! What players may command.

use boneyard_engine::Seat;
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{ErrorCode, JoinCode, PlayerInfo, Refusal, TableCommand};

use super::act::Act;
use super::seating::ProposedFacts;
use super::{Given, Table};
use crate::clock::MonoMillis;
use crate::table::request::Request;
use crate::table::seats::{AutoPass, Occupant, SeatState, bot_name};
use boneyard_store::fact::{Fact, Sitter};

impl Table {
    /// What a player's request would make fact. What needs no fact (to watch, a phrase, a report, a `resume`) does
    /// not come here, and neither does the opening of this table.
    pub(super) fn command(
        &self,
        player: &PlayerInfo,
        request: &Request,
        received: MonoMillis,
        given: &Given,
    ) -> Result<Vec<Fact>, Refusal> {
        if self.state.phase == TablePhase::Closed {
            return Err(ErrorCode::NoSuchTable.into());
        }
        let command = match request {
            Request::Join { code, seat } => return self.join(player, code, *seat, given),
            Request::QuickPlay => return self.quick_play(player, given),
            Request::Open | Request::Watch { .. } => return Err(ErrorCode::NotNow.into()),
            Request::Command(command) => command,
        };
        match command {
            TableCommand::Sit { seat } => self.sit(player, *seat, given),
            TableCommand::AddBot { seat } => self.add_bot(player, *seat, given),
            TableCommand::Ready => self.ready(player, given),
            TableCommand::Act {
                turn,
                entry,
                action,
                lengthwise,
            } => self.act(
                player,
                &Act {
                    turn: *turn,
                    entry: *entry,
                    action,
                    lengthwise: *lengthwise,
                    received,
                },
            ),
            TableCommand::Rematch => self.rematch(player, given),
            TableCommand::AutoPass { on } => self.wish_auto_pass(player, AutoPass::from(*on)),
            TableCommand::Absence { turn, choice } => {
                self.choose_about_absence(player, *turn, *choice, received)
            }
            TableCommand::Leave => self.leave(player, given),
            TableCommand::Phrase { .. }
            | TableCommand::Report { .. }
            | TableCommand::Resume { .. } => Err(ErrorCode::NotNow.into()),
        }
    }

    pub(super) fn seated(&self, player: &PlayerInfo) -> Result<Seat, Refusal> {
        self.state
            .seat_of(player.id)
            .ok_or_else(|| ErrorCode::NotSeated.into())
    }

    /// By code one may also have the seat of a server bot: the link leads to a seat.
    fn join(
        &self,
        player: &PlayerInfo,
        code: &JoinCode,
        wish: Option<u8>,
        given: &Given,
    ) -> Result<Vec<Fact>, Refusal> {
        if *code != self.state.opening.code {
            return Err(ErrorCode::NoSuchCode.into());
        }
        if self.state.seat_of(player.id).is_some() {
            return Ok(Vec::new());
        }
        let by_code = |state: &SeatState| state.player().is_none();
        let wish = wish.or_else(|| self.seen_hand(player));
        let seat = self
            .pick_seat(wish, SeatState::is_open)
            .or_else(|_| self.pick_seat(wish, by_code))?;
        self.seat_player(player, seat, given)?.conclude()
    }

    fn sit(
        &self,
        player: &PlayerInfo,
        wish: Option<u8>,
        given: &Given,
    ) -> Result<Vec<Fact>, Refusal> {
        if self.state.seat_of(player.id).is_some() {
            return Err(ErrorCode::AlreadySeated.into());
        }
        if self.state.opening.settings.private {
            return Err(ErrorCode::NoSuchTable.into());
        }
        let wish = wish.or_else(|| self.seen_hand(player));
        let seat = self.pick_seat(wish, SeatState::is_open)?;
        self.seat_player(player, seat, given)?.conclude()
    }

    /// The seat whose hand a player has seen in the running deal before leaving. They may have it back, but no
    /// other until the deal is over: they would know two hands.
    fn seen_hand(&self, player: &PlayerInfo) -> Option<u8> {
        self.state.seen_hands.get(&player.id).map(|seat| seat.get())
    }

    /// The lobby has found this table for a player in a hurry.
    fn quick_play(&self, player: &PlayerInfo, given: &Given) -> Result<Vec<Fact>, Refusal> {
        if self.state.seat_of(player.id).is_some() {
            return Err(ErrorCode::AlreadySeated.into());
        }
        let seat = self.pick_seat(None, SeatState::is_free)?;
        let mut proposed = self.seat_player(player, seat, given)?;
        proposed.push(Fact::Ready { seat });
        proposed.conclude()
    }

    fn pick_seat(
        &self,
        wish: Option<u8>,
        open: impl Fn(&SeatState) -> bool,
    ) -> Result<Seat, Refusal> {
        match wish.map(Seat::new) {
            None => {
                let mut seats = self.state.seats.pairs();
                let found = seats.find(|(_, state)| open(state));
                found
                    .map(|(seat, _)| seat)
                    .ok_or_else(|| ErrorCode::TableFull.into())
            }
            Some(seat) => match self.state.seats.get(seat) {
                None => Err(Refusal::of_field(ErrorCode::BadMessage, "seat")),
                Some(state) if open(state) => Ok(seat),
                Some(_) => Err(ErrorCode::SeatTaken.into()),
            },
        }
    }

    /// A player sits down, unless they have seen another hand of the running deal.
    fn seat_player<'a>(
        &'a self,
        player: &PlayerInfo,
        seat: Seat,
        given: &'a Given,
    ) -> Result<ProposedFacts<'a>, Refusal> {
        if self.seen_hand(player).is_some_and(|own| own != seat.get()) {
            return Err(ErrorCode::NotNow.into());
        }
        let mut proposed = ProposedFacts::new(self, given);
        proposed.push(Fact::Seated {
            seat,
            who: Sitter::Player(player.clone()),
        });
        Ok(proposed)
    }

    fn add_bot(
        &self,
        player: &PlayerInfo,
        wish: Option<u8>,
        given: &Given,
    ) -> Result<Vec<Fact>, Refusal> {
        let opener = self.seated(player)?;
        if self.state.opener != Some(opener) {
            return Err(ErrorCode::NotOpener.into());
        }
        if self.state.phase != TablePhase::Seating {
            return Err(ErrorCode::NotNow.into());
        }
        let seat = self.pick_seat(wish, SeatState::is_free)?;
        let mut proposed = ProposedFacts::new(self, given);
        proposed.push(Fact::Seated {
            seat,
            who: Sitter::ServerBot {
                name: bot_name(seat),
            },
        });
        proposed.conclude()
    }

    fn ready(&self, player: &PlayerInfo, given: &Given) -> Result<Vec<Fact>, Refusal> {
        let seat = self.seated(player)?;
        match self.state.phase {
            TablePhase::Seating | TablePhase::BetweenDeals => {}
            _ => return Err(ErrorCode::NotNow.into()),
        }
        if self.state.seats.get(seat).is_some_and(|state| state.ready) {
            return Ok(Vec::new());
        }
        let mut proposed = ProposedFacts::new(self, given);
        proposed.push(Fact::Ready { seat });
        proposed.conclude()
    }

    fn rematch(&self, player: &PlayerInfo, given: &Given) -> Result<Vec<Fact>, Refusal> {
        let seat = self.seated(player)?;
        if self.state.phase != TablePhase::MatchOver {
            return Err(ErrorCode::NotNow.into());
        }
        if self
            .state
            .seats
            .get(seat)
            .is_some_and(|state| state.rematch)
        {
            return Ok(Vec::new());
        }
        let mut proposed = ProposedFacts::new(self, given);
        proposed.push(Fact::RematchWanted { seat });
        proposed.conclude()
    }

    fn wish_auto_pass(&self, player: &PlayerInfo, wish: AutoPass) -> Result<Vec<Fact>, Refusal> {
        let seat = self.seated(player)?;
        let on = wish == AutoPass::On;
        if on && !self.may_auto_pass() {
            return Err(ErrorCode::NotNow.into());
        }
        let is_so = |state: &SeatState| state.auto_pass == on;
        let changes = !self.state.seats.get(seat).is_some_and(is_so);
        Ok(changes
            .then_some(Fact::AutoPass { seat, on })
            .into_iter()
            .collect())
    }

    fn leave(&self, player: &PlayerInfo, given: &Given) -> Result<Vec<Fact>, Refusal> {
        let seat = self.seated(player)?;
        let mut proposed = ProposedFacts::new(self, given);
        proposed.leave(seat);
        proposed.conclude()
    }

    /// Whether the table waits for this seat: its turn, its `ready`, its answer to a rematch.
    pub(crate) fn waits_for(&self, seat: Seat) -> bool {
        let Some(state) = self.state.seats.get(seat) else {
            return false;
        };
        let is_player = matches!(state.occupant, Occupant::Player(_));
        match self.state.phase {
            TablePhase::Arranging => self.state.arranging().contains(&seat),
            TablePhase::Playing => self.state.on_turn() == Some(seat),
            TablePhase::Seating | TablePhase::BetweenDeals => is_player && !state.ready,
            TablePhase::MatchOver => is_player && !state.rematch,
            TablePhase::Closed => false,
        }
    }
}
