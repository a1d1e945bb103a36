//! The whole process stands still for longer than a turn: no turn may be lost by it.

use boneyard_protocol::{Fact as WireFact, Snapshot, TableRequest};

use super::{Fault, FaultError, FaultPlan, SOCKETS, Trial};
use crate::drill::SetUpError;
use crate::drill::server_process::ServerProcess;
use crate::drill::tables::plain_request;
use boneyard_client::CommandError;
use boneyard_client::Event;
use boneyard_client::TableMirror;
use boneyard_client::{Connection, EventStream, Identity};

/// Seconds of a turn: the least there is.
const TURN_S: u32 = 5;
/// Milliseconds of the turn that must be left after the stall.
const LEFT_MS: u64 = 2_500;

pub(super) async fn run(plan: &FaultPlan) -> Result<Trial, FaultError> {
    let mut trial = Trial::new(Fault::Stall);
    let server = ServerProcess::start(&plan.program, SOCKETS, &mut rand::rng()).await?;
    let opened = Connection::open(&server.url(), Identity::bot("Sleeper")).await;
    let (connection, mut events) = opened.map_err(SetUpError::from)?;
    // Alone with server bots: the match begins at once and comes to this seat.
    let ack = connection.create(request()).await?;
    let table = ack.table.ok_or(SetUpError::NoCode)?;
    in_time(on_turn(&mut events)).await?;

    server.signal("STOP").await?;
    tokio::time::sleep(plan.stall).await;
    server.signal("CONT").await?;
    let followed = connection.follow(table).await;
    followed.map_err(CommandError::Closed)?;
    let (taken, snapshot) = in_time(next_snapshot(&mut events)).await?;
    let is_lost =
        |fact: &&WireFact| matches!(fact, WireFact::TimeUp { .. } | WireFact::StandIn { .. });
    let lost: Vec<&WireFact> = taken.iter().filter(is_lost).collect();
    let stall = plan.stall.as_secs_f64();
    trial.saw(
        lost.is_empty(),
        format!("stopped for {stall} s at a turn of {TURN_S} s: no turn is taken {lost:?}"),
    );
    let left = snapshot.view.now.clock.as_ref().map(|clock| clock.left_ms);
    trial.saw(
        left.is_some_and(|left| left >= LEFT_MS),
        format!("{left:?} ms of it are left"),
    );
    connection.close().await;
    server.stop().await?;
    Ok(trial)
}

async fn in_time<T>(coming: impl Future<Output = Option<T>>) -> Result<T, FaultError> {
    let come = tokio::time::timeout(super::COMES_WITHIN, coming).await;
    Ok(come.ok().flatten().ok_or(SetUpError::NoCode)?)
}

/// Reads until it is this seat's turn.
async fn on_turn(events: &mut EventStream) -> Option<()> {
    let mut mirror: Option<TableMirror> = None;
    loop {
        match events.next().await? {
            Event::Snapshot(snapshot) => mirror = Some(TableMirror::new(*snapshot)),
            Event::Facts(facts) => mirror.as_mut()?.apply(&facts).ok()?,
            _ => {}
        }
        if mirror
            .as_ref()
            .is_some_and(|mirror| mirror.duty().is_some())
        {
            return Some(());
        }
    }
}

/// The next snapshot, and the facts before it.
async fn next_snapshot(events: &mut EventStream) -> Option<(Vec<WireFact>, Box<Snapshot>)> {
    let mut taken = Vec::new();
    loop {
        match events.next().await? {
            Event::Snapshot(snapshot) => return Some((taken, snapshot)),
            Event::Facts(facts) => taken.extend(facts.facts),
            _ => {}
        }
    }
}

fn request() -> TableRequest {
    TableRequest {
        bots: 1,
        clock_s: Some(TURN_S),
        absence_s: Some(0),
        ..plain_request()
    }
}
