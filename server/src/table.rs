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
mod outlet;
mod pace;
mod request;
mod seats;
mod state;
mod task;
mod turn_clock;
mod wire;

use std::sync::Arc;

use boneyard_protocol::{CommandId, JoinCode, PlayerId, PlayerInfo, TableId, TableSummary};
use tokio::sync::mpsc;

use crate::clock::{Clock, MonoMillis};
use crate::dealer::{Dealer, NoEntropy};
use crate::outbox::ConnectionId;
use crate::tasks::Tasks;
use boneyard_store::{BodyHash, Cause, Journal, JournalRecord};

pub(crate) use brain::NewTable;
pub(crate) use brain::Patience;
pub use fold::TableFold;
pub(crate) use outlet::refused;
pub use outlet::{Outlet, TableOutput};
pub use request::Request;
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
            TableInput::Command(_) | TableInput::Look { .. } => RESERVED,
            _ => 0,
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

/// Where a player can be reached. A player's newest connection is the only one that speaks for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    /// The player.
    pub player: PlayerId,
    /// The connection.
    pub connection: ConnectionId,
}

/// Who speaks, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The player.
    pub player: PlayerInfo,
    /// The player's connection.
    pub connection: ConnectionId,
}

impl Caller {
    /// Where the caller can be reached.
    #[must_use]
    pub const fn address(&self) -> Address {
        Address {
            player: self.player.id,
            connection: self.connection,
        }
    }
}

/// Somebody is on the way to a seat. The answer to the command that carries the number says that the way is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrandId(pub u64);

/// A question to a table; its answer carries the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionId(pub u64);

/// Where the answer to a command goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyTo {
    /// Who waits for it.
    pub to: Address,
    /// The command's id.
    pub id: CommandId,
    /// What is over with the answer.
    pub errand: Option<ErrandId>,
}

/// A command on its way to a table.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerCommand {
    /// Who sends it.
    pub sender: Sender,
    /// What is wanted.
    pub request: Request,
}

/// Who has sent a command, and which.
#[derive(Clone, Debug, PartialEq)]
pub struct Sender {
    /// Who.
    pub from: Caller,
    /// The command's id.
    pub id: CommandId,
    /// What tells a repeated command from another one with the same id.
    pub body: BodyHash,
    /// When the frame was read: an action that came in time is never beaten by the clock.
    pub received: MonoMillis,
    /// What is over when the command is answered.
    pub errand: Option<ErrandId>,
}

impl Sender {
    /// Where the answer goes.
    #[must_use]
    pub const fn reply_to(&self) -> ReplyTo {
        ReplyTo {
            to: self.from.address(),
            id: self.id,
            errand: self.errand,
        }
    }

    /// What the journal keeps of the command.
    pub fn cause(&self) -> Cause {
        Cause {
            player: self.from.player.id,
            command: self.id,
            body: self.body,
        }
    }
}

/// What a table is told. Plain data: it could come from another machine.
#[derive(Clone, Debug, PartialEq)]
pub enum TableInput {
    /// A command of a player, to be answered at the address it comes from.
    Command(PlayerCommand),
    /// A player who sits here has connected.
    Attach {
        /// Who.
        from: Address,
    },
    /// The answer to [`TableOutput::Newcomer`]: the player is here, and is to be shown the table.
    Present {
        /// Who.
        from: Address,
    },
    /// The connection of a player who sits here ended. An older one than the player's newest means nothing.
    Detach {
        /// Whose.
        from: Address,
    },
    /// The connections of people who have no seat here ended.
    LooksAway {
        /// Whose.
        who: Vec<Address>,
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
        /// The player; `None`: everybody.
        player: Option<PlayerId>,
        /// Told to all viewers before.
        reason: Option<String>,
    },
    /// Somebody wants to know who is there. Answered from what is durable, by [`TableOutput::Attendance`].
    Look {
        /// The question.
        question: QuestionId,
    },
    /// The server goes down: write down the clocks and end.
    Stop,
}

/// Who is at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attendance {
    /// The opener's seat.
    pub opener: Option<u8>,
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
            _ => false,
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
    /// Where all that tables say goes.
    pub(crate) outlet: Arc<dyn Outlet>,
    /// Milliseconds before every step of the server's own; `None` as the table's tempo says.
    pub(crate) bot_think_ms: Option<u64>,
    /// How long they wait for people.
    pub(crate) patience: Patience,
}

/// How a table stands.
#[derive(Clone, Debug, PartialEq)]
pub struct TableCard {
    /// As the lobby lists it.
    pub summary: TableSummary,
    /// The join code.
    pub code: JoinCode,
    /// The seats that players have.
    pub seats: Vec<SeatCard>,
    /// Seats that nobody, not even a bot, has.
    pub free: usize,
}

/// A seat that a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatCard {
    /// The player.
    pub player: PlayerId,
    /// The seat.
    pub seat: u8,
    /// Whether the table waits for the player.
    pub waiting: bool,
}

/// Who opens a table, and by which command.
#[derive(Debug)]
pub(crate) struct Opener {
    pub(crate) caller: Caller,
    pub(crate) cause: Cause,
}

impl Opener {
    fn reply_to(&self) -> ReplyTo {
        ReplyTo {
            to: self.caller.address(),
            id: self.cause.command,
            errand: None,
        }
    }
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
    let (state, recent) = state::State::with_recent(records)?;
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
    tasks.spawn(
        "table",
        task::recover(parts, (state, recent), stream, queue),
    );
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
