//! The example bots in Rust, Python and JavaScript do what the protocol's transcripts say, and play a match of goat
//! against each other, while one of them loses its connection twice; and `boneyard-lab validate-bot` finds nothing wrong
//! with them.
//!
//! They are programs of their own: build them and the server first, and install what they need.
//!
//! ```sh
//! cargo build --workspace --bins --examples
//! apt-get install python3-websockets && npm --prefix examples/bots/javascript ci
//! cargo test -p boneyard-lab --test example_bots -- --ignored
//! ```

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use boneyard_client::{Connection, Event, EventStream, Identity, Notice, Presence, TableMirror};
use boneyard_lab::drill::proxy::{Cut, Proxy};
use boneyard_lab::drill::server_process::ServerProcess;
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{Fact, JoinCode};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// A match takes some seconds; nothing of it takes longer than this, unless it never comes.
const PATIENCE: Duration = Duration::from_secs(120);
/// The turns of the match after which the connection is cut, and how.
const CUTS: [(u32, Cut); 2] = [(4, Cut::Reset), (11, Cut::Close)];

/// An example bot, by its language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    Python,
    JavaScript,
    Rust,
}

impl Language {
    /// The name under which the bot plays.
    const fn name(self) -> &'static str {
        match self {
            Self::Python => "Pythia",
            Self::JavaScript => "Jascha",
            Self::Rust => "Rusty",
        }
    }

    fn command(self) -> Command {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/bots");
        let (interpreter, file) = match self {
            Self::Python => ("/usr/bin/python3", examples.join("python/bot.py")),
            Self::JavaScript => ("node", examples.join("javascript/bot.js")),
            Self::Rust => return Command::new(built("examples/bot")),
        };
        let mut command = Command::new(interpreter);
        command.arg(file);
        command
    }

    /// Starts the bot in a folder, where it keeps its token.
    fn start(self, folder: &Path, url: &str, further: &[&str]) -> Child {
        let mut command = self.command();
        command.arg(url).args(further).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command.kill_on_drop(true).spawn().unwrap()
    }
}

/// A program that was built beside this one.
fn built(name: &str) -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().and_then(Path::parent).unwrap();
    let program = folder.join(name);
    assert!(program.is_file(), "{} is not built", program.display());
    program
}

/// What a watcher has seen of the match.
#[derive(Debug, Default)]
struct Observed {
    /// The seats whose players are away.
    away: BTreeSet<u8>,
    /// Names of those who came back, in order.
    back: Vec<String>,
    /// Facts about a player that the table did not wait for.
    missed: Vec<Fact>,
    /// The deals that began.
    deals: usize,
}

/// Looks on until the match is over, and cuts the victim's connection on the way.
async fn watch(mut events: EventStream, proxy: &Proxy) -> Observed {
    let mut seen = Observed::default();
    let mut mirror: Option<TableMirror> = None;
    let mut cuts = CUTS.into_iter().peekable();
    loop {
        match events.next().await.expect("the table goes on") {
            Event::Snapshot(snapshot) => mirror = Some(TableMirror::new(*snapshot)),
            Event::Facts(facts) => {
                let mirror = mirror.as_mut().unwrap();
                mirror.apply(&facts).unwrap();
                for fact in facts.facts {
                    seen.note(fact);
                }
                if mirror.now().phase == TablePhase::MatchOver {
                    return seen;
                }
                let turn = mirror.now().turn.unwrap_or_default();
                if let Some((_, cut)) = cuts.next_if(|(after, _)| turn > *after) {
                    proxy.cut(cut);
                }
            }
            Event::Notice(Notice::Presence { seat, presence, .. }) => {
                seen.note_presence(mirror.as_ref().unwrap(), seat, presence);
            }
            Event::Notice(_) | Event::Connected(_) => {}
            Event::Disconnected | Event::Closed(_) => panic!("the watcher was cut off"),
        }
    }
}

impl Observed {
    fn note_presence(&mut self, table: &TableMirror, seat: u8, presence: Presence) {
        if presence != Presence::Here {
            self.away.insert(seat);
        } else if self.away.remove(&seat) {
            let seat = &table.view().seats[usize::from(seat)];
            self.back.push(seat.name.clone().unwrap());
        }
    }

    fn note(&mut self, fact: Fact) {
        match fact {
            Fact::Dealt { .. } => self.deals += 1,
            Fact::StandIn { .. }
            | Fact::TimeUp { .. }
            | Fact::Absent { .. }
            | Fact::Left { .. } => {
                self.missed.push(fact);
            }
            _ => {}
        }
    }
}

/// The first bot opens the table; its code is the first line that it prints.
async fn code_of(opener: &mut Child) -> JoinCode {
    let mut lines = BufReader::new(opener.stdout.as_mut().unwrap()).lines();
    let line = timeout(PATIENCE, lines.next_line()).await.unwrap();
    let line = line.unwrap().expect("the bot has opened a table");
    line.strip_prefix("code ").unwrap().parse().unwrap()
}

async fn ends_well(language: Language, mut bot: Child) {
    let mut printed = String::new();
    let mut stdout = bot.stdout.take().unwrap();
    let reading = stdout.read_to_string(&mut printed);
    timeout(PATIENCE, reading).await.unwrap().unwrap();
    let status = timeout(PATIENCE, bot.wait()).await.unwrap().unwrap();
    assert!(status.success(), "{language:?}: {status}\n{printed}");
    assert!(printed.contains("match over"), "{language:?}:\n{printed}");
}

/// A match that `victim` plays through a network that fails twice.
async fn a_match(opener: Language, victim: Language, third: Language) {
    let program = built("boneyard");
    let server = ServerProcess::start(&program, 16, &mut rand::rng())
        .await
        .unwrap();
    let proxy = Proxy::start(server.address()).await.unwrap();
    let through_proxy = format!("ws://{}/ws", proxy.address());
    let folder = TempDir::new().unwrap();
    let folder = folder.path();

    let mut first = opener.start(
        folder,
        &server.url(),
        &["--create", "kozel", "--seats", "3"],
    );
    let code = code_of(&mut first).await;
    let looker = Identity::bot("Looker");
    let (watcher, events) = Connection::open(&server.url(), looker).await.unwrap();
    watcher.watch_by_code(code.clone()).await.unwrap();
    let second = victim.start(folder, &through_proxy, &[code.as_str()]);
    let last = third.start(folder, &server.url(), &[code.as_str()]);

    let seen = timeout(PATIENCE, watch(events, &proxy)).await.unwrap();
    assert_eq!(seen.back, [victim.name(); CUTS.len()], "{seen:?}");
    assert_eq!(seen.missed, [], "the table waits for players who come back");
    assert!(seen.deals > 1, "{seen:?}");
    for (language, bot) in [(opener, first), (victim, second), (third, last)] {
        ends_well(language, bot).await;
    }
}

/// Before the tool that plays the server's part of the protocol's transcripts.
#[tokio::test]
#[ignore = "needs programs and packages that are not built with it"]
async fn every_bot_does_what_the_transcripts_say() {
    let transcripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/transcripts");
    for language in [Language::Python, Language::JavaScript, Language::Rust] {
        let bot = language.command();
        let bot = bot.as_std();
        let mut replay = Command::new("/usr/bin/python3");
        replay.arg(transcripts.join("replay.py"));
        let printed = ["match", "resume", "replaced", "bad_token", "hello"];
        replay.args(printed.map(|name| transcripts.join(name).with_extension("jsonl")));
        replay.arg("--").arg(bot.get_program()).args(bot.get_args());
        replay.args(["{url}", "--create", "kozel", "--token", "bot.token"]);
        let output = timeout(PATIENCE, replay.kill_on_drop(true).output()).await;
        let output = output.unwrap().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{language:?}:\n{printed}");
        assert_eq!(
            printed.matches(": ok, ").count(),
            4,
            "{language:?}:\n{printed}"
        );
        assert!(printed.contains("hello.jsonl: passed over"), "{printed}");
    }
}

#[tokio::test]
#[ignore = "needs programs and packages that are not built with it"]
async fn the_bot_in_python_loses_its_connection_twice() {
    a_match(Language::Rust, Language::Python, Language::JavaScript).await;
}

#[tokio::test]
#[ignore = "needs programs and packages that are not built with it"]
async fn the_bot_in_javascript_loses_its_connection_twice() {
    a_match(Language::Python, Language::JavaScript, Language::Rust).await;
}

#[tokio::test]
#[ignore = "needs programs and packages that are not built with it"]
async fn the_bot_in_rust_loses_its_connection_twice() {
    a_match(Language::JavaScript, Language::Rust, Language::Python).await;
}

/// In goat, and in a game where rows are arranged.
async fn is_valid(language: Language) {
    let bot = language.command();
    let bot = bot.as_std();
    let mut trial = Command::new(env!("CARGO_BIN_EXE_boneyard-lab"));
    trial.args([
        "validate-bot",
        "--sheet",
        "kozel",
        "--sheet",
        "blind-memory",
    ]);
    trial.arg(bot.get_program()).args(bot.get_args());
    trial.args(["{url}", "{table}", "--token", "{dir}/token"]);
    let output = timeout(PATIENCE, trial.kill_on_drop(true).output()).await;
    let output = output.unwrap().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{language:?}:\n{printed}");
    for played in ["kozel", "blind-memory"] {
        let line = format!("ok     match of {played}: played to its end");
        assert!(printed.contains(&line), "{language:?}:\n{printed}");
    }
}

#[tokio::test]
#[ignore = "needs programs and packages that are not built with it"]
async fn nothing_is_wrong_with_the_bot_in_python() {
    is_valid(Language::Python).await;
}

#[tokio::test]
#[ignore = "needs programs and packages that are not built with it"]
async fn nothing_is_wrong_with_the_bot_in_javascript() {
    is_valid(Language::JavaScript).await;
}

#[tokio::test]
#[ignore = "needs programs and packages that are not built with it"]
async fn nothing_is_wrong_with_the_bot_in_rust() {
    is_valid(Language::Rust).await;
}
