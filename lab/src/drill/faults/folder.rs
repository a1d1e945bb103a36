//! The data folder is not as a server has left it: another process has it, a file is lost or newer.
//! The server must never start empty without a word.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use super::{Fault, FaultError, FaultPlan, SOCKETS, Trial, command, sit_down};
use crate::drill::server_process::{ServerError, ServerProcess};

const DATABASE: &str = boneyard_store::files().database;
const LOG: &str = boneyard_store::files().log;
const SHARED: &str = boneyard_store::files().shared;

/// Where a database file has the version of its tables: four bytes, the highest first.
const VERSION_AT: u64 = 60;

pub(super) async fn run(plan: &FaultPlan) -> Result<Trial, FaultError> {
    let mut trial = Trial::new(Fault::Folder);
    let mut server = ServerProcess::start(&plan.program, SOCKETS, &mut rand::rng()).await?;
    let mut party = sit_down(plan, &server).await?;
    party.go_on().await;

    let (started, said) = command(&server, &["--listen", "127.0.0.1:0"]).await?;
    let holder = server.pid().unwrap_or_default();
    trial.saw(
        !started && said.contains(&format!("process {holder}")),
        format!(
            "a second server is told who has the folder: {}",
            last(&said)
        ),
    );
    party.rest().await;
    server.kill().await?;
    lost_files(&mut server, &mut trial).await?;

    server.start_again().await?;
    server.end().await?;
    let database = server.data().join(DATABASE);
    let version = set_version(&database, 99)?;
    refused(&mut server, &mut trial, "a newer database", "newer program").await?;
    set_version(&database, version)?;
    let (well, said) = command(&server, &["check"]).await?;
    trial.saw(
        well,
        format!("then `boneyard check` finds all in order: {}", last(&said)),
    );

    server.start_again().await?;
    let report = party.end(&server, Vec::new()).await?;
    trial.judge(&report, &["Restarting"]);
    server.stop().await?;
    Ok(trial)
}

/// After a kill: first the shared index, which is made anew, then the log, then the database.
async fn lost_files(server: &mut ServerProcess, trial: &mut Trial) -> Result<(), FaultError> {
    let data = server.data();
    fs::remove_file(data.join(SHARED))?;
    let started = server.start_again().await;
    trial.saw(
        started.is_ok(),
        "without its -shm it starts: that is made anew",
    );
    server.kill().await?;
    for (file, what) in [(LOG, "a lost log"), (DATABASE, "a lost database")] {
        let kept = data.join("kept");
        fs::rename(data.join(file), &kept)?;
        refused(server, trial, what, "is missing").await?;
        fs::rename(&kept, data.join(file))?;
    }
    Ok(())
}

async fn refused(
    server: &mut ServerProcess,
    trial: &mut Trial,
    what: &str,
    why: &str,
) -> Result<(), FaultError> {
    let (refused, said) = match server.start_again().await {
        Err(ServerError::Ended(status, log)) => (!status.success(), log),
        Err(error) => return Err(error.into()),
        Ok(()) => (false, "it started".to_owned()),
    };
    trial.saw(
        refused && last(&said).contains(why),
        format!("{what}: {}", last(&said)),
    );
    Ok(())
}

fn last(text: &str) -> &str {
    text.trim_end().lines().next_back().unwrap_or_default()
}

/// Changes the version of the tables in a database file; returns the one before.
fn set_version(file: &Path, version: u32) -> io::Result<u32> {
    let mut before = [0; 4];
    let mut database: File = OpenOptions::new().read(true).write(true).open(file)?;
    database.seek(SeekFrom::Start(VERSION_AT))?;
    io::Read::read_exact(&mut database, &mut before)?;
    database.seek(SeekFrom::Start(VERSION_AT))?;
    database.write_all(&version.to_be_bytes())?;
    Ok(u32::from_be_bytes(before))
}
