//! A table as its messages tell it.

mod difference;
mod fold;

use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{Events, Position, SeatInfo, Snapshot, TableId, TableView};

pub use self::difference::{LeftOut, difference};

/// The fold of one table's messages: a snapshot, and the facts after it.
///
/// It is what a snapshot would show, but for what no fact tells: presence, clocks between two messages, hands
/// opened at the end of a deal (they are in its result), and the order of a hand that its owner sees, which
/// means nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct TableMirror {
    table: TableId,
    seq: u64,
    view: TableView,
}

/// Facts are missing, or they are another table's. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("fact {got} came where fact {wanted} was due")]
pub struct OutOfStep {
    /// The number that was due.
    pub wanted: u64,
    /// The number that came.
    pub got: u64,
}

/// What the table waits for from the viewer's seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Duty {
    /// To say ready, for the match or the next deal.
    Ready,
    /// To act.
    Act {
        /// The turn's number.
        turn: u32,
        /// The legal actions, at least one.
        legal: Vec<String>,
    },
    /// To arrange the row.
    Arrange {
        /// The index of the deal's entry.
        entry: u32,
        /// `arrange` with the row as it was dealt.
        action: String,
    },
    /// To say whether to play another match.
    Rematch,
}

impl TableMirror {
    /// The table as a snapshot shows it.
    pub fn new(snapshot: Snapshot) -> Self {
        Self {
            table: snapshot.table,
            seq: snapshot.seq,
            view: snapshot.view,
        }
    }

    /// Adds the facts that follow. Those that are in the mirror already are skipped.
    ///
    /// # Errors
    ///
    /// Facts of another table, or facts are missing before these. An [`EventStream`](crate::EventStream) gives
    /// no such facts.
    pub fn apply(&mut self, events: &Events) -> Result<(), OutOfStep> {
        let wanted = self.seq + 1;
        let out_of_step = OutOfStep {
            wanted,
            got: events.seq,
        };
        if events.table != self.table {
            return Err(out_of_step);
        }
        let known = wanted.checked_sub(events.seq).ok_or(out_of_step)?;
        let known = usize::try_from(known).unwrap_or(usize::MAX);
        if known > events.facts.len() {
            return Ok(());
        }
        for fact in events.facts.iter().skip(known) {
            fold::fold(&mut self.view, fact);
            self.seq += 1;
        }
        fold::settle(&mut self.view, &events.now);
        Ok(())
    }

    /// The table's id.
    pub fn table(&self) -> TableId {
        self.table
    }

    /// The number of the last fact in it.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The whole table.
    pub fn view(&self) -> &TableView {
        &self.view
    }

    /// How the table stands.
    pub fn now(&self) -> &Position {
        &self.view.now
    }

    /// The viewer's seat.
    pub fn my_seat(&self) -> Option<&SeatInfo> {
        self.view.seats.get(usize::from(self.view.me?))
    }

    /// What the table waits for from the viewer's seat, as of fact [`seq`](Self::seq).
    ///
    /// Until the mirror has reached the number that the answer to a command named
    /// ([`Ack::seq`](boneyard_protocol::Ack::seq)), it still shows the duty that the command has done.
    pub fn duty(&self) -> Option<Duty> {
        let me = self.view.me?;
        let seat = self.my_seat()?;
        let now = &self.view.now;
        match now.phase {
            TablePhase::Playing => match now.turn {
                Some(turn) if now.seat == Some(me) && !now.legal.is_empty() => Some(Duty::Act {
                    turn,
                    legal: now.legal.clone(),
                }),
                _ => None,
            },
            TablePhase::Arranging if now.awaiting.contains(&me) => self.row_to_arrange(me),
            TablePhase::Seating | TablePhase::BetweenDeals if !seat.ready => Some(Duty::Ready),
            TablePhase::MatchOver if !seat.ready => Some(Duty::Rematch),
            _ => None,
        }
    }

    fn row_to_arrange(&self, me: u8) -> Option<Duty> {
        let game = self.view.game.as_ref()?;
        let row = game.hands.get(usize::from(me))?.tiles.as_ref()?;
        let tiles: Vec<String> = row.iter().map(ToString::to_string).collect();
        Some(Duty::Arrange {
            entry: game.entry,
            action: format!("arrange {}", tiles.join(" ")),
        })
    }
}

#[cfg(test)]
pub(crate) mod tests;
