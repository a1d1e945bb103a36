//! A table: one owner of its state, one door to it.
//!
//! [`TableHandle`] is the only way in. Behind it a task owns the table: `table::brain` and `table::state`
//! decide and fold without I/O, `table::task` is the body around them and decides nothing. Only this
//! module imports them.

mod answers;
mod audience;
mod brain;
pub mod desk;
mod fold;
mod naming;
mod pace;
mod request;
mod seating;
mod seats;
mod state;
mod task;
mod turn_clock;
mod wire;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use boneyard_protocol::{CommandId, JoinCode, PlayerId, PlayerInfo, TableId, TableSummary};
use tokio::sync::{mpsc, oneshot};

use crate::clock::{Clock, MonoMillis};
use crate::dealer::{Dealer, NoEntropy};
use crate::outbox::{ConnectionId, Outbox};
use crate::report::ReportDesk;
use crate::tasks::Tasks;
use boneyard_store::{BodyHash, Cause, Journal, JournalRecord};

pub(crate) use brain::Patience;
pub use fold::TableFold;
pub use request::Request;
pub(crate) use seating::NewTable;
pub use state::NotATable;
pub use wire::illegal;
pub(crate) use wire::{sheet_refused, start_refused};

/// Inputs that may wait at one table. A command beyond them is refused with `table_busy`.
pub const QUEUE: usize = 256;
/// Places of the queue that commands leave to comings and goings.
const RESERVED: usize = 64;
/// Places that whoever wants to come in, or only looked on and goes, leaves to those who play: a crowd at the door
/// is asked to try again before a player is.
const RESERVED_FOR_GUESTS: usize = 224;

/// A table, for everybody but its own task. Cheap to clone.
#[derive(Clone, Debug)]
pub struct TableHandle {
    id: TableId,
    inputs: mpsc::Sender<TableInput>,
}

/// The table has as many inputs waiting as it may have, or it is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table has too much waiting")]
pub struct TableBusy;

impl TableHandle {
    /// The table's id.
    pub fn id(&self) -> TableId {
        self.id
    }

    /// Hands an input to the table. Never waits.
    ///
    /// # Errors
    ///
    /// [`TableBusy`] if its queue is full; nothing has happened then.
    pub fn tell(&self, input: TableInput) -> Result<(), TableBusy> {
        let left_to_others = match &input {
            input if input.is_of_a_guest() => RESERVED_FOR_GUESTS,
            TableInput::Command(_) | TableInput::Look(_) => RESERVED,
            TableInput::Attach { .. }
            | TableInput::Detach { .. }
            | TableInput::LooksAway { .. }
            | TableInput::Renamed { .. }
            | TableInput::ShowOut { .. }
            | TableInput::Stop => 0,
        };
        if self.inputs.capacity() <= left_to_others {
            return Err(TableBusy);
        }
        self.inputs.try_send(input).map_err(|_| TableBusy)
    }

    /// Whether the table is closed, or out of order.
    pub(crate) fn is_gone(&self) -> bool {
        self.inputs.is_closed()
    }

    /// Asks the table who is there; `None` if it ends, or has too much to do.
    pub(crate) async fn look(&self) -> Option<Attendance> {
        let (answer, looked) = oneshot::channel();
        self.tell(TableInput::Look(answer)).ok()?;
        looked.await.ok()
    }

    /// Waits until the table has ended.
    pub(crate) async fn ended(&self) {
        self.inputs.closed().await;
    }

    /// Tells the table that the server goes down, and waits until it has ended.
    pub(crate) async fn stop(&self) {
        if self.inputs.send(TableInput::Stop).await.is_ok() {
            self.inputs.closed().await;
        }
    }
}

/// Who speaks, and where answers go.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The player.
    pub player: PlayerInfo,
    /// His connection. A player's newest one is the only one that speaks for him.
    pub connection: ConnectionId,
    /// The way back.
    pub outbox: Outbox,
}

/// A command on its way to a table.
#[derive(Clone, Debug)]
pub struct PlayerCommand {
    /// Who sends it.
    pub sender: Sender,
    /// What is wanted.
    pub request: Request,
}

/// Who has sent a command, and which.
#[derive(Clone, Debug)]
pub struct Sender {
    /// Who.
    pub from: Caller,
    /// The command's id.
    pub id: CommandId,
    /// What tells a repeated command from another one with the same id.
    pub body: BodyHash,
    /// When the frame was read: an action that came in time is never beaten by the clock.
    pub received: MonoMillis,
    /// Whoever sent the command on its way may want to know when it is over.
    pub errand: Option<Errand>,
}

/// Ends when the command that carries it, and every copy of it, is over: done and posted, refused, or lost with
/// its table.
#[derive(Clone)]
pub struct Errand(Arc<dyn Any + Send + Sync>);

impl Errand {
    /// Keeps a value until the command is over; it is dropped then.
    pub fn keeping(value: impl Any + Send + Sync) -> Self {
        Self(Arc::new(value))
    }
}

impl fmt::Debug for Errand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let copies = Arc::strong_count(&self.0);
        f.debug_struct("Errand").field("copies", &copies).finish()
    }
}

impl Sender {
    /// What the journal keeps of the command.
    pub fn cause(&self) -> Cause {
        Cause {
            player: self.from.player.id,
            command: self.id,
            body: self.body,
        }
    }
}

/// What a table is told.
#[derive(Debug)]
pub enum TableInput {
    /// A command of a player, to be answered through his outbox.
    Command(PlayerCommand),
    /// A player who sits here has connected.
    Attach {
        /// Who.
        from: Caller,
    },
    /// The connection of a player who sits here ended.
    Detach {
        /// Whose.
        player: PlayerId,
        /// Which; an older one than the player's newest means nothing.
        connection: ConnectionId,
    },
    /// The connection of somebody who has no seat here ended. May be lost.
    LooksAway {
        /// Whose.
        player: PlayerId,
        /// Which.
        connection: ConnectionId,
    },
    /// A player who sits here has another name.
    Renamed {
        /// Who.
        player: PlayerId,
        /// The new name.
        name: String,
    },
    /// The host of the server wants a player out, or everybody, which ends the table.
    ShowOut {
        /// Whom; `None`: everybody.
        whom: Option<PlayerId>,
        /// Told to all viewers before.
        reason: Option<String>,
    },
    /// Somebody wants to know who is there. Answered from what is durable.
    Look(oneshot::Sender<Attendance>),
    /// The server goes down: write down the clocks and end.
    Stop,
}

/// Who is at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attendance {
    /// The host's seat.
    pub host: Option<u8>,
    /// The seats whose players are connected, and those of the house's bots.
    pub here: Vec<u8>,
    /// Viewers without a seat.
    pub watchers: u32,
}

impl TableInput {
    /// Whether it comes from somebody who wants to come in, or only looked on.
    fn is_of_a_guest(&self) -> bool {
        match self {
            Self::Command(command) => command.request.is_of_a_guest(),
            Self::LooksAway { .. } => true,
            Self::Attach { .. }
            | Self::Detach { .. }
            | Self::Renamed { .. }
            | Self::ShowOut { .. }
            | Self::Look(_)
            | Self::Stop => false,
        }
    }
}

/// What tables work with.
#[derive(Clone)]
pub(crate) struct TableParts {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) tasks: Tasks,
    pub(crate) dealer: Arc<dyn Dealer>,
    pub(crate) reports: ReportDesk,
    /// Where tables say how they stand.
    pub(crate) board: Arc<dyn Board>,
    /// Milliseconds before every step of the server's own; `None` as the table's tempo says.
    pub(crate) bot_think_ms: Option<u64>,
    /// How long they wait for people.
    pub(crate) patience: Patience,
}

/// Where tables say how they stand, for whoever looks for one. Implemented by the lobby.
pub(crate) trait Board: Send + Sync {
    /// A table stands like this now.
    fn post(&self, card: TableCard);

    /// A table is no more: closed or stopped.
    fn take_down(&self, table: TableId);

    /// A player's newest connection, if he is here, with his name as he came.
    fn caller(&self, player: PlayerId) -> Option<Caller>;

    /// A table cannot go on. Its journal is left as it is, and whoever asks for it is told so.
    fn put_out_of_order(&self, table: TableId);
}

/// How a table stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TableCard {
    pub(crate) summary: TableSummary,
    pub(crate) code: JoinCode,
    /// The seats that players have.
    pub(crate) seats: Vec<SeatCard>,
    /// Seats that nobody, not even a bot, has.
    pub(crate) free: usize,
}

/// A seat that a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeatCard {
    pub(crate) player: PlayerId,
    pub(crate) seat: u8,
    /// Whether the table waits for him.
    pub(crate) waiting: bool,
}

/// Who opens a table, and by which command.
#[derive(Debug)]
pub(crate) struct Opener {
    pub(crate) caller: Caller,
    pub(crate) cause: Cause,
}

/// Starts the task of a new table. It answers its opener itself.
///
/// # Errors
///
/// [`NoEntropy`]: nothing was started.
pub(crate) fn open(
    parts: TableParts,
    id: TableId,
    new: NewTable,
    opener: Opener,
) -> Result<TableHandle, NoEntropy> {
    let stream = parts.dealer.stream()?;
    let (inputs, queue) = mpsc::channel(QUEUE);
    let tasks = parts.tasks.clone();
    tasks.spawn("table", task::open(parts, id, new, opener, stream, queue));
    Ok(TableHandle { id, inputs })
}

/// Starts the task of a table found in the journal.
///
/// # Errors
///
/// The records are not a table's, or there is no entropy.
pub(crate) fn recover(
    parts: TableParts,
    records: &[JournalRecord],
) -> Result<Recovered, RecoverError> {
    let (state, told) = state::State::retold(records)?;
    let stream = parts.dealer.stream()?;
    let (inputs, queue) = mpsc::channel(QUEUE);
    let handle = TableHandle {
        id: state.id,
        inputs,
    };
    let recovered = Recovered {
        handle,
        causes: state.answers.causes().collect(),
        card: task::card_of(&state),
    };
    let tasks = parts.tasks.clone();
    tasks.spawn("table", task::recover(parts, (state, told), stream, queue));
    Ok(recovered)
}

/// A table that is there again.
pub(crate) struct Recovered {
    pub(crate) handle: TableHandle,
    /// The commands that are known to it.
    pub(crate) causes: Vec<Cause>,
    pub(crate) card: TableCard,
}

/// Why a table could not be started from its journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RecoverError {
    #[error(transparent)]
    NotATable(#[from] NotATable),
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
}
