//! What persons do at tables: mostly what is asked of them, at times something else.

use boneyard_client::Duty;
use boneyard_engine::{Players, Sheet, Sheets, Tile};
use boneyard_protocol::limits::PHRASES;
use boneyard_protocol::{
    Command, JoinCode, LobbyCommand, QuickPlayAgainst, ReportReason, SessionCommand, TableCommand,
    TableId, TableRequest, TableView,
};
use serde_json::json;

use super::book::Book;
use super::dice::Dice;
use super::person::Person;
use super::world::World;

/// Milliseconds after which what was not answered is done again, under another id.
const PATIENCE_MS: u64 = 400;
/// Tables that a person sits at, at most; beyond them nobody opens another.
const TABLES: usize = 2;

/// What a person does at another's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    Sit,
    Watch,
}

impl World {
    /// Everybody who is awaited somewhere acts, or lets the others wait a little.
    pub(super) fn act_all(&mut self) {
        let mut book = self.book.lock();
        for person in &mut self.persons {
            if person.voice().is_some() && self.dice.chance(600) {
                act(person, &mut self.dice, &mut book);
            }
        }
    }

    /// A person opens a table: the games take turns.
    pub(super) fn open_table(&mut self, number: usize) {
        let sheets = Sheets::presets();
        let count = sheets.iter().count();
        let sheet = sheets.iter().nth(self.next_sheet).cloned();
        self.next_sheet = (self.next_sheet + 1).checked_rem(count).unwrap_or(0);
        let (Some(sheet), Some(person)) = (sheet, self.persons.get_mut(number)) else {
            return;
        };
        if person.tables.len() >= TABLES {
            return;
        }
        let table = request(&sheet, &mut self.dice);
        let mut book = self.book.lock();
        person.command(
            Command::Lobby(LobbyCommand::Create { table }),
            &mut self.dice,
            &mut book,
        );
    }

    /// A person sits down at another's table, or looks on.
    pub(super) fn visit(&mut self, number: usize, visit: Visit) {
        let codes: Vec<JoinCode> = self
            .persons
            .iter()
            .flat_map(|person| person.tables.values())
            .filter_map(|seen| seen.code.clone())
            .collect();
        let listed = self.dice.pick(&self.listed).copied();
        let by_list = self.dice.chance(300);
        let code = self.dice.pick(&codes).cloned();
        let command = match (listed.filter(|_| by_list), code, visit) {
            (Some(table), _, Visit::Sit) => TableCommand::Sit { seat: None }.at(table),
            (Some(table), _, Visit::Watch) => Command::Lobby(LobbyCommand::Watch {
                table: Some(table),
                code: None,
            }),
            (None, Some(code), Visit::Sit) => {
                Command::Lobby(LobbyCommand::Join { code, seat: None })
            }
            (None, code @ Some(_), Visit::Watch) => {
                Command::Lobby(LobbyCommand::Watch { table: None, code })
            }
            (None, None, _) => return,
        };
        if visit == Visit::Watch {
            self.count("watchers");
        }
        self.command(number, command);
    }

    pub(super) fn quick_play(&mut self, number: usize) {
        let against = if self.dice.chance(500) {
            QuickPlayAgainst::Bots
        } else {
            QuickPlayAgainst::People
        };
        let has_room = self
            .persons
            .get(number)
            .is_some_and(|person| person.tables.len() < TABLES);
        if has_room {
            let command = Command::Lobby(LobbyCommand::QuickPlay {
                sheet: None,
                against,
                seats: Some(2),
            });
            self.command(number, command);
        }
    }

    /// A person does something unasked at one of their tables.
    pub(super) fn at_a_table(
        &mut self,
        number: usize,
        what: impl FnOnce(TableId, &mut Dice) -> Command,
    ) {
        let tables: Vec<TableId> = self
            .persons
            .get(number)
            .map(|person| person.tables.keys().copied().collect())
            .unwrap_or_default();
        if let Some(table) = self.dice.pick(&tables).copied() {
            let command = what(table, &mut self.dice);
            self.command(number, command);
        }
    }

    pub(super) fn phrase(&mut self, number: usize) {
        self.count("phrases");
        self.at_a_table(number, |table, dice| {
            let phrase = dice.pick(&PHRASES).copied().unwrap_or("hello").to_owned();
            TableCommand::Phrase { phrase }.at(table)
        });
    }

    pub(super) fn report(&mut self, number: usize) {
        self.at_a_table(number, |table, dice| {
            let seat = u8::try_from(dice.between(0, 3)).unwrap_or(0);
            let reason = dice.pick(&ReportReason::ALL).copied();
            let reason = reason.unwrap_or(ReportReason::ALL[0]);
            TableCommand::Report { seat, reason }.at(table)
        });
    }

    pub(super) fn rename(&mut self, number: usize) {
        self.count("renames");
        let name = format!("Player {}", self.dice.between(1, 999));
        self.command(number, Command::Session(SessionCommand::Rename { name }));
    }

    /// Commands something through the tab that speaks for a person, if there is one.
    pub(super) fn command(&mut self, number: usize, command: Command) {
        let mut book = self.book.lock();
        if let Some(person) = self.persons.get_mut(number) {
            person.command(command, &mut self.dice, &mut book);
        }
    }
}

/// A table of this game, as tables may be.
fn request(sheet: &Sheet, dice: &mut Dice) -> TableRequest {
    let Players { min, max } = sheet.players;
    let most = if dice.chance(100) { max } else { max.min(4) };
    let seats = dice.between(u64::from(min), u64::from(most.max(min)).min(8));
    let bots = dice.between(0, seats - 1);
    let absence_s = if dice.chance(400) {
        0
    } else {
        dice.between(0, 40)
    };
    let request = json!({
        "sheet": sheet.id,
        "seats": seats,
        "bots": bots,
        "private": dice.chance(300),
        "watchers": !dice.chance(150),
        "clock_s": dice.between(5, 20),
        "absence_s": absence_s,
        "absence_end": if dice.chance(800) { "ask" } else { "bot" },
        "tempo": if dice.chance(200) { "even" } else { "plain" },
        "pause_s": dice.between(0, 3),
    });
    serde_json::from_value(request).expect("the request is one of the protocol's")
}

/// A person does what one of their tables asks for, if any does.
fn act(person: &mut Person, dice: &mut Dice, book: &mut Book) {
    let tables: Vec<TableId> = person.tables.keys().copied().collect();
    let Some(table) = dice.pick(&tables).copied() else {
        return;
    };
    let Some(mirror) = person
        .tables
        .get(&table)
        .and_then(|seen| seen.mirror.as_ref())
    else {
        return;
    };
    if let Some(choice) = choice(table, mirror.view(), dice) {
        person.command(choice, dice, book);
        return;
    }
    let Some(duty) = mirror.duty() else { return };
    let (seq, view) = (mirror.seq(), mirror.view());
    let key = format!("{seq} {duty:?}");
    let match_number = view.match_number;
    let command = command_for(table, &duty, view, dice, book);
    let turn = if let Command::Table(_, TableCommand::Act { turn, .. }) = &command {
        turn.map(|turn| (match_number, turn))
    } else {
        None
    };
    let now = book.now();
    let Some(seen) = person.tables.get_mut(&table) else {
        return;
    };
    let is_done = |(at, done): &(u64, String)| *done == key && now < at + PATIENCE_MS;
    if seen.acted.as_ref().is_some_and(is_done) {
        return;
    }
    seen.acted = Some((now, key));
    person.command_of_turn(command, turn, dice, book);
}

/// What a person usually chooses about an absent player.
fn choice(table: TableId, view: &TableView, dice: &mut Dice) -> Option<Command> {
    let choices = &view.now.absence.as_ref()?.choices;
    let choice = dice.chance(700).then(|| dice.pick(choices).copied())??;
    let turn = view.now.turn?;
    Some(TableCommand::Absence { turn, choice }.at(table))
}

fn command_for(
    table: TableId,
    duty: &Duty,
    view: &TableView,
    dice: &mut Dice,
    book: &mut Book,
) -> Command {
    let (turn, legal) = match duty {
        Duty::Ready => return TableCommand::Ready.at(table),
        Duty::Rematch => return TableCommand::Rematch.at(table),
        Duty::Arrange { entry, action } => {
            return TableCommand::Act {
                turn: None,
                entry: Some(*entry),
                action: action.clone(),
                lengthwise: false,
            }
            .at(table);
        }
        Duty::Act { turn, legal } => (*turn, legal),
    };
    book.counters.count("act sent");
    let mut act = (turn, dice.pick(legal).cloned().unwrap_or_default());
    match dice.between(0, 49) {
        0 => {
            book.counters.count("stale acts");
            act.0 = turn.saturating_sub(1);
        }
        1 | 2 => {
            book.counters.count("illegal acts");
            let tile = dice.pick(&Tile::ALL).map(ToString::to_string);
            act.1 = format!("play {} left", tile.unwrap_or_default());
        }
        3 if view.now.strict => {
            book.counters.count("challenges");
            let entry = view.game.as_ref().map(|game| game.entry);
            return TableCommand::Act {
                turn: None,
                entry,
                action: "challenge".to_owned(),
                lengthwise: false,
            }
            .at(table);
        }
        _ => {}
    }
    TableCommand::Act {
        turn: Some(act.0),
        entry: None,
        action: act.1,
        lengthwise: false,
    }
    .at(table)
}
