//! What happens in a world besides play, and how often.

use boneyard_protocol::{Command, CommandId, LobbyCommand, TableCommand};

use super::commands::Sent;
use super::moods::Spell;
use super::person::{Person, text_of};
use super::play::Visit;
use super::tab::{Manner, Reading};
use super::world::{Ending, Running, World, resume, since};
use boneyard_server::headless::Inbound;
use boneyard_server::outbox::Utf8Bytes;

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    OpenTable,
    Join,
    Watch,
    QuickPlay,
    Leave,
    AddBot,
    Phrase,
    AutoPass,
    Report,
    Rename,
    List,
    Resume,
    SecondTab,
    SpeakReplaced,
    Drop,
    Cut,
    Stall,
    Wake,
    Mute,
    Shy,
    HoldBack,
    Repeat,
    Twist,
    Flood,
    Garbage,
    Wait,
    WaitLong,
    WallJump,
    Stop,
    Slow,
    Failing,
    Forgetful,
    Hang,
    Kill,
    End,
    Quiet,
}

/// How often each happens, of their sum.
const DEEDS: [(Deed, u64); 36] = [
    (Deed::OpenTable, 60),
    (Deed::Join, 80),
    (Deed::Watch, 20),
    (Deed::QuickPlay, 10),
    (Deed::Leave, 6),
    (Deed::AddBot, 20),
    (Deed::Phrase, 12),
    (Deed::AutoPass, 12),
    (Deed::Report, 8),
    (Deed::Rename, 8),
    (Deed::List, 12),
    (Deed::Resume, 30),
    (Deed::SecondTab, 14),
    (Deed::SpeakReplaced, 14),
    (Deed::Drop, 14),
    (Deed::Cut, 14),
    (Deed::Stall, 10),
    (Deed::Wake, 12),
    (Deed::Mute, 10),
    (Deed::Shy, 3),
    (Deed::HoldBack, 12),
    (Deed::Repeat, 40),
    (Deed::Twist, 14),
    (Deed::Flood, 4),
    (Deed::Garbage, 10),
    (Deed::Wait, 12),
    (Deed::WaitLong, 3),
    (Deed::WallJump, 6),
    (Deed::Stop, 14),
    (Deed::Slow, 12),
    (Deed::Failing, 10),
    (Deed::Forgetful, 10),
    (Deed::Hang, 3),
    (Deed::Kill, 5),
    (Deed::End, 4),
    (Deed::Quiet, 300),
];

/// Frames that are no message.
const GARBAGE: [&str; 6] = [
    "",
    "nonsense",
    "[]",
    r#"{"type":"fly"}"#,
    r#"{"type":"act"}"#,
    r#"{"type":"hello","versions":{"from":1,"to":1},"kind":"person"}"#,
];

/// How a person's connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TabEnd {
    /// What was sent arrives.
    InOrder,
    /// What is on its way to the server is lost.
    Cut,
}

impl World {
    /// One step. Returns how the run of the server ends, if it does.
    pub(super) async fn step(&mut self, running: &Running) -> Option<Ending> {
        if self.moods().hangs() && self.dice.chance(300) {
            return Some(self.kill());
        }
        self.come_back(running);
        self.act_all();
        let deed = self.choose();
        self.book.lock().note(format_args!("{deed:?}"));
        let ending = self.happen(deed, running).await;
        if ending.is_none() {
            let millis = self.dice.between(1, 25);
            self.pass(running, millis).await;
        }
        ending
    }

    fn choose(&mut self) -> Deed {
        let sum: u64 = DEEDS.iter().map(|(_, weight)| weight).sum();
        let mut at = self.dice.between(0, sum - 1);
        for (deed, weight) in DEEDS {
            match at.checked_sub(weight) {
                Some(rest) => at = rest,
                None => return deed,
            }
        }
        Deed::Quiet
    }

    async fn happen(&mut self, deed: Deed, running: &Running) -> Option<Ending> {
        let number = self.dice.below(self.persons.len());
        match deed {
            Deed::OpenTable => self.open_table(number),
            Deed::Join => self.visit(number, Visit::Sit),
            Deed::Watch => self.visit(number, Visit::Watch),
            Deed::QuickPlay => self.quick_play(number),
            Deed::Leave => self.at_a_table(number, |table, _| TableCommand::Leave.at(table)),
            Deed::AddBot => {
                self.at_a_table(number, |table, _| {
                    Command::Table(table, TableCommand::AddBot { seat: None })
                });
            }
            Deed::Phrase => self.phrase(number),
            Deed::AutoPass => self.at_a_table(number, |table, dice| {
                let on = dice.chance(800);
                TableCommand::AutoPass { on }.at(table)
            }),
            Deed::Report => self.report(number),
            Deed::Rename => self.rename(number),
            Deed::List => {
                self.command(number, Command::Lobby(LobbyCommand::Lobby { follow: true }))
            }
            Deed::Resume => self.resume_one(number),
            Deed::SecondTab => self.second_tab(running, number),
            Deed::SpeakReplaced => self.speak_replaced(number),
            Deed::Drop => self.drop_tab(number, TabEnd::InOrder),
            Deed::Cut => self.drop_tab(number, TabEnd::Cut),
            Deed::Stall => self.stall(number),
            Deed::Wake => self.of(number, |person| {
                person.tabs.iter_mut().for_each(|tab| tab.reads = true);
            }),
            Deed::Mute => self.of(number, |person| {
                person.tabs.iter_mut().for_each(|tab| tab.is_mute = true);
            }),
            Deed::Shy => self.come_shyly(running, number),
            Deed::HoldBack => self.hold_back(number),
            Deed::Repeat => self.repeat(number),
            Deed::Twist => self.twist(number),
            Deed::Flood => self.flood(number),
            Deed::Garbage => self.garbage(number),
            Deed::Wait => self.wait(running, 2_000).await,
            Deed::WaitLong => self.wait(running, 80_000).await,
            Deed::WallJump => self.wall_jump(running),
            Deed::Stop => self.stop_the_machine(running),
            Deed::Slow => self.spell(running, Spell::Slow, 1_500),
            Deed::Failing => self.spell(running, Spell::Failing, 1_500),
            Deed::Forgetful => self.spell(running, Spell::Forgetful, 800),
            Deed::Hang => self.spell(running, Spell::Hanging, 100),
            Deed::Kill => return Some(self.kill()),
            Deed::End => return Some(self.end_in_order(running).await),
            Deed::Quiet => {}
        }
        None
    }

    /// A person without a connection comes back sooner or later.
    fn come_back(&mut self, running: &Running) {
        for number in 0..self.persons.len() {
            let is_off = self.persons.get(number).is_some_and(|p| p.tabs.is_empty());
            if is_off && self.dice.chance(200) {
                self.open_tab(running, number, Manner::Greets);
            }
        }
    }

    fn resume_one(&mut self, number: usize) {
        let mut book = self.book.lock();
        let Some(person) = self.persons.get_mut(number) else {
            return;
        };
        let last_facts: Vec<_> = person.last_facts().into_iter().collect();
        if let Some((table, last)) = self.dice.pick(&last_facts).copied() {
            let from = if self.dice.chance(500) {
                0
            } else {
                since(last, &mut self.dice)
            };
            resume(person, table, from, &mut self.dice, &mut book);
        }
    }

    fn of(&mut self, number: usize, change: impl FnOnce(&mut Person)) {
        if let Some(person) = self.persons.get_mut(number) {
            change(person);
        }
    }

    fn tabs_of(&self, number: usize) -> usize {
        self.persons
            .get(number)
            .map_or(0, |person| person.tabs.len())
    }

    fn second_tab(&mut self, running: &Running, number: usize) {
        let is_known = self.persons.get(number).is_some_and(|p| p.token.is_some());
        if is_known && (1..3).contains(&self.tabs_of(number)) {
            self.count("second tabs");
            self.open_tab(running, number, Manner::Greets);
        }
    }

    /// A connection ends.
    fn drop_tab(&mut self, number: usize, end: TabEnd) {
        let at = self.dice.below(self.tabs_of(number));
        let mut book = self.book.lock();
        let Some(person) = self.persons.get_mut(number) else {
            return;
        };
        if at >= person.tabs.len() {
            return;
        }
        let tab = person.tabs.remove(at);
        book.note(format_args!("{number}/{} drops", tab.number));
        match end {
            TabEnd::InOrder => book.counters.count("drops"),
            TabEnd::Cut => {
                book.counters.count("drops with loss");
                tab.line.cut();
            }
        }
    }

    /// An older tab that does not know yet that it was replaced commands something.
    fn speak_replaced(&mut self, number: usize) {
        let mut book = self.book.lock();
        let Some(person) = self.persons.get_mut(number) else {
            return;
        };
        let tables: Vec<_> = person.tables.keys().copied().collect();
        let replaced = person
            .tabs
            .iter()
            .position(|tab| tab.is_in && tab.is_replaced);
        let (Some(at), Some(table), Some(by)) =
            (replaced, self.dice.pick(&tables).copied(), person.id)
        else {
            return;
        };
        book.counters.count("commands on a replaced tab");
        let id = CommandId(self.dice.uuid());
        let sent = Sent {
            is_dead: true,
            ..Sent::new(by, book.writes())
        };
        book.commands.send(id, sent);
        person.say(at, text_of(TableCommand::Leave.at(table), id), &mut book);
    }

    /// The newest tab reads no more.
    fn stall(&mut self, number: usize) {
        let mut book = self.book.lock();
        let newest = self.persons.get_mut(number).and_then(|p| p.tabs.last_mut());
        if let Some(tab) = newest.filter(|tab| tab.reads && tab.is_in) {
            book.counters.count("stalls");
            (tab.reads, tab.reading) = (false, Reading::Late);
        }
    }

    /// A client connects and says no hello.
    fn come_shyly(&mut self, running: &Running, number: usize) {
        if self.tabs_of(number) == 0 {
            self.open_tab(running, number, Manner::Silent);
        }
    }

    /// A command goes out once more, after the next one.
    fn hold_back(&mut self, number: usize) {
        let Some((voice, (id, text))) = self.recent_of(number) else {
            return;
        };
        if let Some(sent) = self.book.lock().commands.get_mut(id) {
            sent.sends += 1;
        }
        let tab = self
            .persons
            .get_mut(number)
            .and_then(|p| p.tabs.get_mut(voice));
        if let Some(tab) = tab {
            tab.held = Some(text);
        }
    }

    /// A command that a person has sent not long ago, and the tab that speaks for them.
    fn recent_of(&mut self, number: usize) -> Option<(usize, (CommandId, String))> {
        let person = self.persons.get(number)?;
        let at = self.dice.below(person.recent.len());
        Some((person.voice()?, person.recent.get(at)?.clone()))
    }

    fn repeat(&mut self, number: usize) {
        let Some((voice, (id, text))) = self.recent_of(number) else {
            return;
        };
        let mut book = self.book.lock();
        if let Some(sent) = book.commands.get_mut(id) {
            sent.sends += 1;
        }
        book.counters.count("repeats");
        if let Some(person) = self.persons.get_mut(number) {
            person.say(voice, text, &mut book);
        }
    }

    /// The same id with another body.
    fn twist(&mut self, number: usize) {
        let Some((voice, (id, _))) = self.recent_of(number) else {
            return;
        };
        let seat = u8::try_from(self.dice.between(0, 3)).ok();
        let mut book = self.book.lock();
        let Some(person) = self.persons.get_mut(number) else {
            return;
        };
        let tables: Vec<_> = person.tables.keys().copied().collect();
        let Some(table) = self.dice.pick(&tables).copied() else {
            return;
        };
        if person.resumes.contains_key(&id) {
            return;
        }
        if let Some(sent) = book.commands.get_mut(id) {
            sent.sends += 1;
            sent.is_twisted = true;
        }
        book.counters.count("id with another body");
        let text = text_of(TableCommand::AddBot { seat }.at(table), id);
        person.say(voice, text, &mut book);
    }

    fn flood(&mut self, number: usize) {
        let frames = self.dice.between(30, 120);
        let mut book = self.book.lock();
        let Some(person) = self.persons.get_mut(number) else {
            return;
        };
        let Some(voice) = person.voice() else { return };
        for _ in 0..frames {
            person.say(voice, r#"{"type":"heartbeat"}"#.to_owned(), &mut book);
        }
    }

    fn garbage(&mut self, number: usize) {
        let text = self.dice.pick(&GARBAGE).copied().unwrap_or_default();
        let mut book = self.book.lock();
        let Some(person) = self.persons.get_mut(number) else {
            return;
        };
        if let Some(voice) = person.voice() {
            person.say(voice, text.to_owned(), &mut book);
        }
    }

    /// Nobody does anything for a while except answer pings.
    async fn wait(&mut self, running: &Running, most: u64) {
        let mut left = self.dice.between(most / 4, most);
        while left > 0 {
            let now = left.min(5_000);
            left -= now;
            self.pass(running, now).await;
            for tab in self.persons.iter().flat_map(|person| &person.tabs) {
                if !tab.is_mute && tab.reads {
                    tab.line.send(Inbound::Text(Utf8Bytes::from_static(
                        r#"{"type":"heartbeat"}"#,
                    )));
                }
            }
        }
    }

    fn wall_jump(&mut self, running: &Running) {
        const HOUR_MS: i64 = 3_600_000;
        let by = [-72, -5, -1, 1, 7, 49].map(|hours| hours * HOUR_MS);
        let by = self.dice.pick(&by).copied().unwrap_or(HOUR_MS);
        self.count("wall jumps");
        running.clock.jump(by);
    }

    /// Between two of the next readings of its clock the machine stands, perhaps longer than a turn has.
    fn stop_the_machine(&mut self, running: &Running) {
        let after = u32::try_from(self.dice.between(1, 8)).unwrap_or(1);
        let millis = self.dice.between(1, 25_000);
        self.count("stops of the machine");
        running.clock.stop(after, millis);
    }

    fn spell(&mut self, running: &Running, spell: Spell, most: u64) {
        let until = running.clock.world_ms() + self.dice.between(most / 10, most);
        self.moods().set(spell, until);
    }

    /// The server dies: everything that was in its memory is gone.
    pub(super) fn kill(&mut self) -> Ending {
        self.count("kills");
        let reads_on = self.dice.chance(500);
        let mut book = self.book.lock();
        book.note(format_args!("kill"));
        drop(book);
        if reads_on {
            self.read_all();
        }
        self.hang_up()
    }

    /// Every connection is over, and the server will be there again.
    pub(super) fn hang_up(&mut self) -> Ending {
        self.persons
            .iter_mut()
            .for_each(|person| person.tabs.clear());
        if self.dice.chance(100) {
            let starts = if self.dice.chance(500) { 1 } else { 2 };
            self.moods().fail_starts(starts);
        }
        let down_ms = match self.dice.between(0, 3) {
            0 => 0,
            1 => self.dice.between(1, 3_000),
            2 => self.dice.between(10_000, 120_000),
            _ => self.dice.between(1, 30) * 60_000,
        };
        Ending::Again { down_ms }
    }
}
