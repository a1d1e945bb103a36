//! One seat at one table, from taking it to leaving it: the way for a bot.

use boneyard_protocol::{Ack, TableId};

use crate::connection::{Connection, EventStream};
use crate::error::{CloseReason, CommandError};
use crate::event::Event;
use crate::mirror::{Duty, TableMirror};
use crate::notice::Notice;

/// A seat that waits for its duties and does them.
///
/// [`duty`](Self::duty) never names a duty that was done already: after each command it waits for the facts that
/// the command has made. A command that the server refuses has changed nothing; the seat then asks how the table
/// stands, and names what is due now.
pub struct Seat {
    connection: Connection,
    events: EventStream,
    table: TableId,
    /// None until the first snapshot.
    mirror: Option<TableMirror>,
    /// The number of the last fact that this seat has made.
    done: u64,
}

impl Seat {
    /// A seat that `connection` has just taken at `table`, by [`Connection::create`], [`Connection::join`] or
    /// [`Connection::sit`]. `events` are those of the connection; what they tell of other tables is passed over.
    pub fn new(connection: Connection, events: EventStream, table: TableId) -> Self {
        Self {
            connection,
            events,
            table,
            mirror: None,
            done: 0,
        }
    }

    /// The table as it stands, after the first snapshot.
    pub fn mirror(&self) -> Option<&TableMirror> {
        self.mirror.as_ref()
    }

    /// Waits until the table waits for this seat. `None` when the table is gone. Cancelling loses nothing.
    ///
    /// # Errors
    ///
    /// The reason if the connection is over. A lost socket is none.
    pub async fn duty(&mut self) -> Result<Option<Duty>, CloseReason> {
        loop {
            let known = self.mirror.as_ref();
            let current = known.filter(|mirror| mirror.seq() >= self.done);
            if let Some(duty) = current.and_then(TableMirror::duty) {
                return Ok(Some(duty));
            }
            match self.events.next().await {
                Some(Event::Snapshot(snapshot)) if snapshot.table == self.table => {
                    self.mirror = Some(TableMirror::new(*snapshot));
                }
                Some(Event::Facts(facts)) if facts.table == self.table => {
                    let applied = self.mirror.as_mut().map(|mirror| mirror.apply(&facts));
                    if let Some(Err(_)) = applied {
                        self.look_again().await?;
                    }
                }
                Some(Event::Notice(Notice::Gone { table })) if table == self.table => {
                    return Ok(None);
                }
                Some(Event::Closed(reason)) => return Err(reason),
                None => return Ok(None),
                Some(_) => {}
            }
        }
    }

    /// Says ready: for [`Duty::Ready`].
    ///
    /// # Errors
    ///
    /// See [`act`](Self::act).
    pub async fn ready(&mut self) -> Result<(), CommandError> {
        let answer = self.connection.ready(self.table).await;
        self.note(answer).await
    }

    /// Does one of the legal actions: for [`Duty::Act`].
    ///
    /// # Errors
    ///
    /// If there was no answer. A refusal is no error: the next duty is what is due then.
    pub async fn act(&mut self, turn: u32, action: &str) -> Result<(), CommandError> {
        let answer = self.connection.act(self.table, turn, action).await;
        self.note(answer).await
    }

    /// Arranges the row: for [`Duty::Arrange`].
    ///
    /// # Errors
    ///
    /// See [`act`](Self::act).
    pub async fn arrange(&mut self, entry: u32, action: &str) -> Result<(), CommandError> {
        let connection = &self.connection;
        let answer = connection.act_in_deal(self.table, entry, action).await;
        self.note(answer).await
    }

    /// Wants another match: for [`Duty::Rematch`].
    ///
    /// # Errors
    ///
    /// See [`act`](Self::act).
    pub async fn rematch(&mut self) -> Result<(), CommandError> {
        let answer = self.connection.rematch(self.table).await;
        self.note(answer).await
    }

    /// Gives up the seat.
    ///
    /// # Errors
    ///
    /// See [`Connection::command`].
    pub async fn leave(self) -> Result<(), CommandError> {
        self.connection.leave(self.table).await.map(|_| ())
    }

    async fn note(&mut self, answer: Result<Ack, CommandError>) -> Result<(), CommandError> {
        match answer {
            Ok(ack) => self.done = ack.seq.unwrap_or(self.done),
            Err(CommandError::Refused(_)) => {
                let followed = self.look_again().await;
                followed.map_err(CommandError::Closed)?;
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Decides nothing before the first snapshot.
    async fn look_again(&mut self) -> Result<(), CloseReason> {
        self.mirror = None;
        self.connection.follow(self.table).await
    }
}
