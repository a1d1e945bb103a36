//! A person, or a bot of a person's, in a world: what they know, and how they speak.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use boneyard_client::TableMirror;
use boneyard_protocol::command::Envelope;
use boneyard_protocol::{
    ClientMessage, Command, CommandId, JoinCode, PlayerId, PlayerKind, TableCommand, TableId,
};
use serde_json::json;

use super::book::Book;
use super::commands::Sent;
use super::dice::Dice;
use super::knowledge::tiles_in;
use super::tab::Tab;
use boneyard_server::headless::Inbound;
use boneyard_server::outbox::Utf8Bytes;

/// Commands that a person may repeat. Fewer than a table remembers.
const RECENT: usize = 20;

/// See the module.
pub(super) struct Person {
    pub(super) number: usize,
    kind: PlayerKind,
    pub(super) token: Option<String>,
    pub(super) id: Option<PlayerId>,
    /// The newest comes last.
    pub(super) tabs: Vec<Tab>,
    pub(super) tables: BTreeMap<TableId, KnownTable>,
    pub(super) recent: VecDeque<(CommandId, String)>,
    /// `resume`s, by their ids: of which table, and since when.
    pub(super) resumes: BTreeMap<CommandId, (TableId, u64)>,
    /// Commands that report somebody.
    pub(super) reports: BTreeSet<CommandId>,
}

/// A table as a person sees it.
#[derive(Default)]
pub(super) struct KnownTable {
    pub(super) mirror: Option<TableMirror>,
    pub(super) code: Option<JoinCode>,
    /// What was done last about it, and when, so that it is not done ten times over.
    pub(super) acted: Option<(u64, String)>,
}

impl Person {
    pub(super) fn new(number: usize) -> Self {
        let is_bot = number % 3 == 2;
        Self {
            number,
            kind: if is_bot {
                PlayerKind::Bot
            } else {
                PlayerKind::Person
            },
            token: None,
            id: None,
            tabs: Vec::new(),
            tables: BTreeMap::new(),
            recent: VecDeque::new(),
            resumes: BTreeMap::new(),
            reports: BTreeSet::new(),
        }
    }

    /// The text of the first message of a tab.
    pub(super) fn hello(&self) -> String {
        let hello = json!({
            "type": "hello",
            "versions": {"from": 1, "to": 1},
            "kind": self.kind,
            "token": self.token,
        });
        hello.to_string()
    }

    /// The index of the tab that speaks for the person.
    pub(super) fn voice(&self) -> Option<usize> {
        self.tabs.iter().rposition(Tab::speaks)
    }

    /// The last fact that the person was told of each table.
    pub(super) fn last_facts(&self) -> BTreeMap<TableId, u64> {
        let tables = self.tables.iter();
        tables
            .filter_map(|(table, seen)| Some((*table, seen.mirror.as_ref()?.seq())))
            .collect()
    }

    /// Commands something new through the tab that speaks for the person, if there is one.
    pub(super) fn command(
        &mut self,
        command: Command,
        dice: &mut Dice,
        book: &mut Book,
    ) -> Option<CommandId> {
        self.command_of_turn(command, None, dice, book)
    }

    /// The same, for an act of this match and turn.
    pub(super) fn command_of_turn(
        &mut self,
        command: Command,
        turn: Option<(u32, u32)>,
        dice: &mut Dice,
        book: &mut Book,
    ) -> Option<CommandId> {
        let (by, voice) = (self.id?, self.voice()?);
        let id = CommandId(dice.uuid());
        let resume = if let Command::Table(table, TableCommand::Resume { since }) = &command {
            Some((*table, *since))
        } else {
            None
        };
        if matches!(command, Command::Table(_, TableCommand::Report { .. })) {
            self.reports.insert(id);
        }
        let text = text_of(command, id);
        let sent = Sent {
            turn,
            named: tiles_in(&text),
            ..Sent::new(by, book.writes())
        };
        book.commands.send(id, sent);
        self.resumes.extend(resume.map(|resume| (id, resume)));
        if self.recent.len() >= RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((id, text.clone()));
        self.say(voice, text, book);
        Some(id)
    }

    /// Sends a text through a tab. What the tab holds back goes out after it.
    pub(super) fn say(&mut self, tab: usize, text: String, book: &mut Book) {
        let number = self.number;
        let Some(tab) = self.tabs.get_mut(tab) else {
            return;
        };
        let held = tab.held.take();
        if held.is_some() {
            book.counters.count("reordered");
        }
        for text in std::iter::once(text).chain(held) {
            book.note(format_args!("{number}/{} says {text}", tab.number));
            tab.line.send(Inbound::Text(Utf8Bytes::from(text)));
        }
    }
}

/// A command as the text of a frame.
pub(super) fn text_of(command: Command, id: CommandId) -> String {
    let message = ClientMessage::Command(Envelope { command, id });
    serde_json::to_string(&message).expect("a command is JSON")
}
