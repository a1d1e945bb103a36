//! The finished matches' records against what the seats were told while they played.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::acts::{Act, bare};
use super::ledger::{SeenMatch, TableLedger};
use crate::drill::server_process::ServerProcess;

/// How many records were compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Records {
    pub(super) same: u64,
    pub(super) differing: u64,
}

/// The part of a match record (SPEC 11.1) that seats have seen.
#[derive(Deserialize)]
struct MatchRecord {
    actions: Vec<Token>,
}

/// An action of a record: a seat, or the table itself, what it did, and perhaps when.
#[derive(Deserialize)]
#[serde(untagged)]
enum Token {
    Plain(Option<u8>, String),
    Timed(Option<u8>, String, IgnoredAny),
}

impl Token {
    /// A seat's act of which others were told: nobody is told which row a seat has fixed.
    fn act(self) -> Option<Act> {
        let (Self::Plain(seat, action) | Self::Timed(seat, action, _)) = self;
        let is_row = action.starts_with("arrange ");
        seat.filter(|_| !is_row).map(|seat| (seat, bare(&action)))
    }
}

/// Fetches and compares the record of every finished match.
pub(super) async fn compare(server: &ServerProcess, ledgers: &[Arc<TableLedger>]) -> Records {
    let mut records = Records::default();
    let all = ledgers.iter().flat_map(|ledger| ledger.matches());
    for seen in all.filter(|seen| seen.is_over) {
        match fetch(server, &seen).await {
            Ok(acts) if acts == seen.acts => records.same += 1,
            Ok(_) => {
                tracing::error!(id = %seen.id, "a match's record is not what was played");
                records.differing += 1;
            }
            Err(error) => {
                tracing::error!(id = %seen.id, %error, "a finished match has no record");
                records.differing += 1;
            }
        }
    }
    records
}

async fn fetch(server: &ServerProcess, seen: &SeenMatch) -> anyhow::Result<Vec<Act>> {
    let answer = server.get(&format!("/api/matches/{}", seen.id)).await?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.lines().next().unwrap_or_default();
    anyhow::ensure!(status.contains(" 200"), "{status}");
    let record: MatchRecord = serde_json::from_str(body)?;
    Ok(record.actions.into_iter().filter_map(Token::act).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_records_acts_are_read_with_and_without_times_but_no_rows_and_not_the_tables_own() {
        let text = r#"{"actions":[[null,"deal"],[1,"arrange 5-2 6-6"],[1,"lead 5-2"],[0,"play 6-6 left along",1.5]]}"#;
        let record: MatchRecord = serde_json::from_str(text).unwrap();
        let acts: Vec<_> = record.actions.into_iter().filter_map(Token::act).collect();
        assert_eq!(
            acts,
            [(1, "lead 5-2".to_owned()), (0, "play 6-6 left".to_owned())]
        );
    }
}
