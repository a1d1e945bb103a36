//! A table without a server: no task, no journal, no clock, for matches between programs on one machine.
//!
//! Its owner plays the match and tells the desk what became fact. The desk says it in the words of the socket, built for
//! each viewer in the same way as at a served table, and reads what a seat answers.

use std::sync::Arc;

use boneyard_engine::{Action, Event, IllegalAction, Seat};
use boneyard_protocol::position::{ClockView, Position};
use boneyard_protocol::{
    Ack, ClientMessage, Command, CommandId, ErrorCode, Events, MatchId, PlayerInfo, Refusal,
    Refused, SeatInfo, ServerMessage, Snapshot, TableCommand, TableId, TableView, decode,
};

use super::brain::belongs_here;
use super::state::{Game, NotATable, Occurrence, State};
use super::wire::{self, Around};
use crate::clock::UnixMillis;
use boneyard_store::Seq;
use boneyard_store::fact::{Fact, Opening, Origin, Sitter};

/// Such a table.
pub struct Desk {
    state: State,
}

/// What became fact at once.
pub struct Batch {
    first: Seq,
    facts: Vec<Arc<Occurrence>>,
}

/// A line of a seat, read.
pub enum SeatLine {
    /// Nothing that needs an answer.
    Nothing,
    /// Something that this message answers.
    Answered(ServerMessage),
    /// To act, in the running turn or deal.
    Act(CommandId, Action),
    /// Something that is refused: the refusal is this message.
    Refused(ErrorCode, ServerMessage),
}

impl Desk {
    /// A table at which these players sit, one for each seat, and a match has been started by `started`.
    ///
    /// # Errors
    ///
    /// The opening's sheet is not valid here.
    pub fn open(
        table: TableId,
        opening: Opening,
        players: Vec<PlayerInfo>,
        match_id: MatchId,
        started: &Event,
    ) -> Result<Self, NotATable> {
        let state = State::open(table, &opening)?;
        let seats: Vec<Seat> = state.seats.places().collect();
        let mut desk = Self { state };
        let mut facts = vec![Fact::Opened(Box::new(opening))];
        let sitting = seats
            .iter()
            .zip(players)
            .map(|(seat, player)| Fact::Seated {
                seat: *seat,
                who: Sitter::Player(player),
            });
        facts.extend(sitting);
        facts.push(Fact::Opener { seat: Seat::new(0) });
        facts.extend(seats.iter().map(|seat| Fact::Ready { seat: *seat }));
        facts.push(Fact::MatchStarted { match_id });
        facts.push(Fact::Game {
            event: started.clone(),
            by: Origin::Table,
            lengthwise: false,
        });
        desk.tell(&facts);
        Ok(desk)
    }

    /// These have become fact.
    pub fn tell(&mut self, facts: &[Fact]) -> Batch {
        let first = self.state.seq.next();
        let folded = facts.iter().map(|fact| {
            let next = self.state.seq.next();
            // Nothing here is kept, and nobody is told a time of day.
            self.state.fold(next, fact, UnixMillis(0))
        });
        Batch {
            facts: folded.collect(),
            first,
        }
    }

    /// What a viewer is sent of it; `None` is a watcher. `think_ms` is the time that the seat on turn has.
    pub fn events(&self, batch: &Batch, viewer: Option<Seat>, think_ms: u64) -> Events {
        let facts = batch.facts.iter().map(Arc::as_ref);
        Events {
            table: self.state.id,
            seq: batch.first.0,
            facts: wire::facts(&self.state.opening, facts, viewer),
            now: self.position(viewer, think_ms),
        }
    }

    /// The whole table, as a viewer sees it; `None` is a watcher.
    pub fn snapshot(&self, viewer: Option<Seat>, think_ms: u64) -> Snapshot {
        Snapshot {
            table: self.state.id,
            seq: self.state.seq.0,
            view: self.view(viewer, think_ms),
        }
    }

    /// The table is no more.
    pub fn gone(&self) -> ServerMessage {
        ServerMessage::Gone {
            table: self.state.id,
        }
    }

    /// An act was done; the facts that it makes are the next `facts` ones.
    pub fn done(&self, id: CommandId, seat: Seat, facts: usize) -> ServerMessage {
        let made = u64::try_from(facts).unwrap_or(0);
        self.ack(id, seat, Some(self.state.seq.0 + made))
    }

    /// An act that the rules refuse.
    pub fn illegal(
        &self,
        id: CommandId,
        seat: Seat,
        error: IllegalAction,
    ) -> (ErrorCode, ServerMessage) {
        let play = self.state.game.as_deref().and_then(Game::play);
        let legal = play.map(|play| play.legal_actions(seat));
        let why = wire::illegal(error, &legal.unwrap_or_default());
        (why.code, self.refused(Some(id), why))
    }

    /// Reads a line of a seat as a socket's frame is read.
    pub fn hear(&self, seat: Seat, line: &str, think_ms: u64) -> SeatLine {
        let envelope = match decode(line) {
            Ok(ClientMessage::Hello(_)) => return SeatLine::Nothing,
            Ok(ClientMessage::Heartbeat) => return SeatLine::Answered(ServerMessage::Heartbeat),
            Ok(ClientMessage::Command(envelope)) => envelope,
            Err(refused) => {
                return SeatLine::Refused(refused.why.code, ServerMessage::Refused(*refused));
            }
        };
        let id = envelope.id;
        match envelope.command {
            Command::Table(table, TableCommand::Resume { .. }) if table == self.state.id => {
                let snapshot = self.snapshot(Some(seat), think_ms);
                SeatLine::Answered(ServerMessage::Snapshot(Box::new(snapshot)))
            }
            Command::Table(table, TableCommand::Ready) if table == self.state.id => {
                SeatLine::Answered(self.ack(id, seat, None))
            }
            Command::Table(
                table,
                TableCommand::Act {
                    turn,
                    entry,
                    action,
                    ..
                },
            ) => match self.act(table, turn, entry, &action) {
                Ok(action) => SeatLine::Act(id, action),
                Err(why) => SeatLine::Refused(why.code, self.refused(Some(id), why)),
            },
            _ => SeatLine::Answered(self.refused(Some(id), ErrorCode::NotNow.into())),
        }
    }

    fn act(
        &self,
        table: TableId,
        turn: Option<u32>,
        entry: Option<u32>,
        action: &str,
    ) -> Result<Action, Refusal> {
        if table != self.state.id {
            return Err(ErrorCode::Stale.into());
        }
        let action = action
            .parse()
            .map_err(|_| Refusal::from(ErrorCode::MalformedAction))?;
        let play = self.state.game.as_deref().and_then(Game::play);
        let play = play.ok_or_else(|| Refusal::from(ErrorCode::NotNow))?;
        if belongs_here(play, &action, turn, entry)? && self.state.deal_runs() {
            Ok(action)
        } else {
            Err(ErrorCode::Stale.into())
        }
    }

    fn ack(&self, id: CommandId, seat: Seat, seq: Option<u64>) -> ServerMessage {
        ServerMessage::Ack(Ack {
            id,
            table: Some(self.state.id),
            seat: Some(seat.get()),
            code: None,
            seq,
        })
    }

    fn refused(&self, id: Option<CommandId>, why: Refusal) -> ServerMessage {
        ServerMessage::Refused(Refused {
            id,
            table: Some(self.state.id),
            why,
        })
    }

    fn position(&self, viewer: Option<Seat>, think_ms: u64) -> Position {
        let clock = self.state.deal_runs().then_some(ClockView {
            left_ms: think_ms,
            of_ms: think_ms,
            running: true,
        });
        wire::position(&self.state, viewer, clock)
    }

    fn view(&self, viewer: Option<Seat>, think_ms: u64) -> TableView {
        let seats = self.state.seats.iter().map(|state| {
            let name = state.name();
            SeatInfo {
                player: state.player_id(),
                name: name.map(|(name, _)| name.to_owned()),
                kind: name.map(|(_, kind)| kind),
                here: true,
                ..SeatInfo::default()
            }
        });
        let seats: Vec<SeatInfo> = seats.collect();
        let around = Around {
            seats: &seats,
            now: self.position(viewer, think_ms),
            paused: false,
        };
        wire::table_view(&self.state, viewer, around)
    }
}
