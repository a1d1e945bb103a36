//! A server of the drill's own: the real program, a temporary data folder, raised limits, a fixed port.

use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rand::{Rng, RngExt};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::sync::OnceCell;
use tokio::time::{sleep, timeout};

/// Time in which a started server must be ready.
const READY_WITHIN: Duration = Duration::from_secs(30);
/// Time in which a server must end after SIGTERM; it promises 5 s.
const STOPPED_WITHIN: Duration = Duration::from_secs(10);
/// Wait between two looks whether the server is ready.
const LOOK_AGAIN: Duration = Duration::from_millis(20);
/// Ports tried. Below the range from which systems take the ports of outgoing connections: while the server is
/// down, a client's socket must not get its port, or even reach itself.
const PORTS: std::ops::Range<u16> = 20_000..30_000;

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The program was not found where it should be.
    #[error(
        "there is no server program at {0}; build it with `cargo build --release -p boneyard-server`"
    )]
    NoProgram(PathBuf),
    /// Building the program failed.
    #[error("cargo could not build the server: {0}")]
    Build(ExitStatus),
    /// The program could not be run, or a signal not be sent.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It ended before it was ready.
    #[error("the server ended at its start ({0}):\n{1}")]
    Ended(ExitStatus, String),
    /// It was not ready in time.
    #[error("the server was not ready in {s} s:\n{0}", s = READY_WITHIN.as_secs())]
    NotReady(String),
    /// It did not end in time after SIGTERM, and was killed.
    #[error("the server did not end in {} s", STOPPED_WITHIN.as_secs())]
    NotStopped,
    /// A signal did not reach it: there is no such signal, or the process has ended.
    #[error("SIG{0} could not be sent to the server: {1}")]
    NotSignalled(String, String),
}

/// A running server. Dropping it kills the process and removes its folder, unless that was lent to it.
pub struct ServerProcess {
    program: PathBuf,
    address: SocketAddr,
    sockets: usize,
    flags: Vec<Flag>,
    child: Child,
    folder: Home,
}

/// The folder in which a server lives: its log, and `data`.
pub enum Home {
    /// Removed with the server.
    Own(TempDir),
    /// Another's, which stays.
    Lent(PathBuf),
}

impl From<TempDir> for Home {
    fn from(folder: TempDir) -> Self {
        Self::Own(folder)
    }
}

impl From<&Path> for Home {
    fn from(folder: &Path) -> Self {
        Self::Lent(folder.to_owned())
    }
}

impl Home {
    fn path(&self) -> &Path {
        match self {
            Self::Own(folder) => folder.path(),
            Self::Lent(folder) => folder,
        }
    }
}

/// A flag of the server by its name, `--burst`, and its value.
pub type Flag = (&'static str, String);

/// The server program. Run through cargo, it is built first, with the profile of this program, so that it is never
/// missing or stale; otherwise it must lie beside this program.
///
/// # Errors
///
/// It cannot be built, or is not there.
pub async fn server_program() -> Result<PathBuf, ServerError> {
    /// Many tests of one program ask for it at the same time.
    static FOUND: OnceCell<PathBuf> = OnceCell::const_new();
    FOUND.get_or_try_init(find_server_program).await.cloned()
}

async fn find_server_program() -> Result<PathBuf, ServerError> {
    let own = std::env::current_exe()?;
    let beside = own.parent().unwrap_or(Path::new("."));
    // Programs of tests lie one folder deeper.
    let (is_test, folder) = match beside.parent() {
        Some(above) if beside.ends_with("deps") => (true, above),
        _ => (false, beside),
    };
    let program = folder.join(format!("boneyard{}", std::env::consts::EXE_SUFFIX));
    if let Some(cargo) = std::env::var_os("CARGO") {
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "--bin", "boneyard"]);
        if is_test {
            // With the features of a build of the whole workspace's tests, so that it is not built twice.
            build.args(["--workspace", "--examples"]);
            if let Some(features) = std::env::var_os("BONEYARD_FEATURES") {
                build.arg("--features").arg(features);
            }
        } else {
            build.args(["-p", "boneyard-server"]);
        }
        build.current_dir(env!("CARGO_MANIFEST_DIR"));
        if folder.ends_with("release") {
            build.arg("--release");
        }
        let status = build.status().await?;
        if !status.success() {
            return Err(ServerError::Build(status));
        }
    }
    if program.is_file() {
        Ok(program)
    } else {
        Err(ServerError::NoProgram(program))
    }
}

impl ServerProcess {
    /// Starts `program` on an empty folder, with limits that let `sockets` players in, and waits until it is ready.
    ///
    /// # Errors
    ///
    /// The process could not be started, or was not ready in time.
    pub async fn start(
        program: &Path,
        sockets: usize,
        rng: &mut dyn Rng,
    ) -> Result<Self, ServerError> {
        let mut server = Self::launch(program, sockets, &[], rng)?;
        server.ready().await?;
        Ok(server)
    }

    /// As [`start`](Self::start), with flags that take the place of the drill's own, and with a limit of
    /// open files (`prlimit`), if one is given.
    ///
    /// # Errors
    ///
    /// The process could not be started, or was not ready in time.
    pub async fn start_with(
        program: &Path,
        sockets: usize,
        flags: Vec<Flag>,
        files: Option<u32>,
        rng: &mut dyn Rng,
    ) -> Result<Self, ServerError> {
        let under: Vec<String> = files.map_or_else(Vec::new, |files| {
            vec!["prlimit".to_owned(), format!("--nofile={files}")]
        });
        let folder = Home::Own(new_folder()?);
        let mut server = Self::launch_flagged(folder, program, (sockets, flags), &under, rng)?;
        server.ready().await?;
        Ok(server)
    }

    /// Starts `program` on an empty folder as the last words of the command `under`; does not wait.
    ///
    /// # Errors
    ///
    /// The process could not be started.
    pub fn launch(
        program: &Path,
        sockets: usize,
        under: &[String],
        rng: &mut dyn Rng,
    ) -> Result<Self, ServerError> {
        let folder = Home::Own(new_folder()?);
        Self::launch_flagged(folder, program, (sockets, Vec::new()), under, rng)
    }

    /// Starts `program` with its data in the folder `data` of this one.
    ///
    /// # Errors
    ///
    /// The process could not be started.
    pub fn launch_in(
        folder: impl Into<Home>,
        program: &Path,
        sockets: usize,
        under: &[String],
        rng: &mut dyn Rng,
    ) -> Result<Self, ServerError> {
        Self::launch_flagged(folder.into(), program, (sockets, Vec::new()), under, rng)
    }

    fn launch_flagged(
        folder: Home,
        program: &Path,
        (sockets, flags): (usize, Vec<Flag>),
        under: &[String],
        rng: &mut dyn Rng,
    ) -> Result<Self, ServerError> {
        let address = free_address(rng)?;
        let child = spawn(program, address, (sockets, &flags), folder.path(), under)?;
        Ok(Self {
            program: program.to_owned(),
            address,
            sockets,
            flags,
            child,
            folder,
        })
    }

    /// Where to open a socket.
    pub fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// Where the server keeps everything.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What it has logged: warnings and errors.
    ///
    /// # Errors
    ///
    /// The log cannot be read.
    pub fn log(&self) -> io::Result<String> {
        std::fs::read_to_string(self.folder.path().join("log"))
    }

    /// The server program.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The process.
    pub fn pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// The last lines of its log.
    pub fn log_tail(&self) -> String {
        log_tail(self.folder.path())
    }

    /// Kills the process by SIGKILL and waits until it is gone.
    ///
    /// # Errors
    ///
    /// It could not be killed.
    pub async fn kill(&mut self) -> Result<(), ServerError> {
        Ok(self.child.kill().await?)
    }

    /// Waits until the process has ended by itself; `None` if it has not in this time.
    ///
    /// # Errors
    ///
    /// The system does not tell.
    pub async fn ended(&mut self, within: Duration) -> Result<Option<ExitStatus>, ServerError> {
        match timeout(within, self.child.wait()).await {
            Ok(status) => Ok(Some(status?)),
            Err(_elapsed) => Ok(None),
        }
    }

    /// Starts the server anew on the same folder and port, and waits until it is ready.
    ///
    /// # Errors
    ///
    /// The process could not be started, or was not ready in time.
    pub async fn start_again(&mut self) -> Result<(), ServerError> {
        self.child = spawn(
            &self.program,
            self.address,
            (self.sockets, &self.flags),
            self.folder.path(),
            &[],
        )?;
        self.ready().await
    }

    /// Sends the process a signal by its name.
    ///
    /// # Errors
    ///
    /// The signal could not be sent: the process has ended, or knows no such signal.
    pub async fn signal(&self, name: &str) -> Result<(), ServerError> {
        let failed = |why: &str| ServerError::NotSignalled(name.to_owned(), why.to_owned());
        let pid = self.child.id().ok_or_else(|| failed("it has ended"))?;
        let sent = Command::new("kill")
            .args(["-s", name, &pid.to_string()])
            .output()
            .await?;
        if sent.status.success() {
            return Ok(());
        }
        Err(failed(String::from_utf8_lossy(&sent.stderr).trim()))
    }

    /// Stops the server by SIGTERM.
    ///
    /// # Errors
    ///
    /// The signal could not be sent, or the server did not end in time.
    pub async fn stop(mut self) -> Result<ExitStatus, ServerError> {
        self.end().await
    }

    /// Stops the server by SIGTERM; it may be started again.
    ///
    /// # Errors
    ///
    /// The signal could not be sent, or the server did not end in time.
    pub async fn end(&mut self) -> Result<ExitStatus, ServerError> {
        self.signal("TERM").await?;
        match timeout(STOPPED_WITHIN, self.child.wait()).await {
            Ok(status) => Ok(status?),
            Err(_elapsed) => {
                self.child.kill().await?;
                Err(ServerError::NotStopped)
            }
        }
    }

    /// A page of the server's HTTP interface.
    ///
    /// # Errors
    ///
    /// No connection, or no whole answer.
    pub async fn get(&self, path: &str) -> io::Result<String> {
        get(self.address, path).await
    }

    /// Waits until the server is ready.
    ///
    /// # Errors
    ///
    /// It was not ready in time, or has ended.
    pub async fn ready(&mut self) -> Result<(), ServerError> {
        let address = self.address;
        let ready = async {
            loop {
                if let Some(status) = self.child.try_wait()? {
                    return Err(ServerError::Ended(status, log_tail(self.folder.path())));
                }
                match get(address, "/readyz").await {
                    Ok(answer) if answer.starts_with("HTTP/1.1 200") => return Ok(()),
                    _ => sleep(LOOK_AGAIN).await,
                }
            }
        };
        let ready = timeout(READY_WITHIN, ready).await;
        ready.unwrap_or_else(|_| Err(ServerError::NotReady(log_tail(self.folder.path()))))
    }
}

fn new_folder() -> io::Result<TempDir> {
    let mut folder = tempfile::Builder::new();
    folder.prefix("boneyard-drill-").tempdir()
}

fn spawn(
    program: &Path,
    address: SocketAddr,
    (sockets, flags): (usize, &[Flag]),
    folder: &Path,
    under: &[String],
) -> Result<Child, ServerError> {
    let many = (sockets + 100).to_string();
    let log = File::options()
        .create(true)
        .append(true)
        .open(folder.join("log"))?;
    let mut command = match under {
        [] => Command::new(program),
        [tracer, words @ ..] => {
            let mut command = Command::new(tracer);
            command.args(words).arg(program);
            command
        }
    };
    command.arg("--listen").arg(address.to_string());
    command.arg("--data").arg(folder.join("data"));
    let raised = [
        ("--max-connections", many.as_str()),
        ("--max-connections-per-address", &many),
        ("--new-players-per-minute", &many),
        ("--max-tables", &many),
        ("--commands-per-second", "10000"),
        ("--burst", "10000"),
    ];
    for (flag, value) in raised {
        if flags.iter().all(|(other, _)| *other != flag) {
            command.args([flag, value]);
        }
    }
    for (flag, value) in flags {
        command.args([*flag, value]);
    }
    command
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log);
    command
        .env("BONEYARD_LOG", "warn")
        .env("RUST_BACKTRACE", "1");
    command.kill_on_drop(true);
    Ok(command.spawn()?)
}

fn log_tail(folder: &Path) -> String {
    let text = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
    let skipped = text.lines().count().saturating_sub(20);
    text.lines().skip(skipped).collect::<Vec<_>>().join("\n")
}

fn free_address(rng: &mut dyn Rng) -> io::Result<SocketAddr> {
    let mut last = io::Error::from(io::ErrorKind::AddrInUse);
    for _ in 0..100 {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, rng.random_range(PORTS)));
        match TcpListener::bind(address) {
            Ok(_free) => return Ok(address),
            Err(error) => last = error,
        }
    }
    Err(last)
}

async fn get(address: SocketAddr, path: &str) -> io::Result<String> {
    let mut socket = TcpStream::connect(address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    socket.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await?;
    Ok(answer)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn launch(under: &[&str]) -> ServerProcess {
        let under: Vec<String> = under.iter().map(|&word| word.to_owned()).collect();
        let program = Path::new("/bin/true");
        ServerProcess::launch(program, 1, &under, &mut rand::rng()).expect("it can be run")
    }

    async fn why(process: &ServerProcess, signal: &str) -> Option<String> {
        let sent = process.signal(signal).await;
        sent.err().map(|error| error.to_string())
    }

    #[tokio::test]
    async fn a_signal_that_reaches_nobody_is_an_error() {
        let mut process = launch(&[]);
        let ended = process.ended(STOPPED_WITHIN).await.expect("it is told");
        assert!(ended.is_some());
        let why = why(&process, "TERM").await;
        assert!(why.is_some_and(|why| why.contains("it has ended")));
    }

    #[tokio::test]
    async fn a_signal_that_there_is_not_is_an_error() {
        let process = launch(&["sh", "-c", "sleep 60"]);
        let unknown = why(&process, "NONSENSE").await;
        assert!(unknown.is_some_and(|why| why.contains("SIGNONSENSE")));
        assert_eq!(why(&process, "KILL").await, None);
    }
}
