//! Tables full of drill seats.

use std::sync::Arc;

use boneyard_protocol::{AbsenceEnd, JoinCode, TableRequest, Tempo};
use rand::SeedableRng;
use rand::rngs::StdRng;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::seat::DrillSeat;
use boneyard_client::{CommandError, OpenError};

/// Tables that are filled at the same time.
const FILLED_AT_ONCE: usize = 32;

/// Which tables.
#[derive(Clone, Debug)]
pub struct TablePlan {
    /// The server's socket.
    pub url: String,
    /// How many tables.
    pub tables: usize,
    /// Seats of each.
    pub seats: u8,
    /// The game.
    pub sheet: String,
    /// Seed of every choice of the seats.
    pub seed: u64,
}

/// Why a table could not be filled.
#[derive(Debug, thiserror::Error)]
pub enum SetUpError {
    /// A seat found no connection.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A command was not done.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The answer to `create` has no code.
    #[error("the server gave no join code")]
    NoCode,
    /// The task that filled the table was lost.
    #[error("a drill task failed: {0}")]
    Task(#[from] tokio::task::JoinError),
}

/// Opens every table and fills it; nobody is ready yet.
pub(super) async fn fill_tables(plan: &TablePlan) -> Result<Vec<Vec<DrillSeat>>, SetUpError> {
    fill_tables_behind(plan, None).await
}

/// As [`fill_tables`]; the last seat of each table connects to `behind`, if that is given.
pub(super) async fn fill_tables_behind(
    plan: &TablePlan,
    behind: Option<&str>,
) -> Result<Vec<Vec<DrillSeat>>, SetUpError> {
    let permits = Arc::new(Semaphore::new(FILLED_AT_ONCE));
    let mut filling = JoinSet::new();
    for number in 0..plan.tables {
        let (plan, permits) = (plan.clone(), Arc::clone(&permits));
        let behind = behind.map(str::to_owned);
        filling.spawn(async move {
            let _permit = permits.acquire_owned().await;
            fill_table(&plan, behind.as_deref(), number).await
        });
    }
    let mut tables = Vec::with_capacity(plan.tables);
    while let Some(filled) = filling.join_next().await {
        tables.push(filled??);
    }
    Ok(tables)
}

async fn fill_table(
    plan: &TablePlan,
    behind: Option<&str>,
    number: usize,
) -> Result<Vec<DrillSeat>, SetUpError> {
    let mut seats: Vec<DrillSeat> = Vec::with_capacity(usize::from(plan.seats));
    let mut code: Option<JoinCode> = None;
    for index in 0..plan.seats {
        let stream = u64::try_from(number).unwrap_or(u64::MAX) * 256 + u64::from(index);
        let rng = StdRng::seed_from_u64(plan.seed.wrapping_add(stream));
        let name = format!("Drill {number}.{index}");
        let is_last = index + 1 == plan.seats;
        let url = behind.filter(|_| is_last).unwrap_or(&plan.url);
        let seat = DrillSeat::open(url, name, rng).await?;
        match &code {
            None => {
                let created = seat.connection.create(request(plan)).await?;
                code = Some(created.code.ok_or(SetUpError::NoCode)?);
            }
            Some(code) => {
                seat.connection.join(code.clone(), Some(index)).await?;
            }
        }
        seats.push(seat);
    }
    Ok(seats)
}

/// A private table whose clocks never decide anything: slowness must show, not be covered up.
fn request(plan: &TablePlan) -> TableRequest {
    TableRequest {
        sheet: plan.sheet.clone(),
        options: Default::default(),
        seats: plan.seats,
        bots: 0,
        private: true,
        watchers: true,
        clock_s: Some(600),
        absence_s: Some(3_600),
        absence_end: Some(AbsenceEnd::Bot),
        pause_s: Some(60),
        tempo: Some(Tempo::Plain),
    }
}

/// A private table of two without any settings: for trials whose game does not matter.
pub(super) fn plain_request() -> TableRequest {
    let plan = TablePlan {
        url: String::new(),
        tables: 1,
        seats: 2,
        sheet: "kozel".to_owned(),
        seed: 0,
    };
    request(&plan)
}
