//! Every sync fails from one on: nobody knows what is on the disk any more.

use super::{COMES_WITHIN, Fault, FaultError, FaultPlan, SOCKETS, Trial, sit_down};
use crate::drill::server_process::ServerProcess;
use crate::drill::strace;

/// Syncs of a thread that go well, those of the start included: the tables are full and play by then.
const GO_WELL: u32 = 150;

/// How a call that was made to fail ends in what `strace` writes.
const FAILURE: &str = "EIO";

pub(super) async fn run(plan: &FaultPlan) -> Result<Trial, FaultError> {
    let mut trial = Trial::new(Fault::FailedSync);
    let program = strace::find().await?;
    let folder = tempfile::Builder::new()
        .prefix("boneyard-sync-")
        .tempdir()?;
    let log = folder.path().join("calls");
    let inject = format!("fdatasync,fsync:error=EIO:when={GO_WELL}+");
    let under = strace::under(&program, &log, Some(inject));
    let mut server =
        ServerProcess::launch_in(folder, &plan.program, SOCKETS, &under, &mut rand::rng())?;
    server.ready().await?;
    let mut party = sit_down(plan, &server).await?;
    let ended = server.ended(COMES_WITHIN).await?;
    trial.saw(
        ended.is_some_and(|status| status.code().is_some_and(|code| code != 0)),
        format!("the server ends by itself: {ended:?}"),
    );
    let after = strace::calls_after(&std::fs::read_to_string(&log)?, FAILURE);
    trial.saw(
        after.as_ref().is_some_and(Vec::is_empty),
        match after {
            None => "no sync has failed".to_owned(),
            Some(after) => {
                format!("after the failed sync the thread wrote nothing more: {after:?}")
            }
        },
    );
    let left = std::fs::read_to_string(server.data().join(boneyard_store::files().note))?;
    let log_left = std::fs::metadata(server.data().join(boneyard_store::files().log));
    let bytes = log_left.map_or(0, |log| log.len());
    trial.saw(
        left.starts_with("open ") && bytes > 0,
        format!("the log is left for the next start: {bytes} bytes, and the note says {left:?}"),
    );
    let said = server.log_tail();
    trial.saw(
        said.contains("the store failed; start again"),
        format!("it says why:\n{said}"),
    );
    server.start_again().await?;
    party.go_on().await;
    trial.saw(!party.stands(), "started again, every table goes on");
    let report = party.end(&server, Vec::new()).await?;
    trial.judge(
        &report,
        &["StorageUnavailable", "Restarting", "NoSuchTable"],
    );
    server.stop().await?;
    Ok(trial)
}
