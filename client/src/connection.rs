//! A connection that outlives its sockets.

mod counters;
mod driver;
mod following;
mod link;
mod pending;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use boneyard_protocol::{
    Ack, Command, ErrorCode, Hello, JoinCode, PROTOCOL_VERSION, PlayerInfo, PlayerKind,
    QuickPlayAgainst, TableId, TableRequest, Versions, Welcome,
};
use rand::Rng;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

pub use self::counters::Counters;
use self::counters::Tally;
use self::driver::{Driver, Request};
use self::following::Following;
use self::link::Link;
use self::pending::Pending;
use crate::backoff::Backoff;
use crate::error::{CloseReason, CommandError, OpenError};
use crate::event::Event;

/// Time from the start of an attempt to connect until its welcome; later it has failed.
pub const WELCOME_WITHIN: Duration = Duration::from_secs(10);
/// Time in which the network must take a frame; later the socket counts as lost.
pub const WRITE_WITHIN: Duration = Duration::from_secs(10);
/// Bytes of the longest message read; a longer one ends the socket.
pub const INBOUND_BYTES: usize = 1024 * 1024;
/// Events that may wait for their reader. Beyond them facts are dropped, and resumed when there is room.
pub const WAITING_EVENTS: usize = 256;
/// How often a command is sent to a server that has no time for it.
pub const ATTEMPTS: u32 = 5;
/// Wait before another attempt, where the server names none.
const BUSY_WAIT: Duration = Duration::from_millis(100);
/// The longest wait before another attempt.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// Requests that may wait for the connection's task; a further one waits at its caller.
const WAITING_REQUESTS: usize = 16;

/// Who connects.
#[derive(Clone)]
pub struct Identity {
    /// The secret of an earlier [`Connection::token`]; absent: the server makes a new identity.
    pub token: Option<String>,
    /// Person or bot. A program that plays by itself is a bot, and is shown as one.
    pub kind: PlayerKind,
    /// The wished name; absent: the identity's, or one that the server invents.
    pub name: Option<String>,
}

impl Identity {
    /// A new bot of this name.
    pub fn bot(name: impl Into<String>) -> Self {
        Self {
            token: None,
            kind: PlayerKind::Bot,
            name: Some(name.into()),
        }
    }
}

/// How a connection behaves.
pub struct Options {
    /// Waits between attempts to come back.
    pub backoff: Backoff,
    /// Where the jitter of the waits and the ids of commands come from.
    pub rng: Box<dyn Rng + Send>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            backoff: Backoff::default(),
            rng: Box::new(rand::make_rng::<rand::rngs::StdRng>()),
        }
    }
}

/// A handle to a connection; clones share it. It ends when every handle is dropped.
///
/// Every command returns when the server has answered it. If the socket is lost meanwhile, the command is
/// sent again with its first id, by which the server knows it: it is done once. Dropping the future does not
/// take the command back.
#[derive(Clone)]
pub struct Connection {
    requests: mpsc::Sender<Request>,
    tally: Arc<Tally>,
    over: Arc<OnceLock<CloseReason>>,
    player: Arc<PlayerInfo>,
    token: Arc<str>,
}

/// What a connection has to tell, in order.
pub struct EventStream {
    events: mpsc::Receiver<Event>,
}

impl EventStream {
    /// The next event; `None` after [`Event::Closed`]. Cancelling loses nothing.
    pub async fn next(&mut self) -> Option<Event> {
        self.events.recv().await
    }
}

impl Connection {
    /// Connects to `url` (`ws://host:port/ws`) with the default [`Options`].
    ///
    /// # Errors
    ///
    /// This first attempt is the caller's to repeat: see [`OpenError::may_pass`]. Sockets lost later are
    /// replaced without him.
    pub async fn open(url: &str, identity: Identity) -> Result<(Self, EventStream), OpenError> {
        Self::open_with(url, identity, Options::default()).await
    }

    /// Connects to `url` (`ws://host:port/ws`).
    ///
    /// # Errors
    ///
    /// See [`open`](Self::open).
    pub async fn open_with(
        url: &str,
        identity: Identity,
        options: Options,
    ) -> Result<(Self, EventStream), OpenError> {
        let mut hello = Hello {
            versions: Versions {
                from: PROTOCOL_VERSION,
                to: PROTOCOL_VERSION,
            },
            token: identity.token,
            kind: identity.kind,
            name: identity.name,
            language: None,
            password: None,
            transfer: None,
        };
        let (link, welcome) = Link::open(url, &hello).await?;
        if let Some(token) = &welcome.token {
            hello.token = Some(token.clone());
        }
        Ok(Self::start(url, hello, options, link, welcome))
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "a connection's task is the only one of this crate"
    )]
    fn start(
        url: &str,
        hello: Hello,
        options: Options,
        link: Link,
        welcome: Box<Welcome>,
    ) -> (Self, EventStream) {
        let (requests, asked) = mpsc::channel(WAITING_REQUESTS);
        let (telling, events) = mpsc::channel(WAITING_EVENTS);
        let tally = Arc::new(Tally::default());
        let over = Arc::new(OnceLock::new());
        let connection = Self {
            requests,
            tally: Arc::clone(&tally),
            over: Arc::clone(&over),
            player: Arc::new(welcome.player.clone()),
            token: hello.token.clone().unwrap_or_default().into(),
        };
        let driver = Driver {
            url: url.to_owned(),
            hello,
            backoff: options.backoff,
            rng: options.rng,
            requests: asked,
            events: telling,
            tally,
            over,
            pending: Pending::default(),
            following: Following::default(),
            lobby: false,
        };
        tokio::spawn(driver.run(link, welcome));
        (connection, EventStream { events })
    }

    /// Who this connection is.
    pub fn player(&self) -> &PlayerInfo {
        &self.player
    }

    /// The identity's secret: whoever has it plays this player's seats. Keep it to come back later.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The connection's troubles so far.
    pub fn counters(&self) -> Counters {
        self.tally.read()
    }

    /// Follows a table where this player has a seat: a snapshot comes, then every fact. Tables that a
    /// command of this connection opened, entered or watched are followed already.
    ///
    /// # Errors
    ///
    /// The reason if the connection is over.
    pub async fn follow(&self, table: TableId) -> Result<(), CloseReason> {
        self.follow_from(table, 0).await
    }

    /// Follows a table from after fact number `since`: the facts come, or a snapshot if they are too many.
    ///
    /// # Errors
    ///
    /// The reason if the connection is over.
    pub async fn follow_from(&self, table: TableId, since: u64) -> Result<(), CloseReason> {
        let asked = self.requests.send(Request::Follow(table, since)).await;
        asked.map_err(|_| self.over())
    }

    fn over(&self) -> CloseReason {
        self.over.get().cloned().unwrap_or(CloseReason::ByClient)
    }

    /// Drops the socket without a word, as a network that fails would. The connection comes back by itself.
    ///
    /// # Errors
    ///
    /// The reason if the connection is over.
    pub async fn break_off(&self) -> Result<(), CloseReason> {
        let asked = self.requests.send(Request::BreakOff).await;
        asked.map_err(|_| self.over())
    }

    /// Ends the connection. Unanswered commands fail.
    pub async fn close(&self) {
        // The task is gone only when the connection is over already.
        drop(self.requests.send(Request::Close).await);
    }

    /// Sends any command and waits for its answer. A command that the server has no time for (`rate_limited`,
    /// `table_busy`) has changed nothing and is sent again after the time that the server names, up to
    /// [`ATTEMPTS`] times in all.
    ///
    /// # Errors
    ///
    /// The server's refusal, or the reason why there will be no answer. So for every command below.
    pub async fn command(&self, command: Command) -> Result<Ack, CommandError> {
        for _ in 1..ATTEMPTS {
            let answer = self.attempt(command.clone()).await;
            let Some(wait) = answer.as_ref().err().and_then(time_to_wait) else {
                return answer;
            };
            self.tally.slowed();
            sleep(wait).await;
        }
        self.attempt(command).await
    }

    async fn attempt(&self, command: Command) -> Result<Ack, CommandError> {
        let (answer, answered) = oneshot::channel();
        let over = || CommandError::Closed(self.over());
        let request = Request::Command(command, answer);
        self.requests.send(request).await.map_err(|_| over())?;
        answered.await.unwrap_or_else(|_| Err(over()))
    }

    /// Asks for the listed tables and, with `follow`, for every later change.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn lobby(&self, follow: bool) -> Result<Ack, CommandError> {
        self.command(Command::Lobby { follow }).await
    }

    /// Changes the player's name.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn rename(&self, name: impl Into<String>) -> Result<Ack, CommandError> {
        self.command(Command::Rename { name: name.into() }).await
    }

    /// Opens a table and sits down at it; the answer names table, seat and code.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn create(&self, table: TableRequest) -> Result<Ack, CommandError> {
        self.command(Command::Create { table }).await
    }

    /// Sits down as fast as possible.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn quick_play(
        &self,
        sheet: Option<String>,
        against: QuickPlayAgainst,
        seats: Option<u8>,
    ) -> Result<Ack, CommandError> {
        self.command(Command::QuickPlay {
            sheet,
            against,
            seats,
        })
        .await
    }

    /// Sits down at the table of this code.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn join(&self, code: JoinCode, seat: Option<u8>) -> Result<Ack, CommandError> {
        self.command(Command::Join { code, seat }).await
    }

    /// Sits down at a listed table.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn sit(&self, table: TableId, seat: Option<u8>) -> Result<Ack, CommandError> {
        self.command(Command::Sit { table, seat }).await
    }

    /// Looks on at a listed table.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn watch(&self, table: TableId) -> Result<Ack, CommandError> {
        self.command(Command::Watch {
            table: Some(table),
            code: None,
        })
        .await
    }

    /// Looks on at the table of this code.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn watch_by_code(&self, code: JoinCode) -> Result<Ack, CommandError> {
        self.command(Command::Watch {
            table: None,
            code: Some(code),
        })
        .await
    }

    /// Puts a house bot on a free seat.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn add_bot(&self, table: TableId, seat: Option<u8>) -> Result<Ack, CommandError> {
        self.command(Command::AddBot { table, seat }).await
    }

    /// Says ready for the match, or for the next deal.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn ready(&self, table: TableId) -> Result<Ack, CommandError> {
        self.command(Command::Ready { table }).await
    }

    /// Acts on turn number `turn`; `action` is one of the legal ones, `play 6-4 left` (SPEC 3.1).
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn act(
        &self,
        table: TableId,
        turn: u32,
        action: impl Into<String>,
    ) -> Result<Ack, CommandError> {
        let action = action.into();
        self.command(Command::Act {
            table,
            turn: Some(turn),
            entry: None,
            action,
            lengthwise: false,
        })
        .await
    }

    /// Acts in the deal with this entry, whosever turn it is: `arrange 3-1 6-6 ...` or `challenge`.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn act_in_deal(
        &self,
        table: TableId,
        entry: u32,
        action: impl Into<String>,
    ) -> Result<Ack, CommandError> {
        let action = action.into();
        self.command(Command::Act {
            table,
            turn: None,
            entry: Some(entry),
            action,
            lengthwise: false,
        })
        .await
    }

    /// Says a canned phrase, one of [`PHRASES`](boneyard_protocol::limits::PHRASES).
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn phrase(&self, table: TableId, phrase: &str) -> Result<Ack, CommandError> {
        self.command(Command::Phrase {
            table,
            phrase: phrase.to_owned(),
        })
        .await
    }

    /// Wants another match with the same people.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn rematch(&self, table: TableId) -> Result<Ack, CommandError> {
        self.command(Command::Rematch { table }).await
    }

    /// Gives up the seat, or stops looking on. The table is no longer followed.
    ///
    /// # Errors
    ///
    /// See [`command`](Self::command).
    pub async fn leave(&self, table: TableId) -> Result<Ack, CommandError> {
        self.command(Command::Leave { table }).await
    }
}

/// How long to wait before a refused command may be sent again as it is.
fn time_to_wait(error: &CommandError) -> Option<Duration> {
    let CommandError::Refused(refused) = error else {
        return None;
    };
    let no_time = matches!(
        refused.why.code,
        ErrorCode::RateLimited | ErrorCode::TableBusy
    );
    let named = refused
        .why
        .retry_ms
        .map(|ms| Duration::from_millis(ms.into()));
    no_time.then(|| named.unwrap_or(BUSY_WAIT).min(LONGEST_WAIT))
}
