//! The real program in its own process.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{ExitStatus, Stdio};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};

use super::soon;

/// A running program. It is killed with the value.
pub(crate) struct Program {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
}

fn command(data: &Path) -> Command {
    with_flags(Command::new(env!("CARGO_BIN_EXE_boneyard")), data, "debug")
}

fn with_flags(mut command: Command, data: &Path, log: &str) -> Command {
    command
        .args([
            "--listen",
            "127.0.0.1:0",
            "--bot-think-ms",
            "0",
            "--log",
            log,
            "--data",
        ])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

impl Program {
    /// Starts it on a data folder and reads its address.
    pub(crate) async fn start(data: &Path) -> Self {
        Self::run(command(data)).await
    }

    /// Starts it with further flags.
    pub(crate) async fn start_with_flags(data: &Path, flags: &[&str]) -> Self {
        let mut command = command(data);
        command.args(flags);
        Self::run(command).await
    }

    /// Kills it, as a power failure would.
    pub(crate) async fn kill(mut self) {
        self.child.start_kill().unwrap();
        soon("the kill", self.child.wait()).await.unwrap();
    }

    async fn run(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = soon("the address", lines.next_line())
            .await
            .unwrap()
            .expect("an address");
        let address = line
            .strip_prefix("listening on http")
            .and_then(|rest| rest.strip_prefix("s://").or(rest.strip_prefix("://")))
            .unwrap()
            .parse()
            .unwrap();
        Self { child, address }
    }

    /// Starts it with everything logged, into a file, and with further flags.
    pub(crate) async fn start_with_trace(data: &Path, log: std::fs::File, flags: &[&str]) -> Self {
        let program = Command::new(env!("CARGO_BIN_EXE_boneyard"));
        let mut command = with_flags(program, data, "trace");
        command.stderr(log).args(flags);
        Self::run(command).await
    }

    /// Starts it with a limit of file descriptors.
    pub(crate) async fn start_with_files(data: &Path, files: u32) -> Self {
        let mut limited = Command::new("sh");
        limited.args(["-c", &format!("ulimit -n {files} && exec \"$0\" \"$@\"")]);
        limited.arg(env!("CARGO_BIN_EXE_boneyard"));
        Self::run(with_flags(limited, data, "debug")).await
    }

    /// Sends a signal by its name.
    pub(crate) async fn signal(&self, name: &str) {
        let id = self.child.id().expect("it runs").to_string();
        let kill = Command::new("kill")
            .args(["-s", name, &id])
            .status()
            .await
            .unwrap();
        assert!(kill.success());
    }

    /// Waits for its end and returns what it has logged, too.
    pub(crate) async fn ended(mut self) -> (ExitStatus, String) {
        let mut log = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        soon("the log's end", stderr.read_to_string(&mut log))
            .await
            .unwrap();
        (
            soon("the program's end", self.child.wait()).await.unwrap(),
            log,
        )
    }
}

/// Runs one of its commands and returns its status, output and errors.
pub(crate) async fn run(arguments: &[&str]) -> (ExitStatus, String, String) {
    run_with(&[], arguments).await
}

/// The same, with variables.
pub(crate) async fn run_with(
    variables: &[(&str, &str)],
    arguments: &[&str],
) -> (ExitStatus, String, String) {
    // A server may make its data folder before it finds a wrong setting.
    let elsewhere = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_boneyard"));
    command.args(arguments).kill_on_drop(true);
    command.current_dir(elsewhere.path());
    command.envs(variables.iter().copied());
    let output = soon("an end", command.output()).await.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status, text(output.stdout), text(output.stderr))
}

/// Runs it on a data folder that it cannot have, and returns its status and errors.
pub(crate) async fn refused(data: &Path) -> (ExitStatus, String) {
    let output = soon("a refusal", command(data).output()).await.unwrap();
    (output.status, String::from_utf8(output.stderr).unwrap())
}
