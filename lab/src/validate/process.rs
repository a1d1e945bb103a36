//! The bot's process.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::{Trial, ValidateError};

/// There is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no command is given")]
pub struct NoCommand;

/// How long `--sheets` may take.
const ASKING: Duration = Duration::from_secs(10);
/// Bytes of an answer that are read at most.
const MOST_BYTES: u64 = 65_536;
/// Sheets that are read at most.
const MOST_SHEETS: usize = 64;

/// A started bot. It is killed when it is dropped.
pub(super) struct BotProcess {
    child: Child,
}

impl BotProcess {
    /// Starts it for a table.
    pub(super) fn start(
        trial: &Trial,
        relay: SocketAddr,
        table: &str,
        folder: &Path,
    ) -> Result<Self, ValidateError> {
        let url = format!("ws://{relay}/ws");
        let folder = folder.to_string_lossy();
        let fill = |word: &String| {
            word.replace("{url}", &url)
                .replace("{table}", table)
                .replace("{dir}", &folder)
        };
        let mut words = trial.command.iter().map(fill);
        let program = words.next().ok_or(NoCommand)?;
        let mut command = Command::new(&program);
        command
            .args(words)
            .env("BONEYARD_URL", &url)
            .env("BONEYARD_TABLE", table)
            .env("BONEYARD_DIR", folder.as_ref())
            .stdin(Stdio::null())
            .kill_on_drop(true);
        if !trial.shows_output {
            command.stdout(Stdio::null()).stderr(Stdio::null());
        }
        let started = command.spawn();
        let child = started.map_err(|error| ValidateError::NotStarted(program, error))?;
        Ok(Self { child })
    }

    /// How it ended, if it has.
    pub(super) fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }

    /// How it ends within so long; `None` if it does not.
    pub(super) async fn end_within(&mut self, time: Duration) -> io::Result<Option<ExitStatus>> {
        timeout(time, self.child.wait()).await.ok().transpose()
    }

    /// Ends it, if it has not ended by itself.
    pub(super) async fn kill(mut self) -> io::Result<()> {
        if self.ended()?.is_some() {
            return Ok(());
        }
        self.child.kill().await
    }
}

/// The sheets that the bot says it plays: what `COMMAND --sheets` prints, one id a line. `None` if it does not know
/// the flag: it ends with another code than 0, prints nothing, or does not end.
pub(super) async fn asked_for_sheets(trial: &Trial) -> Result<Option<Vec<String>>, ValidateError> {
    let (program, words) = trial.command.split_first().ok_or(NoCommand)?;
    let mut command = Command::new(program);
    let plain = words.iter().filter(|word| !word.contains('{'));
    command.args(plain).arg("--sheets");
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command.stdout(Stdio::piped()).kill_on_drop(true);
    let not_started = |error| ValidateError::NotStarted(program.clone(), error);
    let mut child = command.spawn().map_err(not_started)?;
    let answer = match timeout(ASKING, answer_of(&mut child)).await {
        Ok(answer) => answer.map_err(not_started)?,
        Err(_elapsed) => None,
    };
    let Some((status, said)) = answer else {
        return Ok(None);
    };
    let text = String::from_utf8_lossy(&said);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let sheets: Vec<String> = lines.take(MOST_SHEETS).map(str::to_owned).collect();
    Ok((status.success() && !sheets.is_empty()).then_some(sheets))
}

/// What it says until it ends, and how it ends; `None` if it says more than is listened to.
async fn answer_of(child: &mut Child) -> io::Result<Option<(ExitStatus, Vec<u8>)>> {
    let mut said = Vec::new();
    if let Some(output) = &mut child.stdout {
        let read = output.take(MOST_BYTES + 1).read_to_end(&mut said).await?;
        if u64::try_from(read).unwrap_or(u64::MAX) > MOST_BYTES {
            return Ok(None);
        }
    }
    Ok(Some((child.wait().await?, said)))
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::Patience;

    async fn sheets_of(command: &[&str]) -> Option<Vec<String>> {
        let trial = Trial {
            command: command.iter().map(|&word| word.to_owned()).collect(),
            sheets: Vec::new(),
            patience: Patience::default(),
            shows_output: false,
        };
        asked_for_sheets(&trial).await.unwrap()
    }

    #[tokio::test]
    async fn what_a_bot_says_it_plays_is_believed() {
        // A shell takes the further word as its own name.
        let said = sheets_of(&["sh", "-c", "echo kozel; echo draw"]).await;
        assert_eq!(said.unwrap(), ["kozel", "draw"]);
        assert_eq!(sheets_of(&["sh", "-c", "echo kozel; exit 1"]).await, None);
    }

    #[tokio::test]
    async fn a_bot_that_never_stops_speaking_is_not_listened_to_for_long() {
        let watch = boneyard_server::clock::Stopwatch::start();
        assert_eq!(sheets_of(&["yes"]).await, None);
        assert!(watch.elapsed() < ASKING, "it was cut off by its bytes");
    }
}
