//! One seat of a drill: a connection, the mirror of its table, and the habit of doing its duty.

use std::time::Duration;

use boneyard_protocol::{Ack, TableId};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;

use boneyard_client::Backoff;
use boneyard_client::Event;
use boneyard_client::{CloseReason, CommandError, OpenError};
use boneyard_client::{Connection, EventStream, Identity, Options};
use boneyard_client::{Duty, TableMirror};

/// Drills want to be back as soon as the server is, and measure how soon they are.
const BACKOFF: Backoff = Backoff {
    first: Duration::from_millis(1),
    most: Duration::from_millis(400),
};

/// What comes next at a seat.
pub(super) enum NextWork {
    /// The table waits for it.
    Duty(Duty),
    /// Something has happened, which the mirror shows already.
    Event(Event),
    /// The drill wants something else from now on.
    NewOrder,
    /// Its connection is over, or the drill.
    Over,
}

/// Whether a seat does what its table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activity {
    Plays,
    Rests,
}

/// A seat.
pub(super) struct DrillSeat {
    pub(super) connection: Connection,
    events: EventStream,
    pub(super) mirror: Option<TableMirror>,
    /// The number of the last fact that this seat has made: until the mirror is there, it has no duty.
    made: u64,
    /// Whether nothing was made: the last command was refused.
    was_refused: bool,
    rng: StdRng,
}

impl DrillSeat {
    /// A new player, nowhere seated.
    pub(super) async fn open(url: &str, name: String, mut rng: StdRng) -> Result<Self, OpenError> {
        let options = Options {
            backoff: BACKOFF,
            rng: Box::new(rng.fork()),
            ..Options::default()
        };
        let (connection, events) = Connection::open_with(url, Identity::bot(name), options).await?;
        Ok(Self {
            connection,
            events,
            mirror: None,
            made: 0,
            was_refused: false,
            rng,
        })
    }

    /// The next event, which the mirror shows already. Cancelling loses nothing.
    pub(super) async fn next(&mut self) -> Option<Event> {
        let event = self.events.next().await?;
        match &event {
            Event::Snapshot(snapshot) => {
                self.mirror = Some(TableMirror::new((**snapshot).clone()));
            }
            Event::Facts(facts) => {
                if let Some(mirror) = &mut self.mirror
                    && let Err(error) = mirror.apply(facts)
                {
                    tracing::error!(%error, "the connection told facts out of step");
                }
            }
            // A server that comes back may do what the last one has refused.
            Event::Connected(_) if self.was_refused => self.made = 0,
            _ => {}
        }
        Some(event)
    }

    /// What comes next: its duty, if it plays; otherwise an event or an order of the drill. Cancelling loses nothing.
    pub(super) async fn step<T: Send + Sync>(
        &mut self,
        activity: Activity,
        orders: &mut watch::Receiver<T>,
    ) -> NextWork {
        if let Some(duty) = self.duty().filter(|_| activity == Activity::Plays) {
            return NextWork::Duty(duty);
        }
        tokio::select! {
            event = self.next() => event.map_or(NextWork::Over, NextWork::Event),
            changed = orders.changed() => changed.map_or(NextWork::Over, |()| NextWork::NewOrder),
        }
    }

    /// What the table waits for from this seat.
    pub(super) fn duty(&self) -> Option<Duty> {
        self.mirror
            .as_ref()
            .filter(|mirror| mirror.seq() >= self.made)?
            .duty()
    }

    /// Any one of the legal actions.
    pub(super) fn choose(&mut self, legal: &[String]) -> String {
        legal[self.rng.random_range(..legal.len())].clone()
    }

    /// The number of the last fact that this seat has seen.
    pub(super) fn seq(&self) -> u64 {
        self.mirror.as_ref().map_or(0, TableMirror::seq)
    }

    /// Sends the act and waits for its answer.
    pub(super) async fn act(&mut self, turn: u32, action: &str) -> Result<Ack, CommandError> {
        let answer = self.connection.act(self.table(), turn, action).await;
        self.keep(answer)
    }

    /// Arranges the row.
    pub(super) async fn arrange(&mut self, entry: u32, action: &str) -> Result<Ack, CommandError> {
        let connection = &self.connection;
        let answer = connection.act_in_deal(self.table(), entry, action).await;
        self.keep(answer)
    }

    /// Says ready.
    pub(super) async fn ready(&mut self) -> Result<Ack, CommandError> {
        let answer = self.connection.ready(self.table()).await;
        self.keep(answer)
    }

    /// Wants a rematch.
    pub(super) async fn rematch(&mut self) -> Result<Ack, CommandError> {
        let answer = self.connection.rematch(self.table()).await;
        self.keep(answer)
    }

    /// Does what the table waits for; of the legal actions any one.
    pub(super) async fn fulfil(&mut self, duty: Duty) -> Result<Ack, CommandError> {
        match duty {
            Duty::Ready => self.ready().await,
            Duty::Rematch => self.rematch().await,
            Duty::Arrange { entry, action } => self.arrange(entry, &action).await,
            Duty::Act { turn, legal } => {
                let action = self.choose(&legal);
                self.act(turn, &action).await
            }
        }
    }

    /// Asks for a snapshot of the table.
    pub(super) async fn follow(&self) -> Result<(), CloseReason> {
        self.connection.follow(self.table()).await
    }

    /// Gives up the seat.
    pub(super) async fn leave(&self) -> Result<Ack, CommandError> {
        self.connection.leave(self.table()).await
    }

    fn table(&self) -> TableId {
        self.mirror
            .as_ref()
            .expect("a duty is read from a mirror")
            .table()
    }

    /// After a refusal nothing is done until something new is seen.
    fn keep(&mut self, answer: Result<Ack, CommandError>) -> Result<Ack, CommandError> {
        let seen = self.seq();
        self.was_refused = answer.is_err();
        self.made = match &answer {
            Ok(ack) => ack.seq.unwrap_or(seen),
            Err(_) => seen + 1,
        };
        answer
    }
}
