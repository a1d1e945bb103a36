//! Who is connected, and what follows when people come, go, are renamed, or are shown out.

use boneyard_protocol::{PlayerId, Refusal};

use super::seating::ProposedFacts;
use super::{Given, Table};
use crate::clock::MonoMillis;
use crate::outbox::ConnectionId;
use crate::table::naming::set_apart;
use crate::table::seats::SeatState;
use boneyard_store::fact::Fact;

impl Table {
    /// A player's connection is there. An older one than the newest known means nothing.
    pub(crate) fn arrive(&mut self, player: PlayerId, connection: ConnectionId, now: MonoMillis) {
        match self.here.get_mut(&player) {
            Some(newest) => *newest = connection.max(*newest),
            None => {
                self.here.insert(player, connection);
                self.follow(now);
            }
        }
    }

    /// A connection has ended. Returns whether it was the player's newest.
    pub(crate) fn depart(
        &mut self,
        player: PlayerId,
        connection: ConnectionId,
        now: MonoMillis,
    ) -> bool {
        let newest = self.here.get(&player) == Some(&connection);
        if newest {
            self.here.remove(&player);
            self.follow(now);
        }
        newest
    }

    /// Whether a seat's player has a connection.
    pub(crate) fn is_here(&self, seat: &SeatState) -> bool {
        seat.player_id()
            .is_some_and(|player| self.here.contains_key(&player))
    }

    pub(super) fn presence(&self, given: &Given) -> Result<Vec<Fact>, Refusal> {
        let mut proposed = ProposedFacts::new(self, given);
        for (seat, state) in self.state.seats.pairs() {
            let is_missed = state.stand_in || self.state.asked_about() == Some(seat);
            if is_missed && self.is_here(state) {
                let absence_left_ms = self.clocks.absence_at(seat, given.now.mono);
                proposed.push(Fact::Returned {
                    seat,
                    absence_left_ms,
                });
            }
        }
        proposed.extend(self.end_among_the_rest());
        proposed.conclude()
    }

    pub(super) fn renamed(&self, player: PlayerId, name: &str) -> Vec<Fact> {
        let seat = self.state.seat_of(player);
        let renamed = seat.map(|seat| {
            let name = name.to_owned();
            let mut fact = Fact::Renamed { seat, name };
            set_apart(&self.state.seats, &mut fact);
            fact
        });
        renamed.into_iter().collect()
    }

    /// A player gives up the seat, or all of them do, as if each had left alone. A match that nobody is left to
    /// play is broken off first, so that its record is kept.
    pub(super) fn show_out(
        &self,
        player: Option<PlayerId>,
        given: &Given,
    ) -> Result<Vec<Fact>, Refusal> {
        let mut proposed = ProposedFacts::new(self, given);
        let running = self
            .state
            .game
            .as_deref()
            .filter(|_| self.state.match_runs());
        if let Some(game) = running.filter(|_| player.is_none()) {
            let match_id = game.match_id;
            proposed.push(Fact::Unfinished { match_id });
        }
        let is_meant = |sitter: PlayerId| player.is_none_or(|player| player == sitter);
        for (seat, state) in self.state.seats.pairs() {
            if state.player_id().is_some_and(is_meant) {
                proposed.leave(seat);
            }
        }
        if proposed.is_empty() {
            return Ok(Vec::new());
        }
        proposed.conclude()
    }

    /// Whether a player, seated or not, has a connection.
    pub(crate) fn has_connection(&self, player: PlayerId) -> bool {
        self.here.contains_key(&player)
    }
}
