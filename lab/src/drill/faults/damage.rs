//! One byte of one table's record is another one: that table is left alone, the others play on.

use std::io;
use std::path::Path;

use boneyard_protocol::{Ack, ErrorCode, JoinCode, TableId};

use super::{Fault, FaultError, FaultPlan, SOCKETS, Trial, command, sit_down};
use crate::drill::SetUpError;
use crate::drill::crash::Party;
use crate::drill::server_process::ServerProcess;
use crate::drill::tables::plain_request;
use boneyard_client::CommandError;
use boneyard_client::{Connection, Identity};

/// A name as it stands in a table's records, and nowhere else in the file: there a quote follows it.
const WRITTEN: &[u8] = b"Canarybird\"";
/// The same with a bit turned.
const HARMED: &[u8] = b"Canarybyrd\"";

pub(super) async fn run(plan: &FaultPlan) -> Result<Trial, FaultError> {
    let mut trial = Trial::new(Fault::FlippedByte);
    let mut server = ServerProcess::start(&plan.program, SOCKETS, &mut rand::rng()).await?;
    let mut party = sit_down(plan, &server).await?;
    let victim = Victim::sit_down(&server).await?;
    party.go_on().await;
    party.rest().await;
    server.end().await?;
    let database = server.data().join(boneyard_store::files().database);
    let harmed = replace(&database, WRITTEN, HARMED)?;
    trial.saw(
        harmed > 0,
        format!("{harmed} bytes flipped in {}", database.display()),
    );
    server.start_again().await?;
    victim.look(&server, &mut trial).await?;
    party.play();
    after(&mut server, party, &victim, &mut trial).await?;
    let untouched = replace(&database, HARMED, HARMED)?;
    trial.saw(
        untouched == harmed,
        "the table's records lie in the file as they were found",
    );
    Ok(trial)
}

/// The others play on, and `boneyard check` names the table.
async fn after(
    server: &mut ServerProcess,
    mut party: Party,
    victim: &Victim,
    trial: &mut Trial,
) -> Result<(), FaultError> {
    party.go_on().await;
    trial.saw(!party.stands(), "the other tables play on");
    let (well, said) = command(server, &["check"]).await?;
    let named = said.contains(&victim.table.to_string());
    trial.saw(!well && named, "`boneyard check` fails and names the table");
    let report = party.end(server, Vec::new()).await?;
    trial.judge(&report, &["Restarting"]);
    server.end().await?;
    Ok(())
}

/// The player of a table that is damaged.
struct Victim {
    connection: Connection,
    table: TableId,
    code: JoinCode,
}

impl Victim {
    async fn sit_down(server: &ServerProcess) -> Result<Self, FaultError> {
        let connection = open(server, "Victim").await?;
        let Ack { table, code, .. } = connection.create(plain_request()).await?;
        let table = table.ok_or(SetUpError::NoCode)?;
        let code = code.ok_or(SetUpError::NoCode)?;
        connection.rename("Canarybird").await?;
        // When this is a fact, the new name is one.
        connection.add_bot(table, None).await?;
        Ok(Self {
            connection,
            table,
            code,
        })
    }

    /// What players are told, and what is counted.
    async fn look(&self, server: &ServerProcess, trial: &mut Trial) -> Result<(), FaultError> {
        let own = self.connection.ready(self.table).await;
        let guest = open(server, "Guest").await?;
        let by_code = guest.join(self.code.clone(), None).await;
        let codes = [own, by_code].map(|answer| code_of(answer.as_ref()));
        trial.saw(
            codes == [Some(ErrorCode::TableOutOfOrder); 2],
            format!("players of that table are told {codes:?}"),
        );
        let metrics = server.get("/metrics").await?;
        trial.saw(
            metrics.contains("boneyard_tables_out_of_order 1\n"),
            "/metrics counts one table out of order",
        );
        Ok(())
    }
}

async fn open(server: &ServerProcess, name: &str) -> Result<Connection, FaultError> {
    let opened = Connection::open(&server.url(), Identity::bot(name)).await;
    let (connection, _events) = opened.map_err(SetUpError::from)?;
    Ok(connection)
}

fn code_of(answer: Result<&Ack, &CommandError>) -> Option<ErrorCode> {
    match answer {
        Err(CommandError::Refused(refused)) => Some(refused.why.code),
        _ => None,
    }
}

/// Puts bytes in the place of others of the same length; how many places there were.
fn replace(file: &Path, from: &[u8], to: &[u8]) -> io::Result<usize> {
    let mut bytes = std::fs::read(file)?;
    let mut found = 0;
    let mut at = 0;
    while let Some(place) = bytes.get_mut(at..at + from.len()) {
        if place == from {
            place.copy_from_slice(to);
            found += 1;
        }
        at += 1;
    }
    std::fs::write(file, bytes)?;
    Ok(found)
}
