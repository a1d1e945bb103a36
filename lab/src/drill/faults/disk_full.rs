//! The disk fills up while people play, and has space again.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::StdRng;
use tokio::process::Command;

use super::{Fault, FaultError, FaultPlan, SOCKETS, Trial, comes, is_ready, sit_down};
use crate::drill::crash::Party;
use crate::drill::server_process::ServerProcess;
use crate::drill::tables::plain_request;
use boneyard_client::Event;
use boneyard_client::Notice;
use boneyard_client::{Connection, EventStream, Identity};

/// The size of the disk, in KiB.
const DISK_KIB: u32 = 6_144;
/// How the refusal is named.
const REFUSAL: &str = "StorageUnavailable";

/// A small disk on a folder, as long as the value lives.
struct SmallDisk(PathBuf);

impl SmallDisk {
    async fn mount(folder: &Path) -> Result<Self, FaultError> {
        std::fs::create_dir_all(folder)?;
        let size = format!("size={DISK_KIB}k,mode=0700");
        let output = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "boneyard-drill"])
            .arg(folder)
            .output()
            .await?;
        if output.status.success() {
            return Ok(Self(folder.into()));
        }
        let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(FaultError::NoMount(why))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let unmounted = std::process::Command::new("umount")
            .arg("-l")
            .arg(&self.0)
            .status();
        if !unmounted.is_ok_and(|status| status.success()) {
            tracing::error!(folder = %self.0.display(), "a small disk could not be unmounted");
        }
    }
}

/// Takes all the space there is.
fn fill(ballast: &Path) -> std::io::Result<()> {
    let mut file = File::create(ballast)?;
    for size in [64 * 1024, 4096] {
        let block = vec![0; size];
        while file.write_all(&block).is_ok() {}
    }
    Ok(())
}

/// A player at a table of their own, who finds out what still works.
struct Looker {
    connection: Connection,
    events: EventStream,
    table: boneyard_protocol::TableId,
    code: boneyard_protocol::JoinCode,
}

impl Looker {
    async fn sit_down(server: &ServerProcess) -> Result<Self, FaultError> {
        let opened = Connection::open(&server.url(), Identity::bot("Looker")).await;
        let (connection, events) =
            opened.map_err(|error| FaultError::from(crate::drill::SetUpError::from(error)))?;
        let ack = connection.create(plain_request()).await?;
        let (Some(table), Some(code)) = (ack.table, ack.code) else {
            return Err(crate::drill::SetUpError::NoCode.into());
        };
        Ok(Self {
            connection,
            events,
            table,
            code,
        })
    }

    /// Reads until the notice that the table stands, or goes on, has come. False: it does not come.
    async fn reads_notice(&mut self, wanted: TableClocks) -> bool {
        let notice = async {
            while let Some(event) = self.events.next().await {
                let clocks = match event {
                    Event::Notice(Notice::Paused { .. }) => TableClocks::Paused,
                    Event::Notice(Notice::Unpaused { .. }) => TableClocks::Running,
                    _ => continue,
                };
                if clocks == wanted {
                    return true;
                }
            }
            false
        };
        tokio::time::timeout(super::COMES_WITHIN, notice)
            .await
            .unwrap_or(false)
    }
}

/// What a notice says of a table's clocks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TableClocks {
    Paused,
    Running,
}

pub(super) async fn run(plan: &FaultPlan) -> Result<Trial, FaultError> {
    let mut trial = Trial::new(Fault::DiskFull);
    let folder = tempfile::Builder::new()
        .prefix("boneyard-full-")
        .tempdir()?;
    let data = folder.path().join("data");
    let disk = SmallDisk::mount(&data).await?;
    // The server is gone when this returns; then the disk, then its folder.
    let tried = on_disk(plan, folder.path(), &mut trial).await;
    drop(disk);
    folder.close()?;
    tried.map(|()| trial)
}

async fn on_disk(plan: &FaultPlan, folder: &Path, trial: &mut Trial) -> Result<(), FaultError> {
    let mut rng = StdRng::seed_from_u64(rand::random());
    let mut server = ServerProcess::launch_in(folder, &plan.program, SOCKETS, &[], &mut rng)?;
    server.ready().await?;
    let mut party = sit_down(plan, &server).await?;
    let mut looker = Looker::sit_down(&server).await?;
    party.go_on().await;

    let ballast = server.data().join("ballast");
    fill(&ballast)?;
    let refused = comes(async || party.refusals().iter().any(|code| code == REFUSAL)).await;
    trial.saw(refused, "acts are refused with storage_unavailable");
    let unready = comes(async || !is_ready(&server).await).await;
    trial.saw(unready, "/readyz says that it cannot serve");
    // A command that makes a fact brings the looker's own table to the full disk.
    let joined = Connection::open(&server.url(), Identity::bot("Guest")).await;
    trial.saw(
        joined.is_err(),
        "a newcomer, who would have to be written down, is not let in",
    );
    let ready = looker.connection.add_bot(looker.table, None).await;
    trial.saw(ready.is_err(), format!("a fact is refused: {ready:?}"));
    let stands = looker.reads_notice(TableClocks::Paused).await;
    trial.saw(stands, "viewers are told that the table stands");
    let phrase = looker.connection.phrase(looker.table, "hello").await;
    let seen = looker.connection.watch_by_code(looker.code.clone()).await;
    trial.saw(
        phrase.is_ok() && seen.is_ok(),
        format!(
            "phrases and reads go on: {:?}, {:?}",
            phrase.err(),
            seen.err()
        ),
    );
    let before = party.facts();
    let well = super::command(&server, &["check"]).await?;
    trial.saw(well.0, "`boneyard check` finds the folder whole");
    trial.saw(party.facts() == before, "nothing became fact meanwhile");

    std::fs::remove_file(&ballast)?;
    party.go_on().await;
    trial.saw(
        !party.stands(),
        "every table goes on by itself when there is space",
    );
    let goes_on = looker.reads_notice(TableClocks::Running).await;
    trial.saw(goes_on, "viewers are told that it goes on");
    trial.saw(
        comes(async || is_ready(&server).await).await,
        "/readyz says that it can serve again",
    );
    looker.connection.close().await;
    ends_while_full(&mut server, &mut party, trial).await?;
    let report = party.end(&server, Vec::new()).await?;
    trial.judge(&report, &[REFUSAL, "Restarting"]);
    server.end().await?;
    Ok(())
}

/// An end in order that nothing can be written for. The log is short then, so that SQLite can fold it into the file and
/// delete it: the next start must not need it.
async fn ends_while_full(
    server: &mut ServerProcess,
    party: &mut Party,
    trial: &mut Trial,
) -> Result<(), FaultError> {
    party.rest().await;
    server.end().await?;
    server.start_again().await?;
    let ballast = server.data().join("ballast");
    fill(&ballast)?;
    let ended = server.end().await?;
    trial.saw(
        ended.success(),
        format!("SIGTERM ends it on the full disk: {ended}"),
    );
    let note = std::fs::read_to_string(server.data().join(boneyard_store::files().note))
        .unwrap_or_default();
    let log = std::fs::metadata(server.data().join(boneyard_store::files().log));
    let log = log.map_or(0, |log| log.len());
    trial.saw(
        !note.starts_with("open ") || log > 0,
        format!("what the note still needs is there: it says {note:?}, the log has {log} bytes"),
    );
    std::fs::remove_file(&ballast)?;
    let started = server.start_again().await;
    trial.saw(
        started.is_ok(),
        format!("with space it starts again: {:?}", started.err()),
    );
    party.play();
    party.go_on().await;
    trial.saw(!party.stands(), "and every table goes on");
    Ok(())
}
