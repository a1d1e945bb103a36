//! How a run of the server ends in order, and how a world comes to rest: everybody has the same, and nothing
//! is left over.

use std::pin::pin;
use std::time::Duration;

use boneyard_client::{LeftOut, difference};
use boneyard_protocol::{PlayerId, TableCommand, TableId};
use tokio::runtime::Handle;
use tokio::time::sleep;

use super::book::Book;
use super::moods::Spell;
use super::person::Person;
use super::tab::{Manner, Reading, Tab};
use super::world::{Ending, Running, World};
use boneyard_server::clock::millis;
use boneyard_store::{Journal, Seq};

/// Quarters of a second that everything may take to come to rest; a table waits up to eight seconds before
/// it tries its journal again.
const PATIENCE: u32 = 60;
/// Looks between two attempts to leave.
const LOOKS: u32 = 6;
/// Milliseconds between two looks.
const LOOK_MS: u64 = 250;

impl World {
    /// The server is told to end, and ends.
    pub(super) async fn end_in_order(&mut self, running: &Running) -> Ending {
        self.count("orderly ends");
        self.book.lock().note(format_args!("orderly end"));
        running.server.drain();
        let millis_left = self.dice.between(0, 30);
        self.act_all();
        self.pass(running, millis_left).await;
        self.act_all();
        self.close(running).await;
        self.hang_up()
    }

    /// Closes the server while everybody reads on.
    async fn close(&mut self, running: &Running) {
        running.clock.stop(0, 0);
        self.make_up(running).await;
        let began = running.clock.world_ms();
        let slow = self
            .tabs()
            .filter(|tab| tab.reading == Reading::Late)
            .count();
        let is_well = self.moods().is_well(began);
        {
            let mut closing = pin!(running.server.close());
            loop {
                tokio::select! {
                    biased;
                    // A store that fails just now may be late: nobody waits for it.
                    _is_closed = &mut closing => break,
                    () = sleep(Duration::from_millis(20)) => {}
                }
                self.pass(running, 0).await;
            }
        }
        self.pass(running, 0).await;
        let took = running.clock.world_ms() - began;
        let most = millis(running.server.ends_within());
        let left = running.server.task_count();
        let mut book = self.book.lock();
        book.hold((took > most + 1).then(|| format!("the server took {took} ms to end")));
        let is_stuck = is_well && left > slow;
        book.hold(is_stuck.then(|| format!("the server ended, and {left} tasks go on")));
    }

    /// The end of a world.
    pub(super) async fn rest(&mut self, running: &Running) {
        self.moods().set(Spell::Well, 0);
        running.clock.stop(0, 0);
        self.book.lock().note(format_args!("rest"));
        self.persons
            .iter_mut()
            .for_each(|person| person.tabs.clear());
        // What was asked for before is done now, or never.
        self.pass(running, 4 * LOOK_MS).await;
        for number in 0..self.persons.len() {
            self.open_tab(running, number, Manner::Greets);
        }
        let untold = self.wait_for(running, PATIENCE, everybody_is_told).await;
        let untold = untold.map(|who| format!("not all is told: {who}"));
        self.book.lock().hold(untold);
        self.compare_views();
        self.compare_folds(running).await;
        self.leave_all(running).await;
        self.persons
            .iter_mut()
            .for_each(|person| person.tabs.clear());
        self.pass(running, LOOK_MS).await;
        self.nothing_is_left(running);
        self.close(running).await;
    }

    /// Waits until nothing is missing any more, for so many looks at the most. Returns what is.
    async fn wait_for(
        &mut self,
        running: &Running,
        looks: u32,
        missing: impl Fn(&Book, &[Person]) -> Option<String>,
    ) -> Option<String> {
        let mut last = None;
        for _ in 0..looks {
            self.pass(running, LOOK_MS).await;
            last = missing(&self.book.lock(), &self.persons);
            if last.is_none() || self.is_broken() {
                return None;
            }
        }
        last
    }

    /// What everybody has folded is what the journal tells.
    fn compare_views(&mut self) {
        let mut book = self.book.lock();
        for person in &self.persons {
            let Some(me) = person.id else { continue };
            for (table, seen) in &person.tables {
                let Some(mirror) = &seen.mirror else { continue };
                let from_journal = book.view_at(me, *table, mirror.seq());
                let from_journal =
                    from_journal.filter(|from_journal| from_journal.me == mirror.view().me);
                let differ = from_journal.and_then(|from_journal| {
                    difference(mirror.view(), &from_journal, LeftOut::Presence)
                });
                book.hold(differ.map(|how| format!("{me} at rest at {table}: {how}")));
            }
        }
    }

    /// Every journal is the fold that the world has followed.
    async fn compare_folds(&mut self, running: &Running) {
        let tables = self.book.lock().tables();
        for table in tables {
            let read = running.store.memory().read(table, Seq::FIRST).await;
            let mut book = self.book.lock();
            match read {
                // Closed tables are forgotten when the server starts.
                Ok(records) if records.is_empty() && book.is_closed(table) => {}
                Ok(records) => {
                    let same = book.is_fold_of(table, &records);
                    book.hold((!same).then(|| format!("the fold of {table} is another table")));
                }
                Err(error) => book.break_law(error.to_string()),
            }
        }
    }

    /// Everybody gives up their seats. A table whose journal has just failed refuses at first.
    async fn leave_all(&mut self, running: &Running) {
        let mut open = None;
        for _ in 0..PATIENCE / LOOKS {
            self.ask_to_leave();
            let missing = |book: &Book, _: &[Person]| open_table(book);
            open = self.wait_for(running, LOOKS, missing).await;
            if open.is_none() {
                return;
            }
        }
        self.book.lock().hold(open);
    }

    fn ask_to_leave(&mut self) {
        let mut book = self.book.lock();
        for person in &mut self.persons {
            let tables: Vec<TableId> = person.tables.keys().copied().collect();
            for table in tables {
                person.command(TableCommand::Leave.at(table), &mut self.dice, &mut book);
            }
        }
    }

    fn nothing_is_left(&self, running: &Running) {
        let tracked = running.server.task_count();
        let alive = Handle::current().metrics().num_alive_tasks();
        let listed = running.server.table_count();
        let is_empty = (tracked, alive, listed) == (0, 0, 0);
        self.book.lock().hold((!is_empty).then(|| {
            format!("all have gone, but {tracked} tasks ({alive} alive), {listed} tables are left")
        }));
    }

    fn tabs(&self) -> impl Iterator<Item = &Tab> {
        self.persons.iter().flat_map(|person| &person.tabs)
    }
}

/// A person who has not been told everything of a table where they sit.
fn everybody_is_told(book: &Book, persons: &[Person]) -> Option<String> {
    let seats = persons
        .iter()
        .filter_map(|person| Some((person, person.id?)));
    seats
        .flat_map(|(person, me)| book.tables().into_iter().map(move |t| (person, me, t)))
        .filter(|(_, me, table)| book.sits(*me, *table) && !book.is_closed(*table))
        .find_map(|(person, me, table)| untold(book, person, me, table))
}

fn untold(book: &Book, person: &Person, me: PlayerId, table: TableId) -> Option<String> {
    let seen = person
        .tables
        .get(&table)
        .and_then(|seen| seen.mirror.as_ref());
    let (has, last) = (seen.map_or(0, |mirror| mirror.seq()), book.last(table));
    (has != last).then(|| format!("{me} has fact {has} of {last} of {table}"))
}

fn open_table(book: &Book) -> Option<String> {
    let mut tables = book.tables().into_iter();
    let open = tables.find(|table| !book.is_closed(*table))?;
    Some(format!(
        "all have left, but {open} is open: {:?}",
        book.standing(open)
    ))
}
