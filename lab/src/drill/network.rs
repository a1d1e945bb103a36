//! A network that fails: at every table one seat is behind a fault proxy, which delays, trickles, swallows, cuts,
//! half-closes and resets, while the others play on. After each fault the seats' own journals are held against what
//! the server says, as in the crash drill: a seat that was cut off is back in the exact state, and what it had sent is
//! done once.

use std::fmt;
use std::io;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinError;
use tokio::time::sleep;

use super::crash::{CrashReport, Party};
use super::proxy::{Cut, Proxy, Weather};
use super::server_process::ServerProcess;
use super::tables::{SetUpError, TablePlan};

/// How long nothing gets through.
const SWALLOWED: Duration = Duration::from_millis(1_500);
/// How much later everything comes, each way.
const DELAY: Duration = Duration::from_millis(120);
/// Bytes that come at once when they trickle, and the pause after them.
const TRICKLE: (usize, Duration) = (48, Duration::from_millis(2));

/// What the network does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Everything comes later.
    Delay,
    /// Everything comes in small pieces.
    Trickle,
    /// Nothing comes for a while, and then all of it.
    Blackhole,
    /// The connection is ended in good order.
    Close,
    /// Only the way to the client is ended.
    HalfClose,
    /// The connection is reset.
    Reset,
    /// Nothing comes for a while, and then the connection is reset: what was on its way is lost.
    Lost,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Delay,
        Self::Trickle,
        Self::Blackhole,
        Self::Close,
        Self::HalfClose,
        Self::Reset,
        Self::Lost,
    ];

    /// Whether the connection does not survive it.
    const fn cuts(self) -> bool {
        match self {
            Self::Delay | Self::Trickle | Self::Blackhole => false,
            Self::Close | Self::HalfClose | Self::Reset | Self::Lost => true,
        }
    }
}

/// How to try the network.
#[derive(Clone, Debug)]
pub struct NetworkPlan {
    /// Tables of four seats; the last of each is behind the proxy.
    pub tables: usize,
    /// The game.
    pub sheet: String,
    /// Wait of the seat on turn before it acts.
    pub think: Duration,
    /// How often each fault comes.
    pub times: u32,
    /// Seed of the seats' choices.
    pub seed: u64,
}

/// What one fault has shown.
#[derive(Clone, Debug)]
pub struct NetworkTrial {
    /// What the network did.
    pub fault: Fault,
    /// How often.
    pub times: u32,
    /// What the seats found afterwards.
    pub report: CrashReport,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// There is no port for the proxy.
    #[error("the proxy: {0}")]
    Proxy(#[from] io::Error),
    /// The tables could not be filled.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// A seat's task was lost.
    #[error("a drill task failed: {0}")]
    Task(#[from] JoinError),
}

/// Lets every fault come, one after the other, each at tables of its own.
///
/// # Errors
///
/// [`NetworkError`]. Broken promises are no errors but figures.
pub async fn run(
    server: &ServerProcess,
    plan: &NetworkPlan,
) -> Result<Vec<NetworkTrial>, NetworkError> {
    let mut rng = StdRng::seed_from_u64(plan.seed);
    let mut trials = Vec::new();
    for fault in Fault::ALL {
        let report = try_fault(server, plan, fault, rng.random()).await?;
        trials.push(NetworkTrial {
            fault,
            times: plan.times,
            report,
        });
    }
    Ok(trials)
}

async fn try_fault(
    server: &ServerProcess,
    plan: &NetworkPlan,
    fault: Fault,
    seed: u64,
) -> Result<CrashReport, NetworkError> {
    let proxy = Proxy::start(server.address()).await?;
    let tables = TablePlan {
        url: server.url(),
        tables: plan.tables,
        seats: 4,
        sheet: plan.sheet.clone(),
        seed,
    };
    let behind = format!("ws://{}/ws", proxy.address());
    let mut party = Party::sit_down_behind(&tables, Some(&behind), plan.think).await?;
    party.go_on().await;
    for _ in 0..plan.times {
        provoke(&proxy, fault, &mut party).await;
        // The table goes on only if the seat behind the proxy takes its turns.
        party.go_on().await;
    }
    Ok(party.end(server, Vec::new()).await?)
}

async fn provoke(proxy: &Proxy, fault: Fault, party: &mut Party) {
    match fault {
        Fault::Delay => {
            proxy.set_weather(Weather::Delay(DELAY));
            party.go_on().await;
        }
        Fault::Trickle => {
            let (bytes, pause) = TRICKLE;
            proxy.set_weather(Weather::Trickle { bytes, pause });
            party.go_on().await;
        }
        Fault::Blackhole => {
            proxy.set_weather(Weather::Blackhole);
            sleep(SWALLOWED).await;
        }
        Fault::Close => proxy.cut(Cut::Close),
        Fault::HalfClose => proxy.cut(Cut::HalfClose),
        Fault::Reset => proxy.cut(Cut::Reset),
        Fault::Lost => {
            proxy.set_weather(Weather::Blackhole);
            sleep(SWALLOWED).await;
            proxy.cut(Cut::Reset);
        }
    }
    proxy.set_weather(Weather::Clear);
}

impl NetworkTrial {
    /// Whether everybody was in the exact state in the end, and the fault really happened.
    pub fn is_clean(&self) -> bool {
        let returns = u64::from(self.times);
        let came = !self.fault.cuts() || self.report.returns >= returns;
        self.report.is_clean() && came
    }
}

impl fmt::Display for NetworkTrial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CrashReport {
            acknowledged,
            lost,
            doubled,
            seen_and_gone,
            returns,
            views_differing,
            ..
        } = &self.report;
        write!(
            f,
            "{:?} {} times: seats come back {returns}, acknowledged {acknowledged}, lost {lost}, doubled {doubled}, \
             seen and gone {seen_and_gone}, other states {views_differing}",
            self.fault, self.times
        )
    }
}
