//! A connection that outlives its sockets.

mod counters;
mod driver;
mod following;
mod link;
mod lobby_commands;
mod pending;
mod session_commands;
mod table_commands;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use boneyard_protocol::{Ack, Command, ErrorCode, Hello, PlayerInfo, TableId, Welcome};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

pub use self::counters::Counters;
use self::counters::Tally;
use self::driver::{Driver, LobbyChanges, Request};
use self::following::Following;
use self::link::{Address, Link};
use self::pending::Pending;
pub use self::table_commands::AutoPass;
use crate::error::{CloseReason, CommandError, OpenError};
use crate::event::Event;
use crate::identity::Identity;
use crate::options::Options;

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
    welcome: Arc<Welcome>,
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
    /// Connects to `url` (`ws://host:port/ws`, `wss://host/ws`) with the default [`Options`].
    ///
    /// # Errors
    ///
    /// The caller repeats a first attempt that failed: see [`OpenError::may_pass`]. Sockets lost later are
    /// replaced by the connection itself.
    pub async fn open(url: &str, identity: Identity) -> Result<(Self, EventStream), OpenError> {
        Self::open_with(url, identity, Options::default()).await
    }

    /// Connects to `url` (`ws://host:port/ws`, `wss://host/ws`).
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
            versions: options.versions,
            token: identity.token,
            kind: identity.kind,
            name: identity.name,
            language: identity.language,
            password: identity.password,
            transfer: identity.transfer,
        };
        let address = Address {
            url: url.to_owned(),
            trust: options.trust.clone(),
        };
        let (link, welcome) = Link::open(&address, &hello).await?;
        if let Some(token) = &welcome.token {
            hello.token = Some(token.clone());
        }
        // A later hello only says who comes back: the code is used up, and the name may have changed meanwhile.
        hello.transfer = None;
        hello.name = None;
        Ok(Self::start(address, hello, options, link, welcome))
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "a connection's task is the only one of this crate"
    )]
    fn start(
        address: Address,
        hello: Hello,
        options: Options,
        link: Link,
        welcome: Box<Welcome>,
    ) -> (Self, EventStream) {
        let (requests, waiting) = mpsc::channel(WAITING_REQUESTS);
        let (telling, events) = mpsc::channel(WAITING_EVENTS);
        let tally = Arc::new(Tally::default());
        let over = Arc::new(OnceLock::new());
        let connection = Self {
            requests,
            tally: Arc::clone(&tally),
            over: Arc::clone(&over),
            welcome: Arc::new((*welcome).clone()),
            token: hello.token.clone().unwrap_or_default().into(),
        };
        let driver = Driver {
            address,
            hello,
            backoff: options.backoff,
            rng: options.rng,
            requests: waiting,
            events: telling,
            tally,
            over,
            pending: Pending::default(),
            following: Following::default(),
            lobby: LobbyChanges::Unwanted,
        };
        tokio::spawn(driver.run(link, welcome));
        (connection, EventStream { events })
    }

    /// Who this connection is, as the server said when it was opened.
    pub fn player(&self) -> &PlayerInfo {
        &self.welcome.player
    }

    /// How the server answered when the connection was opened: protocol version, limits, the player's seats.
    pub fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// The identity's secret: anyone who has it can play this player's seats. Keep it to come back later.
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
        let sent = self.requests.send(Request::Follow(table, since)).await;
        sent.map_err(|_| self.over())
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
        let sent = self.requests.send(Request::BreakOff).await;
        sent.map_err(|_| self.over())
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
    /// The server's refusal, or the reason why there will be no answer. So for every command.
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
