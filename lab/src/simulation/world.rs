//! One world: a server, its store, and the persons who use it, from the first step to the last.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use boneyard_engine::Sheets;
use boneyard_protocol::{TableCommand, TableId};
use tokio::task::yield_now;
use tokio::time::{advance, sleep};

use super::book::{Book, Shared};
use super::clock::WorldClock;
use super::dice::Dice;
use super::ear::FollowUp;
use super::line::{Arrival, Line};
use super::moods::Moods;
use super::panics::Watch;
use super::person::Person;
use super::store::Store;
use super::tab::{HOLDS, HOLDS_LITTLE, Manner, Reading, Tab};
use super::{Options, Outcome};
use boneyard_server::config::Config;
use boneyard_server::dealer::{Dealer, SeededDealer};
use boneyard_server::headless::HeadlessServer;
use boneyard_server::{Parts, Times};
use boneyard_store::MemoryStore;

/// Rounds in which frames are read until no more come.
const ROUNDS: u32 = 10_000;

/// See the module.
pub(super) struct World {
    pub(super) options: Options,
    pub(super) dice: Dice,
    pub(super) book: Shared,
    moods: Arc<Mutex<Moods>>,
    pub(super) memory: MemoryStore,
    dealer: Arc<dyn Dealer>,
    config: Config,
    pub(super) persons: Vec<Person>,
    pub(super) listed: Vec<TableId>,
    pub(super) steps_left: u32,
    /// The next game to be opened, by its place among the sheets.
    pub(super) next_sheet: usize,
    began: u64,
    wall_off_ms: i64,
    tabs: u64,
    watch: Watch,
}

/// One run of the server.
pub(super) struct Running {
    pub(super) server: HeadlessServer,
    pub(super) store: Store,
    pub(super) clock: Arc<WorldClock>,
}

/// How a run of the server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// It is to be started again after so many milliseconds.
    Again { down_ms: u64 },
    /// The world is over.
    Over,
}

fn config() -> Config {
    static CONFIG: OnceLock<Config> = OnceLock::new();
    CONFIG
        .get_or_init(|| Config::of_flags([]).expect("every setting has a default"))
        .clone()
}

impl World {
    pub(super) fn new(seed: u64, options: Options) -> Self {
        let mut dice = Dice::new(seed, 1);
        let persons = dice.between(2, 5);
        let think = [None, Some(0), Some(150), Some(1_000)];
        let config = Config {
            bot_think_ms: dice.pick(&think).copied().flatten(),
            ..config()
        };
        let sheets = Sheets::presets().iter().count();
        let seed_of_sheet = usize::try_from(seed).unwrap_or(0);
        Self {
            options,
            dice,
            book: Shared::new(options.keep),
            moods: Arc::new(Mutex::new(Moods::new(seed))),
            memory: MemoryStore::new(),
            dealer: Arc::new(SeededDealer::new(seed)),
            config,
            persons: (0..persons)
                .filter_map(|number| usize::try_from(number).ok())
                .map(Person::new)
                .collect(),
            listed: Vec::new(),
            steps_left: options.steps,
            next_sheet: seed_of_sheet.checked_rem(sheets).unwrap_or(0),
            began: 0,
            wall_off_ms: 0,
            tabs: 0,
            watch: Watch::new(),
        }
    }

    pub(super) fn moods(&self) -> MutexGuard<'_, Moods> {
        self.moods.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn count(&self, what: &str) {
        self.book.lock().counters.count(what);
    }

    /// Lives through one run of the server. Needs a runtime of its own with paused time; dropping it is the
    /// kill.
    pub(super) async fn live(&mut self) -> Ending {
        let Some(running) = self.boot().await else {
            self.count("starts that failed");
            self.began += 1_000;
            return Ending::Again { down_ms: 0 };
        };
        let ending = self.steps(&running).await;
        self.began = running.clock.world_ms();
        self.wall_off_ms = running.clock.wall_off_ms();
        self.memory = running.store.memory().clone();
        if let Ending::Again { down_ms } = ending {
            self.began += down_ms;
        }
        ending
    }

    async fn boot(&mut self) -> Option<Running> {
        let plant = self.options.plant;
        let clock = Arc::new(WorldClock::new(self.began, self.wall_off_ms, plant));
        let store = Store::new(&self.memory, &self.book, &clock, &self.moods, plant);
        // What a failed start has seen of the store is what the next one finds.
        self.memory = store.memory().clone();
        let parts = Parts {
            clock: clock.clone(),
            dealer: Arc::clone(&self.dealer),
            journal: Arc::new(store.clone()),
            identities: Arc::new(store.clone()),
            archive: Arc::new(store.clone()),
            reports: Arc::new(store.memory().clone()),
            bans: Arc::new(store.memory().clone()),
            times: Times::default(),
        };
        let (config, sheets) = (self.config.clone(), Sheets::presets());
        let server = HeadlessServer::open(config, sheets, parts).await.ok()?;
        self.moods().restarted();
        let now = clock.world_ms();
        let mut book = self.book.lock();
        book.booted(now);
        book.note(format_args!("the server runs"));
        drop(book);
        Some(Running {
            server,
            store,
            clock,
        })
    }

    async fn steps(&mut self, running: &Running) -> Ending {
        while self.steps_left > 0 {
            self.steps_left -= 1;
            let ending = self.step(running).await;
            if self.is_broken() {
                return Ending::Over;
            }
            if let Some(ending) = ending {
                return ending;
            }
        }
        if self.moods().hangs() {
            return self.kill();
        }
        self.rest(running).await;
        Ending::Over
    }

    /// Whether a law is broken, or something has panicked.
    pub(super) fn is_broken(&self) -> bool {
        let mut book = self.book.lock();
        if let Some(panic) = self.watch.first() {
            book.break_law(panic);
        }
        book.broken().is_some()
    }

    /// Lets time pass, and everybody read what they are sent.
    pub(super) async fn pass(&mut self, running: &Running, millis: u64) {
        self.make_up(running).await;
        if millis > 0 {
            sleep(Duration::from_millis(millis)).await;
        }
        for _ in 0..ROUNDS {
            self.book.lock().at(running.clock.world_ms());
            if !self.read_all() {
                return;
            }
            yield_now().await;
            self.make_up(running).await;
        }
        let mut book = self.book.lock();
        book.break_law("frames come without an end".to_owned());
    }

    /// If the machine stood, the timers are late now.
    pub(super) async fn make_up(&self, running: &Running) {
        let owed = running.clock.take_owed();
        if owed > 0 {
            advance(Duration::from_millis(owed)).await;
        }
    }

    /// Reads what has come. Returns whether anything had.
    pub(super) fn read_all(&mut self) -> bool {
        let mut any = false;
        let mut book = self.book.lock();
        for person in &mut self.persons {
            let mut at = 0;
            while at < person.tabs.len() {
                let (came, ended) = read_tab(person, at, &mut book, &mut self.listed);
                any |= came;
                if ended {
                    person.tabs.remove(at);
                } else {
                    at += 1;
                }
            }
            take_up_tables(person, &mut self.dice, &mut book);
        }
        any
    }

    /// A person opens another tab, or the first.
    pub(super) fn open_tab(&mut self, running: &Running, number: usize, manner: Manner) {
        let holds = if self.dice.chance(250) {
            HOLDS_LITTLE
        } else {
            HOLDS
        };
        let Some(person) = self.persons.get_mut(number) else {
            return;
        };
        self.tabs += 1;
        let (line, source, sink) = Line::new(&self.book, &running.clock, holds, self.options.plant);
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        running.server.serve(address, source, sink);
        let mut tab = Tab::new(line, self.tabs, manner, person.last_facts());
        if holds < HOLDS {
            tab.reading = Reading::Late;
        }
        person.tabs.push(tab);
        let mut book = self.book.lock();
        book.note(format_args!("{number}/{} connects", self.tabs));
        if manner == Manner::Greets {
            let (hello, at) = (person.hello(), person.tabs.len() - 1);
            person.say(at, hello, &mut book);
        }
    }

    /// What became of it.
    pub(super) fn outcome(self) -> Outcome {
        let mut book = self.book.lock();
        let (hash, lines) = book.trace.take();
        Outcome {
            broken: book.broken().map(str::to_owned),
            counters: std::mem::take(&mut book.counters),
            hash,
            lines,
            lasted_ms: self.began,
        }
    }
}

/// Reads what a tab has been sent. Returns whether there was anything, and whether the tab is gone.
fn read_tab(
    person: &mut Person,
    at: usize,
    book: &mut Book,
    listed: &mut Vec<TableId>,
) -> (bool, bool) {
    let mut came = false;
    loop {
        let arrival = match person.tabs.get_mut(at) {
            Some(tab) if tab.reads => tab.line.receive(),
            _ => return (came, false),
        };
        let stamped = match arrival {
            Arrival::Frame(stamped) => stamped,
            Arrival::Nothing => return (came, false),
            Arrival::End => return (came, true),
        };
        came = true;
        match person.hear(at, stamped, book) {
            FollowUp::Nothing => {}
            FollowUp::Welcome => {
                if let Some(tab) = person.tabs.get_mut(at) {
                    tab.takes_up = true;
                }
            }
            FollowUp::Listed(tables) => *listed = tables,
            FollowUp::Closed => return (came, true),
        }
    }
}

/// A tab that was just welcomed goes on with every table that its person looks at.
fn take_up_tables(person: &mut Person, dice: &mut Dice, book: &mut Book) {
    let is_fresh = person.tabs.last().is_some_and(|tab| tab.takes_up);
    for tab in &mut person.tabs {
        tab.takes_up = false;
    }
    if !is_fresh {
        return;
    }
    let last_facts: BTreeMap<TableId, u64> = person.last_facts();
    let tables: Vec<TableId> = person.tables.keys().copied().collect();
    for table in tables {
        let last = last_facts.get(&table).copied().unwrap_or(0);
        let since = since(last, dice);
        resume(person, table, since, dice, book);
    }
}

/// From where to resume: mostly from the last fact, at times from an older one, or from nothing.
pub(super) fn since(last: u64, dice: &mut Dice) -> u64 {
    match dice.between(0, 9) {
        0 => 0,
        1 => dice.between(last.saturating_sub(8).min(1), last),
        _ => last,
    }
}

/// Resumes a table.
pub(super) fn resume(
    person: &mut Person,
    table: TableId,
    since: u64,
    dice: &mut Dice,
    book: &mut Book,
) {
    book.counters.count(if since == 0 {
        "resume from 0"
    } else {
        "resume from the last"
    });
    person.command(TableCommand::Resume { since }.at(table), dice, book);
}
