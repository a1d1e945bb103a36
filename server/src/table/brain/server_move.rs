//! What the server does by itself before a deadline: for server bots, and for players who want it to pass.

use boneyard_engine::{Action, Enforcement, Seat};
use boneyard_protocol::Refusal;

use super::{Table, game_facts};
use crate::clock::MonoMillis;
use crate::table::seats::SeatState;
use crate::table::state::Game;
use crate::table::wire;
use boneyard_store::fact::{Fact, Origin};

/// A move that the server makes by itself. There are no others before a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerMove {
    /// What a bot does at a seat that the server plays: on turn, or with a row to arrange.
    ServerBot(Seat),
    /// A pass for a player who wishes it.
    AutoPass(Seat),
}

impl Table {
    /// The server's next step, if it has one. Its time must not depend on what it will be.
    pub(crate) fn next_step(&self) -> Option<ServerMove> {
        let bots = self.server_bots_turn().map(ServerMove::ServerBot);
        bots.or_else(|| self.seat_to_pass().map(ServerMove::AutoPass))
    }

    /// When the wait for that step runs out, if it runs.
    pub(crate) fn step_deadline(&self) -> Option<MonoMillis> {
        self.clocks.wait_ends_at()
    }

    pub(super) fn server_bots_turn(&self) -> Option<Seat> {
        let is_server_bots = |seat: &Seat| {
            let state = self.state.seats.get(*seat);
            state.is_some_and(SeatState::played_by_server_bot)
        };
        let arranging = self.state.arranging().into_iter();
        arranging.chain(self.state.on_turn()).find(is_server_bots)
    }

    /// The seat on turn whose player wants the table to pass for them, if a pass is all that is legal. Where
    /// a pass is always legal it is the player's own judgement (SPEC 10.1), and never the table's.
    fn seat_to_pass(&self) -> Option<Seat> {
        let seat = self.state.on_turn()?;
        let wishes = self.state.seats.get(seat)?.auto_pass && self.may_auto_pass();
        let legal = self.state.game.as_deref()?.play()?.legal_actions(seat);
        (wishes && matches!(legal.as_slice(), [Action::Pass])).then_some(seat)
    }

    /// Whether the rules of this table leave no judgement in a pass.
    pub(super) fn may_auto_pass(&self) -> bool {
        self.state.sheet.referee.enforcement == Enforcement::Refuse
    }

    /// A server bot has chosen.
    pub(super) fn server_bot(&self, seat: Seat, action: &Action) -> Result<Vec<Fact>, Refusal> {
        if self.next_step() != Some(ServerMove::ServerBot(seat)) {
            return Ok(Vec::new());
        }
        let state = self.state.seats.get(seat);
        let by = match state.and_then(SeatState::player) {
            Some(_) => Origin::StandIn,
            None => Origin::Bot,
        };
        self.act_for(seat, action, by)
    }

    /// The table passes for a player, if that is still its step.
    pub(super) fn auto_pass(&self, seat: Seat) -> Result<Vec<Fact>, Refusal> {
        if self.next_step() != Some(ServerMove::AutoPass(seat)) {
            return Ok(Vec::new());
        }
        self.act_for(seat, &Action::Pass, Origin::AutoPass)
    }

    fn act_for(&self, seat: Seat, action: &Action, by: Origin) -> Result<Vec<Fact>, Refusal> {
        let Some(play) = self.state.game.as_deref().and_then(Game::play) else {
            return Ok(Vec::new());
        };
        let events = play.decide(seat, action);
        let events = events.map_err(|error| wire::illegal(error, &play.legal_actions(seat)))?;
        Ok(game_facts(events, by).collect())
    }
}
